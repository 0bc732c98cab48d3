package org.box2el.protege.ui;

import java.awt.BorderLayout;

import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/** The view "Review the whole ontology". */
public final class ReviewView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private ReviewPanel panel;

    @Override
    protected void initialiseOWLView() {
        panel = new ReviewPanel(getOWLEditorKit(), SuggestHook.companion(getOWLEditorKit()));
        setLayout(new BorderLayout());
        add(panel, BorderLayout.CENTER);
    }

    @Override
    protected void disposeOWLView() {
        if (panel != null) {
            panel.dispose();
        }
    }
}
