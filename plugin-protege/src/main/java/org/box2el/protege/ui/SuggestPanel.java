package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Desktop;
import java.awt.FlowLayout;
import java.awt.Toolkit;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.awt.event.HierarchyEvent;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.swing.BorderFactory;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JRadioButton;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.UIManager;

import org.box2el.protege.Changes;
import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.Status;
import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.Installation;
import org.protege.editor.core.ui.preferences.PreferencesDialogPanel;
import org.protege.editor.core.ui.util.UIUtil;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.event.EventType;
import org.protege.editor.owl.model.event.OWLModelManagerListener;
import org.protege.editor.owl.model.selection.OWLSelectionModelListener;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLClassExpression;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.search.EntitySearcher;

/**
 * The view "Suggestions": axioms for the selected class, for it and its subclasses, or for the
 * whole ontology, with evidence, and with buttons and keys for decisions. A window may have
 * several. Protégé creates views on the event thread when they are first shown.
 */
public final class SuggestPanel extends AbstractOWLViewComponent {
    private static final String NOTHING = "http://www.w3.org/2002/07/owl#Nothing";
    private static final List<String> TIERS = List.of("likely", "possible", "speculative");
    private static final List<String> FORMS = List.of("NF1", "NF3", "definition");
    private static final int LIMIT = 20; // rows of a class
    private static final int LIMIT_ON_REQUEST = 60; // with those of groups on request
    private static final int LIMIT_OF_RUN = 1000;
    private static final int PAUSE_MILLIS = 120; // asks once after moving through a tree
    private static final int BEHIND_MILLIS = 1000; // asks again if the server follows an edit
    private static final int SLOW_SECONDS = 3;
    private static final int SMALL = 320; // pixels; a smaller view shows list or detail
    private static final IRI REPLACED_BY =
        IRI.create("http://purl.obolibrary.org/obo/IAO_0100001");
    private static final String[] REASONS =
        {"wrong", "too specific", "too general", "redundant", "other"};

    /** The classes that rows are about. */
    private enum Scope {
        CLASS("This class"), BELOW("Subclasses"), ALL("Whole ontology");

        final String label;

        Scope(String label) {
            this.label = label;
        }
    }

    /** A button for the next step, invisible without a label. */
    private static final class Way extends JButton {
        private transient Runnable action;

        Way(String name) {
            setName("box2el." + name);
            setVisible(false);
            addActionListener(e -> action.run());
        }

        void become(String label, Runnable wanted) {
            setText(label);
            setVisible(!label.isEmpty());
            action = wanted;
        }
    }

    private OWLEditorKit kit;
    private OWLModelManager model;
    private Companion companion;
    private Changes changes;
    private SelectedReasoner reasoner;
    private Curation curation;
    private SuggestionList list;
    private EntityPane details;
    private final JTextArea line = new JTextArea(); // a label would cut off long text
    private final Way[] ways = {new Way("way"), new Way("second")};
    private final JRadioButton[] scopes = new JRadioButton[Scope.values().length];
    private final JButton refresh = button("refresh", "↻", this::refresh);
    private final JTextField comment = new JTextField();
    private final List<JButton> deciding = new ArrayList<>();
    private final JLabel message = new JLabel(" ");
    private final Way messageWay = new Way("messageWay");
    private final JPanel detail = new JPanel(new BorderLayout());
    private final JSplitPane split = new JSplitPane();
    private final Timer ask = new Timer(PAUSE_MILLIS, e -> ask());
    private final Timer explain = new Timer(PAUSE_MILLIS, e -> explain());
    private final Timer slow = new Timer(1000, e -> waiting());
    private final transient OWLSelectionModelListener selection = this::update;
    private final transient Runnable news = this::heard;
    private final OWLModelManagerListener events = event -> {
        if (event.isType(EventType.REASONER_CHANGED)
                || event.isType(EventType.ONTOLOGY_CLASSIFIED)) {
            SwingUtilities.invokeLater(this::reasonerChanged);
        }
    };

    private Scope scope = Scope.CLASS;
    private String asked = ""; // the question that the rows answer, or will
    private boolean answered;
    private int questions; // the number of the last question; answers to others are dropped
    private int explanations;
    private long askedAt; // System.nanoTime of a pending question, 0 if there is none
    private int connection; // the companion's generation
    private long restsOn; // the revision that the rows are about
    private long checkedAt = -1; // the edits that the reasoner has considered
    private transient Long run; // the suggestion run of the rows, null if there is none
    private transient Contract.Job job; // of a run, null if none is in progress
    private transient List<Row> pending; // rows of a later revision, null if there are none
    private transient List<Row> breaches = List.of(); // if they are shown
    private String nothing = "";
    private boolean detailWanted; // in a small view
    private final transient Map<String, Runnable> commands = Map.ofEntries(
        Map.entry("accept", () -> typed("accept")), Map.entry("reject", () -> typed("reject")),
        Map.entry("defer", () -> typed("defer")), Map.entry("revert", this::revert),
        Map.entry("detail", this::toDetail), Map.entry("explain", this::toDetail),
        Map.entry("comment", comment::requestFocusInWindow),
        Map.entry("show", () -> targets().findFirst().ifPresent(c -> EntityPane.show(kit, c))),
        Map.entry("copy", () -> EntityPane.copy(list.selectedRows().stream()
            .map(row -> model.getRendering(row.shown(true))))),
        Map.entry("iri", () -> EntityPane.copy(targets().map(cls -> cls.getIRI().toString()))),
        Map.entry("like", this::selectLike), Map.entry("browser", this::browse),
        Map.entry("refresh", this::refresh), Map.entry("keys", this::showKeys),
        Map.entry("hierarchy", () -> list.transferFocusBackward()));
    private boolean explained; // the details are about the status
    private boolean onRequest; // the rows include those of groups on request

