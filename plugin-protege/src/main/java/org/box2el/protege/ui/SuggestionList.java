package org.box2el.protege.ui;

import java.awt.Component;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.ActionEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import javax.swing.AbstractAction;
import javax.swing.DefaultListModel;
import javax.swing.JComponent;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.KeyStroke;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.text.Position;

import org.box2el.protege.Settings;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.event.EventType;
import org.protege.editor.owl.model.event.OWLModelManagerListener;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * Suggestions in groups that open and close. A row has the axiom as Protégé shows it, its strongest
 * evidence below, and buttons if it is selected or under the mouse. A click selects a row, with
 * Ctrl it shows the entity under the mouse.
 */
final class SuggestionList extends JList<Object> {
    /** The groups whose rows are not asked for until one of them is opened. */
    static final List<String> ON_REQUEST =
        List.of("Speculative", Row.UNSATISFIABLE, Row.ENTAILED, Row.DECIDED);
    private static final List<String> HEADINGS = List.of(Row.MISSING, Row.ASSERTED,
        Row.DUPLICATES, "Superclasses", "Restrictions", "Likely", "Possible", "Definition",
        "Speculative", Row.UNSATISFIABLE, Row.ENTAILED, Row.DECIDED);
    // These are always open at first: they are shown because something needs a decision.
    private static final List<String> ALWAYS = List.of(Row.MISSING, Row.ASSERTED, Row.DUPLICATES,
        "Superclasses", "Restrictions", "Definition");
    private static final int MOST_UNSATISFIABLE = 5;
    private static final String BUTTONS = "✓✗⋯?";
    private static final List<String> BUTTON_COMMANDS =
        List.of("accept", "reject", "menu", "explain");
    /** Commands, their labels and keys; an empty line separates them in the menu. */
    static final String[][] COMMANDS = {
        {"accept", "Accept", "A"}, {"reject", "Reject", "R"}, {"defer", "Defer", "D"},
        {"revert", "Undo decision", "U"}, {},
        {"detail", "Details", "ENTER"}, {"explain", "Explain…", "E"},
        {"comment", "Comment", "C"}, {},
        {"show", "Show class", "O"}, {"copy", "Copy axiom", "ctrl C"},
        {"iri", "Copy IRI", "ctrl shift I"}, {},
        {"like", "Select more like this", ""},
        {"browser", "Open in browser", ""}, {"refresh", "Refresh", "F5"},
        {"hierarchy", "Go to class hierarchy", "ESCAPE"}, {"keys", "Keys", "shift SLASH"}};

    private final transient OWLEditorKit kit;
    private final transient OWLModelManagerListener renamed;
    // Headings, which are strings, and rows of open groups.
    private final DefaultListModel<Object> items = new DefaultListModel<>();
    private final AxiomCell cell = new AxiomCell();
    private final transient Map<Row, Rendering> renderings = new HashMap<>(); // of painted rows
    private final transient Map<Row, String> evidence = new HashMap<>(); // of painted rows
    private transient Map<String, List<Row>> groups = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>(Settings.load().open);
    private final transient Consumer<String> commands;
    private final transient Runnable opened;
    private boolean withSubject;
    private boolean more; // groups on request are shown though they are empty
    private boolean adjusting;
    private int hot = -1; // under the mouse
    private long changed; // System.nanoTime of the last change of the rows

    /**
     * @param commands receives commands for the selected rows
     * @param opened called when a group was opened
     */
    SuggestionList(OWLEditorKit kit, Consumer<String> commands, Runnable opened) {
        this.kit = kit;
        this.commands = commands;
        this.opened = opened;
        setModel(items);
        setName("box2el.suggestions");
        setSelectionMode(ListSelectionModel.MULTIPLE_INTERVAL_SELECTION);
        setCellRenderer(this::cell);
        // Fixed, because the list would otherwise render each row to know its size. The width is
        // that of the viewport.
        setFixedCellHeight(cell.lineHeight());
        setFixedCellWidth(1);
        getAccessibleContext().setAccessibleName("Suggestions");
        renamed = event -> {
            if (event.isType(EventType.ENTITY_RENDERING_CHANGED)
                    || event.isType(EventType.ENTITY_RENDERER_CHANGED)) {
                renderings.clear();
                evidence.clear();
                cell.fontChanged();
                setFixedCellHeight(cell.lineHeight());
                repaint();
            }
        };
        kit.getModelManager().addListener(renamed);
        setComponentPopupMenu(menu());
        Mouse mouse = new Mouse();
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
        for (String[] command : COMMANDS) {
            if (command.length > 0 && !command[2].isEmpty()) {
                bind(this, command[2], () -> run(command[0]));
            }
        }
        bind(this, "J", () -> move(1));
        bind(this, "DOWN", () -> move(1));
        bind(this, "K", () -> move(-1));
        bind(this, "UP", () -> move(-1));
        bind(this, "LEFT", () -> toggle(false));
        bind(this, "RIGHT", () -> toggle(true));
    }

