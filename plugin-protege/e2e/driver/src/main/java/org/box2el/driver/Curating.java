package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;

import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;

/** A curator's work on one day, and on the next. */
final class Curating {
    private final Curator curator;
    private final Hands hands;
    private final OWLModelManager model;

    Curating(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
        this.model = curator.model;
    }

    /**
     * Start, send, train, select, accept, undo, reject; then the whole ontology and a class
     * expression.
     */
    void curate() throws Exception {
        check(Hands.on(curator::status).contains("Press Start"),
            "opening the tab has started the server");
        hands.screenshot("off");
        curator.start();
        curator.select(curator.classes().get(0));
        hands.screenshot("untrained");
        curator.train();

        OWLClass subject = curator.selectOneWith(3);
        hands.screenshot("suggestions");
        curator.selectRows(2);
        OWLOntology ontology = model.getActiveOntology();
        int before = Hands.on(() -> ontology.getAxiomCount());
        hands.press("box2el.accept");
        Hands.await("two axioms are accepted", () -> ontology.getAxiomCount() == before + 2);
        check(Hands.on(() -> ontology.getSubClassAxiomsForSubClass(subject).size()) >= 2,
            "the rows are about another class");
        Hands.await("the edit has been sent", curator::ready);
        hands.screenshot("accepted");
        hands.menu("Undo");
        check(Hands.on(() -> ontology.getAxiomCount()) == before,
            "one undo did not remove the axioms of one accept");
        Hands.await("the undo has been sent, and both rows are open again",
            () -> curator.ready() && curator.rows().size() >= 2);
        curator.refresh();

        OWLAxiom rejected = curator.selectRows(1).get(0);
        Hands.await("its effect is shown", () -> curator.details().contains("Effect"));
        hands.screenshot("why");
        hands.press("box2el.reject");
        Hands.await("the rejected row is gone", () -> !curator.rows().contains(rejected));
        Files.writeString(memory(), subject.getIRI() + "\n" + rejected + "\n");

        entailed();
        review();
        newClass(subject);
    }

    /**
     * Without training: a likely or possible row that is a group. One accept adds all its axioms,
     * one Undo removes them.
     */
    void group() throws Exception {
        curator.start();
        curator.select(curator.cls("http://example.org/cells#old_cell"));
        Hands.await("the row is under the heading of its tier",
            () -> curator.ready() && curator.indexOfHeading("Possible") == 0);
        curator.selectRows(1);
        Hands.await("the evidence is shown",
            () -> curator.details().replaceAll("\\s+", " ").matches(".*young cell.*8 of 9.*"));
        hands.screenshot("group");
        int before = Hands.on(() -> model.getActiveOntology().getAxiomCount());
        hands.press("box2el.accept");
        Hands.await("both axioms of the group are accepted",
            () -> model.getActiveOntology().getAxiomCount() == before + 2 && curator.ready());
        hands.menu("Undo");
        check(Hands.on(() -> model.getActiveOntology().getAxiomCount()) == before,
            "one undo did not remove the group");
        Hands.await("it is suggested again", curator::ready);
        hands.press("box2el.scope.all");
        Hands.await("the group is one row",
            () -> curator.ready() && curator.indexOfHeading("Possible") >= 0);
        hands.screenshot("group-review");
    }

    /** Entailed axioms have a proof. */
    private void entailed() throws Exception {
        for (OWLClass cls : curator.classes()) {
            curator.select(cls);
            int heading = Hands.on(() -> curator.indexOfHeading("Entailed"));
            if (heading >= 0 && Hands.on(() -> curator.list().getModel().getSize() > heading + 1
                    && !curator.isHeading(heading + 1))) {
                Hands.on(() -> {
                    curator.list().setSelectedIndex(heading + 1);
                    return null;
                });
                Hands.await("the proof is shown", () -> curator.details().contains("Proof"));
                hands.screenshot("proof");
                return;
            }
        }
        throw new AssertionError("no class has an entailed suggestion");
    }

    private void review() throws Exception {
        hands.press("box2el.scope.all");
        Hands.await("the whole ontology has been searched",
            () -> curator.ready() && curator.rows().size() > 3);
        hands.screenshot("review");
        int before = Hands.on(() -> model.getActiveOntology().getAxiomCount());
        curator.selectRows(3);
        hands.press("box2el.accept");
        Hands.await("three are accepted at once",
            () -> model.getActiveOntology().getAxiomCount() == before + 3);
        hands.menu("Undo");
        Hands.await("one undo removes them",
            () -> model.getActiveOntology().getAxiomCount() == before);
        hands.press("box2el.scope.class");
        Hands.await("the class is shown again", curator::ready);
    }

    /** A new class gets suggestions. */
    void newClass(OWLClass below) throws Exception {
        OWLDataFactory f = model.getOWLDataFactory();
        OWLClass made = f.getOWLClass(IRI.create("http://example.org/made-just-now"));
        OWLOntology o = model.getActiveOntology();
        curator.edit(
            new AddAxiom(o, f.getOWLDeclarationAxiom(made)),
            new AddAxiom(o, f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), made.getIRI(),
            f.getOWLLiteral("a new cell"))),
            new AddAxiom(o, f.getOWLSubClassOfAxiom(made, below)));
        curator.show(made);
        Hands.await("the new class has suggestions",
            () -> curator.ready() && !curator.rows().isEmpty());
        hands.screenshot("new-class");
    }

    /** Another Protégé on another day: no training, and the rejected axiom is not suggested. */
    void remember() throws Exception {
        List<String> noted = Files.readAllLines(memory());
        curator.start();
        curator.select(curator.cls(noted.get(0)));
        Hands.await("there are suggestions", () -> !curator.rows().isEmpty());
        check(Hands.on(curator::rows).stream()
            .noneMatch(row -> row.toString().equals(noted.get(1))),
            "the rejected axiom is suggested again");
        hands.screenshot("remembered");
    }

    private static Path memory() {
        return Paths.get(System.getenv("BOX2EL_HOME"), "e2e-memory.txt");
    }
}
