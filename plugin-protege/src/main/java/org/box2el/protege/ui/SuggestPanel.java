package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.Desktop;
import java.awt.FlowLayout;
import java.awt.event.ActionEvent;
import java.awt.event.HierarchyEvent;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

import javax.swing.AbstractAction;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JEditorPane;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSpinner;
import javax.swing.JSplitPane;
import javax.swing.KeyStroke;
import javax.swing.SpinnerNumberModel;
import javax.swing.Timer;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.Status;
import org.box2el.protege.client.Contract;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.selection.OWLSelectionModelListener;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLEntity;

/** What the selected class is probably missing, and why; with buttons and keys to decide. */
final class SuggestPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int PAUSE_MILLIS = 120; // so that walking through a tree asks once, at its end

    private final transient OWLEditorKit kit;
    private final transient Companion companion;
    private final transient Curation curation;
    private final StatusBar statusBar;
    private final SuggestionList list;
    private final JLabel subject = new JLabel(" ");
    private final JLabel message = new JLabel(" ");
    private final JButton anyway = new JButton("Accept anyway");
    private final JEditorPane details = new JEditorPane("text/html", "");
    private final JCheckBox superclasses = new JCheckBox("Superclasses", true);
    private final JCheckBox relations = new JCheckBox("Relations", true);
    private final JCheckBox entailed = new JCheckBox("Entailed", false);
    private final JCheckBox decided = new JCheckBox("Decided", false);
    private final JSpinner least = new JSpinner(new SpinnerNumberModel(0, 0, 100, 5));
    private final List<JButton> decisions = new ArrayList<>();
    private final Timer ask = new Timer(PAUSE_MILLIS, e -> ask());
    private final Timer explain = new Timer(PAUSE_MILLIS, e -> explain());
    private final transient Runnable news = this::heard;
    private final transient OWLSelectionModelListener selection = this::update;

    private String asked = ""; // what the rows answer, or will
    private int questions; // so that a late answer is told from the last
    private int explanations;
    private String restsOn; // the hash of the axioms that the answer was made from; null: not told
    private String found; // what the line says when all is well
    private transient List<Row> insisting = List.of(); // rows that contradict

    SuggestPanel(OWLEditorKit kit, Companion companion) {
        super(new BorderLayout());
        this.kit = kit;
        this.companion = companion;
        curation = new Curation(kit.getModelManager(), companion);
        statusBar = new StatusBar(kit, companion);
        list = new SuggestionList(kit);
        details.setEditable(false);
        details.setName("box2el.details");
        details.putClientProperty(JEditorPane.HONOR_DISPLAY_PROPERTIES, true);
        subject.setName("box2el.subject");
        message.setName("box2el.message");
        ask.setRepeats(false);
        explain.setRepeats(false);

        JPanel top = new JPanel(new BorderLayout());
        top.add(statusBar, BorderLayout.NORTH);
        top.add(filters(), BorderLayout.CENTER);
        JSplitPane split = new JSplitPane(JSplitPane.VERTICAL_SPLIT, new JScrollPane(list), new JScrollPane(details));
        split.setResizeWeight(0.5);
        add(top, BorderLayout.NORTH);
        add(split, BorderLayout.CENTER);
        add(buttons(), BorderLayout.SOUTH);

        list.addListSelectionListener(e -> selected());
        addHierarchyListener(e -> {
            if ((e.getChangeFlags() & HierarchyEvent.SHOWING_CHANGED) != 0) {
                update();
            }
        });
        companion.addListener(news);
        kit.getOWLWorkspace().getOWLSelectionModel().addListener(selection);
        update();
    }

    void dispose() {
        ask.stop();
        explain.stop();
        questions++;
        explanations++;
        list.dispose();
        companion.removeListener(news);
        kit.getOWLWorkspace().getOWLSelectionModel().removeListener(selection);
    }

    private JPanel filters() {
        JPanel filters = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 0));
        filters.add(subject);
        filter(filters, superclasses, "superclasses", "Suggest superclasses");
        filter(filters, relations, "relations", "Suggest relations: property some class");
        filter(filters, entailed, "entailed", "Also show what follows already, with its proof");
        filter(filters, decided, "decided", "Also show what has been accepted or rejected");
        least.setName("box2el.least");
        least.setToolTipText("The least probability, in per cent");
        least.addChangeListener(e -> update());
        filters.add(new JLabel("at least"));
        filters.add(least);
        filters.add(new JLabel("%"));
        return filters;
    }

    private void filter(JPanel filters, JCheckBox box, String name, String tip) {
        box.setName("box2el.filter." + name);
        box.setToolTipText(tip);
        box.addActionListener(e -> update());
        filters.add(box);
    }

    private JPanel buttons() {
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 3));
        decision(buttons, "accept", "Accept", KeyEvent.VK_A);
        decision(buttons, "reject", "Reject", KeyEvent.VK_R);
        decision(buttons, "defer", "Defer", KeyEvent.VK_D);
        decision(buttons, "revert", "Take back", KeyEvent.VK_U);
        anyway.setName("box2el.anyway");
        anyway.setVisible(false);
        anyway.addActionListener(e -> decide("accept", insisting, true));
        JButton picture = new JButton("In the browser");
        picture.setName("box2el.browser");
        picture.setToolTipText("Opens the class, its surroundings and the report in the browser");
        picture.addActionListener(e -> browse());
        buttons.add(picture);
        buttons.add(anyway);
        buttons.add(message);
        return buttons;
    }

    private void decision(JPanel buttons, String action, String label, int key) {
        JButton button = new JButton(label);
        button.setName("box2el." + action);
        button.setToolTipText(label + " what is selected (" + KeyEvent.getKeyText(key).toLowerCase(Locale.ROOT) + ")");
        button.addActionListener(e -> decide(action, list.selectedRows(), false));
        list.getInputMap().put(KeyStroke.getKeyStroke(key, 0), "box2el." + action);
        list.getActionMap().put("box2el." + action, new AbstractAction() {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent e) {
                decide(action, list.selectedRows(), false);
            }
        });
        decisions.add(button);
        buttons.add(button);
    }

    private OWLClass selectedClass() {
        OWLEntity entity = kit.getOWLWorkspace().getOWLSelectionModel().getSelectedEntity();
        return entity instanceof OWLClass ? (OWLClass) entity : null;
    }

    /** The companion has changed. While answers rest on axioms of before the last edit, ask again: the server may have come further. */
    private void heard() {
        if (restsOn != null && !restsOn.equals(companion.content())) {
            askAnew();
        }
        update();
    }

    /** Brings everything up to date with the companion and the selection; asks where what is shown answers something else. */
    private void update() {
        if (!isShowing()) {
            return;
        }
        OWLClass cls = selectedClass();
        subject.setText(cls == null ? " " : kit.getModelManager().getRendering(cls));
        Status status = companion.status();
        if (!status.isReady() || cls == null) {
            ask.stop();
            questions++;
            statusBar.show(status.isReady() ? Status.empty("Select a class.") : status);
            if (cls == null || !asked.startsWith(cls.getIRI() + " ")) {
                asked = "";
                setRows(List.of());
            }
            return;
        }
        String question = question(cls);
        if (question.equals(asked)) {
            statusBar.show(found == null ? status : status.after(found));
            return;
        }
        if (!asked.startsWith(cls.getIRI() + " ")) {
            setRows(List.of());
        }
        asked = question;
        found = null;
        statusBar.show(status.text.isEmpty() ? Status.empty("Asking …") : status);
        ask.restart();
    }

    private String question(OWLClass cls) {
        return cls.getIRI() + " " + companion.basis() + " " + superclasses.isSelected() + relations.isSelected() + entailed.isSelected()
            + decided.isSelected() + least.getValue();
    }

    private void ask() {
        OWLClass cls = selectedClass();
        if (cls == null || !companion.status().isReady()) {
            return;
        }
        Contract.SuggestionQuery query = new Contract.SuggestionQuery();
        query.subject = cls.getIRI().toString();
        query.limit = Settings.load().limit;
        query.forms = new ArrayList<>();
        if (superclasses.isSelected()) {
            query.forms.add("NF1");
        }
        if (relations.isSelected()) {
            query.forms.add("NF3");
        }
        query.verdicts = new ArrayList<>(List.of("new", "contradicts"));
        if (entailed.isSelected()) {
            query.verdicts.add("entailed");
        }
        query.decided = decided.isSelected();
        query.minProbability = (Integer) least.getValue() / 100.0;
        int mine = ++questions;
        if (query.forms.isEmpty()) {
            answered(new Contract.SuggestionPage());
            return;
        }
        companion.ask(r -> r.client.suggest(r.ontology, query), page -> {
            if (mine == questions) {
                answered(page);
            }
        }, refused -> {
            if (mine == questions) {
                found = refused.getMessage();
                update();
            }
        });
    }

    private void answered(Contract.SuggestionPage page) {
        List<Row> rows = new ArrayList<>();
        if (page.items != null) {
            for (Contract.Suggestion suggestion : page.items) {
                Row row = Row.of(suggestion, kit.getModelManager().getOWLDataFactory());
                if (row != null) {
                    rows.add(row);
                }
            }
        }
        if (rows.isEmpty()) {
            found = page.note == null ? "Nothing to suggest here." : page.note;
        } else {
            found = rows.size() == 1 ? "One suggestion." : rows.size() + " suggestions.";
        }
        restsOn = page.content;
        setRows(rows);
        update();
    }

    private void setRows(List<Row> rows) {
        Row before = list.selectedRows().size() == 1 ? list.selectedRows().get(0) : null;
        list.setRows(rows);
        for (Row row : rows) {
            if (before != null && row.axiom.equals(before.axiom)) {
                list.setSelectedValue(row, false); // what is looked at stays where it is
            }
        }
        selected();
    }

    /** What is selected has changed. */
    private void selected() {
        List<Row> rows = list.selectedRows();
        decisions.forEach(button -> button.setEnabled(!rows.isEmpty()));
        say(" ", List.of());
        details.setText(rows.size() == 1 ? Html.why(rows.get(0).suggestion) : Html.NOTHING);
        details.setCaretPosition(0);
        explanations++;
        explain.restart();
    }

    /** Adds what takes the server longer: the effect of what is new, the proof of what follows or contradicts. */
    private void explain() {
        List<Row> rows = list.selectedRows();
        if (rows.size() != 1) {
            return;
        }
        Contract.Suggestion s = rows.get(0).suggestion;
        int mine = ++explanations;
        Consumer<String> add = html -> {
            if (mine == explanations) {
                details.setText(Html.why(s) + html);
                details.setCaretPosition(0);
            }
        };
        Consumer<Throwable> refused = cause -> add.accept("<p>" + Html.escape(cause.getMessage()) + "</p>");
        if ("new".equals(s.verdict)) {
            Contract.Supposition supposition = new Contract.Supposition();
            supposition.axioms = List.of(s.axiom);
            supposition.examples = 5;
            companion.ask(r -> r.client.effects(r.ontology, supposition), effect -> add.accept(Html.effect(effect)), refused);
            return;
        }
        Contract.ExplanationQuery query = new Contract.ExplanationQuery();
        query.axiom = s.axiom;
        query.contradiction = "contradicts".equals(s.verdict) ? true : null;
        companion.ask(r -> r.client.explain(r.ontology, query), explanation -> add.accept(Html.proof(explanation)), refused);
    }

    private void decide(String action, List<Row> rows, boolean force) {
        if (rows.isEmpty()) {
            return;
        }
        decisions.forEach(button -> button.setEnabled(false));
        curation.decide(action, rows, force, () -> decided(action, rows), refusal -> {
            decisions.forEach(button -> button.setEnabled(!list.selectedRows().isEmpty()));
            say(refusal.text, refusal.contradiction ? rows : List.of());
        });
    }

    /** Takes rows that were decided about away, and asks anew: an answer that is under way does not know of the decision. */
    private void decided(String action, List<Row> rows) {
        if (!decided.isSelected() && !action.equals("revert")) {
            int next = list.getMinSelectionIndex();
            List<Row> left = list.rows();
            left.removeAll(rows);
            setRows(left);
            if (!left.isEmpty()) {
                list.setSelectedIndex(Math.min(Math.max(next, 1), list.getModel().getSize() - 1));
            }
        }
        questions++;
        askAnew();
        update();
        list.requestFocusInWindow();
    }

    /** Makes the next update ask, and keep the rows until the answer is there. */
    private void askAnew() {
        asked = asked.replaceFirst(" .*", " ");
    }

    /** Says something about the last command, and offers to insist on rows. */
    private void say(String text, List<Row> rows) {
        message.setText(text);
        message.setToolTipText(text.isBlank() ? null : text);
        insisting = rows;
        anyway.setVisible(!rows.isEmpty());
    }

    private void browse() {
        OWLClass cls = selectedClass();
        String place = cls == null ? "" : "/class/" + URLEncoder.encode(cls.getIRI().toString(), StandardCharsets.UTF_8).replace("+", "%20");
        companion.browse(id -> "/o/" + id + place, address -> {
            try {
                if (!Desktop.isDesktopSupported() || !Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
                    say("No browser is known here. The address, good once and for a minute: " + address, List.of());
                    return;
                }
                Desktop.getDesktop().browse(address);
            } catch (IOException e) {
                say("The browser did not start: " + e.getMessage(), List.of());
            }
        }, refused -> say(Objects.toString(refused.getMessage(), ""), List.of()));
    }
}
