package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.event.ActionEvent;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import javax.swing.AbstractAction;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.RowFilter;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableCellRenderer;
import javax.swing.table.TableRowSorter;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.JobEvents;
import org.protege.editor.core.ui.util.UIUtil;
import org.protege.editor.owl.OWLEditorKit;
import org.semanticweb.owlapi.model.OWLDataFactory;

/** The most probable missing axioms of the whole ontology as a table, to be decided about one by one or many at once. */
final class ReviewPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int PROBABILITY = 3; // the column

    private final transient OWLEditorKit kit;
    private final transient Companion companion;
    private final transient Curation curation;
    private final StatusBar statusBar;
    private final Rows rows = new Rows();
    private final JTable table = new JTable(rows);
    private final TableRowSorter<Rows> sorter = new TableRowSorter<>(rows);
    private final JTextField filter = new JTextField(18);
    private final JButton find = new JButton("Find");
    private final JButton stop = new JButton("Stop");
    private final JButton anyway = new JButton("Accept anyway");
    private final JLabel message = new JLabel(" ");
    private final List<JButton> decisions = new ArrayList<>();
    private final transient Runnable news = this::update;

    private transient Contract.Job job; // the mining that runs; null: none
    private transient List<Row> insisting = List.of();

    ReviewPanel(OWLEditorKit kit, Companion companion) {
        super(new BorderLayout());
        this.kit = kit;
        this.companion = companion;
        curation = new Curation(kit.getModelManager(), companion);
        statusBar = new StatusBar(kit, companion);
        table.setName("box2el.review");
        table.setRowSorter(sorter);
        table.setFillsViewportHeight(true);
        table.getColumnModel().getColumn(1).setPreferredWidth(300);
        table.getColumnModel().getColumn(PROBABILITY).setCellRenderer(new DefaultTableCellRenderer() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void setValue(Object probability) {
                setHorizontalAlignment(TRAILING);
                setText(Row.percent((Double) probability));
            }
        });
        table.getSelectionModel().addListSelectionListener(e -> enableButtons());
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent e) {
                if (e.getClickCount() == 2 && table.rowAtPoint(e.getPoint()) >= 0) {
                    show(selectedRows().get(0));
                }
            }
        });
        JPanel top = new JPanel(new BorderLayout());
        top.add(statusBar, BorderLayout.NORTH);
        top.add(commands(), BorderLayout.CENTER);
        add(top, BorderLayout.NORTH);
        add(new JScrollPane(table), BorderLayout.CENTER);
        add(buttons(), BorderLayout.SOUTH);
        companion.addListener(news);
        update();
    }

    void dispose() {
        companion.removeListener(news);
    }

    private JPanel commands() {
        find.setName("box2el.find");
        find.setToolTipText("Looks through the whole ontology for what is most probably missing");
        find.addActionListener(e -> find());
        stop.setName("box2el.stop");
        stop.addActionListener(e -> stop());
        filter.setName("box2el.review.filter");
        filter.setToolTipText("Only rows with this text");
        filter.getDocument().addDocumentListener(new DocumentListener() {
            @Override
            public void insertUpdate(DocumentEvent e) {
                narrow();
            }

            @Override
            public void removeUpdate(DocumentEvent e) {
                narrow();
            }

            @Override
            public void changedUpdate(DocumentEvent e) {
                narrow();
            }
        });
        JComboBox<String> format = new JComboBox<>(new String[] {"This table (TSV)", "Accepted: ROBOT template", "Accepted: KGCL", "All decisions (TSV)"});
        format.setName("box2el.export.format");
        JButton export = new JButton("Export…");
        export.setName("box2el.export");
        export.addActionListener(e -> export(format.getSelectedIndex()));
        JPanel commands = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 3));
        commands.add(find);
        commands.add(stop);
        commands.add(new JLabel("Filter"));
        commands.add(filter);
        commands.add(format);
        commands.add(export);
        return commands;
    }

    private JPanel buttons() {
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 3));
        decision(buttons, "accept", "Accept", KeyEvent.VK_A);
        decision(buttons, "reject", "Reject", KeyEvent.VK_R);
        decision(buttons, "defer", "Defer", KeyEvent.VK_D);
        anyway.setName("box2el.review.anyway");
        anyway.setVisible(false);
        anyway.addActionListener(e -> decide("accept", insisting, true));
        message.setName("box2el.review.message");
        buttons.add(anyway);
        buttons.add(message);
        return buttons;
    }

    private void decision(JPanel buttons, String action, String label, int key) {
        JButton button = new JButton(label);
        button.setName("box2el.review." + action);
        button.addActionListener(e -> decide(action, selectedRows(), false));
        table.getInputMap().put(KeyStroke.getKeyStroke(key, 0), "box2el." + action);
        table.getActionMap().put("box2el." + action, new AbstractAction() {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent e) {
                decide(action, selectedRows(), false);
            }
        });
        decisions.add(button);
        buttons.add(button);
    }

    private void update() {
        statusBar.show(companion.status());
        enableButtons();
    }

    private void enableButtons() {
        boolean ready = companion.status().isReady();
        find.setEnabled(ready && job == null);
        stop.setEnabled(job != null);
        decisions.forEach(button -> button.setEnabled(table.getSelectedRowCount() > 0));
    }

    private void narrow() {
        String text = filter.getText().trim();
        sorter.setRowFilter(text.isEmpty() ? null : RowFilter.regexFilter("(?i)" + Pattern.quote(text)));
    }

    private void find() {
        Contract.Mining mining = new Contract.Mining();
        mining.limit = Settings.load().miningLimit;
        mining.primary = true;
        say("Looking …", List.of());
        find.setEnabled(false);
        companion.ask(r -> r.client.mine(r.ontology, mining), started -> {
            job = started;
            enableButtons();
            follow(started);
        }, this::refused);
    }

    private void follow(Contract.Job mining) {
        companion.ask(r -> r.client.follow(mining.id, new JobEvents.Listener() {
            @Override
            public void job(Contract.Job news) {}

            @Override
            public void progress(Contract.Progress p) {
                SwingUtilities.invokeLater(() -> {
                    if (job != null) {
                        say(p.stage + (p.total > 0 ? " " + 100 * p.done / p.total + " %" : " …"), List.of());
                    }
                });
            }

            @Override
            public void loss(Contract.LossPoint point) {}
        }), end -> companion.ask(r -> r.client.job(mining.id), this::ended, this::refused), this::refused);
    }

    private void ended(Contract.Job mining) {
        job = null;
        enableButtons();
        if (!"done".equals(mining.state)) {
            say("failed".equals(mining.state) ? mining.error : "Stopped.", List.of());
            return;
        }
        rows.set(new ArrayList<>());
        fetch(mining.id, null);
    }

    private void fetch(String mining, String cursor) {
        OWLDataFactory factory = kit.getModelManager().getOWLDataFactory();
        companion.ask(r -> r.client.mined(r.ontology, mining, cursor).thenApply(page -> {
            List<Row> more = new ArrayList<>(); // on a thread of the client: a page may be long
            for (Contract.Suggestion s : page.items) {
                Row row = Row.of(s, factory);
                if (row != null) {
                    more.add(row);
                }
            }
            page.items = null;
            return new Page(more, page.next);
        }), page -> {
            rows.add(page.rows);
            say(rows.getRowCount() + " suggestions.", List.of());
            if (page.next != null) {
                fetch(mining, page.next);
            }
        }, this::refused);
    }

    private static final class Page {
        final List<Row> rows;
        final String next;

        Page(List<Row> rows, String next) {
            this.rows = rows;
            this.next = next;
        }
    }

    private void stop() {
        Contract.Job running = job;
        companion.ask(r -> r.client.cancel(running.id), end -> { }, this::refused);
    }

    private void refused(Throwable cause) {
        job = null;
        enableButtons();
        say(String.valueOf(cause.getMessage()), List.of());
    }

    private List<Row> selectedRows() {
        List<Row> selected = new ArrayList<>();
        for (int i : table.getSelectedRows()) {
            selected.add(rows.rows.get(table.convertRowIndexToModel(i)));
        }
        return selected;
    }

    private void show(Row row) {
        kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(row.axiom.getSubClass().asOWLClass());
    }

    private void decide(String action, List<Row> chosen, boolean force) {
        if (chosen.isEmpty()) {
            return;
        }
        curation.decide(action, chosen, force, () -> {
            rows.remove(new HashSet<>(chosen));
            say(chosen.size() == 1 ? "Done." : chosen.size() + " done.", List.of());
        }, refusal -> say(refusal.text, refusal.contradiction ? chosen : List.of()));
    }

    private void say(String text, List<Row> contradicting) {
        message.setText(text == null ? " " : text);
        message.setToolTipText(text);
        insisting = contradicting;
        anyway.setVisible(!contradicting.isEmpty());
    }

    private void export(int format) {
        if (format == 0) {
            save("tsv", tsv());
            return;
        }
        String name = format == 1 ? "robot" : format == 2 ? "kgcl" : "tsv";
        companion.ask(r -> r.client.export(r.ontology, name), text -> save(format == 2 ? "kgcl" : "tsv", text), this::refused);
    }

    private String tsv() {
        StringBuilder text = new StringBuilder("axiom\tsubject\tsuggestion\tverdict\tprobability\n");
        for (int i = 0; i < table.getRowCount(); i++) {
            Row row = rows.rows.get(table.convertRowIndexToModel(i));
            text.append(row.suggestion.axiom.replaceAll("[\t\n\r]", " ")).append('\t').append(row.suggestion.subject.iri).append('\t')
                .append(row.suggestion.manchester.replaceAll("[\t\n\r]", " ")).append('\t').append(row.suggestion.verdict).append('\t')
                .append(row.suggestion.probability).append('\n');
        }
        return text.toString();
    }

    private void save(String extension, String text) {
        File file = UIUtil.saveFile(this, "Export", "Exported suggestions", Set.of(extension), "suggestions." + extension);
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file.toPath(), text);
            say("Written to " + file, List.of());
        } catch (IOException e) {
            say("Not written: " + e.getMessage(), List.of());
        }
    }

    /** The rows of the table. */
    private static final class Rows extends AbstractTableModel {
        private static final long serialVersionUID = 1L;
        private static final String[] COLUMNS = {"Class", "Suggestion", "Verdict", "Probability"};

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
        public Class<?> getColumnClass(int column) {
            return column == PROBABILITY ? Double.class : String.class;
        }

        @Override
        public Object getValueAt(int row, int column) {
            Contract.Suggestion s = rows.get(row).suggestion;
            switch (column) {
                case 0:
                    return s.subject.label;
                case 1:
                    return s.manchester;
                case 2:
                    return s.verdict;
                default:
                    return s.probability;
            }
        }
    }
}
