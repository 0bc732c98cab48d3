package org.box2el.protege.ui;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotation;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLAxiomChange;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChange;
import org.semanticweb.owlapi.model.RemoveAxiom;

/**
 * Carries out the user's decisions: records them on the server, and adds accepted axioms to an
 * ontology, or removes rejected ones, as one step of the undo history.
 */
final class Curation {
    private final OWLModelManager model;
    private final Companion companion;
    private final SelectedReasoner reasoner;
    private final Deque<Step> steps = new ArrayDeque<>(); // the last first

    /** A decision on one or several rows, with its edit. */
    private static final class Step {
        final String action;
        final List<Row> rows;
        final List<OWLOntologyChange> changes;

        Step(String action, List<Row> rows, List<OWLOntologyChange> changes) {
            this.action = action;
            this.rows = rows;
            this.changes = changes;
        }
    }

    /** Receives the result of a command. */
    interface Outcome {
        /** @param anyway label of an action that carries it out all the same, or empty */
        void accept(String text, String anyway, boolean done);
    }

    Curation(OWLModelManager model, Companion companion, SelectedReasoner reasoner) {
        this.model = model;
        this.companion = companion;
        this.reasoner = reasoner;
    }

    /**
     * Accepts, rejects or defers all rows or none. Before an accept the selected reasoner checks
     * the rows that the server could not check completely, unless forced.
     */
    void decide(String action, List<Row> rows, String comment, Long run, boolean force,
            Outcome then) {
        if (action.equals("accept") && !force && reasoner.obstacle().isEmpty()
                && rows.stream().anyMatch(Row::isInexact)) {
            then.accept("Checking with " + reasoner.name() + "…", "Accept without", false);
            reasoner.together(rows, result -> {
                if (result.passed) {
                    record(action, rows, comment, run, false, reasoner.name(), then);
                    return;
                }
                if (result.contradicts && rows.size() == 1) {
                    rows.get(0).check = result;
                }
                then.accept("Not accepted. " + result.text, "Accept anyway", false);
            });
            return;
        }
        record(action, rows, comment, run, force, null, then);
    }

    private void record(String action, List<Row> rows, String comment, Long run, boolean force,
            String checkedBy, Outcome then) {
        Contract.NewOperation operation = Row.operation(action, rows);
        operation.comment = comment.isBlank() ? null : comment.trim();
        operation.run = run;
        operation.force = force ? true : null;
        operation.checkedBy = checkedBy;
        operation.alsoEdit = action.equals("reject") ? true : null;
        List<OWLOntologyChange> changes = action.equals("accept") ? additions(rows)
            : action.equals("reject") ? removals(rows) : List.of();
        companion.operate(operation, () -> {
            for (Row row : rows) {
                row.axioms.forEach((text, axiom) -> {
                    if (action.equals("accept")) {
                        companion.accepting(axiom, Row.operation(text, row, operation));
                    } else {
                        companion.forget(axiom);
                    }
                });
                row.decision = action;
            }
            apply(changes);
            steps.push(new Step(action, rows, changes));
            then.accept(said(action.equals("accept") ? "Added" : action.equals("reject")
                ? "Rejected" : "Deferred", rows), "", true);
        }, cause -> refuse(cause, then));
    }

    /** Applies changes of open ontologies. */
    private void apply(List<OWLOntologyChange> changes) {
        List<OWLOntologyChange> possible = changes.stream()
            .filter(c -> model.getOntologies().contains(c.getOntology()))
            .collect(Collectors.toList());
        if (!possible.isEmpty()) {
            model.applyChanges(possible);
        }
    }

    private String said(String verb, List<Row> rows) {
        Set<OWLAxiom> axioms = new LinkedHashSet<>();
        rows.forEach(row -> axioms.addAll(row.axioms.values()));
        return verb + ": " + (axioms.size() == 1
            ? model.getRendering(axioms.iterator().next()).replaceAll("\\s+", " ")
            : axioms.size() + " axioms");
    }

    /**
     * Undoes the last decision of this window: by Protégé's history if its edit is the last step
     * there, else by a new step.
     */
    void undo(Outcome then) {
        steps.removeIf(step -> step.action.equals("accept")
            && step.rows.stream().allMatch(row -> row.decision == null)); // by Edit > Undo
        if (steps.isEmpty()) {
            then.accept("There is no decision to undo.", "", false);
            return;
        }
        Step step = steps.pop();
        List<List<OWLOntologyChange>> logged = model.getHistoryManager().getLoggedChanges();
        boolean last = !step.changes.isEmpty() && !logged.isEmpty()
            && new HashSet<>(logged.get(logged.size() - 1)).equals(new HashSet<>(step.changes));
        if (last) {
            model.getHistoryManager().undo();
            if (step.action.equals("accept")) { // the companion reverts the decision
                step.rows.forEach(row -> row.decision = null);
                then.accept(said("Undone", step.rows), "", true);
                return;
            }
        }
        List<OWLOntologyChange> back = new ArrayList<>();
        step.changes.forEach(change -> back.add(((OWLAxiomChange) change).reverseChange()));
        revert(step.rows, last ? List.of() : back, then);
    }

