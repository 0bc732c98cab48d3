package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.swing.JList;
import javax.swing.JTextField;

import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.inference.ProtegeOWLReasonerInfo;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.reasoner.NullReasonerProgressMonitor;
import org.semanticweb.owlapi.reasoner.OWLReasoner;

/** The pizza ontology, which is outside OWL 2 EL: HermiT, a new class, changes, states. */
final class Panel {
    private static final String PIZZA = "http://www.co-ode.org/ontologies/pizza/pizza.owl#";
    private static final int CLASSES = 12; // whose rows are compared with HermiT

    private final Curator curator;
    private final Hands hands;
    private final OWLModelManager model;
    private final Stalls stalls;

    Panel(Curator curator, Stalls stalls) {
        this.curator = curator;
        this.hands = curator.hands;
        this.model = curator.model;
        this.stalls = stalls;
    }

    void all() throws Exception {
        Settings.put("reasonerSeconds", 60); // also next to other processes
        hands.screenshot("off");
        curator.start();
        curator.select(curator.cls(PIZZA + "Margherita"));
        curator.awaitStatus("the limits of the server are named",
            "outside OWL 2 EL: not checked against them");
        hands.screenshot("no-reasoner");
        hermit();
        newClass();
        comment();
        states();
        font();
    }

    private void hermit() throws Exception {
        ProtegeOWLReasonerInfo hermit = Hands.on(() -> model.getOWLReasonerManager()
            .getInstalledReasonerFactories().stream()
            .filter(info -> info.getReasonerName().contains("HermiT")).findFirst()
            .orElseThrow(() -> new AssertionError("no HermiT")));
        Hands.on(() -> {
            model.getOWLReasonerManager().setCurrentReasonerFactoryId(hermit.getReasonerId());
            return null;
        });
        curator.awaitStatus("HermiT is offered", "not checked with HermiT");
        curator.press("Check with " + Hands.on(hermit::getReasonerName));
        Hands.await("all rows are checked", this::checked);
        hands.screenshot("hermit");
        OWLReasoner judge = judge(hermit);
        int contradicted = 0;
        for (String name : List.of("Margherita", "American", "HamTopping", "IceCream", "Country",
                "CheeseTopping", "Napoletana", "FourSeasons", "Soho", "Siciliana", "MeatTopping",
                "Mushroom").subList(0, CLASSES)) {
            curator.select(curator.cls(PIZZA + name));
            Hands.await("the rows of " + name + " are checked", this::checked);
            contradicted += compare(judge);
        }
        check(contradicted > 0, "HermiT contradicts no row");
        Hands.step(contradicted + " rows are contradicted by HermiT, all are marked");
        curator.select(curator.cls(PIZZA + "Margherita"));
        Hands.await("all rows are checked", this::checked);
        int wrong = Hands.on(() -> marked(true));
        if (wrong >= 0) {
            Hands.on(() -> {
                curator.list().setSelectedIndex(wrong);
                return null;
            });
            hands.press("box2el.accept");
            Hands.await("the accept is refused by HermiT",
                () -> hands.text("box2el.message").startsWith("Not accepted. HermiT"));
            hands.screenshot("hermit-refuses");
        }
        int right = Hands.on(() -> marked(false));
        if (right >= 0) {
            Hands.on(() -> {
                curator.list().setSelectedIndex(right);
                return null;
            });
            hands.press("box2el.accept");
            Hands.await("another is accepted",
                () -> hands.text("box2el.message").startsWith("Added: "));
            hands.screenshot("accepted");
            check(Program.ask("/ontologies/" + id() + "/operations").contains("HermiT"),
                "the operation does not name HermiT");
            hands.press("box2el.menu");
            hands.pressInDialog("Changes since opening");
            Hands.await("the change is listed", () -> curator.details().contains("Added: 1"));
            hands.screenshot("changes");
            hands.menu("Undo");
            Hands.await("it is undone", curator::ready);
        }
        stalls.phase("HermiT");
    }

