package org.box2el.protege.ui;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.swing.SwingUtilities;

import org.box2el.protege.Changes;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Server;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.inference.NoOpReasonerInfo;
import org.protege.editor.owl.model.inference.OWLReasonerManager;
import org.protege.editor.owl.model.inference.ProtegeOWLReasonerInfo;
import org.protege.editor.owl.model.inference.ReasonerStatus;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLClassExpression;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;
import org.semanticweb.owlapi.reasoner.InconsistentOntologyException;
import org.semanticweb.owlapi.reasoner.NullReasonerProgressMonitor;
import org.semanticweb.owlapi.reasoner.OWLReasoner;
import org.semanticweb.owlapi.reasoner.ReasonerInterruptedException;
import org.semanticweb.owlapi.reasoner.TimeOutException;

/**
 * Checks rows with the reasoner that is selected in Protégé, for ontologies outside OWL 2 EL. It
 * uses an instance of its own over a copy of the logical axioms, because Protégé uses the selected
 * one. One thread of low priority works; methods and callbacks are on the event thread.
 *
 * <p>A class expression D that is unsatisfiable together with the subject is found by one query
 * without the axiom; all other unsatisfiable classes by classifying a copy with the axiom.
 */
final class SelectedReasoner {
    private static final int MOST_AXIOMS = 20_000; // in a copy
    private static final int MOST_SECONDS = 30; // for the copy, and for rows to be accepted

    /** The result for a row or several together. */
    static final class Result {
        final boolean contradicts;
        /** Whether the reasoner has found no contradiction. */
        final boolean passed;
        final String text;

        Result(boolean contradicts, boolean passed, String text) {
            this.contradicts = contradicts;
            this.passed = passed;
            this.text = text;
        }
    }

