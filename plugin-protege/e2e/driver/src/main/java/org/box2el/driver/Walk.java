package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.RemoveAxiom;

/**
 * Random steps: accept, reject, undo and redo in Protégé, undo in the panel, removal by hand,
 * edits, save, reload, a killed server; the scenario runs twice, so that the second Protégé finds
 * the decisions of the first. After each step, decisions and ontology agree, or the panel says how
 * many do not. BOX2EL_SEED and BOX2EL_STEPS choose the walk.
 */
final class Walk {
    private static final Pattern DECISION =
        Pattern.compile("\\{[^{}]*?\"action\":\"(accept|reject)\"[^{}]*?\"axiom\":"
        + "\"((?:[^\"\\\\]|\\\\.)*)\"[^{}]*?\\}");

    private final Curator curator;
    private final Hands hands;
    private final OWLModelManager model;
    private final Random random;
    private final int steps;
    private long lastKill = System.nanoTime() - 3600_000_000_000L;
    private int edits;
    private int disagreements; // comparisons in which the ontology contradicts a decision

    Walk(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
        this.model = curator.model;
        String seed = System.getenv("BOX2EL_SEED");
        long number = seed == null ? System.nanoTime() % 1_000_000 : Long.parseLong(seed);
        random = new Random(number);
        String wanted = System.getenv("BOX2EL_STEPS");
        steps = wanted == null ? 40 : Integer.parseInt(wanted);
        Hands.step("seed " + number + ", " + steps + " steps");
    }

    void all() throws Exception {
        curator.start();
        agrees("the start");
        if (curator.status().contains(" accepted ")) {
            hands.press("box2el.second"); // "Show", without a class
            Hands.await("the decisions are shown", () -> curator.list().getModel().getSize() > 1);
            hands.screenshot("breaches");
        }
        List<OWLClass> classes = curator.classes();
        for (int i = 1; i <= steps; i++) {
            String step = step(classes);
            agrees(i + " " + step);
        }
        hands.screenshot("walk");
        String rejected;
        do { // An inconsistent ontology has no suggestions, and everything follows from it.
            rejected = decide("reject", classes);
            agrees(rejected);
            check(rejected.startsWith("reject "), "nothing to reject: " + rejected);
        } while (verdict(rejected.substring("reject ".length())).equals("contradicts"));
        OWLAxiom axiom = axiom(rejected.substring("reject ".length()));
        curator.edit(new AddAxiom(model.getActiveOntology(), axiom));
        agrees("assert " + axiom);
        check(disagreements > 0, "the asserted axiom contradicts no decision: " + axiom);
        Hands.step(disagreements + " comparisons with decisions that the ontology contradicts");
    }

    private String step(List<OWLClass> classes) throws Exception {
        OWLOntology ontology = model.getActiveOntology();
        switch (random.nextInt(14)) {
            case 0:
            case 1:
            case 2:
                return decide("accept", classes);
            case 3:
            case 4:
                return decide("reject", classes);
            case 5:
                return decide("defer", classes);
            case 6:
            case 7:
                return history("Undo");
            case 8:
                return history("Redo");
            case 9:
                hands.key("box2el.suggestions", java.awt.event.KeyEvent.VK_U, 'u');
                return "u";
            case 10:
                List<OWLAxiom> axioms = Hands.on(() -> new ArrayList<>(new TreeSet<OWLAxiom>(
                    ontology.getAxioms(org.semanticweb.owlapi.model.AxiomType.SUBCLASS_OF))));
                OWLAxiom axiom = axioms.get(random.nextInt(axioms.size()));
                curator.edit(new RemoveAxiom(ontology, axiom));
                return "remove " + axiom;
            case 11:
                curator.edit("edit" + edits++);
                return "edit";
            case 12:
                if (random.nextInt(3) == 0) {
                    Hands.on(() -> {
                        model.save(ontology);
                        return null;
                    });
                    return "save";
                }
                Hands.on(() -> {
                    model.reload(ontology);
                    return null;
                });
                return "reload";
            default:
                long seconds = (System.nanoTime() - lastKill) / 1_000_000_000;
                if (random.nextInt(4) != 0 || seconds >= 55 && seconds <= 65) {
                    return "nothing";
                }
                Program.kill();
                if (seconds < 60) {
                    curator.edit("edit" + edits++);
                    curator.awaitStatus("the panel asks", "stopped twice");
                    curator.press("Start");
                }
                lastKill = System.nanoTime();
                curator.edit("edit" + edits++);
                return "kill";
        }
    }

