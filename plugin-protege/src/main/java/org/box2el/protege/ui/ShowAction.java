package org.box2el.protege.ui;

import java.awt.event.ActionEvent;

import org.protege.editor.core.ui.workspace.Workspace;
import org.protege.editor.owl.ui.action.ProtegeOWLAction;

/** Tools > Suggest missing axioms: shows the view below every tab. */
public final class ShowAction extends ProtegeOWLAction {
    private static final long serialVersionUID = 1L;

    @Override
    public void initialise() {}

    @Override
    public void actionPerformed(ActionEvent event) {
        getOWLWorkspace().showResultsView("org.box2el.protege.SuggestView", true,
            Workspace.BOTTOM_RESULTS_VIEW);
    }

    @Override
    public void dispose() {}
}
