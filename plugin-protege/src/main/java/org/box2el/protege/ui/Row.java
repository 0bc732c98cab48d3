package org.box2el.protege.ui;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.Axioms;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLClassExpression;
import org.semanticweb.owlapi.model.OWLEquivalentClassesAxiom;
import org.semanticweb.owlapi.model.OWLObject;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/** A row of the list: a suggestion, a possible duplicate of a new class, or a breach. */
final class Row {
    static final String UNSATISFIABLE = "Makes classes unsatisfiable";
    static final String ENTAILED = "Entailed";
    static final String DECIDED = "Decided";
    static final String DUPLICATES = "Possible duplicates";
    static final String MISSING = "Accepted, but not in the ontology";
    static final String ASSERTED = "Rejected, but asserted";

    final Contract.Suggestion suggestion;
    final String heading;
    final OWLClass subject;
    /** Null for a duplicate, which cannot be decided. */
    final OWLAxiom axiom;
    /** The class expression of a suggestion, or the other class of a duplicate. */
    final OWLClassExpression expression;
    /**
     * The axioms that are accepted with it: those of its group or, without a group, its own; by
     * their texts.
     */
    final Map<String, OWLAxiom> axioms = new LinkedHashMap<>();
    /** The axioms of its evidence by their texts, without those that could not be parsed. */
    final Map<String, OWLAxiom> read;

    /** The current decision: accept, reject, defer, or null. */
    String decision;
    /** The time of the decision and of an edit that contradicts it. */
    String history = "";
    /** The result of the selected reasoner, null if there is none yet. */
    SelectedReasoner.Result check;

    private Row(Contract.Suggestion suggestion, String heading, OWLAxiom axiom, OWLClass subject,
            OWLClassExpression expression, Map<String, OWLAxiom> read) {
        this.suggestion = suggestion;
        this.axiom = axiom;
        this.subject = subject;
        this.expression = expression;
        this.read = read;
        decision = "revert".equals(suggestion.decision) ? null : suggestion.decision;
        this.heading = decision != null && heading != MISSING && heading != ASSERTED ? DECIDED
            : heading;
        if (axiom != null) {
            axioms.put(suggestion.axiom, axiom);
        }
        if (suggestion.group != null) {
            axioms.clear();
            suggestion.group.axioms.stream().filter(member -> read.get(member.axiom) != null)
                .forEach(member -> axioms.put(member.axiom, read.get(member.axiom)));
        }
    }

    /**
     * Returns how many classes a group is about or, if its superclasses differ, how many axioms
     * it has next to the first, as words; "" without a group.
     */
    String grouped() {
        int n = axioms.size();
        if (n < 2) {
            return "";
        }
        boolean alike = axioms.values().stream().allMatch(a -> a instanceof OWLSubClassOfAxiom
            && ((OWLSubClassOfAxiom) a).getSuperClass().equals(expression));
        return alike ? "for " + n + " classes"
            : "and " + (n - 1) + " more axiom" + (n > 2 ? "s" : "") + " by the same rule";
    }

    /** Returns the rows of suggestions, on any thread. */
    static List<Row> of(List<Contract.Suggestion> suggestions) {
        return rows(suggestions, Row::headingOf);
    }

    /** Returns rows without those whose axioms have a form that this version does not know. */
    private static List<Row> rows(List<Contract.Suggestion> suggestions,
            Function<Contract.Suggestion, String> heading) {
        List<Row> rows = new ArrayList<>();
        if (suggestions == null) {
            return rows;
        }
        Map<String, OWLAxiom> read =
            Axioms.read(suggestions.stream().flatMap(Html::axiomsOf));
        for (Contract.Suggestion suggestion : suggestions) {
            // The axiom that was checked is the one that would be added.
            OWLAxiom axiom = read.get(suggestion.axiom);
            Stream<OWLSubClassOfAxiom> parts = axiom instanceof OWLSubClassOfAxiom
                ? Stream.of((OWLSubClassOfAxiom) axiom) : axiom instanceof OWLEquivalentClassesAxiom
                ? ((OWLEquivalentClassesAxiom) axiom).asOWLSubClassOfAxioms().stream()
                : Stream.empty();
            parts.filter(part -> !part.getSubClass().isAnonymous()).findFirst().ifPresent(part ->
                rows.add(new Row(suggestion, heading.apply(suggestion), axiom,
                    part.getSubClass().asOWLClass(), part.getSuperClass(), read)));
        }
        return rows;
    }

