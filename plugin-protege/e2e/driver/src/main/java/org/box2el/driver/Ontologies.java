package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.RemoveAxiom;

/** Several ontologies in one window: opened, made active, closed, imported. */
final class Ontologies {
    private static final String PIZZERIA = "http://example.org/pizzeria";
    private static final String HEART = "http://example.org/heart";
    private static final String MENU = "http://example.org/menu"; // imports the kitchen
    // The pizzeria under another name.
    private static final String KITCHEN = "http://example.org/kitchen";

    private final Curator curator;
    private final Hands hands;
    private final OWLModelManager model;

    Ontologies(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
        this.model = curator.model;
    }

    void all() throws Exception {
        Program program = Program.start(Failures.PROGRAM, 0);
        try (DelayLine line = new DelayLine(Program.port())) {
            DelayLine.announce();
            openedWhileSending(line);
            switched();
            imported();
            closedWhileAsking(line);
            closedWhileSending(line);
        }
        program.end();
    }

    /** The panel switches to an ontology that is opened while another one is being sent. */
    private void openedWhileSending(DelayLine line) throws Exception {
        line.delay(2000);
        curator.press("Start");
        curator.awaitStatus("the ontology is being sent", "Sending the ontology");
        open("heart.owl");
        line.delay(0);
        Hands.await("the panel is ready", curator::ready);
        awaitServed("heart");
    }

    /**
     * The rows disappear when another ontology becomes active. The model is available again when
     * the first one is active again.
     */
    private void switched() throws Exception {
        activate(PIZZERIA);
        awaitServed("pizzeria");
        Hands.await("the panel is ready", curator::ready);
        curator.selectOneWith(3);
        activate(HEART);
        check(Hands.on(curator::rows).isEmpty(), "the list has rows of another ontology");
        awaitServed("heart");
        activate(PIZZERIA);
        curator.selectOneWith(3);
        awaitServed("pizzeria");
    }

    /**
     * Edits of an import are sent. An accepted axiom is added to the ontology that declares its
     * class if the preferences say so.
     */
    private void imported() throws Exception {
        open("menu.ttl");
        check(Hands.on(() -> model.getActiveOntology().getImportsClosure().size()) == 2,
            "the import was not found");
        Hands.await("the panel is ready", curator::ready);
        awaitServed("menu");
        OWLOntology kitchen = ontology(KITCHEN);
        int axioms = Hands.on(() -> model.getActiveOntology().getAxiomCount()
            + kitchen.getAxiomCount());
        check(served() == axioms, "the server has " + served() + " axioms of " + axioms);
        OWLDataFactory f = model.getOWLDataFactory();
        OWLAxiom added = f.getOWLSubClassOfAxiom(curator.cls("http://example.org/menu#Special"),
            curator.cls(KITCHEN + "#Pizza"));
        curator.edit(new AddAxiom(kitchen, added));
        Hands.await("an edit of the import has been sent", () -> served() == axioms + 1);
        curator.edit(new RemoveAxiom(kitchen, added));
        Hands.await("its undo has been sent", () -> served() == axioms);

        Settings.put("toDefiningOntology", true);
        OWLClass subject = curator.cls(KITCHEN + "#GlutenDish");
        curator.select(subject);
        OWLAxiom accepted = curator.selectRows(1).get(0);
        hands.press("box2el.accept");
        Hands.await("the accepted axiom is in the ontology that declares its class",
            () -> kitchen.containsAxiom(accepted));
        check(!Hands.on(() -> model.getActiveOntology().containsAxiom(accepted)),
            "it is in the importing ontology too");
        hands.screenshot("imported");
        hands.menu("Undo");
        Hands.await("it is undone", () -> !kitchen.containsAxiom(accepted) && curator.ready());
        Settings.put("toDefiningOntology", false);
    }

    /** The ontology is closed before the answer with its suggestions. */
    private void closedWhileAsking(DelayLine line) throws Exception {
        List<OWLClass> classes = curator.classes();
        curator.select(classes.get(0));
        line.delay(2000);
        curator.show(curator.cls(KITCHEN + "#GlutenDish"));
        curator.awaitStatus("suggestions are asked for", "Loading");
        close(MENU, KITCHEN);
        line.delay(0);
        Hands.await("another ontology is active and on the server",
            () -> served() == model.getActiveOntology().getAxiomCount()
            && curator.ready());
        hands.screenshot("closed");
    }

    /**
     * The ontology is closed while it is being sent. An accepted axiom goes to the ontology that
     * was active.
     */
    private void closedWhileSending(DelayLine line) throws Exception {
        activate(PIZZERIA);
        curator.select(curator.cls(PIZZERIA + "#LactoseDish"));
        OWLAxiom accepted = curator.selectRows(1).get(0);
        line.delay(2000);
        hands.press("box2el.accept");
        Hands.await("the decision is being saved",
            () -> hands.text("box2el.message").contains("Saving"));
        activate(HEART);
        Hands.await("the axiom is in the ontology that was active",
            () -> ontology(PIZZERIA).containsAxiom(accepted));
        check(!Hands.on(() -> ontology(HEART).containsAxiom(accepted)),
            "it is in the active ontology");
        activate(PIZZERIA);
        curator.awaitStatus("the ontology is being sent", "Sending the ontology");
        close(PIZZERIA, HEART);
        line.delay(0);
        Hands.await("the panel is ready", curator::ready);
        awaitServed("heart");
    }

    private void open(String name) throws Exception {
        IRI document = model.getOWLOntologyManager()
            .getOntologyDocumentIRI(model.getActiveOntology());
        check(Hands.on(() -> curator.kit.handleLoadFrom(document.resolve(name).toURI())),
            name + " has not been opened");
        Hands.step(name + " is opened");
        curator.openTab(); // Protégé shows the header of an opened ontology
    }

    private void activate(String iri) throws Exception {
        Hands.on(() -> {
            model.setActiveOntology(ontology(iri));
            return null;
        });
        Hands.step(iri + " is active");
    }

    /** Closes the active ontology as Protégé does: another one becomes active first. */
    private void close(String iri, String next) throws Exception {
        check(Hands.on(() -> {
            model.setActiveOntology(ontology(next));
            return model.removeOntology(ontology(iri));
        }), iri + " has not been closed");
        Hands.step(iri + " is closed");
    }

    private OWLOntology ontology(String iri) {
        return model.getOntologies().stream()
            .filter(o -> o.getOntologyID().getOntologyIRI().get().toString().equals(iri))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no " + iri));
    }

    /** Waits until the server has this ontology and no other. */
    private static void awaitServed(String name) throws Exception {
        Hands.await("the server has " + name + " alone", () -> {
            List<String> names = Program.ontologies();
            return names.size() == 1 && names.get(0).equals(name);
        });
    }

    /** Returns the number of axioms of the first ontology on the server, -1 if there is none. */
    private static int served() throws Exception {
        Matcher axioms = Pattern.compile("\"axioms\":\\s*(\\d+)")
            .matcher(Program.ask("/ontologies?limit=1000"));
        return axioms.find() ? Integer.parseInt(axioms.group(1)) : -1;
    }
}
