package org.box2el.protege.ui;

import java.awt.Cursor;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.function.Function;

import javax.swing.JComponent;
import javax.swing.SwingUtilities;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * Makes the entities in the cells of a list or table links, as in Protégé: the one under the mouse
 * is underlined, and a click shows it.
 */
final class EntityLinks extends MouseAdapter {
    private final OWLEditorKit kit;
    private final JComponent in;
    private final Function<Point, OWLEntity> entities;
    private final Function<Point, Rectangle> cells;
    private OWLEntity entity; // under the mouse, or null
    private Rectangle cell; // of the cell

    EntityLinks(OWLEditorKit kit, JComponent in, Function<Point, OWLEntity> entities,
            Function<Point, Rectangle> cells) {
        this.kit = kit;
        this.in = in;
        this.entities = entities;
        this.cells = cells;
        in.addMouseListener(this);
        in.addMouseMotionListener(this);
    }

    /** Returns the link under the mouse in a cell, or null. */
    OWLEntity in(Rectangle bounds) {
        return bounds != null && bounds.equals(cell) ? entity : null;
    }

    @Override
    public void mouseMoved(MouseEvent e) {
        boolean wanted = OWLRendererPreferences.getInstance().isRenderHyperlinks();
        become(wanted ? entities.apply(e.getPoint()) : null, cells.apply(e.getPoint()));
    }

    @Override
    public void mouseExited(MouseEvent e) {
        become(null, null);
    }

    @Override
    public void mouseClicked(MouseEvent e) {
        boolean selecting = e.isControlDown() || e.isShiftDown() || e.isMetaDown();
        if (entity != null && SwingUtilities.isLeftMouseButton(e) && !selecting) {
            show(kit, entity);
        }
    }

    private void become(OWLEntity now, Rectangle where) {
        if (now == entity && (where == null ? cell == null : where.equals(cell))) {
            return;
        }
        if (cell != null) {
            in.repaint(cell);
        }
        entity = now;
        cell = where;
        if (cell != null) {
            in.repaint(cell);
        }
        in.setCursor(now == null ? null : Cursor.getPredefinedCursor(Cursor.HAND_CURSOR));
    }

    /** Selects an entity and brings the view that shows it to the front. */
    static void show(OWLEditorKit kit, OWLEntity entity) {
        kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(entity);
        kit.getOWLWorkspace().displayOWLEntity(entity);
    }

    static void copy(String text) {
        Toolkit.getDefaultToolkit().getSystemClipboard()
            .setContents(new StringSelection(text), null);
    }
}