    private static String headingOf(Contract.Suggestion s) {
        String tier = s.tier == null || s.tier.isEmpty() ? "speculative" : s.tier;
        return "contradicts".equals(s.verdict) ? UNSATISFIABLE
            : "entailed".equals(s.verdict) ? ENTAILED
            : "definition".equals(s.form) ? "Definition"
            : Character.toUpperCase(tier.charAt(0)) + tier.substring(1);
    }

    /** Returns the rows for a class without axioms, on any thread. */
    static List<Row> of(OWLClass cls, Contract.Placement placement) {
        List<Row> rows = new ArrayList<>();
        for (Contract.Duplicate duplicate : placement.duplicates) {
            Contract.Suggestion s = new Contract.Suggestion();
            s.evidence = duplicate.evidence;
            rows.add(new Row(s, DUPLICATES, null, cls,
                OWLManager.getOWLDataFactory().getOWLClass(IRI.create(duplicate.of.iri)),
                Map.of()));
        }
        Map.of("Superclasses", placement.superclasses, "Restrictions", placement.restrictions,
            "Definition", placement.definitions).forEach((heading, items) -> rows.addAll(
                rows(items, s -> "new".equals(s.verdict) ? heading : headingOf(s))));
        return rows;
    }

    /** Returns rows for decisions that the ontology contradicts, on any thread. */
    static List<Row> ofBreaches(List<Contract.Breach> breaches) {
        return rows(breaches.stream().map(breach -> {
            Contract.Suggestion s = new Contract.Suggestion();
            s.axiom = breach.axiom;
            s.decision = breach.action;
            s.evidence = List.of();
            return s;
        }).collect(Collectors.toList()), s -> s.decision.equals("accept") ? MISSING : ASSERTED);
    }

    /** Reports whether the server could not use all axioms for its verdict. */
    boolean isInexact() {
        return "new".equals(suggestion.verdict) && Boolean.FALSE.equals(suggestion.exact);
    }

    /** Returns the operation that decides it and other rows. */
    static Contract.NewOperation operation(String action, List<Row> rows) {
        Contract.NewOperation operation = new Contract.NewOperation();
        operation.operation = action;
        operation.axioms = new ArrayList<>();
        operation.shown = new ArrayList<>();
        for (Row row : rows) {
            for (String axiom : row.axioms.keySet()) {
                if (!operation.axioms.contains(axiom)) {
                    Contract.Shown shown = new Contract.Shown();
                    shown.probability = row.suggestion.probability;
                    shown.verdict = row.suggestion.verdict;
                    operation.axioms.add(axiom);
                    operation.shown.add(shown);
                }
            }
        }
        return operation;
    }

    /** Returns the part of an operation on a row that is about one axiom. */
    static Contract.NewOperation operation(String text, Row row, Contract.NewOperation whole) {
        Contract.NewOperation part = operation(whole.operation, List.of(row));
        part.shown = List.of(part.shown.get(part.axioms.indexOf(text)));
        part.axioms = List.of(text);
        part.run = whole.run;
        part.comment = whole.comment;
        part.checkedBy = whole.checkedBy;
        part.force = true; // it was accepted before
        return part;
    }

    /** Returns what the list shows: the axiom, or without the subject its class expression. */
    OWLObject shown(boolean withSubject) {
        return axiom == null || !withSubject ? expression : axiom;
    }

    /** Returns the first evidence for it or against it, null if there is none. */
    Contract.Evidence first(boolean supports) {
        return suggestion.evidence == null ? null : suggestion.evidence.stream()
            .filter(e -> e.supports == supports).findFirst().orElse(null);
    }
}