    /** Undoes the current decisions on rows. Axioms that they added are removed. */
    void revert(List<Row> rows, Outcome then) {
        if (!steps.isEmpty() && new HashSet<>(steps.peek().rows).equals(new HashSet<>(rows))) {
            undo(then);
            return;
        }
        revert(rows, removals(rows.stream().filter(row -> "accept".equals(row.decision))
            .collect(Collectors.toList())), then);
    }

    private void revert(List<Row> rows, List<OWLOntologyChange> changes, Outcome then) {
        List<String> axioms = rows.stream().flatMap(row -> row.axioms.keySet().stream()).distinct()
            .collect(Collectors.toList());
        companion.revert(axioms, () -> {
            for (Row row : rows) {
                row.axioms.values().forEach(companion::forget);
                row.decision = null;
            }
            apply(changes);
            then.accept(said("Undone", rows)
                + (changes.isEmpty() ? "" : ", as a new step of the history"), "", true);
        }, cause -> refuse(cause, then));
    }

    private List<OWLOntologyChange> additions(List<Row> rows) {
        Settings settings = Settings.load();
        return rows.stream().flatMap(row -> row.axioms.values().stream()
            .filter(axiom -> !isAsserted(axiom))
            .map(axiom -> new AddAxiom(target(row, settings),
                axiom.getAnnotatedAxiom(provenance(settings)))))
            .distinct().collect(Collectors.toList());
    }

    /** Reports whether an ontology of the closure has an axiom, with any annotations. */
    boolean isAsserted(OWLAxiom axiom) {
        return model.getActiveOntologies().stream()
            .anyMatch(o -> o.containsAxiomIgnoreAnnotations(axiom));
    }

    private List<OWLOntologyChange> removals(List<Row> rows) {
        List<OWLOntologyChange> changes = new ArrayList<>();
        for (OWLOntology o : model.getActiveOntologies()) {
            for (Row row : model.isMutable(o) ? rows : List.<Row>of()) {
                row.axioms.values().forEach(axiom -> o.getAxiomsIgnoreAnnotations(axiom)
                    .forEach(asserted -> changes.add(new RemoveAxiom(o, asserted))));
            }
        }
        return changes;
    }

    private void refuse(Throwable cause, Outcome then) {
        if (!Client.ProblemException.is(cause, "contradiction")) {
            then.accept("Could not save the decision: " + cause.getMessage(), "", false);
            return;
        }
        Contract.Problem problem = ((Client.ProblemException) cause).problem;
        List<Contract.Name> names = problem.conflict == null
            || problem.conflict.unsatisfiable == null ? List.of() : problem.conflict.unsatisfiable;
        int n = problem.conflict == null || problem.conflict.count == null ? names.size()
            : problem.conflict.count;
        String which = names.stream().limit(3).map(name -> model.getRendering(
            model.getOWLDataFactory().getOWLClass(IRI.create(name.iri))))
            .collect(Collectors.joining(", "));
        then.accept("Not accepted: " + (names.isEmpty()
            ? "the ontology would become inconsistent"
            : Html.count(n, "class", "classes") + " would become unsatisfiable: " + which
                + (n > 3 ? ", …" : "")), "Accept anyway", false);
    }

    private OWLOntology target(Row row, Settings settings) {
        OWLOntology active = model.getActiveOntology();
        if (!settings.toDefiningOntology && model.isMutable(active)) {
            return active;
        }
        OWLAxiom declaration = model.getOWLDataFactory().getOWLDeclarationAxiom(row.subject);
        return active.getImportsClosure().stream()
            .filter(o -> o.containsAxiom(declaration) && model.isMutable(o))
            .findFirst().orElse(active);
    }

    private Set<OWLAnnotation> provenance(Settings settings) {
        if (settings.provenance.isBlank()) {
            return Set.of();
        }
        OWLDataFactory factory = model.getOWLDataFactory();
        return Set.of(factory.getOWLAnnotation(
            factory.getOWLAnnotationProperty(IRI.create(settings.provenance.trim())),
            factory.getOWLLiteral("suggested by box2el-owl; accepted by " + companion.who()
                + " on " + java.time.LocalDate.now())));
    }
}
