package org.box2el.driver;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.swing.JCheckBox;
import javax.swing.JEditorPane;
import javax.swing.JList;
import javax.swing.JTable;
import javax.swing.JTextField;

import org.protege.editor.core.ui.workspace.WorkspaceTab;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.OWLWorkspace;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;

/** What is shown of the panel in a real Protégé, against the real server. */
final class Scenarios {
    private static final String TAB = "org.box2el.protege.SuggestTab";

    private final OWLEditorKit kit;
    private final OWLModelManager model;
    private final Hands hands;
    private final Stalls stalls;

    Scenarios(OWLEditorKit kit, Hands hands, Stalls stalls) {
        this.kit = kit;
        this.model = kit.getModelManager();
        this.hands = hands;
        this.stalls = stalls;
    }

    void run(String scenario) throws Exception {
        hands.await("the ontology is loaded", () -> model.getActiveOntology().getAxiomCount() > 0);
        openTab();
        switch (scenario) {
            case "curate":
                curate();
                break;
            case "remember":
                remember();
                break;
            case "killed":
                killed();
                break;
            case "absent":
                absent();
                break;
            case "large":
                large();
                break;
            default:
                throw new IllegalArgumentException("no scenario " + scenario);
        }
    }

    private void openTab() throws Exception {
        Hands.on(() -> {
            OWLWorkspace workspace = kit.getOWLWorkspace();
            WorkspaceTab tab = workspace.getWorkspaceTab(TAB);
            workspace.setSelectedTab(tab);
            return tab;
        });
        hands.await("the panel shows", () -> Hands.find("box2el.status") != null);
    }

    /** Start, sync, train, select, accept, undo, reject; then the whole ontology, and a class expression. */
    private void curate() throws Exception {
        check(Hands.on(() -> Hands.text("box2el.status")).contains("when you ask"), "opening the tab has started something");
        hands.screenshot("off");
        hands.press("box2el.way"); // Start
        awaitStatus("the panel asks for a model", "no model");
        hands.screenshot("untrained");
        hands.press("box2el.way"); // Train
        hands.await("the model is ready", this::ready);

        OWLClass subject = selectFirstWithSuggestions();
        hands.screenshot("suggestions");
        Hands.on(() -> {
            JList<?> list = Hands.find("box2el.suggestions");
            list.setSelectedIndices(rows(list, 2));
            return null;
        });
        OWLOntology ontology = model.getActiveOntology();
        int before = Hands.on(() -> ontology.getAxiomCount());
        hands.press("box2el.accept");
        hands.await("two axioms are accepted", () -> ontology.getAxiomCount() == before + 2);
        check(Hands.on(() -> ontology.getSubClassAxiomsForSubClass(subject).size()) >= 2, "they are not about the class");
        hands.await("the edit has arrived", this::ready);
        hands.screenshot("accepted");
        hands.menu("Undo");
        check(Hands.on(() -> ontology.getAxiomCount()) == before, "one undo did not take back what one accept put in");
        hands.await("the undo has arrived, and both are suggested again", () -> ready() && suggestionCount() >= 2);

        Hands.on(() -> {
            JList<?> list = Hands.find("box2el.suggestions");
            list.setSelectedIndices(rows(list, 1));
            return null;
        });
        hands.await("its effect is told", () -> Hands.<JEditorPane>find("box2el.details").getText().contains("Effect"));
        String rejected = Hands.on(() -> String.valueOf(axiom(Hands.<JList<?>>find("box2el.suggestions").getSelectedValue())));
        hands.screenshot("why");
        hands.press("box2el.reject");
        hands.await("what is rejected is gone", () -> !superclasses().contains(rejected));
        Files.writeString(memory(), subject.getIRI() + "\n" + rejected + "\n");

        entailed();
        review();
        expression();
        newClass(subject);
        stalls.phase("curate");
    }

    /** What follows already is shown on request, with its proof. */
    private void entailed() throws Exception {
        Hands.on(() -> {
            Hands.<JCheckBox>find("box2el.filter.entailed").doClick();
            return null;
        });
        hands.await("entailed ones are shown", () -> ready() && indexOfHeading("Already follows") >= 0);
        Hands.on(() -> {
            Hands.<JList<?>>find("box2el.suggestions").setSelectedIndex(indexOfHeading("Already follows") + 1);
            return null;
        });
        hands.await("the proof is told", () -> Hands.<JEditorPane>find("box2el.details").getText().contains("Proof"));
        hands.screenshot("proof");
        Hands.on(() -> {
            Hands.<JCheckBox>find("box2el.filter.entailed").doClick();
            return null;
        });
    }

