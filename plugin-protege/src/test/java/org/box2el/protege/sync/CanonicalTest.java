package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.Test;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;
import org.semanticweb.owlapi.vocab.OWL2Datatype;

/** The choices of the canonical form, one by one; the vectors that Go has too are in HashesTest. */
public class CanonicalTest {
    private final OWLDataFactory f = OWLManager.getOWLDataFactory();

    /** Reads one axiom in functional syntax, with the prefix : for http://x/. */
    static OWLAxiom read(String axiom) throws OWLOntologyCreationException {
        OWLOntology ontology = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new StringDocumentSource(
            "Prefix(:=<http://x/>) Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\n"
                + "Ontology(" + axiom + ")"));
        return ontology.getAxioms().iterator().next();
    }

    private static String canonical(OWLAxiom axiom) {
        Bytes form = new Canonical().axiom(axiom);
        return form == null ? null : form.toString().replace("<http://x/", "<").replace("http://www.w3.org/2001/XMLSchema#", "xsd:");
    }

    @Test
    public void rendersAsTheContractSays() throws OWLOntologyCreationException {
        String[][] cases = {
            {"SubClassOf(:C :D)", "SubClassOf(<C> <D>)"},
            {"SubClassOf(:C ObjectIntersectionOf(:b :a :B :b))", "SubClassOf(<C> ObjectIntersectionOf(<B> <a> <b>))"},
            {"SubClassOf(:C ObjectMinCardinality(2 :p))", "SubClassOf(<C> ObjectMinCardinality(2 <p> <http://www.w3.org/2002/07/owl#Thing>))"},
            {"SubObjectPropertyOf(ObjectPropertyChain(:q :p :q) :r)", "SubObjectPropertyOf(ObjectPropertyChain(<q> <p> <q>) <r>)"},
            {"HasKey(:C (:q :p) (:d))", "HasKey(<C> (<p> <q>) (<d>))"},
            {"HasKey(:C () (:d))", "HasKey(<C> () (<d>))"},
            {"DisjointUnion(:C :b :a)", "DisjointUnion(<C> <a> <b>)"},
            {"InverseObjectProperties(:q :p)", "InverseObjectProperties(<p> <q>)"},
            {"IrreflexiveObjectProperty(ObjectInverseOf(:p))", "IrreflexiveObjectProperty(ObjectInverseOf(<p>))"},
            {"AnnotationPropertyRange(:p :C)", "AnnotationPropertyRange(<p> <C>)"},
            {"AnnotationAssertion(rdfs:label :C \"a \\\"b\\\" \\\\\"@EN-gb)",
                "AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <C> \"a \\\"b\\\" \\\\\"@en-gb)"},
            {"AnnotationAssertion(rdfs:label :C \"plain\")",
                "AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <C> \"plain\"^^<xsd:string>)"},
            {"DataPropertyAssertion(:d :i \"007\"^^xsd:integer)", "DataPropertyAssertion(<d> <i> \"007\"^^<xsd:integer>)"},
            {"SubClassOf(Annotation(:z \"2\") Annotation(Annotation(:y :I) :a \"1\") :C :D)",
                "SubClassOf(Annotation(<z> \"2\"^^<xsd:string>) Annotation(Annotation(<y> <I>) <a> \"1\"^^<xsd:string>) <C> <D>)"},
            {"DataPropertyRange(:d DatatypeRestriction(xsd:int xsd:minInclusive \"5\"^^xsd:int xsd:maxExclusive \"9\"^^xsd:int))",
                "DataPropertyRange(<d> DatatypeRestriction(<xsd:int> <xsd:maxExclusive> \"9\"^^<xsd:int> <xsd:minInclusive> \"5\"^^<xsd:int>))"},
        };
        for (String[] c : cases) {
            assertEquals(c[1], canonical(read(c[0])));
        }
    }

    @Test
    public void writesEveryCharacterAsItIs() {
        OWLAxiom axiom = f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), IRI.create("http://x/a(b)%20ü\u4e2d\ud83e\uddec"), f.getOWLLiteral("é\t\n中\ud83e\uddec"));
        assertEquals("AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <a(b)%20ü中\ud83e\uddec> \"é\t\n中\ud83e\uddec\"^^<xsd:string>)", canonical(axiom));
    }

    @Test
    public void hasNoFormForWhatFunctionalSyntaxCannotWrite() {
        OWLClass good = f.getOWLClass(IRI.create("http://x/C"));
        assertNull(canonical(f.getOWLSubClassOfAxiom(good, f.getOWLClass(IRI.create("http://x/a>b")))));
        assertNull(canonical(f.getOWLSubClassOfAxiom(good, f.getOWLClass(IRI.create("http://x/a\nb")))));
        assertNull(canonical(f.getOWLSubClassOfAxiom(good, f.getOWLObjectOneOf())));
        assertNull(canonical(f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), good.getIRI(), f.getOWLLiteral("half \ud83e"))));
        assertNull(canonical(f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), good.getIRI(), f.getOWLLiteral("x", "en us"))));
    }

    /** A random script of additions and removals has the hashes of what is left, and undoing it those of before. */
    @Test
    public void fingerprintsFollowEdits() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<OWLAxiom> pool = pool();
            List<Set<OWLAxiom>> ontologies = Arrays.asList(new HashSet<>(), new HashSet<>());
            Fingerprint kept = new Fingerprint();
            List<OWLAxiom> script = new ArrayList<>();
            List<Integer> where = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                toggle(kept, ontologies, pool.get(random.nextInt(pool.size())), random.nextInt(2), script, where);
            }
            Fingerprint fresh = new Fingerprint();
            ontologies.forEach(o -> o.forEach(fresh::add));
            assertEquals("seed " + seed, fresh.content() + fresh.logical() + fresh.size(), kept.content() + kept.logical() + kept.size());
            for (int i = script.size() - 1; i >= 0; i--) {
                toggle(kept, ontologies, script.get(i), where.get(i), new ArrayList<>(), new ArrayList<>());
            }
            assertEquals("seed " + seed, "0".repeat(64), kept.content());
            assertEquals("seed " + seed, "0".repeat(64), kept.logical());
            assertEquals(0, kept.size());
        }
    }

    private static void toggle(Fingerprint kept, List<Set<OWLAxiom>> ontologies, OWLAxiom axiom, int ontology, List<OWLAxiom> script, List<Integer> where) {
        if (ontologies.get(ontology).add(axiom)) {
            kept.add(axiom);
        } else {
            ontologies.get(ontology).remove(axiom);
            kept.remove(axiom);
        }
        script.add(axiom);
        where.add(ontology);
    }

    /** Axioms of which some differ in annotations only. */
    private List<OWLAxiom> pool() {
        List<OWLAxiom> pool = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            OWLClass c = f.getOWLClass(IRI.create("http://x/C" + i));
            OWLAxiom axiom = f.getOWLSubClassOfAxiom(c, f.getOWLThing());
            pool.add(axiom);
            pool.add(axiom.getAnnotatedAxiom(Set.of(f.getOWLAnnotation(f.getRDFSComment(), f.getOWLLiteral(String.valueOf(i), OWL2Datatype.XSD_STRING)))));
            pool.add(f.getOWLDeclarationAxiom(c));
        }
        return pool;
    }

    @Test
    public void annotationsCountInContentOnly() {
        List<OWLAxiom> pool = pool();
        Fingerprint print = new Fingerprint();
        print.add(pool.get(0));
        String logical = print.logical();
        assertEquals(print.content(), logical);
        print.add(pool.get(1)); // the same, annotated
        assertEquals(logical, print.logical());
        print.remove(pool.get(0));
        assertEquals(logical, print.logical());
        assertEquals(1, print.size());
        print.add(pool.get(2)); // a declaration
        assertEquals(logical, print.logical());
    }
}
