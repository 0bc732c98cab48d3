package org.box2el.protege.ui;

import java.awt.BorderLayout;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/**
 * The view "Suggestions". A window may have several. Protégé creates views on the event thread when
 * they are first shown.
 */
public final class SuggestView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private SuggestPanel panel;

    @Override
    protected void initialiseOWLView() {
        Companion companion = SuggestHook.companion(getOWLEditorKit());
        panel = new SuggestPanel(getOWLEditorKit(), companion, this::setHeaderText);
        setLayout(new BorderLayout());
        add(panel, BorderLayout.CENTER);
        panel.begin();
        if (Settings.load().startAtOnce || ShowAction.asked) {
            companion.startAtOnce();
        }
    }

    @Override
    protected void disposeOWLView() {
        panel.dispose();
    }
}
