package org.box2el.protege.ui;

import static org.junit.Assert.assertEquals;

import java.awt.Color;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.Test;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLEntity;

/** Splitting the text of Protégé's renderer. */
public class RenderingTest {
    private final OWLDataFactory f = OWLManager.getOWLDataFactory();
    private final Map<String, OWLEntity> entities = Map.of(
        "cell", f.getOWLClass(IRI.create("http://x/cell")),
        "'part of'", f.getOWLObjectProperty(IRI.create("http://x/part")),
        "'Crohn\\'s (some) disease'", f.getOWLClass(IRI.create("http://x/crohn")),
        "some", f.getOWLClass(IRI.create("http://x/some")));

    /** Returns the parts, entities in brackets and keywords between slashes. */
    private String parts(String text, Map<String, OWLEntity> known) {
        return Rendering.cut(text, known, Map.of("some", Color.RED, "and", Color.RED),
            deprecated -> false).stream()
            .map(p -> p.entity != null ? "[" + p.text + "]" : p.keyword != null ? "/" + p.text + "/"
                : p.text).collect(Collectors.joining("|"));
    }

    @Test
    public void findsEntitiesAndKeywords() {
        String[][] cases = {
            {"", ""},
            {"cell", "[cell]"},
            {"'part of' and (cell)", "['part of']| |/and/| (|[cell]|)"},
            {"excell and cells", "excell |/and/| cells"},
            {"'Crohn\\'s (some) disease' and {cell}",
            "['Crohn\\'s (some) disease']| |/and/| {|[cell]|}"},
            {"'open cell", "'open cell"},
            {"'at the end \\", "'at the end \\"},
            {"''", "''"},
        };
        for (String[] c : cases) {
            assertEquals(c[0], c[1], parts(c[0], entities));
        }
    }

    /** A class may have the name of a keyword. */
    @Test
    public void entitiesComeFirst() {
        assertEquals("[some]", parts("some", entities));
        assertEquals("/some/", parts("some", Map.of()));
    }
}
