package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.util.function.Consumer;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/**
 * A view with a panel of its window's companion. A window may have several of one kind. Protégé
 * creates views on the event thread when they are first shown; the panel follows when its classes
 * are loaded.
 */
abstract class CompanionView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private CompanionPanel panel; // null until it is created
    private boolean disposed;

    /** Creates the panel on the event thread, in several events if it takes long. */
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