    @Override
    protected void initialiseOWLView() {
        setLayout(new BorderLayout());
        kit = getOWLEditorKit();
        model = kit.getModelManager();
        companion = SuggestHook.companion(kit);
        changes = companion.changes();
        list = new SuggestionList(kit, command -> commands.get(command).run(), this::opened);
        details = new EntityPane(kit);
        reasoner = new SelectedReasoner(kit, changes);
        curation = new Curation(model, companion, reasoner);
        ask.setRepeats(false);
        explain.setRepeats(false);
        list.addListSelectionListener(e -> {
            if (!e.getValueIsAdjusting() && !list.isFilling()) {
                selected();
            }
        });
        JPanel head = new JPanel(new BorderLayout());
        head.add(statusLine(), BorderLayout.NORTH);
        head.add(scopeLine(), BorderLayout.CENTER);
        add(head, BorderLayout.NORTH);
        add(body(), BorderLayout.CENTER);
        add(decisions(), BorderLayout.SOUTH);
        SuggestionList.bind(this, "F6", () -> {
            list.selectFirst();
            list.requestFocusInWindow();
        });
        getInputMap(WHEN_IN_FOCUSED_WINDOW).put(KeyStroke.getKeyStroke("F6"),
            getInputMap().get(KeyStroke.getKeyStroke("F6")));
        SuggestionList.bind(details, "ESCAPE", list::requestFocusInWindow);
        addHierarchyListener(e -> {
            if ((e.getChangeFlags() & HierarchyEvent.SHOWING_CHANGED) != 0) {
                update();
            }
        });
        companion.addListener(news);
        model.addListener(events);
        kit.getOWLWorkspace().getOWLSelectionModel().addListener(selection);
        selected();
        heard();
        if (Settings.load().startAtOnce || ShowAction.asked) {
            companion.startAtOnce();
        }
    }

    private static JButton button(String name, String text, Runnable action) {
        JButton button = new JButton(text);
        button.setName("box2el." + name);
        button.addActionListener(e -> action.run());
        return button;
    }

    /** Returns components in a line. */
    private static JPanel inLine(int alignment, Component... components) {
        JPanel panel = new JPanel(new FlowLayout(alignment, 3, 0));
        for (Component component : components) {
            panel.add(component);
        }
        return panel;
    }

    /** Returns a wide component with another one at its end. */
    private static JPanel wide(Component wide, Component end, int top, int bottom) {
        JPanel panel = new JPanel(new BorderLayout(6, 0));
        panel.add(wide, BorderLayout.CENTER);
        panel.add(end, BorderLayout.LINE_END);
        panel.setBorder(BorderFactory.createEmptyBorder(top, 6, bottom, 3));
        return panel;
    }

