package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.awt.Dialog;
import java.awt.Window;
import java.util.Arrays;

import javax.swing.JFrame;
import javax.swing.SwingUtilities;

import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.inference.OWLReasonerManager;
import org.protege.editor.owl.model.inference.ReasonerStatus;
import org.protege.editor.owl.ui.explanation.ExplanationManager;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;

/**
 * ELK's plugin and the explanation workbench are installed too: ELK classifies, the panel suggests,
 * the workbench explains.
 */
final class OtherPlugins {
    private static final String PIZZERIA = "http://example.org/pizzeria#";

    private final Curator curator;
    private final OWLModelManager model;

    OtherPlugins(Curator curator) {
        this.curator = curator;
        this.model = curator.model;
    }

    void all() throws Exception {
        OWLReasonerManager reasoners = model.getOWLReasonerManager();
        Hands.on(() -> {
            String elk = reasoners.getInstalledReasonerFactories().stream()
                .filter(r -> r.getReasonerName().startsWith("ELK")).findFirst()
                .orElseThrow(() -> new AssertionError("ELK is not installed")).getReasonerId();
            reasoners.setCurrentReasonerFactoryId(elk);
            return null;
        });
        curator.start();
        curator.train();
        OWLClass subject = curator.selectOneWith(3);
        Hands.on(() -> reasoners.classifyAsynchronously(reasoners.getReasonerPreferences()
            .getPrecomputedInferences()));
        Hands.await("ELK has classified",
            () -> reasoners.getReasonerStatus() == ReasonerStatus.INITIALIZED);

        OWLClass cheesy = curator.cls(PIZZERIA + "MozzarellaTopping");
        OWLClass food = curator.cls(PIZZERIA + "Food");
        check(model.getReasoner().getReasonerName().startsWith("ELK")
            && model.getReasoner().getSuperClasses(cheesy, false).containsEntity(food),
            "ELK does not know that mozzarella is food");
        curator.select(subject);
        check(!Hands.on(curator::rows).isEmpty(), "the panel has no suggestions");

        OWLAxiom accepted = curator.selectRows(1).get(0);
        curator.hands.press("box2el.accept");
        Hands.await("one is accepted",
            () -> model.getActiveOntology().containsAxiom(accepted) && curator.ready());
        Hands.await("ELK knows that it is behind",
            () -> reasoners.getReasonerStatus() == ReasonerStatus.OUT_OF_SYNC);
        curator.hands.screenshot("classified");
        curator.hands.menu("Undo");
        Hands.await("it is undone", curator::ready);

        explain(model.getOWLDataFactory().getOWLSubClassOfAxiom(cheesy, food));
    }

    private void explain(OWLAxiom axiom) throws Exception {
        ExplanationManager explanations = model.getExplanationManager();
        check(Hands.on(() -> explanations.hasExplanation(axiom)), "the workbench does not explain");
        JFrame frame = (JFrame) SwingUtilities.getWindowAncestor(curator.kit.getOWLWorkspace());
        SwingUtilities.invokeLater(() -> explanations.handleExplain(frame, axiom));
        Hands.await("the workbench explains",
            () -> curator.hands.find(c -> c.getClass().getSimpleName()
            .equals("WorkbenchPanel")) != null);
        curator.hands.screenshot("explained");
        Hands.on(() -> {
            Arrays.stream(Window.getWindows()).filter(w -> w instanceof Dialog && w.isShowing())
                .forEach(Window::dispose);
            return null;
        });
        Hands.await("its dialog is closed",
            () -> Arrays.stream(Window.getWindows())
            .noneMatch(w -> w instanceof Dialog && w.isShowing()));
    }
}