    private void review() throws Exception {
        hands.view("box2el.suggestions", "Review the whole ontology");
        hands.press("box2el.find");
        hands.await("the whole ontology has been looked through", () -> Hands.<JTable>find("box2el.review").getRowCount() > 0);
        hands.screenshot("review");
        int before = Hands.on(() -> model.getActiveOntology().getAxiomCount());
        Hands.on(() -> {
            Hands.<JTable>find("box2el.review").setRowSelectionInterval(0, 2);
            return null;
        });
        hands.press("box2el.review.accept");
        hands.await("three are accepted at once", () -> model.getActiveOntology().getAxiomCount() == before + 3);
        hands.menu("Undo");
        hands.await("and undone at once", () -> model.getActiveOntology().getAxiomCount() == before);
    }

    private void expression() throws Exception {
        hands.view("box2el.review", "Check a class expression");
        hands.await("the view for expressions shows", () -> Hands.find("box2el.expression") != null);
        Hands.on(() -> {
            OWLClass some = kit.getOWLWorkspace().getOWLSelectionModel().getLastSelectedClass();
            Hands.<JTextField>find("box2el.expression").setText("<" + some.getIRI() + ">");
            return null;
        });
        hands.press("box2el.check");
        hands.await("the expression is answered", () -> Hands.<JEditorPane>find("box2el.answer").getText().contains("Directly above"));
        hands.screenshot("expression");
        hands.view("box2el.answer", "Suggest missing axioms");
    }

