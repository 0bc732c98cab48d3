package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Font;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.swing.BorderFactory;
import javax.swing.DefaultListModel;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.ListCellRenderer;
import javax.swing.ListSelectionModel;
import javax.swing.event.ChangeListener;
import javax.swing.text.Position;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.renderer.LinkedObjectComponent;
import org.protege.editor.owl.ui.renderer.LinkedObjectComponentMediator;
import org.protege.editor.owl.ui.renderer.OWLCellRenderer;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.protege.editor.owl.ui.view.ChangeListenerMediator;
import org.protege.editor.owl.ui.view.Copyable;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLObject;

/** The suggestions of a class, rendered as Protégé renders its axioms, under a heading for each verdict. */
final class SuggestionList extends JList<Object> implements LinkedObjectComponent, Copyable {
    private static final long serialVersionUID = 1L;

    private static final int ICON_HEIGHT = 19; // with what surrounds it

    /** The verdicts in the order of their groups, and what their headings say. */
    private static final Map<String, String> HEADINGS = Map.of(
        "new", "Probably missing",
        "contradicts", "Would contradict",
        "entailed", "Already follows");
    private static final List<String> VERDICTS = List.of("new", "contradicts", "entailed");

    private final transient LinkedObjectComponentMediator links;
    private final transient ChangeListenerMediator copying = new ChangeListenerMediator();
    private final DefaultListModel<Object> items = new DefaultListModel<>(); // headings, which are strings, and rows

    SuggestionList(OWLEditorKit kit) {
        setModel(items);
        setName("box2el.suggestions");
        setSelectionMode(ListSelectionModel.MULTIPLE_INTERVAL_SELECTION);
        setCellRenderer(new Cell(new Expressions(kit)));
        // Otherwise the list would have each row rendered, which takes milliseconds, to know its size. The width is that of the viewport.
        setFixedCellHeight(Math.max(ICON_HEIGHT, getFontMetrics(OWLRendererPreferences.getInstance().getFont()).getHeight() + 4));
        setFixedCellWidth(1);
        getAccessibleContext().setAccessibleName("Suggestions");
        links = new LinkedObjectComponentMediator(kit, this);
        addListSelectionListener(e -> copying.fireStateChanged(this));
    }

    void dispose() {
        links.dispose();
    }

    void setRows(List<Row> rows) {
        items.clear();
        for (String verdict : VERDICTS) {
            boolean headed = false;
            for (Row row : rows) {
                if (row.suggestion.verdict.equals(verdict)) {
                    if (!headed) {
                        items.addElement(HEADINGS.get(verdict));
                        headed = true;
                    }
                    items.addElement(row);
                }
            }
        }
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Row) {
                rows.add((Row) items.get(i));
            }
        }
        return rows;
    }

    List<Row> selectedRows() {
        List<Row> rows = new ArrayList<>();
        for (Object item : getSelectedValuesList()) {
            if (item instanceof Row) {
                rows.add((Row) item);
            }
        }
        return rows;
    }

    @Override
    public boolean canCopy() {
        return !selectedRows().isEmpty();
    }

    /** What the subject would be below, as Protégé's own lists give it. */
    @Override
    public List<OWLObject> getObjectsToCopy() {
        List<OWLObject> objects = new ArrayList<>();
        selectedRows().forEach(row -> objects.add(row.axiom.getSuperClass()));
        return objects;
    }

    @Override
    public void addChangeListener(ChangeListener listener) {
        copying.addChangeListener(listener);
    }

    @Override
    public void removeChangeListener(ChangeListener listener) {
        copying.removeChangeListener(listener);
    }

    /** Letters are commands here. */
    @Override
    public int getNextMatch(String prefix, int start, Position.Bias bias) {
        return -1;
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        int index = locationToIndex(event.getPoint());
        Object item = index < 0 ? null : items.get(index);
        if (!(item instanceof Row)) {
            return null;
        }
        Row row = (Row) item;
        return row.suggestion.manchester + " — " + row.suggestion.target.iri;
    }

    @Override
    public boolean getScrollableTracksViewportWidth() {
        return true;
    }

    @Override
    public Point getMouseCellLocation() {
        Point mouse = getMousePosition();
        Rectangle cell = getMouseCellRect();
        return mouse == null || cell == null ? null : new Point(mouse.x - cell.x, mouse.y - cell.y);
    }

    @Override
    public Rectangle getMouseCellRect() {
        Point mouse = getMousePosition();
        if (mouse == null) {
            return null;
        }
        int index = locationToIndex(mouse);
        return index < 0 ? null : getCellBounds(index, index);
    }

    @Override
    public void setLinkedObject(OWLObject object) {
        links.setLinkedObject(object);
    }

    @Override
    public OWLObject getLinkedObject() {
        return links.getLinkedObject();
    }

    @Override
    public JComponent getComponent() {
        return this;
    }

    /** Protégé takes quotation marks off the ends of whole expressions too: has part' some 'cell nucleus. */
    private static final class Expressions extends OWLCellRenderer {
        private final OWLEditorKit kit;

        Expressions(OWLEditorKit kit) {
            super(kit);
            this.kit = kit;
        }

        @Override
        protected String getRendering(Object object) {
            boolean expression = object instanceof OWLObject && !(object instanceof OWLEntity);
            return expression ? kit.getModelManager().getRendering((OWLObject) object) : super.getRendering(object);
        }
    }

    /** Protégé's rendering of what the subject would be below, with the probability beside it. */
    private static final class Cell implements ListCellRenderer<Object> {
        private final OWLCellRenderer axioms;
        private final JPanel row = new JPanel(new BorderLayout(6, 0));
        private final JLabel note = new JLabel();
        private final JLabel heading = new JLabel();

        Cell(OWLCellRenderer axioms) {
            this.axioms = axioms;
            axioms.setHighlightKeywords(true);
            heading.setFont(heading.getFont().deriveFont(Font.BOLD));
            heading.setBorder(BorderFactory.createEmptyBorder(1, 3, 1, 3));
            heading.setForeground(Color.DARK_GRAY);
            row.add(note, BorderLayout.EAST);
            row.setBorder(BorderFactory.createEmptyBorder(1, 3, 1, 6));
        }

        @Override
        public Component getListCellRendererComponent(JList<?> list, Object item, int index, boolean selected, boolean focused) {
            if (!(item instanceof Row)) {
                heading.setText(String.valueOf(item));
                return heading;
            }
            Row suggestion = (Row) item;
            Component axiom = axioms.getListCellRendererComponent(list, suggestion.axiom.getSuperClass(), index, selected, focused);
            row.add(axiom, BorderLayout.CENTER);
            String decided = suggestion.suggestion.decision == null ? "" : suggestion.suggestion.decision + "ed   ";
            note.setText(decided + suggestion.probability());
            row.setBackground(selected ? list.getSelectionBackground() : list.getBackground());
            note.setForeground(selected ? list.getSelectionForeground() : list.getForeground());
            return row;
        }
    }
}