    private JPanel statusLine() {
        line.setName("box2el.status");
        line.setEditable(false);
        line.setFocusable(false);
        line.setOpaque(false);
        line.setLineWrap(true);
        line.setWrapStyleWord(true);
        line.setFont(UIManager.getFont("Label.font"));
        line.setBorder(BorderFactory.createEmptyBorder(4, 0, 0, 0)); // aligned with the buttons
        line.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent e) {
                line.revalidate(); // another width needs another number of lines
            }
        });
        return wide(line, inLine(FlowLayout.TRAILING, ways), 3, 0);
    }

    private JPanel scopeLine() {
        JPanel left = inLine(FlowLayout.LEADING);
        ButtonGroup group = new ButtonGroup();
        for (Scope s : Scope.values()) {
            JRadioButton button = new JRadioButton(s.label, s == scope);
            button.setName("box2el.scope." + s.name().toLowerCase());
            button.addActionListener(e -> become(s));
            group.add(button);
            left.add(button);
            scopes[s.ordinal()] = button;
        }
        JButton more = button("menu", "⋯", () -> { });
        more.setToolTipText("More commands");
        more.getAccessibleContext().setAccessibleName("More commands");
        more.addActionListener(e -> menu().show(more, 0, more.getHeight()));
        refresh.setToolTipText("Refresh (F5)");
        return wide(left, inLine(FlowLayout.TRAILING, refresh, more), 0, 0);
    }

    private JPopupMenu menu() {
        JPopupMenu menu = new JPopupMenu();
        item(menu, "Changes since opening", this::showChanges);
        item(menu, "Open in browser", this::browse);
        item(menu, companion.isTrained() ? "Retrain the model" : "Train a model",
            companion::train);
        item(menu, "Keys", this::showKeys);
        item(menu, "Preferences…",
            () -> PreferencesDialogPanel.showPreferencesDialog("Suggestions", kit));
        return menu;
    }

    private static void item(JPopupMenu menu, String label, Runnable action) {
        JMenuItem item = new JMenuItem(label);
        item.setName("box2el.menu." + label);
        item.addActionListener(e -> action.run());
        menu.add(item);
    }

    private JSplitPane body() {
        comment.setName("box2el.comment");
        SuggestionList.bind(comment, "ESCAPE", list::requestFocusInWindow);
        comment.addActionListener(e -> list.requestFocusInWindow());
        JLabel label = new JLabel("Comment ");
        label.setLabelFor(comment);
        JPanel field = wide(comment, new JLabel(), 3, 3);
        field.add(label, BorderLayout.LINE_START);
        detail.add(new JScrollPane(details), BorderLayout.CENTER);
        detail.add(field, BorderLayout.SOUTH);
        split.setLeftComponent(new JScrollPane(list));
        split.setRightComponent(detail);
        split.setResizeWeight(0.5);
        split.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent e) {
                arrange();
            }
        });
        return split;
    }

    /** Places list and detail side by side in a wide view; a small one has one of them. */
    private void arrange() {
        int width = split.getWidth();
        int height = split.getHeight();
        int wanted = width > 1.6 * height ? JSplitPane.HORIZONTAL_SPLIT
            : JSplitPane.VERTICAL_SPLIT;
        boolean small = width < SMALL || height < SMALL && wanted == JSplitPane.VERTICAL_SPLIT;
        boolean shown = !small || detailWanted;
        if (split.getOrientation() != wanted || detail.isVisible() != shown) {
            split.setOrientation(wanted);
            detail.setVisible(shown);
            split.setDividerLocation(0.5);
        }
        split.getLeftComponent().setVisible(!small || !detailWanted);
    }

    private JPanel decisions() {
        JPanel buttons = inLine(FlowLayout.LEADING);
        for (String[] command : Arrays.copyOf(SuggestionList.COMMANDS, 3)) {
            JButton button = button(command[0], command[1], () -> decide(command[0], false));
            button.setToolTipText(command[1] + " the selected rows ("
                + command[2].toLowerCase() + ")");
            deciding.add(button);
            buttons.add(button);
        }
        JButton because = button("because", "Reject as ▾", () -> { });
        because.addActionListener(e -> {
            JPopupMenu menu = new JPopupMenu();
            for (String reason : REASONS) {
                item(menu, reason, () -> {
                    comment.setText(comment.getText().isBlank() ? reason
                        : reason + ": " + comment.getText());
                    decide("reject", false);
                });
            }
            menu.show(because, 0, because.getHeight());
        });
        deciding.add(because);
        buttons.add(because);
        message.setName("box2el.message");
        JPanel bar = new JPanel(new BorderLayout());
        bar.add(wide(message, messageWay, 0, 0), BorderLayout.NORTH);
        bar.add(buttons, BorderLayout.CENTER);
        return bar;
    }

    @Override
    protected void disposeOWLView() {
        ask.stop();
        explain.stop();
        slow.stop();
        questions++;
        explanations++;
        list.dispose();
        reasoner.dispose();
        companion.removeListener(news);
        model.removeListener(events);
        kit.getOWLWorkspace().getOWLSelectionModel().removeListener(selection);
    }

    private OWLClass selectedClass() {
        OWLEntity entity = kit.getOWLWorkspace().getOWLSelectionModel().getSelectedEntity();
        return entity instanceof OWLClass ? (OWLClass) entity : null;
    }

    private void become(Scope wanted) {
        scope = wanted;
        scopes[wanted.ordinal()].setSelected(true);
        asked = "";
        update();
    }

    /** Called when the companion has changed. */
    private void heard() {
        if (connection != companion.generation()) { // it drops the answer to a pending question
            connection = companion.generation();
            cancelQuestion();
            restsOn = -1;
        }
        for (Row row : list.rows()) {
            Boolean accepted = row.axiom == null ? null : companion.accepted(row.axiom);
            if (accepted == null || row.decision != null && !row.decision.equals("accept")) {
                continue;
            }
            if (row.decision != null && !accepted && message.getText().startsWith("Added")) {
                say("", "", null);
            }
            row.decision = accepted ? "accept" : null; // undone or done again in Protégé
            row.history = !accepted || curation.isAsserted(row.axiom) ? ""
                : "accepted, removed since";
        }
        list.repaint();
        if (!breaches.isEmpty() && companion.status().isReady()) {
            showBreaches(false);
        }
        update();
    }

    /**
     * Updates all components for the companion and the selection, and asks if the rows answer
     * another question.
     */
    private void update() {
        if (isShowing()) {
            OWLClass cls = selectedClass();
            update(cls);
            line.getAccessibleContext().setAccessibleDescription(companion.status().state + " "
                + (isCurrent() && asked.equals(question(cls)) && askedAt == 0 ? "answered" : ""));
        }
    }

    private void update(OWLClass cls) {
        Status status = companion.status();
        setHeaderText(scope == Scope.ALL ? "Whole ontology" : cls == null ? ""
            : new Rendering(kit, cls).toString()); // without quotation marks, as other views
        selectionChanged();
        if (!status.isReady()) {
            boolean same = asked.equals(question(cls)) && answered;
            if (!same) {
                forget();
            }
            if (!same || status.state != Status.State.UNSYNCED) {
                show(status);
            }
            return;
        }
        if (explained) {
            explained = false;
            selected();
        }
        String missing = scope == Scope.ALL ? "" : unsuitable(cls);
        if (!missing.isEmpty()) {
            ask.stop();
            cancelQuestion();
            forget();
            IRI replacement = cls == null ? null : replacement(cls);
            show(missing, replacement == null ? Scope.ALL.label : "Go to replacement",
                replacement == null ? () -> become(Scope.ALL) : () -> EntityPane.show(kit,
                model.getOWLDataFactory().getOWLClass(replacement)));
            addBreaches();
            return;
        }
        if (!question(cls).equals(asked)) {
            cancelQuestion();
            forget();
            asked = question(cls);
            run = null;
            breaches = List.of();
            say("", "", null);
            show("Loading suggestions…", "", null);
            ask.setInitialDelay(PAUSE_MILLIS);
        } else if (answered && askedAt == 0) {
            showFound(cls);
        }
        if (!isCurrent() && askedAt == 0 && !ask.isRunning()) {
            ask.restart();
        }
    }

    /**
     * Reports whether the rows are about the last revision that was sent. Rows of a suggestion run,
     * which takes longer, need not be.
     */
    private boolean isCurrent() {
        return answered && (scope != Scope.CLASS || restsOn >= companion.revision());
    }

    /** Forgets the question and its rows. */
    private void forget() {
        answered = false;
        asked = "";
        setRows(List.of());
    }

    private String question(OWLClass cls) {
        return scope == Scope.ALL ? "*" : scope + " " + (cls == null ? "" : cls.getIRI());
    }

    /** Returns why there are no suggestions for a class, empty if there may be. */
    private String unsuitable(OWLClass cls) {
        return cls == null ? "Select a class."
            : cls.isBuiltIn() ? "No suggestions for " + model.getRendering(cls)
            + ": a built-in class."
            : model.isDeprecated(cls) ? model.getRendering(cls) + " is obsolete; no suggestions."
            : "";
    }

    private IRI replacement(OWLClass cls) {
        return model.getActiveOntologies().stream()
            .flatMap(o -> o.getAnnotationAssertionAxioms(cls.getIRI()).stream())
            .filter(a -> a.getProperty().getIRI().equals(REPLACED_BY))
            .map(a -> a.getValue() instanceof IRI ? (IRI) a.getValue() : null)
            .filter(Objects::nonNull).findFirst().orElse(null);
    }

    private void show(Status status) {
        String text = status.text;
        int end = text.indexOf('\n');
        if (end > 0) { // about the installation, and the places that were searched
            Html page = new Html(kit);
            Arrays.stream(text.substring(end + 1).split("\n")).forEach(page::paragraph);
            details.show(page);
            explained = true;
            text = text.substring(0, end);
        }
        boolean choosing = status.label.equals(Status.CHOOSE);
        boolean explaining = status.label.equals(Status.EXPLAIN);
        show(text, status.label, choosing ? this::choose : explaining
            ? () -> tell(null, (to, id) -> to.explain(id, Map.of()).thenApply(Html::proof))
            : status.step);
        if (choosing) { // after an installation, or in the preferences
            add("Try again", companion::start);
        } else if (end > 0) {
            add(Status.CHOOSE, this::choose);
        }
    }

    /** Lets the user choose the program or an archive of it. */
    private void choose() {
        File file = UIUtil.openFile(this, "Choose box2el-owl or its archive", "Program", null);
        if (file != null && Installation.isArchive(file.toPath())) {
            companion.install(file.toPath());
        } else if (file != null) {
            Settings settings = Settings.load();
            settings.binary = file.getPath();
            settings.save();
            companion.start();
        }
    }

    private void show(String text, String label, Runnable action) {
        line.setText(text);
        Arrays.stream(ways).forEach(way -> way.become("", null));
        add(label, action);
    }

    /** Adds an action to the status line if there is room for it. */
    private void add(String label, Runnable action) {
        Arrays.stream(ways).filter(way -> !way.isVisible()).findFirst()
            .ifPresent(way -> way.become(label, action));
    }

    /** Shows what was found, what it rests on, and what can be done. */
    private void showFound(OWLClass cls) {
        List<Row> rows = list.rows();
        long likely = count(rows, "Likely");
        long possible = count(rows, "Possible");
        boolean placed = rows.stream().anyMatch(row -> row.suggestion.subject == null
            && row.heading != Row.MISSING && row.heading != Row.ASSERTED);
        String found = placed ? "This class has no axioms; its name suggests these."
            : likely > 0 ? likely + " likely" + (possible > 0 ? ", " + possible + " possible" : "")
                + "."
            : possible > 0 ? "No likely suggestions. " + possible + " possible."
            : scope == Scope.ALL ? "Nothing likely in the ontology."
            : "Nothing likely for " + model.getRendering(cls) + "." + nothing;
        Status status = companion.status();
        long defined = placed ? 0 : count(rows, "Definition");
        show(found + (defined == 0 ? "" : " " + Html.count(defined, "definition", "definitions")
            + ".") + (status.text.isEmpty() ? "" : " " + status.text), "", null);
        addBreaches();
        if (!status.label.isEmpty()) {
            add(status.label, status.step);
        }
        if (likely == 0 && possible > 0 && !list.isOpen("Possible")) {
            add("Show possible", () -> list.toggle("Possible", true));
        } else if (rows.isEmpty() && scope == Scope.CLASS) {
            add(Scope.ALL.label, () -> become(Scope.ALL));
        }
        Contract.Reasoner known = companion.ontology().reasoner;
        if (known.outsideEL != null && known.outsideEL > 0) {
            showReasoner(known.outsideEL);
        }
        if (known.unsatisfiable != null && known.unsatisfiable > 0) {
            line.append(" " + Html.count(known.unsatisfiable, "unsatisfiable class",
                "unsatisfiable classes") + ".");
            add("Show unsatisfiable", this::showUnsatisfiable);
        }
        long absent = model.getActiveOntologies().stream()
            .flatMap(o -> o.getImportsDeclarations().stream()).distinct()
            .filter(i -> model.getOWLOntologyManager().getImportedOntology(i) == null).count();
        if (absent > 0) {
            line.append(" " + Html.count(absent, "import is", "imports are") + " not loaded.");
        }
        if (!canAccept()) {
            line.append(" No ontology here can be edited.");
        }
    }

    /** Adds how many decisions the ontology contradicts. */
    private void addBreaches() {
        List<Contract.Breach> all = companion.breaches();
        if (all.isEmpty()) {
            return;
        }
        long accepted = all.stream().filter(b -> b.action.equals("accept")).count();
        long rejected = all.size() - accepted;
        line.append((accepted == 0 ? "" : " " + Html.count(accepted, "accepted axiom is",
            "accepted axioms are") + " not in this ontology.")
            + (rejected == 0 ? "" : " " + Html.count(rejected, "rejected axiom is",
            "rejected axioms are") + " asserted."));
        if (breaches.isEmpty()) {
            add("Show", () -> showBreaches(true));
        }
    }

    private static long count(List<Row> rows, String heading) {
        return rows.stream().filter(row -> row.heading.equals(heading)).count();
    }

    private void showReasoner(int outside) {
        String obstacle = reasoner.obstacle();
        line.append(" " + Html.count(outside, "axiom is", "axioms are")
            + " outside OWL 2 EL: " + (obstacle.isEmpty() ? "checked with " + reasoner.name()
            : obstacle) + ".");
        if (obstacle.equals("not checked with " + reasoner.name())) {
            add("Check with " + reasoner.name(), () -> {
                reasoner.wanted = true;
                reasonerChanged();
            });
        } else if (reasoner.name().isEmpty()) {
            add("Select a reasoner…", this::openReasonerMenu);
        }
    }

    private void openReasonerMenu() {
        JFrame frame = (JFrame) SwingUtilities.getWindowAncestor(kit.getOWLWorkspace());
        Arrays.stream(frame.getJMenuBar().getComponents())
            .filter(c -> c instanceof JMenu && "Reasoner".equals(((JMenu) c).getText()))
            .forEach(c -> ((JMenu) c).doClick());
    }

    private void reasonerChanged() {
        checkedAt = -1;
        check();
        update();
    }

    /** Checks the visible rows with the selected reasoner, unless that has been done. */
    private void check() {
        if (!isShowing() || checkedAt == changes.count() || !answered) {
            return;
        }
        checkedAt = changes.count();
        if (reasoner.obstacle().isEmpty()) {
            List<Row> visible = list.rows().stream().filter(row -> list.isOpen(row.heading))
                .collect(Collectors.toList());
            reasoner.check(visible, row -> {
                list.repaint();
                if (list.selectedRows().equals(List.of(row))) {
                    selected();
                }
            });
        }
    }

    private void opened() {
        if (SuggestionList.ON_REQUEST.stream().anyMatch(list::isOpen) && !onRequest) {
            ask.restart();
        }
        checkedAt = -1;
        check();
    }

    private void cancelQuestion() {
        questions++;
        askedAt = 0;
        slow.stop();
        reasoner.cancel();
        if (job != null) {
            String id = job.id;
            job = null;
            companion.ask((to, ontology) -> to.cancel(id), end -> { }, refused -> { });
        }
    }

    /** Called each second while a question is pending. */
    private void waiting() {
        long seconds = (System.nanoTime() - askedAt) / 1_000_000_000L;
        if (askedAt != 0 && job == null && seconds >= SLOW_SECONDS) {
            show("Waiting for the server… " + seconds + " s", "Cancel",
                () -> refused(++questions, new IOException("canceled")));
        }
    }

    private void ask() {
        OWLClass cls = selectedClass();
        if (!companion.status().isReady() || scope != Scope.ALL && cls == null) {
            return;
        }
        cancelQuestion();
        int mine = ++questions;
        askedAt = System.nanoTime();
        slow.start();
        onRequest = SuggestionList.ON_REQUEST.stream().anyMatch(list::isOpen);
        if (scope != Scope.CLASS) {
            search(mine, cls);
        } else if (isNew(cls)) {
            askRows(mine, (to, ontology) -> to.place(ontology, cls.getIRI().toString())
                .thenApply(p -> Map.entry(Row.of(cls, p), new Contract.SuggestionPage())));
        } else {
            Map<String, Object> query = new HashMap<>(Map.of("subject", cls.getIRI().toString(),
                "forms", FORMS, "limit", onRequest ? LIMIT_ON_REQUEST : LIMIT));
            if (onRequest) {
                query.putAll(Map.of("tiers", TIERS, "decided", true, "verdicts",
                    List.of("new", "contradicts", "entailed")));
            }
            ask(mine, (to, ontology) -> to.suggest(ontology, query));
        }
    }

    /** Asks for suggestions. Their rows are made off the event thread. */
    private void ask(int mine,
            BiFunction<Client, String, CompletableFuture<Contract.SuggestionPage>> question) {
        askRows(mine, (to, ontology) -> question.apply(to, ontology)
            .thenApply(page -> Map.entry(Row.of(page.items), page)));
    }

    private void askRows(int mine, BiFunction<Client, String,
            CompletableFuture<Map.Entry<List<Row>, Contract.SuggestionPage>>> question) {
        long revision = companion.revision();
        companion.ask(question, found -> {
            Contract.SuggestionPage page = found.getValue();
            if (mine == questions) {
                nothing = page.nothing == null ? ""
                    : page.nothing.replaceFirst("^[^.]*(\\.[^ ][^.]*)*\\.", "");
                long of = page.revision == null ? revision : page.revision;
                ask.setInitialDelay(of < revision ? BEHIND_MILLIS : PAUSE_MILLIS);
                answered(found.getKey(), of);
            }
        }, refused -> refused(mine, refused));
    }

    private void refused(int mine, Throwable refused) {
        if (mine == questions) {
            askedAt = 0;
            job = null;
            slow.stop();
            answered = true;
            restsOn = companion.revision();
            update();
            say("Suggestions could not be loaded: " + refused.getMessage(), "Retry",
                this::refresh);
        }
    }

    /** Reports whether no axiom places a class: it has no superclass and no definition. */
    private boolean isNew(OWLClass cls) {
        Set<OWLOntology> all = model.getActiveOntologies();
        return EntitySearcher.getEquivalentClasses(cls, all).isEmpty()
            && EntitySearcher.getSuperClasses(cls, all).stream().allMatch(c -> c.isOWLThing());
    }

    /** Starts a suggestion run, and shows its rows when it has ended. */
    private void search(int mine, OWLClass cls) {
        Map<String, Object> wanted = new HashMap<>(Map.of("limit", LIMIT_OF_RUN, "primary", true));
        if (list.isOpen("Speculative")) {
            wanted.put("tiers", TIERS);
        }
        wanted.put("forms", FORMS);
        if (scope != Scope.ALL) {
            wanted.put("subjectBelow", List.of(cls.getIRI().toString()));
        }
        companion.run((to, ontology) -> to.startRun(ontology, wanted),
            (now, progress) -> watch(mine, now, progress), e -> refused(mine, e));
    }

    /** Shows the progress of a suggestion run, or its rows; returns false if it is outdated. */
    private boolean watch(int mine, Contract.Job now, String progress) {
        if (mine != questions) {
            companion.ask((to, ontology) -> to.cancel(now.id), end -> { }, refused -> { });
        } else if (!now.ended()) {
            job = now;
            show("Searching" + progress, "Cancel", () -> {
                cancelQuestion();
                become(Scope.CLASS);
            });
        } else if ("done".equals(now.state)) {
            job = null;
            long found = now.run();
            ask(mine, (to, ontology) -> to.suggestions(ontology, found));
            run = found;
        } else {
            refused(mine, new IOException(String.valueOf(now.error)));
        }
        return mine == questions;
    }

    private void answered(List<Row> rows, long revision) {
        slow.stop();
        askedAt = 0;
        boolean again = answered && !list.rows().isEmpty() && scope == Scope.CLASS
            && asked.equals(question(selectedClass())); // without rows, none can be moved
        if (again && revision < companion.revision()) {
            update(); // the rows are about the state before an edit; the panel asks again
            return;
        }
        again &= restsOn != revision;
        restsOn = revision;
        answered = true;
        if (again) {
            offer(rows);
        } else {
            setRows(rows);
        }
        update();
    }

    /** Keeps the rows in their order, and offers those of a later revision if they differ. */
    private void offer(List<Row> rows) {
        Set<String> before = open(list.rows());
        Set<String> after = open(rows);
        int most = Math.max(before.size(), after.size());
        before.retainAll(after);
        int different = most - before.size();
        pending = rows;
        refresh.setText(different == 0 ? "↻" : "↻ " + different + " changed");
        list.rows().forEach(row -> row.check = null); // of the earlier revision
        list.repaint();
        checkedAt = -1;
        check();
    }

    private static Set<String> open(List<Row> rows) {
        return rows.stream().filter(row -> row.decision == null && row.axiom != null)
            .map(row -> row.heading + row.suggestion.axiom).collect(Collectors.toSet());
    }

    private void setRows(List<Row> rows) {
        pending = null;
        refresh.setText("↻");
        List<Row> all = new ArrayList<>(breaches);
        all.addAll(rows);
        if (all.isEmpty() && list.isEmpty() && !answered) {
            return;
        }
        Set<OWLAxiom> before = list.selectedRows().stream().map(row -> row.axiom)
            .collect(Collectors.toSet());
        boolean placed = rows.stream().anyMatch(row -> row.suggestion.subject == null);
        list.setRows(all, scope != Scope.CLASS || !breaches.isEmpty(), answered && !placed
            && scope == Scope.CLASS);
        list.select(all.stream().filter(row -> row.axiom != null && before.contains(row.axiom))
            .collect(Collectors.toList()));
        selected();
        checkedAt = -1;
        check();
    }

    /** Shows the decisions that the ontology contradicts above the rows. */
    private void showBreaches(boolean wanted) {
        List<Contract.Breach> now = companion.breaches();
        Set<String> shown = breaches.stream().map(row -> row.suggestion.axiom)
            .collect(Collectors.toSet());
        if (!wanted && shown.equals(now.stream().map(b -> b.axiom).collect(Collectors.toSet()))) {
            return;
        }
        List<Row> others = new ArrayList<>(list.rows());
        others.removeAll(breaches);
        CompletableFuture.supplyAsync(() -> Row.ofBreaches(now))
            .thenAccept(rows -> SwingUtilities.invokeLater(() -> {
                breaches = rows;
                setRows(others);
                update();
                if (wanted) {
                    list.selectFirst();
                    list.requestFocusInWindow();
                }
            }));
    }

    private boolean canAccept() {
        return model.getActiveOntologies().stream().anyMatch(model::isMutable);
    }

    private void selectionChanged() {
        List<Row> rows = chosen();
        boolean possible = !rows.isEmpty() && companion.status().isReady();
        deciding.forEach(button -> button.setEnabled(possible));
        deciding.get(0).setEnabled(possible && canAccept());
        deciding.get(0).setToolTipText(canAccept() ? "Accept the selected rows (a)"
            : "No ontology here can be edited");
        deciding.get(0).setText(rows.size() > 1 ? "Accept " + rows.size() : "Accept");
        deciding.get(1).setText(rows.size() > 1 ? "Reject " + rows.size() : "Reject");
    }

    /** Returns the selected rows that can be decided. */
    private List<Row> chosen() {
        return list.selectedRows().stream().filter(row -> row.axiom != null)
            .collect(Collectors.toList());
    }

    /** Called when the selection has changed. */
    private void selected() {
        List<Row> rows = list.selectedRows();
        selectionChanged();
        details.show(rows.size() == 1 ? new Html(kit).why(rows.get(0)) : new Html(kit));
        explanations++;
        if (rows.size() == 1 && rows.get(0).axiom != null) {
            explain.restart();
        } else {
            explain.stop();
        }
    }

    /** Decides by a letter key. */
    private void typed(String action) {
        if (list.isFresh()) {
            Toolkit.getDefaultToolkit().beep();
        } else {
            decide(action, false);
        }
    }

    private void revert() {
        List<Row> decided = chosen().stream().filter(row -> row.decision != null)
            .collect(Collectors.toList());
        if (decided.isEmpty()) {
            curation.undo(this::said);
        } else {
            curation.revert(decided, this::said);
        }
    }

    private void toDetail() {
        detailWanted = true;
        arrange();
        details.requestFocusInWindow();
    }

    private void refresh() {
        if (pending != null) {
            setRows(pending);
        } else {
            asked = "";
        }
        update();
    }

    /** Returns the classes in the expressions of the selected rows. */
    private Stream<OWLClass> targets() {
        return list.selectedRows().stream()
            .flatMap(row -> row.expression.getClassesInSignature().stream());
    }

    /** Selects the rows with the same expression. */
    private void selectLike() {
        Set<OWLClassExpression> wanted = list.selectedRows().stream().map(row -> row.expression)
            .collect(Collectors.toSet());
        list.select(list.rows().stream().filter(row -> wanted.contains(row.expression))
            .collect(Collectors.toList()));
    }

    private void decide(String action, boolean force) {
        decide(action, chosen(), force);
    }

    private void decide(String action, List<Row> rows, boolean force) {
        boolean updating = companion.status().state == Status.State.UNSYNCED;
        if (rows.isEmpty() || !updating && !companion.status().isReady()) {
            return;
        }
        deciding.forEach(button -> button.setEnabled(false));
        say("Saving…", "", null);
        curation.decide(action, rows, comment.getText(), run, force, (text, anyway, done) -> {
            said(text, anyway, done);
            if (done) {
                comment.setText("");
                list.selectAfter(rows);
                list.requestFocusInWindow();
            } else if (!anyway.isEmpty()) {
                selected();
                say(text, anyway, () -> {
                    list.select(rows);
                    decide(action, true);
                });
            }
        });
    }

    private void said(String text, String anyway, boolean done) {
        list.repaint();
        say(text, done && !text.startsWith("Undone") ? "Undo" : "",
            () -> curation.undo(this::said));
        selectionChanged();
        update();
    }

    /** Shows a message about the last command, with a button. */
    private void say(String text, String label, Runnable action) {
        message.setText(text.isEmpty() ? " " : text);
        message.setToolTipText(text.isEmpty() ? null : text);
        messageWay.become(label, action);
    }

    /**
     * Adds what takes the server longer: the effect of a new axiom, or the proof of one that is
     * entailed or contradicts.
     */
    private void explain() {
        List<Row> rows = list.selectedRows();
        if (rows.size() != 1 || rows.get(0).suggestion.verdict == null) {
            return;
        }
        Row row = rows.get(0);
        if (row.suggestion.verdict.equals("new")) {
            tell(row, (to, ontology) -> to.effects(ontology, row.axioms.keySet())
                .thenApply(Html::effect));
        } else {
            Map<String, ?> query = Map.of("axiom", row.suggestion.axiom, "contradiction",
                row.suggestion.verdict.equals("contradicts"));
            tell(row, (to, ontology) -> to.explain(ontology, query).thenApply(Html::proof));
        }
    }

    /** Asks about a row, and adds the answer to the page. */
    private void tell(Row row,
            BiFunction<Client, String, CompletableFuture<Consumer<Html>>> question) {
        int mine = ++explanations;
        Consumer<Consumer<Html>> add = more -> {
            if (mine == explanations) {
                Html page = row == null ? new Html(kit) : new Html(kit).why(row);
                more.accept(page);
                details.show(page);
            }
        };
        companion.ask(question, add, refused ->
            add.accept(page -> page.paragraph(refused.getMessage())));
    }

    private void showDetail(Html page) {
        explanations++;
        list.clearSelection();
        details.show(page);
        detailWanted = true;
        arrange();
    }

    private void showChanges() {
        showDetail(new Html(kit).changes(changes));
    }

    private void showUnsatisfiable() {
        companion.ask((to, ontology) ->
            to.query(ontology, "<" + NOTHING + ">"),
            answer -> {
                answer.equivalent.removeIf(name -> name.iri.equals(NOTHING));
                showDetail(new Html(kit).classes("Unsatisfiable classes", answer.equivalent));
            },
            refused -> say(refused.getMessage(), "", null));
    }

    private void showKeys() {
        Html page = new Html(kit).paragraph("j, k, arrow keys: move, open and close groups");
        for (String[] command : SuggestionList.COMMANDS) {
            if (command.length > 0 && !command[2].isEmpty()) {
                page.paragraph(command[2].toLowerCase().replace("shift slash", "?")
                    .replace(' ', '+') + ": " + command[1]);
            }
        }
        showDetail(page.paragraph("ctrl+click: show the entity").paragraph("F6: this list"));
    }

    private void browse() {
        OWLClass cls = selectedClass();
        say("Opening browser…", "", null);
        String place = cls == null ? "" : "/class/" + Client.encode(cls.getIRI().toString());
        companion.ask((to, id) -> to.browse("/o/" + id + place),
            address -> CompletableFuture.supplyAsync(() -> open(address))
                .thenAccept(outcome -> SwingUtilities.invokeLater(() -> say(outcome, "", null))),
            refused -> say(refused.getMessage(), "", null));
    }

    /** Starts the browser, which may take a while, and returns a message. */
    private static String open(URI address) {
        try {
            Desktop.getDesktop().browse(address);
            return "";
        } catch (IOException | UnsupportedOperationException e) {
            return "No browser found. Open this link (works once, for one minute): " + address;
        }
    }
}
