package org.box2el.protege.ui;

import java.awt.event.ActionEvent;

import javax.swing.JSplitPane;
import javax.swing.SwingUtilities;

import org.protege.editor.core.ui.view.View;
import org.protege.editor.core.ui.workspace.Workspace;
import org.protege.editor.core.ui.workspace.WorkspaceTab;
import org.protege.editor.owl.ui.action.ProtegeOWLAction;

/**
 * Tools > Suggest missing axioms…: shows the tab if it is open, else the view below every tab with
 * a third of the height, and starts.
 */
public final class ShowAction extends ProtegeOWLAction {
    /** Whether the user asked for suggestions, so that new views start. */
    static boolean asked;

    @Override
    public void initialise() {}

    @Override
    public void actionPerformed(ActionEvent event) {
        asked = true;
        SuggestHook.companion(getOWLEditorKit()).startAtOnce();
        WorkspaceTab tab = getOWLWorkspace().getWorkspaceTab("org.box2el.protege.SuggestTab");
        if (tab != null) {
            getOWLWorkspace().setSelectedTab(tab);
            return;
        }
        View view = getOWLWorkspace().showResultsView("org.box2el.protege.SuggestView", true,
            Workspace.BOTTOM_RESULTS_VIEW);
        SwingUtilities.invokeLater(() -> {
            JSplitPane pane = (JSplitPane) SwingUtilities.getAncestorOfClass(JSplitPane.class,
                view);
            if (pane != null) {
                pane.setDividerLocation(2.0 / 3);
            }
        });
    }

    @Override
    public void dispose() {}
}
