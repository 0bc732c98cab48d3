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

/** A suggestion with its axiom in the editor. */
final class Row {
    final Contract.Suggestion suggestion;
    final OWLSubClassOfAxiom axiom;

    /**
     * The axioms that are accepted with it: those of its group or, without a group, its own; by
     * their texts.
     */
    final Map<String, OWLSubClassOfAxiom> axioms = new LinkedHashMap<>();
    /** The axioms of its evidence by their texts, without those that could not be parsed. */
    final Map<String, OWLAxiom> read;

    private Row(Contract.Suggestion suggestion, OWLSubClassOfAxiom axiom,
            Map<String, OWLAxiom> read) {
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

    /**
     * Returns the rows of a page, on any thread. A suggestion of a form that this version does not
     * know has no row.
     */
    static List<Row> of(Contract.SuggestionPage page, AxiomReader reader) {
        if (page.items == null) {
            return new ArrayList<>();
        }
        Map<String, OWLAxiom> read =
            reader.read(page.items.stream().flatMap(s -> Html.axiomsOf(s).stream())
            .collect(Collectors.toSet()));
        List<Row> rows = new ArrayList<>();
        for (Contract.Suggestion suggestion : page.items) {
            // The axiom that was checked is the one that would be added.
            OWLAxiom axiom = read.get(suggestion.axiom);
            if (axiom instanceof OWLSubClassOfAxiom
                    && !((OWLSubClassOfAxiom) axiom).getSubClass().isAnonymous()) {
                rows.add(new Row(suggestion, (OWLSubClassOfAxiom) axiom, read));
            }
        }
        return rows;
    }

    OWLClass subject() {
        return axiom.getSubClass().asOWLClass();
    }

    /** Returns the decisions to record for an action. */
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

    /** Returns the name of the tier, for a heading or a cell. */
    String tier() {
        String tier = suggestion.tier == null || suggestion.tier.isEmpty() ? "speculative"
            : suggestion.tier;
        return Character.toUpperCase(tier.charAt(0)) + tier.substring(1);
    }

    /**
     * Returns the number of classes of its group, the first sentence for it and the first against
     * it, in one line.
     */
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
