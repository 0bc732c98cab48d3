package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.google.gson.Gson;

import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.AnonymousIndividualProperties;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;

/** Holds canonical forms and hashes to api/testdata/hashes.json, to which Go is held too. */
public class HashesTest {
    /** What the file says. */
    private static final class Vectors {
        List<AxiomVector> axioms;
        List<Document> documents;
        List<Script> scripts;
    }

    private static final class AxiomVector {
        String name;
        String axiom;
        String canonical;
        String hash;
        String logical;
    }

    private static final class Document {
        String name;
        List<String> document;
        String content;
        String logical;
        int axioms;
    }

    private static final class Script {
        String name;
        List<Step> steps;
    }

    private static final class Step {
        List<String> remove;
        List<String> add;
        String content;
        String logical;
        int axioms;
    }

    private static final String NONE = "0".repeat(64);

    /**
     * What the OWL API does not hold as it was written, so that a Protégé never has it: repetitions in disjointness; doubles and truth
     * values, of which it keeps the value; restrictions of several data properties.
     */
    private static final Set<String> NOT_HELD = Set.of(
        "different individuals repeated", "disjoint classes repeated", "disjoint object properties repeated", "disjoint data properties repeated",
        "disjoint union repeated", "random DisjointObjectProperties 1", "random DisjointObjectProperties 2", "random DisjointDataProperties 1",
        "random DifferentIndividuals 1", "double as it stands", "boolean as it stands", "random ReflexiveObjectProperty 2", "random HasKey 2");

    private static Vectors vectors;

    @BeforeClass
    public static void read() throws IOException {
        AnonymousIndividualProperties.setRemapAllAnonymousIndividualsIds(false); // labels as sent
        try (Reader text = Files.newBufferedReader(Paths.get("../api/testdata/hashes.json"))) {
            vectors = new Gson().fromJson(text, Vectors.class);
        }
    }

    @AfterClass
    public static void reset() {
        AnonymousIndividualProperties.resetToDefault();
    }

    @Test
    public void axioms() {
        List<String> wrong = new ArrayList<>();
        for (AxiomVector v : vectors.axioms) {
            Bytes form = new Canonical().axiom(axiom(v.axiom));
            boolean same = form != null && form.toString().equals(v.canonical);
            if (same == NOT_HELD.contains(v.name)) {
                wrong.add(v.name + ":\n  " + form + "\n  " + v.canonical);
            }
            if (same) {
                Fingerprint print = new Fingerprint();
                print.add(axiom(v.axiom));
                assertEquals(v.name, v.hash, print.content());
                assertEquals(v.name, v.logical == null ? NONE : v.logical, print.logical());
            }
        }
        assertTrue(String.join("\n", wrong), wrong.isEmpty());
    }

    @Test
    public void documents() {
        Set<String> notHeld = vectors.axioms.stream().filter(v -> NOT_HELD.contains(v.name)).map(v -> v.axiom).collect(Collectors.toSet());
        for (Document d : vectors.documents) {
            if (d.document.stream().anyMatch(notHeld::contains)) {
                continue;
            }
            Fingerprint print = new Fingerprint();
            // The same axiom written twice is one in an ontology.
            d.document.stream().map(HashesTest::axiom).distinct().forEach(print::add);
            assertEquals(d.name, d.content + d.logical + d.axioms, print.content() + print.logical() + print.size());
        }
    }

    @Test
    public void scripts() {
        for (Script script : vectors.scripts) {
            Fingerprint print = new Fingerprint();
            Set<OWLAxiom> ontology = new HashSet<>();
            int n = 0;
            for (Step step : script.steps) {
                step.remove.stream().map(HashesTest::axiom).filter(ontology::remove).forEach(print::remove);
                step.add.stream().map(HashesTest::axiom).filter(ontology::add).forEach(print::add);
                assertEquals(script.name + " " + n++, step.content + step.logical + step.axioms, print.content() + print.logical() + print.size());
            }
        }
    }

    private static OWLAxiom axiom(String text) {
        try {
            return OWLManager.createOWLOntologyManager()
                .loadOntologyFromOntologyDocument(new StringDocumentSource("Ontology(" + text + ")")).getAxioms().iterator().next();
        } catch (OWLOntologyCreationException e) {
            throw new AssertionError(text, e);
        }
    }
}
