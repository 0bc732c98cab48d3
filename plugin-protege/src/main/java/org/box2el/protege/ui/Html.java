package org.box2el.protege.ui;

import java.awt.Color;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.box2el.protege.client.Contract;
import org.protege.editor.owl.OWLEditorKit;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * An HTML page with answers of the server, everything escaped. Axioms are written as Protégé
 * renders them, with links for their entities; an axiom that could not be parsed is written as the
 * server renders it. Used on the event thread, except the lists of axioms.
 */
final class Html {
    // Axioms of a page, because longer pages take too long to lay out.
    private static final int MOST = 100;

    private final OWLEditorKit kit;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, OWLEntity> links = new HashMap<>();
    private int axioms; // on the page

    Html(OWLEditorKit kit) {
        this.kit = kit;
    }

    /** The linked entities by their IRIs. */
    Map<String, OWLEntity> links() {
        return links;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    Html paragraph(String plain) {
        text.append("<p>").append(escape(plain)).append("</p>");
        return this;
    }

    /** Adds the evidence for and against a suggestion. */
    Html why(Row row) {
        Contract.Suggestion s = row.suggestion;
        text.append("<p>");
        rendering(row.axiom);
        text.append("</p>");
        if (s.unseen) {
            paragraph("This class was added after training; it is placed by its axioms and label.");
        }
        if (s.conflict != null && s.conflict.inconsistent) {
            paragraph("Makes the ontology inconsistent.");
        } else if (s.conflict != null) {
            classes("Would make these classes unsatisfiable", s.conflict.unsatisfiable);
            if (s.conflict.count != null) {
                paragraph(s.conflict.count + " in all" + (s.conflict.partial ? ", or more." : "."));
            } else if (s.conflict.partial) {
                paragraph("There may be more.");
            }
        }
        if (s.group != null) {
            text.append("<p>").append(escape(s.group.rule.sentence)).append("</p>");
            axioms(s.group.axioms, row.read);
        }
        if (s.evidence != null && !s.evidence.isEmpty()) {
            text.append("<p>Evidence:</p><ul>");
            for (Contract.Evidence e : s.evidence) {
                text.append("<li>").append(e.supports ? "+ " : "− ").append(escape(e.sentence));
                s.why.stream().filter(reason -> reason.text.equals(e.sentence)).limit(1)
                    .forEach(reason -> axioms(reason.axioms, row.read));
                text.append("</li>");
            }
            text.append("</ul>");
        }
        if (s.impliedBy != null) {
            paragraph("Redundant: entailed by another suggestion.");
        }
        return this;
    }

    /** Returns the texts of the axioms of a suggestion and of its evidence. */
    static List<String> axiomsOf(Contract.Suggestion s) {
        List<String> forms = new ArrayList<>(List.of(s.axiom));
        if (s.group != null) {
            add(forms, s.group.axioms);
        }
        if (s.why != null) {
            s.why.forEach(reason -> add(forms, reason.axioms));
        }
        return forms;
    }

    Html effect(Contract.Effect effect, Map<String, OWLAxiom> read) {
        if (effect.newSubsumptions == 0) {
            return paragraph("Effect: no other inferences.");
        }
        text.append("<p>Effect: ").append(effect.newSubsumptions)
            .append(effect.newSubsumptions == 1 ? " more inferred superclass"
            : " more inferred superclasses")
            .append(".</p>");
        axioms(effect.examples, read);
        return this;
    }

    static List<String> axiomsOf(Contract.Effect effect) {
        List<String> forms = new ArrayList<>();
        add(forms, effect.examples);
        return forms;
    }

    /** Adds a proof, premises before conclusions. */
    Html proof(Contract.Explanation explanation, Map<String, OWLAxiom> read) {
        if (explanation.proof == null || explanation.proof.isEmpty()) {
            return explanation.note == null ? this : paragraph(explanation.note);
        }
        text.append("<p>Proof:</p><ol>");
        int steps = 0;
        for (Contract.ProofStep step : explanation.proof) {
            if (axioms >= MOST) {
                break;
            }
            text.append("<li>");
            axiom(step.conclusion, step.manchester, read);
            text.append(" <i>").append(escape(step.rule));
            if (!step.premises.isEmpty()) {
                text.append(" from ").append(step.premises.stream().map(n -> String.valueOf(n + 1))
                    .collect(Collectors.joining(", ")));
            }
            text.append("</i>");
            axioms(step.axioms, read);
            text.append("</li>");
            steps++;
        }
        text.append("</ol>");
        int left = explanation.proof.size() - steps;
        return left == 0 ? this : paragraph(left + (left == 1 ? " more step" : " more steps")
            + ". Open in browser to see all.");
    }

    static List<String> axiomsOf(Contract.Explanation explanation) {
        List<String> forms = new ArrayList<>();
        if (explanation.proof != null) {
            for (Contract.ProofStep step : explanation.proof) {
                forms.add(step.conclusion);
                add(forms, step.axioms);
            }
        }
        return forms;
    }

    private static void add(List<String> forms, List<Contract.Axiom> axioms) {
        if (axioms != null) {
            axioms.forEach(axiom -> forms.add(axiom.axiom));
        }
    }

    Html classes(String heading, List<Contract.Name> names) {
        return names(heading, names, kit.getModelManager().getOWLDataFactory()::getOWLClass);
    }

    Html individuals(String heading, List<Contract.Name> names) {
        return names(heading, names,
            kit.getModelManager().getOWLDataFactory()::getOWLNamedIndividual);
    }

    private Html names(String heading, List<Contract.Name> names, Function<IRI, OWLEntity> entity) {
        text.append("<p><b>").append(escape(heading)).append(":</b> ");
        if (names == null || names.isEmpty()) {
            text.append("–");
        } else {
            int n = 0;
            for (Contract.Name name : names) {
                if (n++ == MOST) {
                    text.append(", … ").append(names.size() - MOST).append(" more");
                    break;
                }
                text.append(n > 1 ? ", " : "");
                link(entity.apply(IRI.create(name.iri)), name.label);
            }
        }
        text.append("</p>");
        return this;
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
            text.append(axiom.hypothetical ? " (supposed)" : "").append("</li>");
        }
        text.append("</ul>");
    }

    private void axiom(String form, String manchester, Map<String, OWLAxiom> read) {
        axioms++;
        OWLAxiom axiom = read.get(form);
        if (axiom == null) {
            text.append(escape(manchester));
        } else {
            rendering(axiom);
        }
    }

    private void rendering(OWLAxiom axiom) {
        for (Rendering.Part part : new Rendering(kit, axiom).parts) {
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
        String iri = entity.getIRI().toString();
        links.putIfAbsent(iri, entity);
        text.append("<a href=\"").append(escape(iri)).append("\">").append(escape(name))
            .append("</a>");
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
