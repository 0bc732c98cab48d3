package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;

/**
 * Buttons and keys for decisions on the selected rows, and a line with the result of the last
 * command.
 */
final class DecisionBar extends JPanel {
    private static final long serialVersionUID = 1L;

    private final String prefix; // of the component names
    private final JComponent keys;
    private final transient Curation curation;
    private transient Supplier<List<Row>> selected = List::of;
    private transient BiConsumer<String, List<Row>> decided = (action, rows) -> { };
    private final List<JButton> decisions = new ArrayList<>();
    private final JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT, 6, 3));
    private final JButton anyway = new JButton("Accept anyway");
    private final JLabel message = new JLabel(" ");
    private transient List<Row> insisting = List.of(); // rows that contradict

    /** @param keys the component whose letter keys decide */
    DecisionBar(String prefix, JComponent keys, Curation curation) {
        super(new BorderLayout());
        this.prefix = prefix;
        this.keys = keys;
        this.curation = curation;
        decision("accept", "Accept", KeyEvent.VK_A);
        decision("reject", "Reject", KeyEvent.VK_R);
        decision("defer", "Defer", KeyEvent.VK_D);
        anyway.setName(prefix + "anyway");
        anyway.setVisible(false);
        anyway.addActionListener(e -> decide("accept", insisting, true));
        buttons.add(anyway);
        message.setName(prefix + "message");
        add(buttons, BorderLayout.LINE_START);
        add(message, BorderLayout.CENTER);
    }

    /**
     * @param source of the selected rows
     * @param listener receives the action and its rows when it has been carried out
     */
    void connect(Supplier<List<Row>> source, BiConsumer<String, List<Row>> listener) {
        selected = source;
        decided = listener;
    }

    /** Adds a button for a decision, with a key. */
    void decision(String action, String label, int key) {
        JButton button = new JButton(label);
        button.setName(prefix + action);
        button.setMnemonic(key);
        button.setToolTipText(label + " selected ("
            + KeyEvent.getKeyText(key).toLowerCase(Locale.ROOT) + ")");
        button.addActionListener(e -> decide(action, selected.get(), false));
        Keys.bind(keys, key, 0, () -> decide(action, selected.get(), false));
        button.setEnabled(false);
        decisions.add(button);
        append(button);
    }

    /** Adds a button for another command. */
    void append(JButton button) {
        // The last component.
        buttons.add(button, buttons.getComponentCount() - (anyway.getParent() == buttons ? 1 : 0));
    }

    /** Called when the selection has changed. */
    void selectionChanged() {
        decisions.forEach(button -> button.setEnabled(!selected.get().isEmpty()));
    }

    private void decide(String action, List<Row> rows, boolean force) {
        if (rows.isEmpty()) {
            return;
        }
        decisions.forEach(button -> button.setEnabled(false));
        say("Saving…");
        curation.decide(action, rows, force, () -> {
            say("");
            selectionChanged();
            decided.accept(action, rows);
        }, refusal -> {
            selectionChanged();
            say(refusal.text, refusal.contradiction ? rows : List.of());
        });
    }

    /** Shows a message about the last command. */
    void say(String text) {
        say(text, List.of());
    }

    private void say(String text, List<Row> contradicting) {
        boolean silent = text == null || text.isBlank();
        message.setText(silent ? " " : text);
        message.setToolTipText(silent ? null : text);
        insisting = contradicting;
        anyway.setVisible(!contradicting.isEmpty());
    }
}
