package org.box2el.protege.ui;

import java.awt.Color;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.box2el.protege.Changes;
import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.Axioms;
import org.protege.editor.owl.OWLEditorKit;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotationAssertionAxiom;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLEntity;
import org.semanticweb.owlapi.model.OWLLiteral;
import org.semanticweb.owlapi.model.OWLObject;
import org.semanticweb.owlapi.model.OWLOntology;

/**
 * An HTML page with answers of the server, everything escaped. Axioms are written as Protégé
 * renders them, with links for their entities; an axiom that could not be parsed is written as the
 * server renders it. Used on the event thread, except the lists of axioms.
 */
final class Html {
    // Axioms of a page, because longer pages take too long to lay out.
    private static final int MOST = 100;

    private static final Pattern PLACE = Pattern.compile("\\{(\\d{1,3})\\}");
    private static final Pattern BUILT_IN = Pattern.compile("/obo/(RO|BFO|IAO)_");
    // The rules of normal forms, in the words of page and command.
    private static final Map<String, String> RULES = Map.of("NF1", "superclass", "NF2",
        "conjunction", "NF3", "restriction", "NF4", "existential");
    private static final Set<String> DEFINITIONS =
        Set.of("http://purl.obolibrary.org/obo/IAO_0000115",
        "http://www.w3.org/2004/02/skos/core#definition",
        "http://www.w3.org/2000/01/rdf-schema#comment");

    private final OWLEditorKit kit;
    private final StringBuilder text = new StringBuilder();
    private int axioms; // on the page

