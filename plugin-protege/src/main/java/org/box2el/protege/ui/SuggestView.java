package org.box2el.protege.ui;

import java.util.function.Consumer;

import javax.swing.SwingUtilities;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.protege.editor.owl.OWLEditorKit;

/** The view "Suggest missing axioms". */
public final class SuggestView extends CompanionView {
    private static final long serialVersionUID = 1L;

    @Override
    void make(OWLEditorKit kit, Companion companion, Consumer<CompanionPanel> made) {
        SuggestionList list = new SuggestionList(kit);
        SwingUtilities.invokeLater(() -> {
            EntityPane details = new EntityPane(kit, "box2el.details", "Details");
            SwingUtilities.invokeLater(() -> {
                DecisionBar decisions = new DecisionBar("box2el.", list,
                    new Curation(kit.getModelManager(), companion));
                SwingUtilities.invokeLater(() -> {
                    made.accept(new SuggestPanel(kit, companion, list, details, decisions));
                    Settings settings = Settings.load();
                    if (settings.startAtOnce) {
                        companion.startAtOnce(settings);
                    }
                });
            });
        });
    }
}