    private String decide(String action, List<OWLClass> classes) throws Exception {
        for (int tries = 0; tries < 10; tries++) {
            curator.select(classes.get(random.nextInt(classes.size())));
            int n = Hands.on(() -> curator.rows().size());
            if (n > 0) {
                List<OWLAxiom> rows = Hands.on(curator::rows);
                OWLAxiom axiom = rows.get(random.nextInt(n));
                curator.selectRow(axiom::equals);
                hands.press("box2el." + action);
                Hands.await("it is decided", () -> !hands.text("box2el.message").equals("Saving…"));
                // An axiom that is refused as a contradiction stays undecided.
                return action + " " + axiom;
            }
        }
        return "no row";
    }

    private String history(String way) throws Exception {
        Hands.on(() -> {
            if (way.equals("Undo") && model.getHistoryManager().canUndo()) {
                model.getHistoryManager().undo();
            } else if (way.equals("Redo") && model.getHistoryManager().canRedo()) {
                model.getHistoryManager().redo();
            }
            return null;
        });
        return way;
    }

    /** Compares the decisions on the server, the ontology, and the panel's line. */
    private void agrees(String step) throws Exception {
        String[] difference = {""};
        try {
            Hands.await(step, () -> {
                if (!curator.ready()) {
                    difference[0] = "not ready: " + curator.status();
                    return false;
                }
                try {
                    difference[0] = difference();
                } catch (java.io.IOException killed) {
                    difference[0] = "the server does not answer";
                }
                return difference[0].isEmpty();
            });
        } catch (AssertionError late) {
            throw new AssertionError("after " + step + ": " + difference[0], late);
        }
    }

    /** Returns the reasoner's verdict on an axiom in functional syntax. */
    private static String verdict(String axiom) throws Exception {
        return Program.values("verdict", Program.post("/ontologies/" + id()
            + "/entailment:check", "{\"axioms\": [" + Hands.quote(axiom) + "]}")).get(0);
    }

    private static String id() throws Exception {
        return Program.values("id", Program.ask("/ontologies?limit=1000")).get(0);
    }

    private String difference() throws Exception {
        String id = id();
        Matcher decisions = DECISION.matcher(
            Program.ask("/ontologies/" + id + "/decisions?current=true&limit=1000"));
        Set<OWLAxiom> asserted = model.getActiveOntology().getAxioms().stream()
            .map(OWLAxiom::getAxiomWithoutAnnotations).collect(Collectors.toSet());
        int missing = 0;
        int contradicted = 0;
        while (decisions.find()) {
            String text = decisions.group(2).replace("\\u003c", "<").replace("\\u003e", ">")
                .replace("\\\"", "\"");
            boolean there = asserted.contains(axiom(text));
            if (decisions.group(1).equals("reject")) {
                contradicted += there ? 1 : 0;
            } else if (!there && !verdict(text).equals("entailed")) {
                missing++;
            }
        }
        String wanted = (missing == 0 ? "" : missing == 1
            ? "1 accepted axiom is not in this ontology."
            : missing + " accepted axioms are not in this ontology.")
            + (contradicted == 0 ? "" : contradicted == 1 ? "1 rejected axiom is asserted."
            : contradicted + " rejected axioms are asserted.");
        Matcher shown = Pattern.compile("\\d+ (accepted|rejected) axioms? (are|is) [a-z ]+\\.")
            .matcher(curator.status());
        StringBuilder said = new StringBuilder();
        while (shown.find()) {
            said.append(shown.group());
        }
        disagreements += wanted.isEmpty() ? 0 : 1;
        return said.toString().equals(wanted) ? "" : "the panel says \"" + said + "\", not \""
            + wanted + "\"";
    }

    private static OWLAxiom axiom(String text) throws Exception {
        Set<OWLAxiom> axioms = OWLManager.createOWLOntologyManager()
            .loadOntologyFromOntologyDocument(new StringDocumentSource("Ontology(" + text + ")"))
            .getAxioms();
        check(axioms.size() == 1, "not an axiom: " + text);
        return axioms.iterator().next();
    }
}
