package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.Status;
import org.protege.editor.core.ui.preferences.PreferencesDialogPanel;
import org.protege.editor.owl.OWLEditorKit;

/** One line that says how the companion stands, with a button for the way forward. */
final class StatusBar extends JPanel {
    private static final long serialVersionUID = 1L;

    private final JLabel text = new JLabel();
    private final JButton way = new JButton();
    private final JButton preferences = new JButton(Status.Way.PREFERENCES.label);
    private transient Status shown;

    StatusBar(OWLEditorKit kit, Companion companion) {
        super(new BorderLayout(6, 0));
        text.setName("box2el.status");
        way.setName("box2el.way");
        preferences.setName("box2el.preferences");
        JPanel buttons = new JPanel(new BorderLayout(6, 0));
        buttons.add(way, BorderLayout.CENTER);
        buttons.add(preferences, BorderLayout.EAST);
        add(text, BorderLayout.CENTER);
        add(buttons, BorderLayout.EAST);
        setBorder(BorderFactory.createEmptyBorder(3, 6, 3, 3));
        way.addActionListener(e -> companion.go(shown.way, Settings.load()));
        preferences.addActionListener(e -> PreferencesDialogPanel.showPreferencesDialog("Box2EL", kit));
    }

    void show(Status status) {
        shown = status;
        text.setText(status.text);
        text.setToolTipText(status.text);
        way.setVisible(status.way != null);
        way.setText(status.way == null ? "" : status.way.label);
        preferences.setVisible(status.state == Status.State.ABSENT);
    }
}