    /** Binds a key in the syntax of {@link KeyStroke#getKeyStroke(String)}. */
    static void bind(JComponent component, String key, Runnable action) {
        component.getInputMap().put(KeyStroke.getKeyStroke(key), key);
        component.getActionMap().put(key, new AbstractAction() {
            @Override
            public void actionPerformed(ActionEvent e) {
                action.run();
            }
        });
    }

    void dispose() {
        kit.getModelManager().removeListener(renamed);
    }

    private void run(String command) {
        Object lead = getSelectedValue();
        if (command.equals("detail") && lead instanceof String) {
            toggle(!isOpen((String) lead));
        } else {
            commands.accept(command);
        }
    }

    /**
     * Shows rows in groups.
     *
     * @param subjects whether the rows are of several classes
     * @param onRequest whether there may be further rows in the groups on request
     */
    void setRows(List<Row> rows, boolean subjects, boolean onRequest) {
        withSubject = subjects;
        more = onRequest;
        groups = new LinkedHashMap<>();
        for (String heading : HEADINGS) {
            List<Row> group = rows.stream().filter(row -> row.heading.equals(heading))
                .limit(heading.equals(Row.UNSATISFIABLE) ? MOST_UNSATISFIABLE : Integer.MAX_VALUE)
                .collect(Collectors.toList());
            if (!group.isEmpty() || onRequest && ON_REQUEST.contains(heading)) {
                groups.put(heading, group);
            }
        }
        open.addAll(ALWAYS);
        renderings.clear();
        evidence.clear();
        changed = System.nanoTime();
        fill();
    }

    private void fill() {
        List<Row> selected = selectedRows();
        adjusting = true;
        items.clear();
        groups.forEach((heading, rows) -> {
            items.addElement(heading);
            if (isOpen(heading)) {
                rows.forEach(items::addElement);
            }
        });
        adjusting = false;
        select(selected);
    }

    /** Reports whether the rows are being replaced, so that selections are not the user's. */
    boolean isFilling() {
        return adjusting;
    }

    /** Reports whether a letter should not decide yet, because the rows have just changed. */
    boolean isFresh() {
        return System.nanoTime() - changed < 1_000_000_000L;
    }

    boolean isOpen(String heading) {
        return open.contains(heading);
    }

    /** Opens or closes the group of the selected row, and remembers it. */
    private void toggle(boolean open) {
        Object item = getSelectedValue();
        if (item != null) {
            toggle(item instanceof Row ? ((Row) item).heading : (String) item, open);
        }
    }

    void toggle(String heading, boolean wanted) {
        if (wanted ? !open.add(heading) : !open.remove(heading)) {
            return;
        }
        Settings settings = Settings.load();
        settings.open = open.stream().filter(h -> !ALWAYS.contains(h))
            .collect(Collectors.toList());
        settings.save();
        fill();
        setSelectedValue(heading, true);
        if (wanted) {
            opened.run();
        }
    }

    /** Selects the next or previous row, without headings unless there are only these. */
    private void move(int by) {
        int from = getLeadSelectionIndex();
        for (int i = Math.max(-1, from) + by; i >= 0 && i < items.size(); i += by) {
            boolean shut = items.get(i) instanceof String && !isOpen((String) items.get(i));
            if (items.get(i) instanceof Row || shut) {
                setSelectedIndex(i);
                ensureIndexIsVisible(i);
                return;
            }
        }
    }

    /** Selects the first row if none is selected. */
    void selectFirst() {
        if (selectedRows().isEmpty()) {
            clearSelection();
            move(1);
        }
    }

    /** Selects the row after some rows, or the last one. */
    void selectAfter(List<Row> decided) {
        int last = decided.stream().mapToInt(items::indexOf).max().orElse(-1);
        setSelectedIndex(last);
        move(1);
    }