    Html(OWLEditorKit kit) {
        this.kit = kit;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    Html paragraph(String plain) {
        text.append("<p>").append(escape(plain)).append("</p>");
        return this;
    }

    /** Adds a row: definitions, verdict, evidence for and against. */
    Html why(Row row) {
        Contract.Suggestion s = row.suggestion;
        text.append("<p><b>");
        object(row.shown(true));
        text.append("</b>").append(row.isInexact() || row.axiom == null || s.verdict == null ? ""
            : " <i>" + escape(s.verdict.equals("new") ? "no class becomes unsatisfiable"
            : s.verdict.equals("entailed") ? "entailed" : "") + "</i>").append("</p>");
        if (!row.history.isEmpty()) {
            paragraph(row.history);
        }
        if (row.check != null) {
            paragraph(row.check.text);
        } else if (row.isInexact()) {
            paragraph("No conflict found" + (s.outside == null ? "." : "; "
                + count(s.outside.axioms, "axiom is", "axioms are") + " outside OWL 2 EL."));
        }
        definition(row.subject);
        row.expression.getClassesInSignature().forEach(this::definition);
        if (s.unseen) {
            paragraph("This class was added after training; it is placed by its axioms and label.");
        }
        if (s.conflict != null && s.conflict.inconsistent) {
            paragraph("Makes the ontology inconsistent.");
        } else if (s.conflict != null) {
            classes("Would make these classes unsatisfiable", s.conflict.unsatisfiable);
            if (s.conflict.count != null || s.conflict.partial) {
                paragraph(s.conflict.count == null ? "There may be more."
                    : (s.conflict.partial ? "At least " : "") + s.conflict.count + " classes");
            }
        }
        if (s.group != null) {
            text.append("<p>");
            sentence(s.group.rule);
            text.append("</p>");
            axioms(s.group.axioms, row.read);
        }
        evidence(row, true, "For");
        evidence(row, false, "Against");
        if (s.impliedBy != null) {
            paragraph("Redundant: entailed by another suggestion.");
        }
        return this;
    }

    private void evidence(Row row, boolean supports, String heading) {
        Contract.Suggestion s = row.suggestion;
        if (row.first(supports) == null) {
            return;
        }
        text.append("<p><b>").append(heading).append("</b></p><ul>");
        for (Contract.Evidence e : s.evidence) {
            if (e.supports == supports) {
                text.append("<li>");
                sentence(e);
                reason(e, s).ifPresent(reason -> axioms(reason.axioms, row.read));
                text.append("</li>");
            }
        }
        text.append("</ul>");
    }

    private static Optional<Contract.Reason> reason(Contract.Evidence e, Contract.Suggestion s) {
        return s.why == null ? Optional.empty()
            : s.why.stream().filter(reason -> reason.text.equals(e.sentence)).findFirst();
    }

    /**
     * Adds a sentence of evidence with the names that Protégé renders, as links.
     */
    private void sentence(Contract.Evidence e) {
        String sentence = plain(e);
        int from = 0;
        for (Matcher place = PLACE.matcher(sentence); place.find(); from = place.end()) {
            text.append(escape(sentence.substring(from, place.start())));
            name(e.entities.get(Integer.parseInt(place.group(1))));
        }
        text.append(escape(sentence.substring(from)));
    }

    /** Returns the template of evidence, or its sentence if it has no entities. */
    private static String plain(Contract.Evidence e) {
        return e.entities == null || e.entities.isEmpty() ? e.sentence : e.template;
    }

    /** Returns the strongest evidence of a row in one line of plain text. */
    static String line(OWLEditorKit kit, Row row) {
        StringBuilder line = new StringBuilder();
        Contract.Name property = row.suggestion.property;
        if (property != null && hasBuiltIn(kit, property)) {
            line.append(nameOf(kit, property)).append("   ");
        }
        for (boolean supports : new boolean[] {false, true}) {
            Contract.Evidence e = row.first(supports);
            if (e != null) {
                Matcher place = PLACE.matcher(plain(e));
                line.append(supports ? "" : "⚠ ").append(place.replaceAll(found ->
                    Matcher.quoteReplacement(nameOf(kit,
                        e.entities.get(Integer.parseInt(found.group(1))))))).append("   ");
            }
        }
        return line.toString().trim();
    }

    /** Adds the definition of an entity from Protégé's ontologies. */
    private void definition(OWLEntity entity) {
        for (OWLOntology o : kit.getModelManager().getActiveOntologies()) {
            for (OWLAnnotationAssertionAxiom a : o.getAnnotationAssertionAxioms(entity.getIRI())) {
                if (DEFINITIONS.contains(a.getProperty().getIRI().toString())
                        && a.getValue() instanceof OWLLiteral) {
                    text.append("<p><i>");
                    object(entity);
                    text.append("</i>: ").append(escape(((OWLLiteral) a.getValue()).getLiteral()))
                        .append("</p>");
                    return;
                }
            }
        }
    }

    /** Adds the asserted axioms that were added and removed since the ontology was opened. */
    Html changes(Changes changes) {
        changes.edits().forEach((ontology, edits) -> {
            if (edits.isEmpty()) {
                return;
            }
            text.append("<p><b>")
                .append(escape(kit.getModelManager().getRendering(ontology))).append("</b></p>");
            for (boolean added : new boolean[] {true, false}) {
                Set<OWLAxiom> some = edits.keySet().stream().filter(a -> edits.get(a) == added)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
                text.append("<p>").append(added ? "Added: " : "Removed: ").append(some.size())
                    .append("</p><ul>");
                some.stream().limit(MOST).forEach(axiom -> {
                    text.append("<li>");
                    object(axiom);
                    text.append("</li>");
                });
                text.append(some.size() > MOST ? "<li>…</li></ul>" : "</ul>");
            }
        });
        return text.length() > 0 ? this
            : paragraph("No axiom was added or removed since the ontology was opened.");
    }

    /** Returns the texts of the axioms of a suggestion and of its evidence. */
    static Stream<String> axiomsOf(Contract.Suggestion s) {
        Stream<String> own = Stream.concat(Stream.ofNullable(s.axiom),
            s.group == null ? Stream.empty() : texts(s.group.axioms));
        return s.why == null ? own
            : Stream.concat(own, s.why.stream().flatMap(reason -> texts(reason.axioms)));
    }

    private static Stream<String> texts(List<Contract.Axiom> axioms) {
        return Stream.ofNullable(axioms).flatMap(List::stream).map(axiom -> axiom.axiom);
    }

    /** Parses an effect, on any thread, and returns a function that adds it to a page. */
    static Consumer<Html> effect(Contract.Effect effect) {
        Map<String, OWLAxiom> read = Axioms.read(texts(effect.examples));
        return page -> {
            page.paragraph(effect.newSubsumptions == 0 ? "Effect: no other inferences."
                : "Effect: " + count(effect.newSubsumptions, "more inferred superclass",
                "more inferred superclasses") + ".");
            page.axioms(effect.examples, read);
        };
    }

    /** Parses a proof, on any thread, and returns a function that adds it to a page. */
    static Consumer<Html> proof(Contract.Explanation explanation) {
        if (explanation.proof == null || explanation.proof.isEmpty()) {
            return page -> page.paragraph(explanation.note);
        }
        Map<String, OWLAxiom> read = Axioms.read(explanation.proof.stream().flatMap(step ->
            Stream.concat(Stream.of(step.conclusion), texts(step.axioms))));
        return page -> page.proof(explanation.proof, read);
    }

    /** Adds a proof, premises before conclusions. */
    private void proof(List<Contract.ProofStep> proof, Map<String, OWLAxiom> read) {
        text.append("<p>Proof:</p><ol>");
        int steps = 0;
        for (; steps < proof.size() && axioms < MOST; steps++) {
            Contract.ProofStep step = proof.get(steps);
            text.append("<li>");
            axiom(step.conclusion, step.manchester, read);
            text.append(" <i>").append(escape(RULES.getOrDefault(step.rule, step.rule)));
            if (!step.premises.isEmpty()) {
                text.append(" from ").append(step.premises.stream().map(n -> String.valueOf(n + 1))
                    .collect(Collectors.joining(", ")));
            }
            text.append("</i>");
            if (!step.rule.equals("asserted")) {
                axioms(step.axioms, read);
            }
            text.append("</li>");
        }
        text.append("</ol>");
        if (steps < proof.size()) {
            paragraph(count(proof.size() - steps, "more step", "more steps")
                + ". Open in browser to see all.");
        }
    }

    /** Returns a number with a noun in its singular or plural. */
    static String count(long n, String one, String several) {
        return n + " " + (n == 1 ? one : several);
    }

    Html classes(String heading, List<Contract.Name> names) {
        text.append("<p><b>").append(escape(heading)).append(":</b> ");
        for (int n = 0; n < Math.min(names.size(), MOST); n++) {
            text.append(n > 0 ? ", " : "");
            name(names.get(n));
        }
        text.append(names.size() > MOST ? ", …" : "").append("</p>");
        return this;
    }

    private void name(Contract.Name name) {
        OWLEntity entity = entity(kit, name.iri);
        if (entity == null) {
            text.append(escape(name.label));
        } else {
            link(entity, nameOf(kit, name));
        }
    }

    /** Returns the entity of an IRI, null if the ontologies do not have it. */
    static OWLEntity entity(OWLEditorKit kit, String iri) {
        return kit.getModelManager().getActiveOntologies().stream()
            .flatMap(o -> o.getEntitiesInSignature(IRI.create(iri)).stream()).findFirst()
            .orElse(null);
    }

    /** Returns a name as Protégé renders it; if that is an ID, with the built-in label. */
    static String nameOf(OWLEditorKit kit, Contract.Name name) {
        OWLEntity entity = entity(kit, name.iri);
        String rendered = entity == null ? name.label : kit.getModelManager().getRendering(entity);
        return hasBuiltIn(kit, name) ? rendered + " (" + name.label + ")" : rendered;
    }

    /** Reports whether Protégé renders the ID of an entity for which there is a built-in label. */
    private static boolean hasBuiltIn(OWLEditorKit kit, Contract.Name name) {
        OWLEntity entity = BUILT_IN.matcher(name.iri).find() ? entity(kit, name.iri) : null;
        String id = entity == null ? null : entity.getIRI().getRemainder().orNull();
        return id != null && kit.getModelManager().getRendering(entity).equals(id)
            && !name.label.equals(id);
    }

    private void axioms(List<Contract.Axiom> some, Map<String, OWLAxiom> read) {
        if (some == null || some.isEmpty()) {
            return;
        }
        text.append("<ul>");
        for (Contract.Axiom axiom : some) {
            if (axioms >= MOST) {
                text.append("<li>…</li>");
                break;
            }
            text.append("<li>");
            axiom(axiom.axiom, axiom.manchester, read);
            text.append(axiom.hypothetical ? " (hypothetical)" : "").append("</li>");
        }
        text.append("</ul>");
    }

    private void axiom(String form, String manchester, Map<String, OWLAxiom> read) {
        axioms++;
        OWLAxiom axiom = read.get(form);
        if (axiom == null) {
            text.append(escape(manchester));
        } else {
            object(axiom);
        }
    }

    private void object(OWLObject object) {
        for (Rendering.Part part : new Rendering(kit, object).parts) {
            if (part.entity != null) {
                link(part.entity, part.text);
            } else if (part.keyword != null) {
                text.append("<b><font color=\"").append(hex(part.keyword)).append("\">")
                    .append(escape(part.text)).append("</font></b>");
            } else {
                text.append(escape(part.text));
            }
        }
    }

    private void link(OWLEntity entity, String name) {
        text.append("<a href=\"").append(escape(entity.getIRI().toString())).append("\">")
            .append(escape(name)).append("</a>");
    }

    static String hex(Color color) {
        return String.format("#%06x", color.getRGB() & 0xffffff);
    }

    private static String escape(String plain) {
        return plain == null ? ""
            : plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            .replace("\"", "&quot;");
    }
}
