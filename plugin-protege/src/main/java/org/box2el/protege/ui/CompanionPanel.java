package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.JComponent;
import javax.swing.JPanel;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;

/** A panel that says how the companion stands, and hears of its news. */
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

    /** Puts the line with the state at the top, and commands under it. */
    final void head(JComponent commands) {
        JPanel head = new JPanel(new BorderLayout());
        head.add(statusBar, BorderLayout.NORTH);
        head.add(commands, BorderLayout.CENTER);
        add(head, BorderLayout.NORTH);
    }

    /** To be called when the panel is where it is to be shown. */
    void begin() {
        companion.addListener(news);
        heard();
    }

    /** The companion has changed, or the panel has just begun. */
    abstract void heard();

    void dispose() {
        companion.removeListener(news);
    }
}
