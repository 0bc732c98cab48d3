package org.box2el.robot;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Option;
import org.obolibrary.robot.ReasonCommand;
import org.obolibrary.robot.ReasonOperation;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLException;
import org.semanticweb.owlapi.model.OWLLogicalAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.parameters.Imports;
import org.semanticweb.owlapi.reasoner.InferenceType;
import org.semanticweb.owlapi.reasoner.Node;
import org.semanticweb.owlapi.reasoner.OWLReasoner;
import org.semanticweb.owlapi.reasoner.impl.OWLClassNode;
import org.semanticweb.owlapi.reasoner.structural.StructuralReasonerFactory;

/**
 * Adds inferred subsumptions as ROBOT's command reason does, with its options, its checks and its
 * code. The class hierarchy is that of box2el-owl.
 */
public final class ClassifyCommand extends OntologyCommand {
    private static final Set<String> WITHOUT = Set.of("reasoner", "axiom-generators");

    /** Creates the command. */
    public ClassifyCommand() {
        super("classify", "add inferred subsumptions of box2el-owl");
        for (Option option : new ReasonCommand().getOptions().getOptions()) {
            if (!WITHOUT.contains(option.getLongOpt())) {
                options.addOption(option);
            }
        }
    }

    @Override
    void run(Program program, CommandLine line, OWLOntology ontology) throws Exception {
        Map<String, String> chosen = ReasonOperation.getDefaultOptions();
        chosen.replaceAll((name, value) -> line.getOptionValue(name, value));
        ReasonOperation.reason(ontology, new StructuralReasonerFactory() {
            @Override
            public OWLReasoner createReasoner(OWLOntology asked) {
                return new Hierarchy(program, asked).reasoner();
            }
        }, chosen);
    }

    /** The class hierarchy of an ontology, computed again when its axioms have changed. */
    private static final class Hierarchy {
        private final Program program;
        private final OWLOntology ontology;
        private final Map<Set<OWLLogicalAxiom>, OWLReasoner> known = new HashMap<>();
        private OWLReasoner current; // null after a flush

        Hierarchy(Program program, OWLOntology ontology) {
            this.program = program;
            this.ontology = ontology;
        }

        /** Returns the reasoner of the OWL API for asserted axioms, over the inferred ones. */
        OWLReasoner reasoner() {
            return (OWLReasoner) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {OWLReasoner.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "getRootOntology":
                            return ontology;
                        case "flush":
                            current = null;
                            return null;
                        case "getPrecomputableInferenceTypes":
                            // ROBOT then tests by classes whether properties are unsatisfiable.
                            return Set.of(InferenceType.CLASS_HIERARCHY);
                        case "getUnsatisfiableClasses":
                            return unsatisfiable();
                        default:
                            return method.invoke(classified(), arguments);
                    }
                });
        }

        private OWLReasoner classified() {
            if (current == null) {
                Set<OWLLogicalAxiom> axioms =
                    new HashSet<>(ontology.getLogicalAxioms(Imports.INCLUDED));
                current = known.containsKey(axioms) ? known.get(axioms) : classify();
                known.put(axioms, current);
            }
            return current;
        }

        private Node<OWLClass> unsatisfiable() {
            OWLClassNode node = new OWLClassNode(OWLManager.getOWLDataFactory().getOWLNothing());
            classified().getRootOntology()
                .getSubClassAxiomsForSuperClass(node.getRepresentativeElement())
                .forEach(axiom -> node.add(axiom.getSubClass().asOWLClass()));
            return node;
        }

        private OWLReasoner classify() {
            OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
            try {
                OWLOntology hierarchy = manager.loadOntologyFromOntologyDocument(
                    program.run("classify", program.write(ontology).toString(), "--format", "ofn",
                        "--quiet=" + !known.isEmpty()).toFile());
                for (OWLClass c : ontology.getClassesInSignature(Imports.INCLUDED)) {
                    manager.addAxiom(hierarchy,
                        manager.getOWLDataFactory().getOWLDeclarationAxiom(c));
                }
                return new StructuralReasonerFactory().createNonBufferingReasoner(hierarchy);
            } catch (OWLException | IOException | InterruptedException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }
    }
}
