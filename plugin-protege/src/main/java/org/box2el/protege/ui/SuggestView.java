package org.box2el.protege.ui;

import java.awt.BorderLayout;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/** The view "Suggest missing axioms". There may be several in a window. */
public final class SuggestView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private SuggestPanel panel;

    @Override
    protected void initialiseOWLView() {
        Companion companion = SuggestHook.companion(getOWLEditorKit());
        panel = new SuggestPanel(getOWLEditorKit(), companion);
        setLayout(new BorderLayout());
        add(panel, BorderLayout.CENTER);
        Settings settings = Settings.load();
        if (settings.startAtOnce) {
            companion.startAtOnce(settings);
        }
    }

    @Override
    protected void disposeOWLView() {
        if (panel != null) {
            panel.dispose();
        }
    }
}
