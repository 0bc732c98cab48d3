package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.SwingUtilities;

import org.box2el.protege.Settings;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/**
 * The view "Suggestions". A window may have several. Protégé creates views on the event thread when
 * they are first shown; the panel follows when its classes are loaded.
 */
public final class SuggestView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private SuggestPanel panel; // null until it is created
    private boolean disposed;

    @Override
    protected void initialiseOWLView() {
        setLayout(new BorderLayout());
        Preparation.then(this::make);
    }

    /** Creates the panel in several events. */
    private void make() {
        if (disposed) {
            return;
        }
        OWLEditorKit kit = getOWLEditorKit();
        SuggestionList list = new SuggestionList(kit);
        SwingUtilities.invokeLater(() -> {
            EntityPane details = new EntityPane(kit, "box2el.details", "Details");
            SwingUtilities.invokeLater(() -> show(new SuggestPanel(kit, SuggestHook.companion(kit),
                list, details, this::setHeaderText)));
        });
    }

    private void show(SuggestPanel made) {
        if (disposed) {
            made.dispose();
            return;
        }
        panel = made;
        add(panel, BorderLayout.CENTER);
        revalidate();
        panel.begin();
        if (Settings.load().startAtOnce || ShowAction.asked) {
            SuggestHook.companion(getOWLEditorKit()).startAtOnce();
        }
    }

    @Override
    protected void disposeOWLView() {
        disposed = true;
        if (panel != null) {
            panel.dispose();
        }
    }
}
