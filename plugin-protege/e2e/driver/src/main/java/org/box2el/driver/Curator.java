package org.box2el.driver;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import javax.swing.JCheckBox;
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

/** A person at one window: what they do with the panel, and what they see there. */
final class Curator {
    private static final String TAB = "org.box2el.protege.SuggestTab";

    final OWLEditorKit kit;
    final OWLModelManager model;
    final Hands hands;

    Curator(OWLEditorKit kit) {
        this.kit = kit;
        this.model = kit.getModelManager();
        this.hands = new Hands(kit);
    }

    /** Waits for the ontology, and shows the tab with the panel. */
    void openTab() throws Exception {
        Hands.await("the ontology is loaded", () -> model.getActiveOntology().getAxiomCount() > 0);
        Hands.on(() -> {
            OWLWorkspace workspace = kit.getOWLWorkspace();
            WorkspaceTab tab = workspace.getWorkspaceTab(TAB);
            workspace.setSelectedTab(tab);
            return tab;
        });
        Hands.await("the panel shows", () -> hands.find("box2el.status") != null);
    }

    /** Presses the button of the state line, which must say what is expected. */
    void press(String way) throws Exception {
        Hands.await("the way forward is " + way, () -> way.equals(hands.buttonText("box2el.way")));
        hands.press("box2el.way");
    }

    void start() throws Exception {
        press("Start");
        awaitStatus("the companion is there, without a model", "no model");
    }

    void train() throws Exception {
        press("Train");
        Hands.await("the model is ready", () -> ready() && !status().contains("no model"));
        speculative("box2el.filter.speculative");
        Hands.await("the panel has asked again", this::ready);
    }

    /** Ticks a box that shows what is ranked by the model only. */
    void speculative(String box) throws Exception {
        Hands.on(() -> {
            JCheckBox speculative = hands.find(box);
            if (!speculative.isSelected()) {
                speculative.doClick();
            }
            return null;
        });
    }

    /** What the state line says. On the event thread. */
    String status() {
        return hands.text("box2el.status");
    }

    void awaitStatus(String what, String part) throws Exception {
        try {
            Hands.await(what, () -> status().contains(part));
        } catch (AssertionError inVain) {
            throw new AssertionError(inVain.getMessage() + "; the state line says: " + Hands.on(this::status), inVain);
        }
    }

    /** Whether the panel has an answer for the class that is selected, or could ask. On the event thread. */
    boolean ready() {
        return status().matches("(One suggestion|\\d+ suggestions|Nothing to suggest here|Nothing likely .*|Select a class)\\..*");
    }

    /** What the panel tells of the suggestion that is selected. On the event thread. */
    String details() {
        return hands.<JEditorPane>find("box2el.details").getText();
    }

    void select(OWLClass cls) throws Exception {
        show(cls);
        Hands.await("an answer for " + cls.getIRI(), this::ready);
    }

    /** Selects a class, and does not wait for what the panel says. */
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
        List<OWLClass> classes = new ArrayList<>(Hands.on(() -> model.getActiveOntology().getClassesInSignature()));
        classes.sort(null);
        return classes;
    }

    /** Selects a class with at least so many suggestions, the first from a third of all on. */
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

    /** Adds a declaration, and returns for how many nanoseconds the event thread was held. */
    long edit(String name) throws Exception {
        return edit(new AddAxiom(model.getActiveOntology(), model.getOWLDataFactory().getOWLDeclarationAxiom(cls("http://example.org/" + name))));
    }

    /** Applies changes, and returns for how many nanoseconds the event thread was held. */
    long edit(OWLOntologyChange... changes) throws Exception {
        return Hands.on(() -> {
            long start = System.nanoTime();
            model.applyChanges(Arrays.asList(changes));
            return System.nanoTime() - start;
        });
    }

    /** The axioms of the rows. On the event thread. */
    List<OWLAxiom> rows() {
        JList<?> list = list();
        List<OWLAxiom> rows = new ArrayList<>();
        for (int i = 0; list != null && i < list.getModel().getSize(); i++) {
            if (!isHeading(i)) {
                rows.add(axiom(list.getModel().getElementAt(i)));
            }
        }
        return rows;
    }

    /** Selects the first rows, and returns their axioms. */
    List<OWLAxiom> selectRows(int n) throws Exception {
        return Hands.on(() -> {
            JList<?> list = list();
            int[] rows = new int[n];
            for (int i = 0, found = 0; found < n; i++) {
                if (!isHeading(i)) {
                    rows[found++] = i;
                }
            }
            list.setSelectedIndices(rows);
            return Arrays.stream(rows).mapToObj(i -> axiom(list.getModel().getElementAt(i))).collect(Collectors.toList());
        });
    }

    /** Selects the first row whose axiom is wanted, and returns that. */
    OWLAxiom selectRow(Predicate<OWLAxiom> wanted) throws Exception {
        return Hands.on(() -> {
            JList<?> list = list();
            for (int i = 0; i < list.getModel().getSize(); i++) {
                if (!isHeading(i) && wanted.test(axiom(list.getModel().getElementAt(i)))) {
                    list.setSelectedIndex(i);
                    return axiom(list.getModel().getElementAt(i));
                }
            }
            throw new AssertionError("there is no such row");
        });
    }

    /** Where a heading stands among the rows; -1 if there is none. On the event thread. */
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

    private boolean isHeading(int i) {
        return list().getModel().getElementAt(i) instanceof String;
    }

    /** The axiom of a row, whose class is of another bundle. */
    private static OWLAxiom axiom(Object row) {
        try {
            Field field = row.getClass().getDeclaredField("axiom");
            field.setAccessible(true);
            return (OWLAxiom) field.get(row);
        } catch (ReflectiveOperationException renamed) {
            throw new IllegalStateException(renamed);
        }
    }
}
