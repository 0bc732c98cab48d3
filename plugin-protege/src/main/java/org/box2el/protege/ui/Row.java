package org.box2el.protege.ui;

import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.Canonical;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClassExpression;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/** A suggestion with the axiom that it is in the editor. */
final class Row {
    final Contract.Suggestion suggestion;
    final OWLSubClassOfAxiom axiom;

    private Row(Contract.Suggestion suggestion, OWLSubClassOfAxiom axiom) {
        this.suggestion = suggestion;
        this.axiom = axiom;
    }

    /** Returns null for a form that this version does not know. */
    static Row of(Contract.Suggestion suggestion, OWLDataFactory factory) {
        OWLClassExpression target = factory.getOWLClass(IRI.create(suggestion.target.iri));
        if (suggestion.property != null) {
            target = factory.getOWLObjectSomeValuesFrom(factory.getOWLObjectProperty(IRI.create(suggestion.property.iri)), target);
        }
        OWLSubClassOfAxiom axiom = factory.getOWLSubClassOfAxiom(factory.getOWLClass(IRI.create(suggestion.subject.iri)), target);
        // The server's axiom is what was judged; the one that is put together here must be the same.
        return says(axiom, suggestion.axiom) ? new Row(suggestion, axiom) : null;
    }

    private static boolean says(OWLAxiom axiom, String canonical) {
        Object form = new Canonical().axiom(axiom);
        return form != null && canonical.equals(form.toString());
    }

    /** What is recorded when the user decides about it. */
    Contract.NewDecision decision(String action) {
        Contract.NewDecision decision = new Contract.NewDecision();
        decision.axiom = suggestion.axiom;
        decision.action = action;
        decision.probability = suggestion.probability;
        decision.verdict = suggestion.verdict;
        return decision;
    }

    String probability() {
        return percent(suggestion.probability);
    }

    static String percent(double probability) {
        return String.format(probability < 0.1 ? "%.1f %%" : "%.0f %%", 100 * probability);
    }
}
