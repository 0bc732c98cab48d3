package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.Test;
import org.semanticweb.owlapi.model.OWLAxiom;

public class CanonicalReaderTest {
    private final CanonicalReader reader = new CanonicalReader();

    @Test
    public void readsWhatIsWritten() {
        List<String> forms = List.of(
            "SubClassOf(<http://x/C> ObjectSomeValuesFrom(<http://x/p> ObjectIntersectionOf(<http://x/D> <http://x/E>)))",
            "EquivalentClasses(<http://x/C> ObjectHasValue(<http://x/p> <http://x/i>))",
            "SubObjectPropertyOf(ObjectPropertyChain(<http://x/p> <http://x/q>) <http://x/p>)",
            "SubClassOf(Annotation(<http://x/source> \"a \\\"b\\\"\"@en) <http://x/C> <http://x/odd?a=b#ü>)",
            "DataPropertyAssertion(<http://x/d> <http://x/i> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>)");
        Map<String, OWLAxiom> read = reader.read(forms);
        assertEquals(Set.copyOf(forms), read.keySet());
        Canonical canonical = new Canonical();
        read.forEach((form, axiom) -> assertEquals(form, canonical.axiom(axiom).toString()));
    }

    /** What is read as something else is not taken for it: the brackets are closed too early, and two operands change places. */
    @Test
    public void leavesOutWhatReadsDifferently() {
        assertEquals(Set.of("SubClassOf(<http://x/C> <http://x/D>)"), reader.read(List.of(
            "SubClassOf(<http://x/C> <http://x/D>)", "EquivalentClasses(<http://x/D> <http://x/C>)", "SubClassOf(<http://x/A>  <http://x/B>)")).keySet());
    }

    @Test
    public void survivesAnything() {
        String deep = "ObjectComplementOf(".repeat(100_000);
        for (String text : List.of("", ")", "SubClassOf(", "\"", "SubClassOf(<http://x/C>)", "Import(<file:///etc/passwd>)", "\u0000", deep)) {
            assertTrue(text.length() > 50 ? "deep" : text, reader.read(List.of(text)).isEmpty());
        }
        assertEquals(1, reader.read(List.of("Declaration(Class(<http://x/C>))")).size());
    }
}
