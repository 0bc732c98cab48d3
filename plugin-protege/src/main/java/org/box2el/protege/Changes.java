package org.box2el.protege;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChange;

/**
 * The axioms that were added to and removed from the ontologies of a window since they were opened
 * or reloaded. Used on the event thread.
 */
public final class Changes {
    private final Map<OWLOntology, Map<OWLAxiom, Boolean>> edits = new LinkedHashMap<>();
    private long count;

    public void changed(List<? extends OWLOntologyChange> changes) {
        count++;
        for (OWLOntologyChange change : changes) {
            if (change.isAxiomChange()) {
                Map<OWLAxiom, Boolean> of =
                    edits.computeIfAbsent(change.getOntology(), o -> new LinkedHashMap<>());
                // An axiom that was removed and is added again is as before.
                Boolean before = of.remove(change.getAxiom());
                if (before == null || before == change.isAddAxiom()) {
                    of.put(change.getAxiom(), change.isAddAxiom());
                }
            }
        }
    }

    /** Forgets the changes of an ontology that was reloaded. */
    public void reloaded(OWLOntology ontology) {
        count++;
        edits.remove(ontology);
    }

    /** Returns a number that changes with each edit. */
    public long count() {
        return count;
    }

    /** Returns the axioms of each ontology that has changed: true if added. */
    public Map<OWLOntology, Map<OWLAxiom, Boolean>> edits() {
        return edits;
    }
}