    private static String id() throws Exception {
        return Program.values("id", Program.ask("/ontologies?limit=1000")).get(0);
    }

    /** Reports whether HermiT has answered for all rows that the server could not check. */
    private boolean checked() {
        JList<?> list = curator.list();
        for (int i = 0; i < list.getModel().getSize(); i++) {
            if (!curator.isHeading(i) && inexact(curator.item(i))
                    && Curator.field(curator.item(i), "check") == null) {
                return false;
            }
        }
        return curator.ready();
    }

    private static boolean inexact(Object row) {
        Object suggestion = Curator.field(row, "suggestion");
        return "new".equals(Curator.field(suggestion, "verdict"))
            && Boolean.FALSE.equals(Curator.field(suggestion, "exact"))
            && Curator.field(row, "decision") == null;
    }

    /** Returns the index of an inexact row that HermiT contradicts or not, -1 if there is none. */
    private int marked(boolean contradicts) {
        JList<?> list = curator.list();
        for (int i = 0; i < list.getModel().getSize(); i++) {
            Object check = curator.isHeading(i) ? null : Curator.field(curator.item(i), "check");
            if (check != null && (Boolean) Curator.field(check, "contradicts") == contradicts
                    && (contradicts || (Boolean) Curator.field(check, "passed"))) {
                return i;
            }
        }
        return -1;
    }

    private OWLReasoner judge(ProtegeOWLReasonerInfo hermit) throws Exception {
        Set<OWLAxiom> axioms = Hands.on(() -> new HashSet<OWLAxiom>(
            model.getActiveOntology().getLogicalAxioms()));
        return hermit.getReasonerFactory().createReasoner(
            OWLManager.createOWLOntologyManager().createOntology(axioms),
            hermit.getConfiguration(new NullReasonerProgressMonitor()));
    }

    /** Compares the marks with HermiT's unsatisfiable classes; returns the rows it contradicts. */
    private int compare(OWLReasoner judge) throws Exception {
        Set<OWLClass> before = judge.getUnsatisfiableClasses().getEntities();
        int contradicted = 0;
        int n = Hands.on(() -> curator.list().getModel().getSize());
        for (int i = 0; i < n; i++) {
            int at = i;
            Object row = Hands.on(() -> curator.isHeading(at) ? null : curator.item(at));
            if (row == null || !inexact(row)) {
                continue;
            }
            OWLAxiom axiom = (OWLAxiom) Curator.field(row, "axiom");
            OWLOntology copy = judge.getRootOntology();
            copy.getOWLOntologyManager().addAxiom(copy, axiom);
            judge.flush();
            boolean contradicts = !judge.isConsistent()
                || !judge.getUnsatisfiableClasses().getEntities().equals(before);
            copy.getOWLOntologyManager().removeAxiom(copy, axiom);
            judge.flush();
            boolean marked = (Boolean) Curator.field(Curator.field(row, "check"), "contradicts");
            check(marked == contradicts, axiom + " is marked " + marked + ", HermiT says "
                + contradicts);
            contradicted += contradicts ? 1 : 0;
        }
        return contradicted;
    }

