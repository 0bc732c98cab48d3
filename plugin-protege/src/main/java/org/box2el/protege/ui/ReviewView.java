package org.box2el.protege.ui;

import java.util.function.Consumer;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;

/** The view "Review the whole ontology". */
public final class ReviewView extends CompanionView {
    private static final long serialVersionUID = 1L;

    @Override
    void make(OWLEditorKit kit, Companion companion, Consumer<CompanionPanel> made) {
        made.accept(new ReviewPanel(kit, companion));
    }
}
