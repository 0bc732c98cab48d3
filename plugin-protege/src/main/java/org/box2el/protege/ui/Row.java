package org.box2el.protege.ui;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.AxiomReader;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/** A suggestion with the axiom that it is in the editor. */
final class Row {
    final Contract.Suggestion suggestion;
    final OWLSubClassOfAxiom axiom;

    /** What is accepted with it: the axioms of its group or, without a group, its own; by their texts. */
    final Map<String, OWLSubClassOfAxiom> axioms = new LinkedHashMap<>();
    /** The axioms of its grounds by their texts, as far as they could be read. */
    final Map<String, OWLAxiom> read;

    private Row(Contract.Suggestion suggestion, OWLSubClassOfAxiom axiom, Map<String, OWLAxiom> read) {
        this.suggestion = suggestion;
        this.axiom = axiom;
        this.read = read;
        if (suggestion.group == null) {
            axioms.put(suggestion.axiom, axiom);
            return;
        }
        for (Contract.Axiom member : suggestion.group.axioms) {
            if (read.get(member.axiom) instanceof OWLSubClassOfAxiom) {
                axioms.put(member.axiom, (OWLSubClassOfAxiom) read.get(member.axiom));
            }
        }
    }

    /** The rows of a page, for any thread. A suggestion of a form that this version does not know has none. */
    static List<Row> of(Contract.SuggestionPage page, AxiomReader reader) {
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
    List<Contract.NewDecision> decisions(String action) {
        return axioms.keySet().stream().map(axiom -> {
            Contract.NewDecision decision = new Contract.NewDecision();
            decision.axiom = axiom;
            decision.action = action;
            decision.probability = suggestion.probability;
            decision.verdict = suggestion.verdict;
            return decision;
        }).collect(Collectors.toList());
    }

    /** How sure it is, for a heading or a cell. */
    String tier() {
        String tier = suggestion.tier == null || suggestion.tier.isEmpty() ? "speculative" : suggestion.tier;
        return Character.toUpperCase(tier.charAt(0)) + tier.substring(1);
    }

    /** The number of classes of its group, the first sentence for it and the first against it, in one line. */
    String evidence() {
        List<String> parts = new ArrayList<>();
        if (axioms.size() > 1) {
            parts.add("for " + axioms.size() + " classes");
        }
        first(true).ifPresent(sentence -> parts.add("+ " + sentence));
        first(false).ifPresent(sentence -> parts.add("− " + sentence));
        return String.join("   ", parts);
    }

    private Optional<String> first(boolean supports) {
        List<Contract.Evidence> all = suggestion.evidence == null ? List.of() : suggestion.evidence;
        return all.stream().filter(e -> e.supports == supports).map(e -> e.sentence).findFirst();
    }
}