    private final OWLEditorKit kit;
    private final Changes changes;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "box2el-reasoner");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });
    private final Map<Set<OWLAxiom>, Result> results = new HashMap<>(); // of one state
    private String state = ""; // reasoner, ontology and edits of the results
    /** Whether the user asked for checks, though the reasoner was not started. */
    boolean wanted;
    private volatile int generation; // checks of earlier ones are dropped
    private volatile OWLReasoner running; // null between queries

    // Used by the worker.
    private String prepared = ""; // the state of the reasoner
    private OWLReasoner reasoner; // over a copy to which axioms are added; null if there is none
    private Set<OWLClass> before; // unsatisfiable without them

    SelectedReasoner(OWLEditorKit kit, Changes changes) {
        this.kit = kit;
        this.changes = changes;
    }

    private OWLReasonerManager manager() {
        return kit.getModelManager().getOWLReasonerManager();
    }

    /** Returns the name of the selected reasoner, empty if none is selected. */
    String name() {
        ProtegeOWLReasonerInfo info = manager().getCurrentReasonerFactory();
        return info instanceof NoOpReasonerInfo ? "" : info.getReasonerName();
    }

    /** Returns why rows are not checked, empty if they are. */
    String obstacle() {
        ReasonerStatus status = manager().getReasonerStatus();
        if (name().isEmpty() || !Settings.load().useReasoner) {
            return "not checked against them";
        } else if (name().startsWith("ELK")) {
            return "ELK does not use them either";
        } else if (kit.getModelManager().getActiveOntologies().stream()
                .mapToInt(OWLOntology::getLogicalAxiomCount).sum() > MOST_AXIOMS) {
            return "too many axioms to check with " + name();
        } else if (!wanted && status == ReasonerStatus.REASONER_NOT_INITIALIZED) {
            return "not checked with " + name();
        }
        return "";
    }

    /**
     * Checks rows one by one, drops earlier checks, and calls a function after each result. Rows
     * that need no check have none.
     */
    void check(Collection<Row> rows, Consumer<Row> checked) {
        cancel();
        int seconds = Settings.load().reasonerSeconds;
        for (Row row : rows) {
            if (row.isInexact() && row.decision == null) {
                submit(new HashSet<>(row.axioms.values()), seconds, result -> {
                    row.check = result;
                    checked.accept(row);
                });
            }
        }
    }

    /** Checks the axioms of rows together, after dropping other checks. */
    void together(Collection<Row> rows, Consumer<Result> then) {
        cancel();
        submit(rows.stream().flatMap(row -> row.axioms.values().stream())
            .collect(Collectors.toSet()), MOST_SECONDS, then);
    }

    /** Drops all checks. */
    void cancel() {
        generation++;
        OWLReasoner now = running;
        if (now != null) {
            Server.BACKGROUND.execute(now::interrupt);
        }
    }

    void dispose() {
        cancel();
        worker.shutdownNow();
    }

    private void submit(Set<OWLAxiom> axioms, int seconds, Consumer<Result> then) {
        ProtegeOWLReasonerInfo info = manager().getCurrentReasonerFactory();
        List<OWLOntology> closure =
            new ArrayList<>(kit.getModelManager().getActiveOntologies());
        String now = info.getReasonerId() + " " + changes.count() + " "
            + kit.getModelManager().getActiveOntology().getOntologyID();
        if (!now.equals(state)) {
            results.clear();
            state = now;
        }
        Result known = results.get(axioms);
        if (known != null) {
            then.accept(known);
            return;
        }
        int mine = generation;
        worker.execute(() -> {
            Supplier<Result> found = mine != generation ? null
                : result(info, closure, now, axioms, seconds);
            SwingUtilities.invokeLater(() -> {
                if (mine == generation && found != null) {
                    Result result = found.get();
                    if (now.equals(state) && (result.passed || result.contradicts)) {
                        results.put(axioms, result);
                    }
                    then.accept(result);
                }
            });
        });
    }

    /** Returns the result, which the event thread formulates. */
    private Supplier<Result> result(ProtegeOWLReasonerInfo info, List<OWLOntology> closure,
            String now, Set<OWLAxiom> axioms, int seconds) {
        String name = info.getReasonerName();
        try {
            if (!prepared.equals(now)) {
                prepare(info, closure);
                prepared = now;
            }
            Set<OWLClass> broken = timed(seconds, () -> withoutInstances(axioms));
            if (broken.isEmpty()) {
                broken = timed(seconds, () -> unsatisfiableWith(axioms));
            }
            Set<OWLClass> unsatisfiable = broken;
            return () -> unsatisfiable == null
                ? new Result(true, false, name + ": the ontology becomes inconsistent")
                : unsatisfiable.isEmpty()
                ? new Result(false, true, name + ": no class becomes unsatisfiable")
                : new Result(true, false, name + ": " + names(unsatisfiable));
        } catch (OWLOntologyCreationException | RuntimeException | StackOverflowError failed) {
            forget(); // an interrupted reasoner is not used again
            boolean late = failed instanceof ReasonerInterruptedException
                || failed instanceof TimeOutException;
            return () -> new Result(false, false, failed instanceof InconsistentOntologyException
                ? name + ": the ontology is inconsistent"
                : late ? name + " needed more than " + seconds + " s: not checked"
                : name + " failed: " + failed.getMessage());
        }
    }

    /** Returns a sentence on classes as Protégé renders them. */
    private String names(Set<OWLClass> classes) {
        return classes.stream().sorted().limit(3).map(kit.getModelManager()::getRendering)
            .collect(Collectors.joining(", "))
            + (classes.size() > 3 ? " and " + (classes.size() - 3) + " more" : "")
            + (classes.size() == 1 ? " becomes" : " become") + " unsatisfiable";
    }

    private void prepare(ProtegeOWLReasonerInfo info, List<OWLOntology> closure)
            throws OWLOntologyCreationException {
        forget();
        Set<OWLAxiom> axioms = new HashSet<>();
        closure.forEach(ontology -> axioms.addAll(ontology.getLogicalAxioms()));
        reasoner = info.getReasonerFactory().createReasoner(
            OWLManager.createOWLOntologyManager().createOntology(axioms),
            info.getConfiguration(new NullReasonerProgressMonitor()));
        before = timed(MOST_SECONDS, this::unsatisfiable);
    }

    private void forget() {
        prepared = "";
        if (reasoner != null) {
            reasoner.dispose();
        }
        reasoner = null;
    }

    /** Asks the reasoner, which is interrupted after some seconds or by a cancellation. */
    private <T> T timed(int seconds, Supplier<T> question) {
        Thread asking = Thread.currentThread();
        OWLReasoner asked = reasoner;
        running = asked;
        Future<?> limit = CompletableFuture.runAsync(() -> {
            asked.interrupt();
            asking.interrupt();
        }, CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS));
        try {
            return question.get();
        } finally {
            limit.cancel(false);
            running = null;
            Thread.interrupted();
        }
    }

    /** Returns the subjects that are unsatisfiable together with their new superclass. */
    private Set<OWLClass> withoutInstances(Set<OWLAxiom> axioms) {
        Set<OWLClass> found = new HashSet<>();
        reasoner.flush();
        for (OWLAxiom axiom : axioms) {
            if (axiom instanceof OWLSubClassOfAxiom) {
                OWLSubClassOfAxiom sub = (OWLSubClassOfAxiom) axiom;
                OWLClass subject = sub.getSubClass().asOWLClass();
                OWLClassExpression both = OWLManager.getOWLDataFactory()
                    .getOWLObjectIntersectionOf(subject, sub.getSuperClass());
                if (!before.contains(subject) && !reasoner.isSatisfiable(both)) {
                    found.add(subject);
                }
            }
        }
        return found;
    }

    /** Returns the classes that axioms make unsatisfiable, null if all. */
    private Set<OWLClass> unsatisfiableWith(Set<OWLAxiom> axioms) {
        OWLOntology copy = reasoner.getRootOntology();
        Set<OWLAxiom> added = new HashSet<>(axioms);
        added.removeAll(copy.getLogicalAxioms());
        copy.getOWLOntologyManager().addAxioms(copy, added);
        try {
            reasoner.flush();
            if (!reasoner.isConsistent()) {
                return null;
            }
            Set<OWLClass> found = unsatisfiable();
            found.removeAll(before);
            return found;
        } finally {
            copy.getOWLOntologyManager().removeAxioms(copy, added);
        }
    }

    private Set<OWLClass> unsatisfiable() {
        reasoner.flush();
        return new HashSet<>(reasoner.getUnsatisfiableClasses().getEntitiesMinusBottom());
    }
}
