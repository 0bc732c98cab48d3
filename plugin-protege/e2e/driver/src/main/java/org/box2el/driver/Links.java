package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.awt.Component;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.MouseEvent;

import javax.swing.JComponent;
import javax.swing.JEditorPane;
import javax.swing.JList;
import javax.swing.KeyStroke;

import org.semanticweb.owlapi.model.OWLEntity;

/**
 * Entities are links: on the page of details by mouse and keyboard, in the list by a click with
 * Ctrl. A click alone selects the row.
 */
final class Links {
    private final Curator curator;

    Links(Curator curator) {
        this.curator = curator;
    }

    /** Follows a link of each kind from a selected row, and returns each time. */
    void follow() throws Exception {
        OWLEntity subject = Hands.on(this::selected);
        press(KeyEvent.VK_RIGHT);
        int first = Hands.on(() -> details().getCaretPosition());
        check(first > 0, "the caret is not moved to a link");
        press(KeyEvent.VK_RIGHT); // the first is the subject itself
        check(Hands.on(() -> details().getCaretPosition()) > first, "there is one link only");
        Point link = Hands.on(() -> {
            Rectangle there = details().modelToView2D(details().getCaretPosition()).getBounds();
            return new Point(there.x + 4, there.y + there.height / 2);
        });
        press(KeyEvent.VK_ENTER);
        Hands.await("Enter shows the entity", () -> !subject.equals(selected()));
        OWLEntity shown = Hands.on(this::selected);
        back(subject);

        Hands.on(() -> mouse(details(), MouseEvent.MOUSE_MOVED, link));
        Hands.await("its IRI is shown",
            () -> shown.getIRI().toString().equals(details().getToolTipText(
                event(details(), MouseEvent.MOUSE_MOVED, link, 0))));
        Hands.on(() -> mouse(details(), MouseEvent.MOUSE_CLICKED, link));
        Hands.await("a click shows it", () -> shown.equals(selected()));
        back(subject);

        Point target = Hands.on(this::entityInList);
        String iri = Hands.on(() -> list()
            .getToolTipText(event(list(), MouseEvent.MOUSE_MOVED, target, 0)));
        Hands.on(() -> mouse(list(), MouseEvent.MOUSE_MOVED, target));
        curator.hands.screenshot("hover");
        Hands.on(() -> mouse(list(), MouseEvent.MOUSE_CLICKED, target));
        check(subject.equals(Hands.on(this::selected)), "a click on a row leaves the class");
        Hands.on(() -> mouse(list(), MouseEvent.MOUSE_CLICKED, target, InputEvent.CTRL_DOWN_MASK));
        Hands.await("a click with Ctrl in the list shows " + iri,
            () -> iri.equals(selected().getIRI().toString()));
        back(subject);
    }

    private void press(int key) throws Exception {
        Hands.on(() -> {
            details().getActionForKeyStroke(KeyStroke.getKeyStroke(key, 0))
                .actionPerformed(new ActionEvent(details(), ActionEvent.ACTION_PERFORMED, ""));
            return null;
        });
    }

    private OWLEntity selected() {
        return curator.kit.getOWLWorkspace().getOWLSelectionModel().getSelectedEntity();
    }

    private JEditorPane details() {
        return curator.hands.find("box2el.details");
    }

    private JList<?> list() {
        return curator.list();
    }

    private void back(OWLEntity subject) throws Exception {
        Hands.on(() -> {
            curator.kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(subject);
            return null;
        });
        curator.openTab(); // Protégé shows a property in a tab
        Hands.await("its details are shown again", () -> {
            if (subject.equals(selected()) && curator.ready() && list().isSelectionEmpty()) {
                // After the heading. Protégé's tree may select the class once more, which removes
                // the rows.
                list().setSelectedIndex(1);
            }
            return curator.details().contains("Effect");
        });
    }

    /** Returns a place in the first rows whose tool tip is an IRI. */
    private Point entityInList() {
        for (int row = 0; row < list().getModel().getSize(); row++) {
            Rectangle bounds = list().getCellBounds(row, row);
            for (int x = 0; x < bounds.width; x += 8) {
                Point at = new Point(bounds.x + x, bounds.y + bounds.height / 2);
                String tip = list().getToolTipText(event(list(), MouseEvent.MOUSE_MOVED, at, 0));
                if (tip != null && tip.matches("(https?|urn):\\S+")) {
                    return at;
                }
            }
        }
        throw new AssertionError("no entity in the list has its IRI as a tool tip");
    }

    private static MouseEvent event(Component in, int kind, Point at, int modifiers) {
        int button = kind == MouseEvent.MOUSE_CLICKED ? MouseEvent.BUTTON1 : MouseEvent.NOBUTTON;
        return new MouseEvent(in, kind, System.currentTimeMillis(), modifiers, at.x, at.y,
            button == MouseEvent.BUTTON1 ? 1 : 0, false, button);
    }

    private static Object mouse(JComponent in, int kind, Point at, int... modifiers) {
        in.dispatchEvent(event(in, kind, at, modifiers.length == 0 ? 0 : modifiers[0]));
        return null;
    }
}