    void select(List<Row> rows) {
        setSelectedIndices(rows.stream().mapToInt(items::indexOf).filter(i -> i >= 0).toArray());
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Returns all rows, including those of closed groups. */
    List<Row> rows() {
        return groups.values().stream().flatMap(List::stream).collect(Collectors.toList());
    }

    List<Row> selectedRows() {
        return getSelectedValuesList().stream().filter(item -> item instanceof Row)
            .map(item -> (Row) item).collect(Collectors.toList());
    }

    private Component cell(JList<?> list, Object item, int index, boolean selected,
            boolean focused) {
        if (!(item instanceof Row)) {
            String heading = String.valueOf(item);
            int n = groups.getOrDefault(heading, List.of()).size();
            String count = n == 0 && more && ON_REQUEST.contains(heading) ? "" : "   " + n;
            return cell.line(this, null, (isOpen(heading) ? "▾ " : "▸ ") + heading + count,
                selected, "", false, false);
        }
        Row row = (Row) item;
        boolean active = row.axiom != null && (index == hot || selected);
        return cell.line(this, rendering(row), note(row), selected, active ? BUTTONS : "",
            row.check != null && row.check.contradicts, row.decision != null
            && row.heading != Row.MISSING && row.heading != Row.ASSERTED);
    }

    private String note(Row row) {
        String decided = row.decision == null ? "" : row.decision.equals("accept") ? "accepted   "
            : row.decision.equals("reject") ? "rejected   " : "deferred   ";
        String group = row.grouped().isEmpty() ? "" : row.grouped() + "   ";
        String check = row.check == null ? ""
            : (row.check.contradicts ? "⚠ " : row.check.passed ? "✓ " : "○ ") + row.check.text
            + "   ";
        return (row.history.isEmpty() ? decided : row.history + "   ") + check + group
            + evidence.computeIfAbsent(row, r -> Html.line(kit, r));
    }

    private Rendering rendering(Row row) {
        return renderings.computeIfAbsent(row, r -> new Rendering(kit, r.shown(withSubject)));
    }

    private int indexAt(Point point) {
        int index = locationToIndex(point);
        return index >= 0 && getCellBounds(index, index).contains(point) ? index : -1;
    }

    private OWLEntity entityAt(Point point) {
        Object item = indexAt(point) < 0 ? null : items.get(indexAt(point));
        return item instanceof Row ? cell.entityAt(rendering((Row) item), point.x) : null;
    }

    private final class Mouse extends MouseAdapter {
        @Override
        public void mouseMoved(MouseEvent e) {
            become(indexAt(e.getPoint()));
        }

        @Override
        public void mouseExited(MouseEvent e) {
            become(-1);
        }

        private void become(int now) {
            if (now != hot) {
                hot = now;
                repaint();
            }
        }

        @Override
        public void mouseClicked(MouseEvent e) {
            int index = indexAt(e.getPoint());
            if (index < 0 || !SwingUtilities.isLeftMouseButton(e)) {
                return;
            }
            Object item = items.get(index);
            if (item instanceof String) {
                toggle((String) item, !isOpen((String) item));
                return;
            }
            OWLEntity entity = entityAt(e.getPoint());
            Rectangle bounds = getCellBounds(index, index);
            int button = cell.buttonAt(bounds.width - e.getX(), BUTTONS.length());
            if (e.isControlDown() && entity != null) {
                EntityPane.show(kit, entity);
            } else if (button >= 0 && ((Row) item).axiom != null) {
                setSelectedIndex(index);
                if (BUTTON_COMMANDS.get(button).equals("menu")) {
                    getComponentPopupMenu().show(SuggestionList.this, e.getX(), e.getY());
                } else {
                    commands.accept(BUTTON_COMMANDS.get(button));
                }
            } else if (e.getClickCount() == 2) {
                commands.accept("show");
            }
        }
    }

    private JPopupMenu menu() {
        JPopupMenu menu = new JPopupMenu();
        for (String[] command : COMMANDS) {
            if (command.length == 0) {
                menu.addSeparator();
            } else {
                JMenuItem item = new JMenuItem(command[1]);
                item.setAccelerator(KeyStroke.getKeyStroke(command[2]));
                item.addActionListener(e -> commands.accept(command[0]));
                menu.add(item);
            }
        }
        return menu;
    }

    /** Selects the row of the menu. */
    @Override
    public Point getPopupLocation(MouseEvent event) {
        int index = event == null ? -1 : indexAt(event.getPoint());
        if (index >= 0 && !isSelectedIndex(index)) {
            setSelectedIndex(index);
        }
        return super.getPopupLocation(event);
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        OWLEntity entity = entityAt(event.getPoint());
        int index = indexAt(event.getPoint());
        return entity != null ? entity.getIRI().toString()
            : index >= 0 && items.get(index) instanceof Row
            ? rendering((Row) items.get(index)) + "  " + note((Row) items.get(index)) : null;
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
