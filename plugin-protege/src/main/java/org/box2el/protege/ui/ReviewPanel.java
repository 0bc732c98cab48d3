package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.JobEvents;
import org.protege.editor.core.ui.util.UIUtil;
import org.protege.editor.owl.OWLEditorKit;

/** The suggestions for the whole ontology as a table, for decisions on one or several rows. */
final class ReviewPanel extends CompanionPanel {
    private static final long serialVersionUID = 1L;
    private static final int IDLE = -1;

    private final ReviewTable table;
    private final JTextField filter = new JTextField(18);
    private final JButton find = new JButton("Review");
    private final JButton stop = new JButton("Stop");
    private final JCheckBox speculative = new JCheckBox("Speculative");
    private final DecisionBar decisions;

    private transient Contract.Job job; // the running job, or null
    private int generation = IDLE; // of the companion when the review was started
    private boolean stopping; // cancel the job as soon as its id is known
    private String iri = ""; // of the ontology of the rows

    ReviewPanel(OWLEditorKit kit, Companion companion) {
        super(kit, companion);
        table = new ReviewTable(kit);
        decisions = new DecisionBar("box2el.review.", table,
            new Curation(kit.getModelManager(), companion));
        decisions.connect(table::selectedRows, this::decided);
        table.getSelectionModel().addListSelectionListener(e -> decisions.selectionChanged());
        head(commands());
        add(new JScrollPane(table), BorderLayout.CENTER);
        add(decisions, BorderLayout.SOUTH);
    }

    @Override
    void dispose() {
        table.dispose();
        super.dispose();
    }

    private JPanel commands() {
        find.setName("box2el.find");
        find.setToolTipText("Suggest axioms for the whole ontology");
        find.setMnemonic('F');
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
        JComboBox<String> format =
            new JComboBox<>(new String[] {"This list (TSV)", "Accepted (ROBOT template)",
            "Accepted (KGCL)", "Decisions (TSV)"});
        format.setName("box2el.export.format");
        format.getAccessibleContext().setAccessibleName("Format of the export");
        JButton export = new JButton("Export…");
        export.setName("box2el.export");
        export.addActionListener(e -> export(format.getSelectedIndex()));
        JPanel commands = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 3));
        commands.add(find);
        commands.add(stop);
        speculative.setName("box2el.review.speculative");
        speculative.setToolTipText("Include speculative suggestions");
        commands.add(speculative);
        JLabel label = new JLabel("Filter");
        label.setLabelFor(filter);
        commands.add(label);
        commands.add(filter);
        commands.add(format);
        commands.add(export);
        return commands;
    }

    @Override
    void heard() {
        // Its end will not be reported.
        if (generation != IDLE && generation != companion.generation()) {
            idle();
            decisions.say("Stopped: another ontology became active.");
        }
        if (!iri.equals(companion.iri())) {
            iri = companion.iri();
            table.clear();
            decisions.say("");
        }
        statusBar.show(companion.status());
        enableCommands();
    }

    private void enableCommands() {
        find.setEnabled(companion.status().isReady() && generation == IDLE);
        stop.setEnabled(generation != IDLE && !stopping);
    }

    private void narrow() {
        table.narrow(filter.getText().trim());
    }

    private void find() {
        Contract.NewRun run = new Contract.NewRun();
        run.limit = Settings.load().miningLimit;
        run.primary = true;
        run.tiers = SuggestPanel.tiers(speculative);
        decisions.say("Searching…");
        generation = companion.generation();
        enableCommands();
        companion.ask(r -> r.client.startRun(r.ontology, run), started -> {
            job = started;
            if (stopping) {
                cancel();
            }
            follow(started);
        }, this::refused);
    }

    private void follow(Contract.Job started) {
        companion.ask(r -> r.client.follow(started.id, new JobEvents.Listener() {
            @Override
            public void job(Contract.Job news) {}

            @Override
            public void progress(Contract.Progress p) {
                SwingUtilities.invokeLater(() -> {
                    if (job != null && !stopping) {
                        decisions.say(p.stage + (p.total > 0 ? " " + 100 * p.done / p.total + " %"
                            : " …"));
                    }
                });
            }

            @Override
            public void loss(Contract.LossPoint point) {}
        }), end -> companion.ask(r -> r.client.job(started.id), this::ended, this::refused),
            this::refused);
    }

    private void idle() {
        generation = IDLE;
        stopping = false;
        job = null;
        enableCommands();
    }

    private void ended(Contract.Job now) {
        idle();
        if (!"done".equals(now.state)) {
            decisions.say("failed".equals(now.state) ? now.error : "Stopped.");
            return;
        }
        table.clear();
        fetch(now.run(), null);
    }

    private void fetch(long run, String cursor) {
        companion.ask(r -> r.client.suggestions(r.ontology, run, cursor)
                .thenApply(page -> new Answer(page, companion.reader())), answer -> {
            table.add(answer.rows);
            int n = table.getModel().getRowCount();
            decisions.say(n == 0 && answer.page.nothing != null ? answer.page.nothing : n == 1
                ? "One suggestion." : n + " suggestions.");
            if (answer.page.next != null) {
                fetch(run, answer.page.next);
            }
        }, this::refused);
    }

    private void stop() {
        stopping = true;
        enableCommands();
        decisions.say("Stopping…");
        if (job != null) {
            cancel();
        }
    }

    private void cancel() {
        String running = job.id;
        // The stream of events ends with the job.
        companion.ask(r -> r.client.cancel(running), end -> { }, this::refused);
    }

    private void refused(Throwable cause) {
        idle();
        decisions.say(String.valueOf(cause.getMessage()));
    }

    private void decided(String action, List<Row> chosen) {
        table.remove(new HashSet<>(chosen));
        decisions.say(chosen.size() == 1 ? "Saved." : chosen.size() + " saved.");
    }

    private void export(int format) {
        if (format == 0) {
            save("tsv", table.tsv());
            return;
        }
        String name = format == 1 ? "robot" : format == 2 ? "kgcl" : "tsv";
        companion.ask(r -> r.client.export(r.ontology, name), text -> {
            if (text.isBlank()) { // KGCL only has CURIEs as names
                decisions.say(
                    "Nothing to export: this format supports none of the accepted axioms.");
            } else {
                save(format == 2 ? "kgcl" : "tsv", text);
            }
        }, this::refused);
    }

    private void save(String extension, String text) {
        File file = UIUtil.saveFile(this, "Export", "Exported suggestions", Set.of(extension),
            "suggestions." + extension);
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file.toPath(), text);
            decisions.say("Written to " + file);
        } catch (IOException e) {
            decisions.say("Could not write the file: " + e.getMessage());
        }
    }
}
