package org.box2el.protege.ui;

import java.awt.Component;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import javax.swing.DefaultListModel;
import javax.swing.JList;
import javax.swing.ListSelectionModel;
import javax.swing.event.ChangeListener;
import javax.swing.text.Position;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.event.EventType;
import org.protege.editor.owl.model.event.OWLModelManagerListener;
import org.protege.editor.owl.ui.view.ChangeListenerMediator;
import org.protege.editor.owl.ui.view.Copyable;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLObject;

/**
 * The suggestions for a class as Protégé shows axioms, with a heading for each tier, for those that
 * make classes unsatisfiable and for entailed ones.
 */
final class SuggestionList extends JList<Object> implements Copyable {
    private static final long serialVersionUID = 1L;

    private static final List<String> HEADINGS =
        List.of("Likely", "Possible", "Speculative", "Makes classes unsatisfiable", "Entailed");
    private static final Map<String, String> DECIDED =
        Map.of("accept", "accepted   ", "reject", "rejected   ", "defer", "deferred   ");

    private final transient OWLEditorKit kit;
    private final transient EntityLinks links;
    private final transient ChangeListenerMediator copying = new ChangeListenerMediator();
    private final transient OWLModelManagerListener renamed;
    // Headings, which are strings, and rows.
    private final DefaultListModel<Object> items = new DefaultListModel<>();
    private final AxiomCell cell = new AxiomCell();
    private final transient Map<Row, Rendering> renderings = new HashMap<>(); // of painted rows

    SuggestionList(OWLEditorKit kit) {
        this.kit = kit;
        setModel(items);
        setName("box2el.suggestions");
        setSelectionMode(ListSelectionModel.MULTIPLE_INTERVAL_SELECTION);
        setCellRenderer(this::cell);
        // Fixed, because the list would otherwise render each row to know its size. The width is
        // that of the viewport.
        setFixedCellHeight(cell.lineHeight());
        setFixedCellWidth(1);
        getAccessibleContext().setAccessibleName("Suggestions");
        links = new EntityLinks(kit, this, this::entityAt, this::boundsAt);
        addListSelectionListener(e -> copying.fireStateChanged(this));
        renamed = event -> {
            if (event.isType(EventType.ENTITY_RENDERING_CHANGED)
                    || event.isType(EventType.ENTITY_RENDERER_CHANGED)) {
                renderings.clear();
                cell.fontChanged();
                setFixedCellHeight(cell.lineHeight());
                repaint();
            }
        };
        kit.getModelManager().addListener(renamed);
        Keys.bind(this, KeyEvent.VK_ENTER, 0,
            () -> selectedRows().stream().limit(1)
            .forEach(row -> EntityLinks.show(kit, target(row))));
        Keys.bind(this, KeyEvent.VK_C, InputEvent.CTRL_DOWN_MASK | InputEvent.SHIFT_DOWN_MASK,
            () -> EntityLinks.copy(selectedRows().stream().map(row -> row.suggestion.target.iri)
                .collect(Collectors.joining("\n"))));
    }

    void dispose() {
        kit.getModelManager().removeListener(renamed);
    }

    void setRows(List<Row> rows) {
        List<Object> all = new ArrayList<>();
        for (String heading : HEADINGS) {
            List<Row> group = rows.stream().filter(row -> headingOf(row).equals(heading))
                .collect(Collectors.toList());
            if (!group.isEmpty()) {
                all.add(heading);
                all.addAll(group);
            }
        }
        renderings.clear();
        items.clear();
        items.addAll(all);
    }

    private static String headingOf(Row row) {
        String verdict = row.suggestion.verdict;
        return verdict.equals("contradicts") ? "Makes classes unsatisfiable"
            : verdict.equals("entailed") ? "Entailed" : row.tier();
    }

    boolean isEmpty() {
        return items.isEmpty();
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

    private OWLEntity target(Row row) {
        return kit.getModelManager().getOWLDataFactory()
            .getOWLClass(IRI.create(row.suggestion.target.iri));
    }

    private Component cell(JList<?> list, Object item, int index, boolean selected,
            boolean focused) {
        if (!(item instanceof Row)) {
            return cell.heading(this, String.valueOf(item));
        }
        Row row = (Row) item;
        String decided = DECIDED.getOrDefault(row.suggestion.decision == null ? ""
            : row.suggestion.decision, "");
        AxiomCell.Colors colors =
            new AxiomCell.Colors(selected ? getSelectionForeground() : getForeground(),
            selected ? getSelectionBackground() : getBackground(), selected);
        return cell.line(this, rendering(row), decided + row.evidence(),
            links.in(getCellBounds(index, index)), colors);
    }

    private Rendering rendering(Row row) {
        return renderings.computeIfAbsent(row, r -> new Rendering(kit, r.axiom.getSuperClass()));
    }

    private Rectangle boundsAt(Point point) {
        int index = locationToIndex(point);
        Rectangle bounds = index < 0 ? null : getCellBounds(index, index);
        return bounds != null && bounds.contains(point) ? bounds : null;
    }

    private Row rowAt(Point point) {
        Object item = boundsAt(point) == null ? null : items.get(locationToIndex(point));
        return item instanceof Row ? (Row) item : null;
    }

    private OWLEntity entityAt(Point point) {
        Row row = rowAt(point);
        return row == null ? null : cell.entityAt(rendering(row), point.x - boundsAt(point).x);
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        Row row = rowAt(event.getPoint());
        if (row == null) {
            return null;
        }
        OWLEntity entity = entityAt(event.getPoint());
        return entity == null ? row.suggestion.manchester + "  " + row.evidence()
            : entity.getIRI().toString();
    }

    @Override
    public boolean canCopy() {
        return !selectedRows().isEmpty();
    }

    /** Returns the superclasses of the selected rows, as Protégé's lists do. */
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

    /** Letter keys are commands. */
    @Override
    public int getNextMatch(String prefix, int start, Position.Bias bias) {
        return -1;
    }

    @Override
    public boolean getScrollableTracksViewportWidth() {
        return true;
    }
}
