package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.google.gson.Gson;

import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.AnonymousIndividualProperties;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/** The texts of axioms, in both directions. */
public class AxiomsTest {
    /** The file of canonical forms that the Go program is tested with. */
    private static final class Vectors {
        List<Vector> axioms;
    }

    private static final class Vector {
        String name;
        String axiom;
    }

    private final OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
    private final OWLDataFactory f = manager.getOWLDataFactory();

    @BeforeClass
    public static void keepLabels() {
        // Anonymous individuals keep their labels.
        AnonymousIndividualProperties.setRemapAllAnonymousIndividualsIds(false);
    }

    @AfterClass
    public static void reset() {
        AnonymousIndividualProperties.resetToDefault();
    }

    private Axioms.Writer writer() throws Exception {
        return new Axioms.Writer(manager.createOntology());
    }

    /**
     * Returns axioms of all types as texts, by name, without restrictions on several data
     * properties, which the OWL API lacks.
     */
    static Map<String, String> everyType() throws Exception {
        Map<String, String> texts = new LinkedHashMap<>();
        try (Reader text = Files.newBufferedReader(Paths.get("../api/testdata/canonical.json"))) {
            new Gson().fromJson(text,
                Vectors.class).axioms.forEach(v -> texts.put(v.name, v.axiom));
        }
        texts.keySet().removeAll(Set.of("random HasKey 2", "random ReflexiveObjectProperty 2"));
        return texts;
    }

    @Test
    public void readsWhatItWrites() throws Exception {
        Axioms.Writer writer = writer();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, String> e : everyType().entrySet()) {
            OWLAxiom axiom = Axioms.read(Stream.of(e.getValue())).get(e.getValue());
            assertNotNull(e.getKey() + ": " + e.getValue(), axiom);
            String text = writer.write(axiom);
            if (text == null || !axiom.equals(Axioms.read(Stream.of(text)).get(text))) {
                wrong.add(e.getKey() + ": " + text + " for " + axiom);
            }
        }
        assertTrue(String.join("\n", wrong), wrong.isEmpty());
    }

    @Test
    public void writesFullIRIsAndEveryCharacter() throws Exception {
        OWLAxiom axiom = f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(),
            IRI.create("http://x/a(b)%20ü中\ud83e\uddec"),
            f.getOWLLiteral("é\t\"Of()\"\n中\ud83e\uddec", "en"));
        assertEquals("AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <http://x/a(b)%20ü中\ud83e\uddec> "
            + "\"é\t\\\"Of()\\\"\n中\ud83e\uddec\"@en)", writer().write(axiom));
        assertEquals("SubClassOf(<http://www.w3.org/2002/07/owl#Nothing> <http://www.w3.org/2002/07/owl#Thing>)",
            writer().write(f.getOWLSubClassOfAxiom(f.getOWLNothing(), f.getOWLThing())));
    }

    @Test
    public void leavesOutWhatFunctionalSyntaxCannotExpress() throws Exception {
        Axioms.Writer writer = writer();
        OWLClass good = f.getOWLClass(IRI.create("http://x/C"));
        assertNull(writer.write(f.getOWLSubClassOfAxiom(good,
            f.getOWLClass(IRI.create("http://x/a>b")))));
        assertNull(writer.write(f.getOWLSubClassOfAxiom(good,
            f.getOWLClass(IRI.create("http://x/a\nb")))));
        assertNull(writer.write(f.getOWLSubClassOfAxiom(good, f.getOWLObjectOneOf())));
        assertNull(writer.write(f.getOWLEquivalentClassesAxiom(Set.of(good))));
        assertNull(writer.write(f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), good.getIRI(),
            f.getOWLLiteral("x", "en_us"))));
        assertNotNull(writer.write(f.getOWLDeclarationAxiom(good)));
    }

    @Test
    public void readsNothingElse() {
        String deep = "ObjectComplementOf(".repeat(100_000);
        for (String text : List.of("", ")", "SubClassOf(", "\"", "SubClassOf(<http://x/C>)",
                "\u0000", deep)) {
            assertTrue(text.length() > 50 ? "deep" : text,
                Axioms.read(Stream.of(text)).isEmpty());
        }
        String good = "Declaration(Class(<http://x/C>))";
        assertEquals(Set.of(good), Axioms.read(Stream.of(good, "SubClassOf(")).keySet());
    }
}
