package org.box2el.protege.ui;

import java.util.function.Consumer;

import org.box2el.protege.Companion;
import org.protege.editor.owl.OWLEditorKit;

/** The view "Check a class expression". */
public final class CheckView extends CompanionView {
    private static final long serialVersionUID = 1L;

    @Override
    void make(OWLEditorKit kit, Companion companion, Consumer<CompanionPanel> made) {
        made.accept(new CheckPanel(kit, companion));
    }
}