    /** A class that was made a minute ago gets suggestions. */
    private void newClass(OWLClass below) throws Exception {
        OWLDataFactory f = model.getOWLDataFactory();
        OWLClass made = f.getOWLClass(IRI.create("http://example.org/made-just-now"));
        Hands.on(() -> {
            OWLOntology o = model.getActiveOntology();
            model.applyChanges(Arrays.asList(
                new AddAxiom(o, f.getOWLDeclarationAxiom(made)),
                new AddAxiom(o, f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), made.getIRI(), f.getOWLLiteral("a cell made just now"))),
                new AddAxiom(o, f.getOWLSubClassOfAxiom(made, below))));
            kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(made);
            return null;
        });
        hands.await("the new class has suggestions", () -> ready() && suggestionCount() > 0);
        hands.screenshot("new-class");
    }

    /** Another Protégé, another day: no training, and the rejected one stays away. */
    private void remember() throws Exception {
        List<String> noted = Files.readAllLines(memory());
        hands.press("box2el.way"); // Start
        hands.await("the model is there again", this::ready);
        select(model.getOWLDataFactory().getOWLClass(IRI.create(noted.get(0))));
        hands.await("there are suggestions", () -> suggestionCount() > 0);
        check(!Hands.on(this::superclasses).contains(noted.get(1)), "what was rejected is suggested again");
        hands.screenshot("remembered");
    }

    /** The server is killed while the panel is open: it is started again, once. */
    private void killed() throws Exception {
        hands.press("box2el.way");
        awaitStatus("the server is up", "no model");
        long first = kill();
        edit("one");
        hands.await("it has been started again by itself", () -> server() != first && status().contains("no model"));
        kill();
        edit("two");
        awaitStatus("the panel asks", "The companion has ended");
        hands.screenshot("killed");
        hands.press("box2el.way"); // Start
        awaitStatus("it is there again", "no model");
    }

    private void absent() throws Exception {
        hands.press("box2el.way");
        awaitStatus("the panel says what is missing", "box2el-owl");
        hands.screenshot("absent");
        edit("one");
        check(Hands.on(() -> Hands.find("box2el.way") != null), "there is no way forward");
    }

    /** The event thread while a large ontology is sent and edited. */
    private void large() throws Exception {
        for (int i = 0; i < 20; i++) {
            edit("before" + i);
        }
        stalls.phase("edits without the panel");
        hands.press("box2el.way");
        for (int i = 0; !Hands.on(this::status).contains("no model"); i++) {
            edit("meanwhile" + i);
            Thread.sleep(100);
        }
        hands.step("the ontology is sent");
        stalls.phase("sending, with edits");
        for (int i = 0; i < 20; i++) {
            edit("after" + i);
            Thread.sleep(100);
        }
        hands.await("the edits have arrived", () -> status().contains("no model"));
        stalls.phase("edited");
        hands.screenshot("large");
    }

    private void edit(String name) throws Exception {
        Hands.on(() -> {
            OWLDataFactory f = model.getOWLDataFactory();
            long start = System.nanoTime();
            model.applyChanges(List.of(new AddAxiom(model.getActiveOntology(), f.getOWLDeclarationAxiom(f.getOWLClass(IRI.create("http://example.org/" + name))))));
            stalls.edited(System.nanoTime() - start);
            return null;
        });
    }

    /** Kills the server. */
    private long kill() throws Exception {
        long pid = server();
        Optional<ProcessHandle> server = ProcessHandle.of(pid);
        server.ifPresent(ProcessHandle::destroyForcibly);
        for (int i = 0; i < 500 && server.filter(ProcessHandle::isAlive).isPresent(); i++) {
            Thread.sleep(10);
        }
        hands.step("the server is killed");
        return pid;
    }

    /** The process of the server, as its handshake file names it. */
    private static long server() throws IOException {
        Path handshake = Paths.get(System.getenv("BOX2EL_HOME"), "server.json");
        Matcher pid = Pattern.compile("\"pid\": *(\\d+)").matcher(Files.readString(handshake));
        if (!pid.find()) {
            throw new AssertionError("no process in " + handshake);
        }
        return Long.parseLong(pid.group(1));
    }

    private String status() {
        return Hands.text("box2el.status");
    }

    private void awaitStatus(String what, String part) throws Exception {
        hands.await(what, () -> status().contains(part));
    }

    /** Whether the panel has an answer for the class that is selected, or could ask. */
    private boolean ready() {
        String status = status();
        return status.matches("(One suggestion|\\d+ suggestions|Nothing to suggest here|Select a class)\\..*");
    }

    private int suggestionCount() {
        JList<?> list = Hands.find("box2el.suggestions");
        int n = 0;
        for (int i = 0; i < list.getModel().getSize(); i++) {
            n += list.getModel().getElementAt(i) instanceof String ? 0 : 1;
        }
        return n;
    }

    private int indexOfHeading(String heading) {
        JList<?> list = Hands.find("box2el.suggestions");
        for (int i = 0; i < list.getModel().getSize(); i++) {
            if (heading.equals(list.getModel().getElementAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The indices of the first rows that are no headings. */
    private static int[] rows(JList<?> list, int n) {
        int[] rows = new int[n];
        int found = 0;
        for (int i = 0; i < list.getModel().getSize() && found < n; i++) {
            if (!(list.getModel().getElementAt(i) instanceof String)) {
                rows[found++] = i;
            }
        }
        return Arrays.copyOf(rows, found);
    }

    /** The axioms of the rows. */
    private String superclasses() {
        JList<?> list = Hands.find("box2el.suggestions");
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < list.getModel().getSize(); i++) {
            all.append(axiom(list.getModel().getElementAt(i))).append('\n');
        }
        return all.toString();
    }

    /** The axiom of a row, whose class is of another bundle. */
    private static Object axiom(Object row) {
        try {
            Field field = row.getClass().getDeclaredField("axiom");
            field.setAccessible(true);
            return field.get(row);
        } catch (ReflectiveOperationException heading) {
            return "";
        }
    }

    private OWLClass selectFirstWithSuggestions() throws Exception {
        List<OWLClass> classes = new ArrayList<>(Hands.on(() -> model.getActiveOntology().getClassesInSignature()));
        classes.sort(null);
        for (int i = classes.size() / 3; i < classes.size(); i++) {
            OWLClass cls = classes.get(i);
            select(cls);
            if (Hands.on(this::suggestionCount) >= 3) {
                hands.step("suggestions for " + cls.getIRI());
                return cls;
            }
        }
        throw new AssertionError("no class has suggestions");
    }

    private void select(OWLClass cls) throws Exception {
        Hands.on(() -> {
            kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(cls);
            return null;
        });
        hands.await("an answer for " + cls.getIRI(), this::ready);
    }

    private static Path memory() {
        return Paths.get(System.getenv("BOX2EL_HOME"), "e2e-memory.txt");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
