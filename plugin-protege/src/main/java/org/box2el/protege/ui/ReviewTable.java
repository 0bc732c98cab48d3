package org.box2el.protege.ui;

import java.awt.Component;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import javax.swing.JTable;
import javax.swing.RowFilter;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.TableRowSorter;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.event.EventType;
import org.protege.editor.owl.model.event.OWLModelManagerListener;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLObject;

/**
 * Suggestions as a table. Class and suggestion are shown as Protégé renders them, with links for
 * their entities. They are sorted and filtered by the server's rendering, because rendering all of
 * them in Protégé would take too long.
 */
final class ReviewTable extends JTable {
    private static final long serialVersionUID = 1L;
    private static final int CLASS = 0;
    private static final int SUGGESTION = 1;
    private static final int TIER = 2;
    private static final int EVIDENCE = 3;
    private static final String[] COLUMNS = {"Class", "Suggestion", "Tier", "Evidence"};

    private final transient OWLEditorKit kit;
    private final transient EntityLinks links;
    private final transient OWLModelManagerListener renamed;
    private final Rows rows;
    private final TableRowSorter<Rows> sorter;
    private final AxiomCell cell = new AxiomCell();
    // Of painted rows.
    private final transient Map<OWLObject, Rendering> renderings = new HashMap<>();

    ReviewTable(OWLEditorKit kit) {
        super(new Rows());
        this.kit = kit;
        rows = (Rows) getModel();
        sorter = new TableRowSorter<>(rows);
        setName("box2el.review");
        setRowSorter(sorter);
        setFillsViewportHeight(true);
        setRowHeight(cell.lineHeight());
        getAccessibleContext().setAccessibleName("Suggestions for the whole ontology");
        getColumnModel().getColumn(SUGGESTION).setPreferredWidth(200);
        getColumnModel().getColumn(EVIDENCE).setPreferredWidth(300);
        getColumnModel().getColumn(CLASS).setCellRenderer(this::cell);
        getColumnModel().getColumn(SUGGESTION).setCellRenderer(this::cell);
        links = new EntityLinks(kit, this, this::entityAt, this::boundsAt);
        renamed = event -> {
            if (event.isType(EventType.ENTITY_RENDERING_CHANGED)
                    || event.isType(EventType.ENTITY_RENDERER_CHANGED)) {
                renderings.clear();
                cell.fontChanged();
                setRowHeight(cell.lineHeight());
                repaint();
            }
        };
        kit.getModelManager().addListener(renamed);
    }

    void dispose() {
        kit.getModelManager().removeListener(renamed);
    }

    void clear() {
        renderings.clear();
        rows.set(new ArrayList<>());
    }

    void add(List<Row> more) {
        rows.add(more);
    }

    void remove(Set<Row> some) {
        rows.remove(some);
    }

    /** Shows only the rows that contain a text. */
    void narrow(String text) {
        sorter.setRowFilter(text.isEmpty() ? null
            : RowFilter.regexFilter("(?i)" + Pattern.quote(text)));
    }

    List<Row> selectedRows() {
        List<Row> selected = new ArrayList<>();
        for (int i : getSelectedRows()) {
            selected.add(row(i));
        }
        return selected;
    }

    /** Returns the visible rows as tab-separated values. */
    String tsv() {
        StringBuilder text = new StringBuilder(
            "axiom\tsubject\tsuggestion\tverdict\ttier\tevidence\n");
        for (int i = 0; i < getRowCount(); i++) {
            Row row = row(i);
            text.append(row.suggestion.axiom.replaceAll("[\t\n\r]", " ")).append('\t')
                .append(row.suggestion.subject.iri).append('\t')
                .append(row.suggestion.manchester.replaceAll("[\t\n\r]", " ")).append('\t')
                    .append(row.suggestion.verdict).append('\t')
                .append(row.suggestion.tier).append('\t')
                    .append(row.evidence().replaceAll("[\t\n\r]", " ")).append('\n');
        }
        return text.toString();
    }

    private Row row(int shown) {
        return rows.rows.get(convertRowIndexToModel(shown));
    }

    private Component cell(JTable table, Object value, boolean selected, boolean focused, int shown,
            int column) {
        AxiomCell.Colors colors =
            new AxiomCell.Colors(selected ? getSelectionForeground() : getForeground(),
            selected ? getSelectionBackground() : getBackground(), selected);
        return cell.line(this, rendering(shown, column), "",
            links.in(getCellRect(shown, column, true)), colors);
    }

    /** Renders the first two columns. */
    private Rendering rendering(int shown, int column) {
        Row row = row(shown);
        OWLObject object = convertColumnIndexToModel(column) == CLASS ? row.subject()
            : row.axiom.getSuperClass();
        return renderings.computeIfAbsent(object, o -> new Rendering(kit, o));
    }

    private Rectangle boundsAt(Point point) {
        int row = rowAtPoint(point);
        int column = columnAtPoint(point);
        return row < 0 || column < 0 ? null : getCellRect(row, column, true);
    }

    private OWLEntity entityAt(Point point) {
        Rectangle bounds = boundsAt(point);
        if (bounds == null || convertColumnIndexToModel(columnAtPoint(point)) > SUGGESTION) {
            return null;
        }
        return cell.entityAt(rendering(rowAtPoint(point), columnAtPoint(point)),
            point.x - bounds.x);
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        int row = rowAtPoint(event.getPoint());
        OWLEntity entity = row < 0 ? null : entityAt(event.getPoint());
        return row < 0 ? null : entity == null
            ? row(row).suggestion.manchester + "  " + row(row).evidence()
            : entity.getIRI().toString();
    }

    private static final class Rows extends AbstractTableModel {
        private static final long serialVersionUID = 1L;

        private transient List<Row> rows = new ArrayList<>();

        void set(List<Row> all) {
            rows = all;
            fireTableDataChanged();
        }

        void add(List<Row> more) {
            if (!more.isEmpty()) {
                rows.addAll(more);
                fireTableRowsInserted(rows.size() - more.size(), rows.size() - 1);
            }
        }

        void remove(Set<Row> some) {
            rows.removeAll(some);
            fireTableDataChanged();
        }

        @Override
        public int getRowCount() {
            return rows.size();
        }

        @Override
        public int getColumnCount() {
            return COLUMNS.length;
        }

        @Override
        public String getColumnName(int column) {
            return COLUMNS[column];
        }

        @Override
        public Object getValueAt(int row, int column) {
            Row at = rows.get(row);
            switch (column) {
                case CLASS:
                    return at.suggestion.subject.label;
                case SUGGESTION:
                    return at.suggestion.manchester;
                case TIER:
                    return at.tier();
                default:
                    return at.evidence();
            }
        }
    }
}
