package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLOntology;

/**
 * An axiom has one tier, one verdict and one probability: the rows of the panel for each class,
 * printed as lines, are lines of the command on the same document. Definitions of existing classes
 * are accepted as one change.
 */
final class Agreement {
    private static final List<String> SHOWN = List.of("tier", "verdict", "probability");

    private final Curator curator;
    private final Hands hands;

    Agreement(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
    }

    void all() throws Exception {
        curator.start();
        OWLOntology ontology = curator.model.getActiveOntology();
        Path document = Paths.get(
            ontology.getOWLOntologyManager().getOntologyDocumentIRI(ontology).toURI());
        List<String> command = new ArrayList<>(List.of(System.getenv("BOX2EL_BINARY"), "suggest",
            document.toString(), "--json", "--limit", "500", "--tier", "all", "--verdict", "all",
            "--form", "NF1,NF3,definition", "--decided"));
        curator.classes().forEach(cls -> command.add("<" + cls.getIRI() + ">"));
        Map<String, String> expected = lines(command);
        int rows = 0;
        Set<String> headings = new HashSet<>();
        for (OWLClass cls : curator.classes()) {
            curator.select(cls);
            int n = Hands.on(() -> curator.list().getModel().getSize());
            for (int i = 0; i < n; i++) {
                int at = i;
                Object row = Hands.on(() -> curator.isHeading(at) ? null : curator.item(at));
                Object suggestion = row == null ? null : Curator.field(row, "suggestion");
                if (row == null || Curator.field(suggestion, "subject") == null) {
                    continue; // a heading, or a row of a new class
                }
                String axiom = (String) Curator.field(suggestion, "axiom");
                StringBuilder line = new StringBuilder();
                SHOWN.forEach(field -> line.append(Curator.field(suggestion, field)).append(' '));
                String heading = (String) Curator.field(row, "heading");
                System.out.println("[panel] " + heading + ": " + line + axiom);
                headings.add(heading);
                check(line.toString().equals(expected.get(axiom)), axiom + " is " + line
                    + "in the panel, " + expected.get(axiom) + "for the command");
                check(heading.toLowerCase().equals(Curator.field(suggestion, "tier"))
                    || !line.toString().contains(" new ") || heading.equals("Definition"),
                    axiom + " is under " + heading);
                rows++;
            }
        }
        check(rows >= 5 && headings.size() > 1, rows + " rows under " + headings);
        Hands.step(rows + " rows under " + headings + " are those of the command");
        if (headings.contains("Definition")) {
            definition(ontology);
        }
    }

    /** Returns tier, verdict and probability by axiom. */
    private static Map<String, String> lines(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Map<String, String> lines = new HashMap<>();
        for (String json : new String(process.getInputStream().readAllBytes(),
                StandardCharsets.UTF_8).split("\n")) {
            List<String> number = Program.numbers("probability", json);
            lines.put(Program.values("axiom", json).get(0),
                Program.values("tier", json).get(0) + " " + Program.values("verdict", json).get(0)
                + " " + (number.isEmpty() ? null : Double.valueOf(number.get(0))) + " ");
        }
        check(process.waitFor() == 0, command + " has failed");
        return lines;
    }

    private void definition(OWLOntology ontology) throws Exception {
        curator.select(curator.cls("http://x.org/d#tuskPhenotype"));
        Hands.on(() -> {
            curator.list().setSelectedIndex(curator.indexOfHeading("Definition") + 1);
            return null;
        });
        Hands.await("its evidence is shown", () -> curator.details().contains("named"));
        hands.screenshot("definition");
        int before = Hands.on(ontology::getLogicalAxiomCount);
        hands.press("box2el.accept");
        Hands.await("the definition is accepted",
            () -> ontology.getLogicalAxiomCount() == before + 1 && curator.ready());
        check(Hands.on(() -> !ontology.getEquivalentClassesAxioms(
            curator.cls("http://x.org/d#tuskPhenotype")).isEmpty()), "it is another axiom");
        hands.menu("Undo");
        check(Hands.on(ontology::getLogicalAxiomCount) == before, "one undo does not remove it");
        Hands.await("it is suggested again", curator::ready);
        hands.press("box2el.scope.all");
        Hands.await("the whole ontology has it, too",
            () -> curator.ready() && curator.indexOfHeading("Definition") >= 0);
        Hands.larger(curator.kit);
        hands.screenshot("font-20-definition");
    }
}
