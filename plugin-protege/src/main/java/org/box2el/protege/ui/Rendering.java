package org.box2el.protege.ui;

import java.awt.Color;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import javax.swing.Icon;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.protege.editor.owl.ui.renderer.RenderingEscapeUtils.RenderingEscapeSetting;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLObject;

/**
 * An OWL object in the words of Protégé's renderer, taken apart into entities, keywords and what is between them. Protégé's own cell renderer sets them in a
 * document for each cell that it paints, which takes milliseconds; this is what a line of a list and a page have in common. Of the event thread.
 */
final class Rendering {
    /** Some of the text. */
    static final class Part {
        final String text;
        /** Null: none. */
        final OWLEntity entity;
        /** In which a keyword is written; null: it is none. */
        final Color keyword;
        /** Of an entity: it is deprecated. */
        final boolean deprecated;

        Part(String text, OWLEntity entity, Color keyword, boolean deprecated) {
            this.text = text;
            this.entity = entity;
            this.keyword = keyword;
            this.deprecated = deprecated;
        }
    }

    private static final String BETWEEN = " []{}(),\n\t";

    final List<Part> parts;
    /** Null: none. */
    final Icon icon;
    /** An entity that the active ontology declares, where the preferences tell those by bold letters. */
    final boolean bold;

    Rendering(OWLEditorKit kit, OWLObject object) {
        OWLModelManager model = kit.getModelManager();
        icon = kit.getOWLWorkspace().getOWLIconProvider().getIcon(object);
        OWLRendererPreferences preferences = OWLRendererPreferences.getInstance();
        if (object instanceof OWLEntity) {
            OWLEntity entity = (OWLEntity) object;
            bold = preferences.isHighlightActiveOntologyStatements()
                && model.getActiveOntology().containsAxiom(model.getOWLDataFactory().getOWLDeclarationAxiom(entity));
            String name = model.getDisabmiguatedRendering(entity, RenderingEscapeSetting.UNESCAPED_RENDERING);
            parts = List.of(new Part(name, entity, null, model.isDeprecated(entity)));
            return;
        }
        bold = false;
        Map<String, OWLEntity> entities = new HashMap<>();
        object.getSignature().forEach(entity -> entities.put(model.getRendering(entity), entity));
        Map<String, Color> keywords = preferences.isHighlightKeyWords() ? kit.getOWLWorkspace().getKeyWordColorMap() : Map.of();
        OWLObject bare = object instanceof OWLAxiom ? ((OWLAxiom) object).getAxiomWithoutAnnotations() : object;
        parts = cut(model.getRendering(bare).replaceAll("\\s+", " "), entities, keywords, model::isDeprecated);
    }

    /** Finds entities and keywords, by how they are written, among the words of a text. */
    static List<Part> cut(String text, Map<String, OWLEntity> entities, Map<String, Color> keywords, Predicate<OWLEntity> deprecated) {
        List<Part> parts = new ArrayList<>();
        int from = 0; // of what lies between words of a meaning
        for (int i = 0; i < text.length(); ) {
            int end = endOfWord(text, i);
            String word = text.substring(i, end);
            OWLEntity entity = entities.get(word);
            Color keyword = entity == null ? keywords.get(word) : null;
            if (entity != null || keyword != null) {
                add(parts, text.substring(from, i));
                parts.add(new Part(word, entity, keyword, entity != null && deprecated.test(entity)));
                from = end;
            }
            i = end;
        }
        add(parts, text.substring(from));
        return parts;
    }

    private static void add(List<Part> parts, String between) {
        if (!between.isEmpty()) {
            parts.add(new Part(between, null, null, false));
        }
    }

    /** The end of the word that begins at an index: of a quoted one, with a backslash before quotation marks within, at its closing mark. */
    private static int endOfWord(String text, int start) {
        boolean quoted = text.charAt(start) == '\'';
        int end = start + 1;
        if (!quoted && BETWEEN.indexOf(text.charAt(start)) >= 0) {
            return end;
        }
        for (; end < text.length(); end++) {
            char c = text.charAt(end);
            if (quoted && c == '\\') {
                end++;
            } else if (quoted && c == '\'') {
                return end + 1;
            } else if (!quoted && BETWEEN.indexOf(c) >= 0) {
                return end;
            }
        }
        return text.length();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text));
        return text.toString();
    }
}
