package org.box2el.driver;

import java.awt.Component;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.swing.JEditorPane;
import javax.swing.JList;

import org.protege.editor.core.ui.workspace.WorkspaceTab;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.OWLWorkspace;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLOntologyChange;

/** A user at one window: operates the panel and reads it. */
final class Curator {
    private static final List<String> ALL = List.of("Likely", "Possible", "Speculative",
        "Makes classes unsatisfiable", "Entailed", "Decided");
    private static final List<String> CLOSED = List.of("Entailed", "Decided");
    private static final String TAB = "org.box2el.protege.SuggestTab";

    final OWLEditorKit kit;
    final OWLModelManager model;
    final Hands hands;

    Curator(OWLEditorKit kit) {
        this.kit = kit;
        this.model = kit.getModelManager();
        this.hands = new Hands(kit);
    }

    /** Waits for the ontology, and opens the tab with the panel. */
    void openTab() throws Exception {
        Settings.put("open", ALL);
        Hands.await("the ontology is loaded", () -> model.getActiveOntology().getAxiomCount() > 0);
        Hands.on(() -> {
            OWLWorkspace workspace = kit.getOWLWorkspace();
            WorkspaceTab tab = workspace.getWorkspaceTab(TAB);
            workspace.setSelectedTab(tab);
            return tab;
        });
        Hands.await("the panel is visible", () -> hands.find("box2el.status") != null);
    }

    /** Presses the button of the status line, which must have this text. */
    void press(String way) throws Exception {
        Hands.await("the action is " + way, () -> way.equals(hands.buttonText("box2el.way")));
        hands.press("box2el.way");
    }

    void start() throws Exception {
        press("Start");
        Hands.await("the server runs", this::ready);
    }

    /** Trains a model by the panel's menu. */
    void train() throws Exception {
        hands.press("box2el.menu");
        hands.pressInDialog("Train a model");
        awaitStatus("the training is shown", "Training");
        Hands.await("the model is ready", this::ready);
    }

    /** Returns the text of the status line. On the event thread. */
    String status() {
        return hands.text("box2el.status");
    }

    void awaitStatus(String what, String part) throws Exception {
        try {
            Hands.await(what, () -> status().contains(part));
        } catch (AssertionError inVain) {
            throw new AssertionError(inVain.getMessage() + "; the status line is: "
                + Hands.on(this::status), inVain);
        }
    }

    /**
     * Reports whether the panel has an answer for the selected class and the last edit, or could
     * ask. On the event thread.
     */
    boolean ready() {
        return state().matches("(READY|STALE) answered")
            || asking() && status().startsWith("Select a class");
    }

    /** Reports whether the panel has no answer yet for the selected class and the last edit. */
    boolean asking() {
        return state().matches("(READY|STALE) ");
    }

    private String state() {
        Component line = hands.find("box2el.status");
        return line == null ? "" : String.valueOf(line.getAccessibleContext()
            .getAccessibleDescription());
    }

    /** Returns the details of the selected suggestion. On the event thread. */
    String details() {
        return hands.<JEditorPane>find("box2el.details").getText();
    }

    void select(OWLClass cls) throws Exception {
        show(cls);
        Hands.await("an answer for " + cls.getIRI(), this::ready);
    }

    /** Selects a class, and does not wait for the answer. */
    void show(OWLClass cls) throws Exception {
        Hands.on(() -> {
            kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(cls);
            return null;
        });
    }

    OWLClass cls(String iri) {
        return model.getOWLDataFactory().getOWLClass(IRI.create(iri));
    }

    List<OWLClass> classes() throws Exception {
        List<OWLClass> classes =
            new ArrayList<>(Hands.on(() -> model.getActiveOntology().getClassesInSignature()));
        classes.sort(null);
        return classes;
    }

