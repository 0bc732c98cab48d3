package org.box2el.protege.ui;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.ProblemException;
import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotation;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/**
 * Carries out the user's decisions: records them on the server and adds accepted axioms to an
 * ontology as one step of the undo history.
 */
final class Curation {
    private final OWLModelManager model;
    private final Companion companion;

    /** The reason why a decision was not carried out. */
    static final class Refusal {
        final String text;
        /** Whether the user may accept anyway, because the axioms contradict. */
        final boolean contradiction;

        Refusal(String text, boolean contradiction) {
            this.text = text;
            this.contradiction = contradiction;
        }
    }

    Curation(OWLModelManager model, Companion companion) {
        this.model = model;
        this.companion = companion;
    }

    /**
     * Records accept, reject, defer or revert for all rows or none. Accepted axioms go to the
     * ontology that was active when this was called.
     */
    void decide(String action, List<Row> rows, boolean force, Runnable done,
            Consumer<Refusal> refused) {
        // Rows of one group share axioms.
        Map<String, Contract.NewDecision> decisions = new LinkedHashMap<>();
        Map<String, OWLSubClassOfAxiom> axioms = new LinkedHashMap<>();
        for (Row row : rows) {
            row.decisions(action).forEach(decision -> decisions.putIfAbsent(decision.axiom,
                decision));
            axioms.putAll(row.axioms);
        }
        List<AddAxiom> additions = action.equals("accept") ? additions(rows) : List.of();
        companion.decide(List.copyOf(decisions.values()), force, () -> {
            if (action.equals("accept")) {
                axioms.forEach((form, axiom) -> companion.accepting(axiom, decisions.get(form)));
                model.applyChanges(additions.stream()
                    .filter(a -> model.getOntologies().contains(a.getOntology()))
                    .collect(Collectors.toList()));
            }
            done.run();
        }, cause -> refused.accept(refusal(cause)));
    }

    private List<AddAxiom> additions(List<Row> rows) {
        Settings settings = Settings.load();
        return rows.stream()
            .flatMap(row -> row.axioms.values().stream()
                .map(axiom -> new AddAxiom(target(axiom, settings),
            axiom.getAnnotatedAxiom(provenance(row, settings)))))
            .distinct().collect(Collectors.toList());
    }

    private static Refusal refusal(Throwable cause) {
        if (!(cause instanceof ProblemException)) {
            return new Refusal("Could not save the decision: " + cause.getMessage(), false);
        }
        ProblemException problem = (ProblemException) cause;
        int culprits = problem.problem().culprits == null ? 0 : problem.problem().culprits.size();
        String which = culprits > 1 ? " (" + culprits + " of them together)" : "";
        return new Refusal(problem.getMessage() + which,
            ProblemException.is(problem, "contradiction"));
    }

    private OWLOntology target(OWLSubClassOfAxiom axiom, Settings settings) {
        OWLOntology active = model.getActiveOntology();
        if (!settings.toDefiningOntology) {
            return active;
        }
        OWLAxiom declaration = model.getOWLDataFactory()
            .getOWLDeclarationAxiom(axiom.getSubClass().asOWLClass());
        return active.getImportsClosure().stream()
            .filter(o -> o.containsAxiom(declaration) && model.isMutable(o))
            .findFirst().orElse(active);
    }

    private Set<OWLAnnotation> provenance(Row row, Settings settings) {
        if (settings.provenance.isBlank()) {
            return Collections.emptySet();
        }
        OWLDataFactory factory = model.getOWLDataFactory();
        String text = "suggested by box2el-owl, " + row.suggestion.tier;
        return Collections.singleton(factory.getOWLAnnotation(
            factory.getOWLAnnotationProperty(IRI.create(settings.provenance.trim())),
            factory.getOWLLiteral(text)));
    }
}
