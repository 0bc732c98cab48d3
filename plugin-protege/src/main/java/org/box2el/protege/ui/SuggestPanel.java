package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.Desktop;
import java.awt.FlowLayout;
import java.awt.event.HierarchyEvent;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import javax.swing.SwingUtilities;
import javax.swing.Timer;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.Status;
import org.box2el.protege.client.Contract;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.selection.OWLSelectionModelListener;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * The suggested axioms for the selected class, with evidence, and with buttons and keys for
 * decisions.
 */
final class SuggestPanel extends CompanionPanel {
    private static final long serialVersionUID = 1L;
    private static final String ASKING = "Loading suggestions…";
    private static final List<String> TIERS = List.of("likely", "possible", "speculative");
    private static final int PAUSE_MILLIS = 120; // asks once after moving through a tree

    private final SuggestionList list;
    private final EntityPane details;
    private final DecisionBar decisions;
    private final JLabel subject = new JLabel(" ");
    private final JCheckBox superclasses = new JCheckBox("Superclasses", true);
    private final JCheckBox relations = new JCheckBox("Restrictions", true);
    private final JCheckBox speculative = new JCheckBox("Speculative", false);
    private final JCheckBox entailed = new JCheckBox("Entailed", false);
    private final JCheckBox decided = new JCheckBox("Decided", false);
    private final Timer ask = new Timer(PAUSE_MILLIS, e -> ask());
    private final Timer explain = new Timer(PAUSE_MILLIS, e -> explain());
    private final transient OWLSelectionModelListener selection = this::update;

    private String asked = ""; // the question that the rows answer
    private int questions; // the number of the last question; answers to others are dropped
    private int explanations;
    private Long restsOn; // the revision that the answer is about, or null
    private boolean settingRows; // ignore selections meanwhile
    private String found = ASKING; // the text of the status line if nothing is wrong

    SuggestPanel(OWLEditorKit kit, Companion companion, SuggestionList list, EntityPane details,
            DecisionBar decisions) {
        super(kit, companion);
        this.list = list;
        this.details = details;
        this.decisions = decisions;
        decisions.connect(list::selectedRows, this::decided);
        decisions.decision("revert", "Undo", KeyEvent.VK_U);
        JButton browser = new JButton("Open in browser");
        browser.setName("box2el.browser");
        browser.setToolTipText("Show this class on the web page");
        browser.addActionListener(e -> browse());
        decisions.append(browser);
        subject.setName("box2el.subject");
        ask.setRepeats(false);
        explain.setRepeats(false);

        head(filters());
        JSplitPane split = new JSplitPane(JSplitPane.VERTICAL_SPLIT, new JScrollPane(list),
            new JScrollPane(details));
        split.setResizeWeight(0.5);
        add(split, BorderLayout.CENTER);
        add(decisions, BorderLayout.SOUTH);

        list.addListSelectionListener(e -> {
            if (!e.getValueIsAdjusting() && !settingRows) {
                selected();
            }
        });
        addHierarchyListener(e -> {
            if ((e.getChangeFlags() & HierarchyEvent.SHOWING_CHANGED) != 0) {
                update();
            }
        });
        kit.getOWLWorkspace().getOWLSelectionModel().addListener(selection);
    }

    @Override
    void dispose() {
        ask.stop();
        explain.stop();
        questions++;
        explanations++;
        list.dispose();
        kit.getOWLWorkspace().getOWLSelectionModel().removeListener(selection);
        super.dispose();
    }