    /**
     * Selects a class with at least this number of suggestions, starting after a third of the
     * classes.
     */
    OWLClass selectOneWith(int suggestions) throws Exception {
        List<OWLClass> classes = classes();
        for (OWLClass cls : classes.subList(classes.size() / 3, classes.size())) {
            select(cls);
            if (Hands.on(this::rows).size() >= suggestions) {
                Hands.step("suggestions for " + cls.getIRI());
                return cls;
            }
        }
        throw new AssertionError("no class has suggestions");
    }

    /** Adds a declaration, and returns how many nanoseconds the event thread was busy. */
    long edit(String name) throws Exception {
        return edit(new AddAxiom(model.getActiveOntology(),
            model.getOWLDataFactory().getOWLDeclarationAxiom(cls("http://example.org/" + name))));
    }

    /** Applies changes, and returns how many nanoseconds the event thread was busy. */
    long edit(OWLOntologyChange... changes) throws Exception {
        return Hands.on(() -> {
            long start = System.nanoTime();
            model.applyChanges(Arrays.asList(changes));
            return System.nanoTime() - start;
        });
    }

    /** Returns the axioms of the undecided rows. On the event thread. */
    List<OWLAxiom> rows() {
        return Arrays.stream(suggested()).mapToObj(i -> axiom(item(i)))
            .collect(Collectors.toList());
    }

    /** Returns the indices of the undecided rows that are not entailed. On the event thread. */
    private int[] suggested() {
        JList<?> list = list();
        return list == null ? new int[0] : IntStream.range(0, list.getModel().getSize())
            .filter(i -> !isHeading(i) && axiom(item(i)) != null
                && field(item(i), "decision") == null
                && !CLOSED.contains(field(item(i), "heading"))).toArray();
    }

    Object item(int i) {
        return list().getModel().getElementAt(i);
    }

    /** Selects the first undecided rows, and returns their axioms. */
    List<OWLAxiom> selectRows(int n) throws Exception {
        return Hands.on(() -> {
            int[] rows = Arrays.copyOf(suggested(), n);
            list().setSelectedIndices(rows);
            return Arrays.stream(rows).mapToObj(i -> axiom(item(i)))
                .collect(Collectors.toList());
        });
    }

    /** Shows the rows of the latest revision, and waits for them. */
    void refresh() throws Exception {
        Thread.sleep(300);
        Hands.await("the panel is ready", this::ready);
        hands.press("box2el.refresh");
        Hands.await("the rows are those of the last edit", this::ready);
    }

    /** Selects the first row with a wanted axiom, and returns that. */
    OWLAxiom selectRow(Predicate<OWLAxiom> wanted) throws Exception {
        return Hands.on(() -> {
            JList<?> list = list();
            for (int i = 0; i < list.getModel().getSize(); i++) {
                if (!isHeading(i) && axiom(item(i)) != null && wanted.test(axiom(item(i)))) {
                    list.setSelectedIndex(i);
                    return axiom(list.getModel().getElementAt(i));
                }
            }
            throw new AssertionError("no such row");
        });
    }

    /** Returns the index of a heading among the rows, -1 if there is none. On the event thread. */
    int indexOfHeading(String heading) {
        JList<?> list = list();
        for (int i = 0; i < list.getModel().getSize(); i++) {
            if (heading.equals(list.getModel().getElementAt(i))) {
                return i;
            }
        }
        return -1;
    }

    JList<?> list() {
        return hands.find("box2el.suggestions");
    }

    boolean isHeading(int i) {
        return list().getModel().getElementAt(i) instanceof String;
    }

    /** Returns the axiom of a row, whose class belongs to another bundle. */
    private static OWLAxiom axiom(Object row) {
        return (OWLAxiom) field(row, "axiom");
    }

    /** Returns a field of a row. */
    static Object field(Object row, String name) {
        try {
            Field field = row.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(row);
        } catch (ReflectiveOperationException renamed) {
            throw new IllegalStateException(renamed);
        }
    }
}
