package org.box2el.protege.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.CanonicalReader;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/** A suggestion with the axiom that it is in the editor. */
final class Row {
    final Contract.Suggestion suggestion;
    final OWLSubClassOfAxiom axiom;

    /** As people read it. */
    final String probability;
    /** The axioms of its grounds by their canonical forms, as far as they could be read. */
    final Map<String, OWLAxiom> read;

    private Row(Contract.Suggestion suggestion, OWLSubClassOfAxiom axiom, Map<String, OWLAxiom> read) {
        this.suggestion = suggestion;
        this.axiom = axiom;
        this.read = read;
        this.probability = percent(suggestion.probability);
    }

    /** The rows of a page, for any thread. A suggestion of a form that this version does not know has none. */
    static List<Row> of(Contract.SuggestionPage page, CanonicalReader reader) {
        if (page.items == null) {
            return new ArrayList<>();
        }
        Map<String, OWLAxiom> read = reader.read(page.items.stream().flatMap(s -> Html.axiomsOf(s).stream()).collect(Collectors.toSet()));
        List<Row> rows = new ArrayList<>();
        for (Contract.Suggestion suggestion : page.items) {
            OWLAxiom axiom = read.get(suggestion.axiom); // what was judged is what would be added
            if (axiom instanceof OWLSubClassOfAxiom && !((OWLSubClassOfAxiom) axiom).getSubClass().isAnonymous()) {
                rows.add(new Row(suggestion, (OWLSubClassOfAxiom) axiom, read));
            }
        }
        return rows;
    }

    OWLClass subject() {
        return axiom.getSubClass().asOWLClass();
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

    static String percent(double probability) {
        return String.format(probability < 0.1 ? "%.1f %%" : "%.0f %%", 100 * probability);
    }
}