    private JPanel filters() {
        JPanel filters = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 0));
        filters.add(subject);
        filter(filters, superclasses, "superclasses", "Suggest superclasses");
        filter(filters, relations, "relations", "Show existential restrictions");
        filter(filters, speculative, "speculative",
            "Include ranked suggestions and those that make classes unsatisfiable");
        filter(filters, entailed, "entailed", "Include entailed axioms");
        filter(filters, decided, "decided", "Include decided");
        return filters;
    }

    private void filter(JPanel filters, JCheckBox box, String name, String tip) {
        box.setName("box2el.filter." + name);
        box.setToolTipText(tip);
        box.addActionListener(e -> update());
        filters.add(box);
    }

    private OWLClass selectedClass() {
        OWLEntity entity = kit.getOWLWorkspace().getOWLSelectionModel().getSelectedEntity();
        return entity instanceof OWLClass ? (OWLClass) entity : null;
    }

    /**
     * Called when the companion has changed. Asks again if the answer is about an earlier revision.
     */
    @Override
    void heard() {
        if (restsOn != null && restsOn != companion.revision()) {
            askAnew();
        }
        update();
    }

    /**
     * Updates all components for the companion and the selection, and asks if the rows answer
     * another question.
     */
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
            statusBar.show(status.isReady() ? status.after("Select a class.") : status);
            if (cls == null || !asked.startsWith(cls.getIRI() + " ")) {
                asked = "";
                setRows(List.of());
            }
            return;
        }
        String question = question(cls);
        if (question.equals(asked)) {
            statusBar.show(status.after(found));
            return;
        }
        if (!asked.startsWith(cls.getIRI() + " ")) {
            setRows(List.of());
        }
        asked = question;
        found = ASKING;
        statusBar.show(status.after(found));
        ask.restart();
    }

    private String question(OWLClass cls) {
        return cls.getIRI() + " " + companion.basis() + " " + superclasses.isSelected()
            + relations.isSelected() + speculative.isSelected()
            + entailed.isSelected() + decided.isSelected();
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
        query.tiers = tiers(speculative);
        if (entailed.isSelected() && entailed.isEnabled()) {
            query.verdicts.add("entailed"); // only ranked suggestions can be entailed
            query.tiers = TIERS;
        }
        query.decided = decided.isSelected();
        int mine = ++questions;
        if (query.forms.isEmpty()) {
            answered(new Answer(new Contract.SuggestionPage(), companion.reader()));
            return;
        }
        companion.ask(r -> r.client.suggest(r.ontology, query)
                .thenApply(page -> new Answer(page, companion.reader())), answer -> {
            if (mine == questions) {
                answered(answer);
            }
        }, refused -> {
            if (mine == questions) {
                found = Objects.toString(refused.getMessage(), "");
                update();
            }
        });
    }

    /** Returns the tiers to ask for, null for those that need no model. */
    static List<String> tiers(JCheckBox speculative) {
        return speculative.isSelected() && speculative.isEnabled() ? TIERS : null;
    }

    private void answered(Answer answer) {
        int n = answer.rows.size();
        if (n == 0) {
            found = Objects.requireNonNullElse(answer.page.nothing,
                "No suggestions for this class.");
        } else {
            found = n == 1 ? "One suggestion." : n + " suggestions.";
        }
        restsOn = answer.page.revision;
        setRows(answer.rows);
        update();
    }

    private void setRows(List<Row> rows) {
        if (rows.isEmpty() && list.isEmpty()) {
            return;
        }
        Row before = list.selectedRows().size() == 1 ? list.selectedRows().get(0) : null;
        settingRows = true;
        list.setRows(rows);
        for (Row row : rows) {
            if (before != null && row.axiom.equals(before.axiom)) {
                list.setSelectedValue(row, false); // keep the position of the selected row
            }
        }
        settingRows = false;
        selected();
    }

    /** Called when the selection has changed. */
    private void selected() {
        List<Row> rows = list.selectedRows();
        decisions.selectionChanged();
        decisions.say("");
        details.show(rows.size() == 1 ? new Html(kit).why(rows.get(0)) : new Html(kit));
        explanations++;
        if (rows.size() == 1) {
            explain.restart();
        } else {
            explain.stop();
        }
    }

    /**
     * Adds what takes the server longer: the effect of a new axiom, or the proof of one that is
     * entailed or contradicts.
     */
    private void explain() {
        List<Row> rows = list.selectedRows();
        if (rows.size() != 1) {
            return;
        }
        Row row = rows.get(0);
        Contract.Suggestion s = row.suggestion;
        if ("new".equals(s.verdict)) {
            Contract.Supposition supposition = new Contract.Supposition();
            supposition.axioms = List.of(s.axiom);
            supposition.examples = 5;
            tell(row, client -> client.client.effects(client.ontology, supposition), Html::axiomsOf,
                Html::effect);
            return;
        }
        Contract.ExplanationQuery query = new Contract.ExplanationQuery();
        query.axiom = s.axiom;
        query.contradiction = "contradicts".equals(s.verdict) ? true : null;
        tell(row, client -> client.client.explain(client.ontology, query), Html::axiomsOf,
            Html::proof);
    }

    /**
     * Asks about a row, parses the axioms of the answer off the event thread, and adds them to the
     * page.
     */
    private <T> void tell(Row row, Function<Companion.Request, CompletableFuture<T>> question,
            Function<T, List<String>> axioms, Addition<T> addition) {
        int mine = ++explanations;
        Consumer<Consumer<Html>> add = more -> {
            if (mine == explanations) {
                Html page = new Html(kit).why(row);
                more.accept(page);
                details.show(page);
            }
        };
        companion.<Consumer<Html>>ask(request -> question.apply(request).thenApply(answer -> {
            Map<String, OWLAxiom> read = companion.reader().read(axioms.apply(answer));
            return page -> addition.add(page, answer, read);
        }), add, refused -> add.accept(page -> page.paragraph(refused.getMessage())));
    }

    private interface Addition<T> {
        void add(Html page, T answer, Map<String, OWLAxiom> read);
    }

    /**
     * Removes the rows that were decided, and asks again, because a pending answer does not include
     * the decision.
     */
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

    /** Makes the next update ask, and keeps the rows until the answer arrives. */
    private void askAnew() {
        asked = asked.replaceFirst(" .*", " ");
    }

    private void browse() {
        OWLClass cls = selectedClass();
        decisions.say("Opening browser…");
        String place = cls == null ? ""
            : "/class/" + URLEncoder.encode(cls.getIRI().toString(), StandardCharsets.UTF_8)
            .replace("+", "%20");
        companion.browse(id -> "/o/" + id + place,
            address -> CompletableFuture.supplyAsync(() -> open(address))
                .thenAccept(outcome -> SwingUtilities.invokeLater(() -> decisions.say(outcome))),
            refused -> decisions.say(refused.getMessage()));
    }

    /** Starts the browser, which may take a while, and returns a message. */
    private static String open(URI address) {
        try {
            if (!Desktop.isDesktopSupported()
                    || !Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
                return "No browser found. Open this link (works once, for one minute): " + address;
            }
            Desktop.getDesktop().browse(address);
            return "";
        } catch (IOException e) {
            return "Could not open the browser: " + e.getMessage();
        }
    }
}
