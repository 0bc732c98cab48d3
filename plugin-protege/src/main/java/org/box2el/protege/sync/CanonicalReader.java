package org.box2el.protege.sync;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.functional.parser.OWLFunctionalSyntaxOWLParser;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;
import org.semanticweb.owlapi.model.OWLOntologyLoaderConfiguration;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.OWLRuntimeException;

/** Reads axioms in the form that {@link Canonical} writes. Safe for concurrent use; the first call takes long, as it makes a manager of ontologies. */
public final class CanonicalReader {
    private static final int LONGEST = 20_000; // characters of an axiom, which holds its nesting to what a stack holds

    private final Canonical canonical = new Canonical();
    private OWLOntologyManager manager; // of its own: nothing of this is seen in the editor

    /** The axioms by their canonical forms. What cannot be read, or is read as something with another form, is left out. */
    public synchronized Map<String, OWLAxiom> read(Collection<String> forms) {
        if (manager == null) {
            manager = OWLManager.createOWLOntologyManager();
        }
        StringBuilder document = new StringBuilder("Ontology(\n");
        forms.stream().filter(form -> form.length() <= LONGEST).forEach(form -> document.append(form).append('\n'));
        Map<String, OWLAxiom> axioms = new HashMap<>();
        OWLOntology scratch = null;
        try {
            scratch = manager.createOntology();
            new OWLFunctionalSyntaxOWLParser().parse(new StringDocumentSource(document.append(')').toString()), scratch, new OWLOntologyLoaderConfiguration());
            for (OWLAxiom axiom : scratch.getAxioms()) {
                axioms.put(String.valueOf(canonical.axiom(axiom)), axiom);
            }
            axioms.keySet().retainAll(forms);
        } catch (IOException | OWLOntologyCreationException | OWLRuntimeException unreadable) {
            axioms.clear();
        } finally {
            if (scratch != null) {
                manager.removeOntology(scratch);
            }
        }
        return axioms;
    }
}
