package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.awt.Component;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import javax.swing.SwingUtilities;


import org.protege.editor.core.ProtegeManager;
import org.protege.editor.core.ui.view.View;
import org.protege.editor.core.ui.workspace.Workspace;
import org.protege.editor.owl.OWLEditorKit;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLOntology;

/** Several windows of one Protégé: with another ontology, and with the same file. */
final class Windows {
    private final Curator first;

    Windows(Curator first) {
        this.first = first;
    }

    void all() throws Exception {
        first.start();
        long server = Program.pid();
        Curator other = open("heart.owl");
        other.start();
        check(Program.pid() == server, "a second window has started another server");
        first.train();
        check(trained() == 1, "models of " + trained() + " copies instead of one");
        sameFile();
        Hands.await("the server has deleted the third window's copy",
            () -> Program.ontologies().size() == 2);
        check(trained() == 1, "the window with the other ontology has changed");
        other.edit("one");
        first.edit("one");
        Hands.await("the other windows continue",
            () -> other.ready() && first.ready());

        close(first);
        Hands.await("the server has deleted the first window's copy",
            () -> Program.ontologies().size() == 1);
        other.edit("two");
        Hands.await("the last window continues", () -> other.ready());
        check(Program.alive(server), "the server has ended with the window that started it");
        other.hands.screenshot("last-window");
    }

    /** Returns the number of copies on the server that have a model. */
    private static int trained() throws Exception {
        return Program.ask("/ontologies?limit=1000").split("\"model\":\\s*\\{", -1).length - 1;
    }

    /** Another window with the file of the first one has the same model and the same decisions. */
    private void sameFile() throws Exception {
        OWLClass subject = first.selectOneWith(3);
        OWLAxiom rejected = first.selectRows(1).get(0);
        first.hands.press("box2el.reject");
        Hands.await("it is gone", () -> !first.rows().contains(rejected));

        Curator same = open("small.ttl");
        same.press("Start");
        Hands.await("the other window with the same file has the model too",
            same::ready);
        check(Program.ontologies().size() == 3, "a window has no copy: " + Program.ontologies());
        same.select(subject);
        check(!Hands.on(same::rows).isEmpty(), "no suggestions in the other window");
        check(!Hands.on(same::rows).contains(rejected),
            "the other window suggests the rejected axiom");
        same.hands.screenshot("second-window");

        closeView(same);
        close(same);
        List<String> left = Hands.on(() -> Leaks.listeners(same.kit));
        check(left.isEmpty(), "listeners of a closed window: " + left);
    }

    /** A closed view leaves no objects, though its window stays open. */
    private static void closeView(Curator curator) throws Exception {
        List<String> one = Hands.on(() -> Leaks.listeners(curator.kit));
        Component status = Hands.on(() -> curator.hands.find("box2el.status"));
        Hands.on(() -> curator.kit.getOWLWorkspace().showResultsView(
            "org.box2el.protege.SuggestView", true, Workspace.BOTTOM_RESULTS_VIEW));
        Predicate<Component> second = c -> c != status && "box2el.status".equals(c.getName());
        Hands.await("a second view is visible", () -> curator.hands.find(second) != null);
        check(Hands.on(() -> Leaks.listeners(curator.kit)).size() > one.size(),
            "the second view has no listeners");
        curator.hands.screenshot("second-view");
        List<WeakReference<Component>> parts = new ArrayList<>();
        Hands.on(() -> {
            View view = (View) SwingUtilities.getAncestorOfClass(View.class,
                curator.hands.find(second));
            parts.addAll(Leaks.components(view));
            view.closeView();
            return null;
        });
        check(!parts.isEmpty(), "the view has no component of the panel");
        Hands.await("its components have been freed", () -> Leaks.alive(parts).isEmpty());
        List<String> left = Hands.on(() -> Leaks.listeners(curator.kit));
        check(left.equals(one), "listeners of a closed view: " + left + " instead of " + one);
    }

    /** Opens a file next to that of the first window, in another window. */
    private Curator open(String name) throws Exception {
        OWLOntology here = first.model.getActiveOntology();
        IRI document = first.model.getOWLOntologyManager().getOntologyDocumentIRI(here);
        ProtegeManager windows = ProtegeManager.getInstance();
        OWLEditorKit kit = Hands.on(() -> {
            windows.loadAndSetupEditorKitFromURI(windows.getEditorKitFactoryPlugins().get(0),
                document.resolve(name).toURI());
            List<OWLEditorKit> open = DriverHook.windows();
            return open.get(open.size() - 1);
        });
        Curator curator = new Curator(kit);
        curator.hands.awaitWindow();
        curator.openTab();
        return curator;
    }

    /** Closes a window without saving. */
    private static void close(Curator curator) throws Exception {
        Hands.on(() -> {
            curator.model.getOntologies().forEach(curator.model::setClean);
            return ProtegeManager.getInstance().getEditorKitManager().getWorkspaceManager()
                .doClose(curator.kit.getWorkspace());
        });
        Hands.await("the window is closed", () -> !curator.kit.getOWLWorkspace().isShowing());
    }
}
