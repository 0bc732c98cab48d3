package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.JComponent;
import javax.swing.JPanel;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;

/** A panel that shows the status of the companion and is notified of changes. */
abstract class CompanionPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    final transient OWLEditorKit kit;
    final transient Companion companion;
    final StatusBar statusBar;
    private final transient Runnable news = this::heard;

    CompanionPanel(OWLEditorKit kit, Companion companion) {
        super(new BorderLayout());
        this.kit = kit;
        this.companion = companion;
        statusBar = new StatusBar(kit, companion);
    }

    /** Adds the status line at the top, and commands below it. */
    final void head(JComponent commands) {
        JPanel head = new JPanel(new BorderLayout());
        head.add(statusBar, BorderLayout.NORTH);
        head.add(commands, BorderLayout.CENTER);
        add(head, BorderLayout.NORTH);
    }

    /** Starts the panel. Call it when the panel has been added to its view. */
    void begin() {
        companion.addListener(news);
        heard();
    }

    /** Called when the companion has changed, and at the start. */
    abstract void heard();

    void dispose() {
        companion.removeListener(news);
    }
}
