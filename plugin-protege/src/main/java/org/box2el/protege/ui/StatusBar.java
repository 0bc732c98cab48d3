package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;

import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.UIManager;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.Status;
import org.protege.editor.core.ui.preferences.PreferencesDialogPanel;
import org.protege.editor.owl.OWLEditorKit;

/** One line with the status of the companion and a button for the next action. */
final class StatusBar extends JPanel {
    private static final long serialVersionUID = 1L;

    // A label would cut off text that does not fit on one line.
    private final JTextArea text = new JTextArea();
    private final JButton way = new JButton();
    private final JButton preferences = new JButton(Status.Way.PREFERENCES.label);
    private transient Status shown;

    StatusBar(OWLEditorKit kit, Companion companion) {
        super(new BorderLayout(6, 0));
        text.setName("box2el.status");
        text.setEditable(false);
        text.setFocusable(false);
        text.setOpaque(false);
        text.setLineWrap(true);
        text.setWrapStyleWord(true);
        text.setFont(UIManager.getFont("Label.font"));
        text.setBorder(BorderFactory.createEmptyBorder(4, 0, 0, 0)); // aligned with the buttons
        text.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent e) {
                text.revalidate(); // another width needs another number of lines
            }
        });
        way.setName("box2el.way");
        preferences.setName("box2el.preferences");
        JPanel buttons = new JPanel(new BorderLayout(6, 0));
        buttons.add(way, BorderLayout.CENTER);
        buttons.add(preferences, BorderLayout.EAST);
        JPanel corner = new JPanel(new BorderLayout());
        // Only as high as the buttons, though the text may have several lines.
        corner.add(buttons, BorderLayout.NORTH);
        add(text, BorderLayout.CENTER);
        add(corner, BorderLayout.EAST);
        setBorder(BorderFactory.createEmptyBorder(3, 6, 3, 3));
        way.addActionListener(e -> companion.go(shown.way, Settings.load()));
        preferences.addActionListener(e -> PreferencesDialogPanel.showPreferencesDialog("Box2EL",
            kit));
    }

    void show(Status status) {
        shown = status;
        text.setText(status.text);
        way.setVisible(status.way != null);
        way.setText(status.way == null ? "" : status.way.label);
        preferences.setVisible(status.state == Status.State.ABSENT);
    }
}
