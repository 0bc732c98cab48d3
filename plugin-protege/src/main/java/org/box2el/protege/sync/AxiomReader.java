package org.box2el.protege.sync;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.functional.parser.OWLFunctionalSyntaxOWLParser;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;
import org.semanticweb.owlapi.model.OWLOntologyLoaderConfiguration;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.OWLRuntimeException;

/**
 * Parses axioms in functional-style syntax with full IRIs, as the server writes them. Safe for
 * concurrent use; the first call creates an ontology manager, which takes long.
 */
public final class AxiomReader {
    // Characters of an axiom, because the parser recurses as deep as expressions are nested.
    private static final int LONGEST = 20_000;

    // Not the editor's, which must not see these ontologies.
    private static OWLOntologyManager manager;

    private AxiomReader() {}

    /** Returns the axioms by their texts, without those that cannot be read. */
    public static synchronized Map<String, OWLAxiom> read(Stream<String> texts) {
        if (manager == null) {
            manager = OWLManager.createOWLOntologyManager();
        }
        Map<String, OWLAxiom> axioms = new HashMap<>();
        texts.distinct().filter(text -> text.length() <= LONGEST).forEach(text -> {
            OWLAxiom axiom = read(text);
            if (axiom != null) {
                axioms.put(text, axiom);
            }
        });
        return axioms;
    }

    private static OWLAxiom read(String text) {
        OWLOntology scratch = null;
        try {
            scratch = manager.createOntology();
            new OWLFunctionalSyntaxOWLParser()
                .parse(new StringDocumentSource("Ontology(\n" + text + "\n)"), scratch,
                new OWLOntologyLoaderConfiguration());
            return scratch.getAxiomCount() == 1 ? scratch.getAxioms().iterator().next() : null;
        } catch (IOException | OWLOntologyCreationException | OWLRuntimeException unreadable) {
            return null;
        } finally {
            if (scratch != null) {
                manager.removeOntology(scratch);
            }
        }
    }
}