    /** A class without axioms: duplicates, superclasses, restrictions, a definition. */
    private void newClass() throws Exception {
        OWLDataFactory f = model.getOWLDataFactory();
        OWLClass made = curator.cls(PIZZA + "HotSpicyBeefTopping2");
        OWLOntology o = model.getActiveOntology();
        curator.edit(new AddAxiom(o, f.getOWLDeclarationAxiom(made)),
            new AddAxiom(o, f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), made.getIRI(),
            f.getOWLLiteral("spicy beef topping"))));
        curator.show(made);
        Hands.await("a new class gets superclasses", () -> curator.ready()
            && curator.indexOfHeading("Superclasses") >= 0);
        hands.screenshot("new-class");
        int before = Hands.on(o::getAxiomCount);
        int first = Hands.on(() -> curator.indexOfHeading("Superclasses")) + 1;
        int restriction = Hands.on(() -> curator.indexOfHeading("Restrictions")) + 1;
        Hands.on(() -> {
            curator.list().setSelectedIndices(restriction > 0 ? new int[] {first, restriction}
                : new int[] {first});
            return null;
        });
        hands.press("box2el.accept");
        Hands.await("they are accepted together",
            () -> o.getAxiomCount() == before + (restriction > 0 ? 2 : 1)
            || hands.text("box2el.message").startsWith("Not accepted"));
        hands.screenshot("new-class-accepted");
        if (Hands.on(o::getAxiomCount) > before) {
            hands.menu("Undo");
            check(Hands.on(o::getAxiomCount) == before, "one undo does not remove them");
        }
    }

    private void comment() throws Exception {
        curator.select(curator.cls(PIZZA + "American"));
        OWLAxiom rejected = curator.selectRows(1).get(0);
        Hands.on(() -> {
            hands.<JTextField>find("box2el.comment").setText("not on this pizza");
            return null;
        });
        hands.press("box2el.reject");
        Hands.await("it is rejected", () -> !curator.rows().contains(rejected));
        check(Program.ask("/ontologies/" + id() + "/operations").contains("not on this pizza"),
            "the comment is not recorded");
        hands.screenshot("rejected");
        hands.press("box2el.messageWay");
        Hands.await("Undo brings it back", () -> curator.rows().contains(rejected));
    }

    private void states() throws Exception {
        OWLDataFactory f = model.getOWLDataFactory();
        OWLClass old = curator.cls(PIZZA + "Old");
        curator.edit(new AddAxiom(model.getActiveOntology(), f.getOWLDeclarationAxiom(old)),
            new AddAxiom(model.getActiveOntology(), f.getOWLAnnotationAssertionAxiom(
            f.getOWLDeprecated(), old.getIRI(), f.getOWLLiteral(true))),
            new AddAxiom(model.getActiveOntology(), f.getOWLAnnotationAssertionAxiom(
            f.getOWLAnnotationProperty(IRI.create("http://purl.obolibrary.org/obo/IAO_0100001")),
            old.getIRI(), IRI.create(PIZZA + "Soho"))));
        curator.show(old);
        curator.awaitStatus("an obsolete class", "is obsolete; no suggestions");
        hands.screenshot("obsolete");
        curator.press("Go to replacement");
        Hands.await("its replacement is shown", () -> curator.ready()
            && curator.cls(PIZZA + "Soho").equals(curator.kit.getOWLWorkspace()
            .getOWLSelectionModel().getSelectedEntity()));
        curator.show(f.getOWLThing());
        curator.awaitStatus("a built-in class", "a built-in class");
        Hands.on(() -> {
            curator.kit.getOWLWorkspace().getOWLSelectionModel()
                .setSelectedEntity(f.getOWLObjectProperty(IRI.create(PIZZA + "hasBase")));
            return null;
        });
        curator.awaitStatus("no class", "Select a class.");
        hands.press("box2el.scope.all");
        Hands.await("the whole ontology", curator::ready);
        hands.screenshot("whole");
        hands.press("box2el.scope.class");
        curator.select(curator.cls(PIZZA + "Margherita"));
        curator.press("Show unsatisfiable");
        Hands.await("unsatisfiable classes are listed",
            () -> curator.details().contains("Unsatisfiable classes"));
        check(!curator.details().contains("Nothing"), "owl:Nothing is listed");
        hands.screenshot("unsatisfiable");
    }

    private void font() throws Exception {
        Hands.larger(curator.kit);
        curator.selectRows(1);
        Hands.await("its effect is shown", () -> curator.details().contains("Effect"));
        hands.screenshot("font-20");
    }
}
