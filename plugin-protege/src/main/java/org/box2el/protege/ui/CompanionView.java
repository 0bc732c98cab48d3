package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.util.function.Consumer;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/**
 * A view with a panel of its window's companion. There may be several of a kind in a window. Protégé makes views on the event thread, when they are first
 * shown; the panel comes a moment later, when what it needs has been loaded elsewhere.
 */
abstract class CompanionView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private CompanionPanel panel; // null: not made yet
    private boolean disposed;

    /** Makes the panel, on the event thread; in several pieces, between which the thread is let go of, where it takes long. */
    abstract void make(OWLEditorKit kit, Companion companion, Consumer<CompanionPanel> made);

    @Override
    protected final void initialiseOWLView() {
        setLayout(new BorderLayout());
        Preparation.then(() -> {
            if (!disposed) {
                make(getOWLEditorKit(), SuggestHook.companion(getOWLEditorKit()), this::show);
            }
        });
    }

    private void show(CompanionPanel made) {
        if (disposed) {
            made.dispose();
            return;
        }
        panel = made;
        add(panel, BorderLayout.CENTER);
        revalidate();
        panel.begin();
    }

    @Override
    protected final void disposeOWLView() {
        disposed = true;
        if (panel != null) {
            panel.dispose();
        }
    }
}
