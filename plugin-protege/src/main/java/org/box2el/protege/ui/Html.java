package org.box2el.protege.ui;

import java.util.List;
import java.util.stream.Collectors;

import org.box2el.protege.client.Contract;

/** Says in HTML, with everything escaped, what the server tells of a suggestion. */
final class Html {
    /** An empty text would leave the last list's numbers behind. */
    static final String NOTHING = "<html><body></body></html>";

    private Html() {}

    /** The grounds of a suggestion. */
    static String why(Contract.Suggestion s) {
        StringBuilder html = new StringBuilder("<p><b>").append(escape(s.manchester)).append("</b></p>");
        if (s.unseen) {
            html.append("<p>The model was trained before this class was there; it is placed by its axioms and its label.</p>");
        }
        if (s.conflict != null) {
            html.append(conflict(s.conflict));
        }
        if (s.why != null && !s.why.isEmpty()) {
            html.append("<p>Why:</p><ul>");
            for (Contract.Reason reason : s.why) {
                html.append("<li>").append(escape(reason.text)).append(axioms(reason.axioms)).append("</li>");
            }
            html.append("</ul>");
        }
        if (s.impliedBy != null) {
            html.append("<p>It would follow from another suggestion above.</p>");
        }
        return html.toString();
    }

    static String effect(Contract.Effect effect) {
        if (effect.newSubsumptions == 0) {
            return "<p>Effect: nothing else would follow.</p>";
        }
        return "<p>Effect: " + effect.newSubsumptions + (effect.newSubsumptions == 1 ? " further subsumption" : " further subsumptions")
            + " would follow." + axioms(effect.examples) + "</p>";
    }

    /** A proof, premises before conclusions. */
    static String proof(Contract.Explanation explanation) {
        if (explanation.proof == null || explanation.proof.isEmpty()) {
            return explanation.note == null ? "" : "<p>" + escape(explanation.note) + "</p>";
        }
        StringBuilder html = new StringBuilder("<p>Proof:</p><ol>");
        for (Contract.ProofStep step : explanation.proof) {
            html.append("<li>").append(escape(step.manchester)).append(" <i>").append(escape(step.rule));
            if (!step.premises.isEmpty()) {
                html.append(" from ").append(step.premises.stream().map(n -> String.valueOf(n + 1)).collect(Collectors.joining(", ")));
            }
            html.append("</i>").append(axioms(step.axioms)).append("</li>");
        }
        return html.append("</ol>").toString();
    }

    private static String conflict(Contract.Conflict conflict) {
        if (conflict.inconsistent) {
            return "<p>It would make the ontology inconsistent.</p>";
        }
        return "<p>It would make unsatisfiable: " + names(conflict.unsatisfiable) + "</p>";
    }

    static String names(List<Contract.Name> names) {
        return names == null || names.isEmpty() ? "–" : names.stream().map(n -> escape(n.label)).collect(Collectors.joining(", "));
    }

    private static String axioms(List<Contract.Axiom> axioms) {
        if (axioms == null || axioms.isEmpty()) {
            return "";
        }
        return axioms.stream().map(a -> "<li>" + escape(a.manchester) + (a.hypothetical ? " (supposed)" : "") + "</li>")
            .collect(Collectors.joining("", "<ul>", "</ul>"));
    }

    static String escape(String text) {
        return text == null ? "" : text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
