package org.box2el.protege.ui;

import java.awt.Color;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.swing.Icon;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.protege.editor.owl.ui.renderer.RenderingEscapeUtils.RenderingEscapeSetting;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLObject;

/**
 * An OWL object as Protégé's renderer writes it, split into entities, keywords and the text between
 * them. Protégé's own cell renderer creates a document for each cell that it paints, which takes
 * milliseconds. Lists and pages share this class. Used on the event thread only.
 */
final class Rendering {
    /** A part of the text. */
    static final class Part {
        final String text;
        /** Null if the part is not an entity. */
        final OWLEntity entity;
        /** The color of a keyword, null if the part is not a keyword. */
        final Color keyword;
        /** Whether the entity is deprecated. */
        final boolean deprecated;

        Part(String text, OWLEntity entity, Color keyword, boolean deprecated) {
            this.text = text;
            this.entity = entity;
            this.keyword = keyword;
            this.deprecated = deprecated;
        }
    }

    // A quoted name with escaped quotation marks, or what is between spaces and brackets.
    private static final Pattern WORD = Pattern.compile("'(?:\\\\.|[^'\\\\])*+(?:'|\\\\?$)"
        + "|[^' \\[\\]{}(),\n\t][^ \\[\\]{}(),\n\t]*");

    final List<Part> parts;
    /** Null if there is none. */
    final Icon icon;
    /**
     * Whether the entity is declared by the active ontology and the preferences ask for bold
     * letters.
     */
    final boolean bold;

    Rendering(OWLEditorKit kit, OWLObject object) {
        OWLModelManager model = kit.getModelManager();
        icon = kit.getOWLWorkspace().getOWLIconProvider().getIcon(object);
        OWLRendererPreferences preferences = OWLRendererPreferences.getInstance();
        if (object instanceof OWLEntity) {
            OWLEntity entity = (OWLEntity) object;
            bold = preferences.isHighlightActiveOntologyStatements()
                && model.getActiveOntology()
                    .containsAxiom(model.getOWLDataFactory().getOWLDeclarationAxiom(entity));
            String name = model.getDisabmiguatedRendering(entity,
                RenderingEscapeSetting.UNESCAPED_RENDERING);
            parts = List.of(new Part(name, entity, null, model.isDeprecated(entity)));
            return;
        }
        bold = false;
        Map<String, OWLEntity> entities = new HashMap<>();
        object.getSignature().forEach(entity -> entities.put(model.getRendering(entity), entity));
        Map<String, Color> keywords = preferences.isHighlightKeyWords()
            ? kit.getOWLWorkspace().getKeyWordColorMap() : Map.of();
        OWLObject bare = object instanceof OWLAxiom
            ? ((OWLAxiom) object).getAxiomWithoutAnnotations() : object;
        parts = cut(model.getRendering(bare).replaceAll("\\s+", " "), entities, keywords,
            model::isDeprecated);
    }

    /** Splits a text into entities, keywords and the text between them. */
    static List<Part> cut(String text, Map<String, OWLEntity> entities, Map<String, Color> keywords,
            Predicate<OWLEntity> deprecated) {
        List<Part> parts = new ArrayList<>();
        int from = 0; // the start of the text between entities and keywords
        for (Matcher word = WORD.matcher(text); word.find(); ) {
            OWLEntity entity = entities.get(word.group());
            Color keyword = entity == null ? keywords.get(word.group()) : null;
            if (entity != null || keyword != null) {
                add(parts, text.substring(from, word.start()));
                parts.add(new Part(word.group(), entity, keyword,
                    entity != null && deprecated.test(entity)));
                from = word.end();
            }
        }
        add(parts, text.substring(from));
        return parts;
    }

    private static void add(List<Part> parts, String between) {
        if (!between.isEmpty()) {
            parts.add(new Part(between, null, null, false));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text));
        return text.toString();
    }
}
