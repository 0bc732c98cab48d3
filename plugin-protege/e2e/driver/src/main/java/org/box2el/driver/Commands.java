package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.awt.event.KeyEvent;
import java.io.File;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;

import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JFileChooser;
import javax.swing.JSpinner;
import javax.swing.JTable;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

import org.protege.editor.core.ui.preferences.PreferencesDialogPanel;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.ui.view.Copyable;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotation;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLLiteral;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/**
 * Features that the other scenarios leave out: preferences, keys, copying, Accept anyway, exports,
 * the browser.
 */
final class Commands {
    private static final String PROVENANCE = "http://purl.org/dc/terms/source";

    private final Curator curator;
    private final Hands hands;
    private final OWLModelManager model;

    Commands(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
        this.model = curator.model;
    }

    void all() throws Exception {
        preferences();
        curator.start();
        curator.train();
        OWLClass subject = curator.selectOneWith(5);
        check(Hands.on(curator::rows).size() == 7,
            "another number of suggestions than in the preferences: "
            + Hands.on(curator::rows).size());
        copy();
        keys();
        insist(subject);
        exports();
        browser(subject);
    }

    /** Choices in the dialog are stored and used. */
    private void preferences() throws Exception {
        SwingUtilities.invokeLater(() -> PreferencesDialogPanel.showPreferencesDialog("Box2EL",
            curator.kit));
        Hands.await("the preferences show", () -> hands.find("box2el.settings.limit") != null);
        Hands.on(() -> {
            hands.<JSpinner>find("box2el.settings.limit").setValue(7);
            hands.<JSpinner>find("box2el.settings.miningLimit").setValue(11);
            hands.<JSpinner>find("box2el.settings.dim").setValue(20);
            hands.<JSpinner>find("box2el.settings.steps").setValue(300);
            hands.<JTextField>find("box2el.settings.provenance").setText(PROVENANCE);
            hands.<JTextField>find("box2el.settings.binary").setText(Failures.PROGRAM);
            return null;
        });
        hands.screenshot("preferences");
        hands.pressInDialog("OK");
        Hands.await("the dialog is closed", () -> hands.find("box2el.settings.limit") == null);
        SwingUtilities.invokeLater(() -> PreferencesDialogPanel.showPreferencesDialog("Box2EL",
            curator.kit));
        Hands.await("the choices are stored", () -> hands.find("box2el.settings.limit") != null
            && Integer.valueOf(7).equals(hands.<JSpinner>find("box2el.settings.limit").getValue())
            && PROVENANCE.equals(hands.text("box2el.settings.provenance")));
        hands.pressInDialog("Cancel");
        Hands.await("the dialog is closed", () -> hands.find("box2el.settings.limit") == null);
    }

    /** Copying gives Protégé the superclass of the suggestion. */
    private void copy() throws Exception {
        OWLAxiom first = curator.selectRows(1).get(0);
        Copyable list = Hands.on(() -> (Copyable) curator.list());
        check(list.canCopy() && list.getObjectsToCopy()
            .equals(List.of(((OWLSubClassOfAxiom) first).getSuperClass())),
            "copied is " + list.getObjectsToCopy());
    }

    /** The key a accepts, with provenance; d and r defer and reject; u undoes. */
    private void keys() throws Exception {
        OWLOntology ontology = model.getActiveOntology();
        OWLDataFactory f = model.getOWLDataFactory();
        OWLAxiom first = curator.selectRows(1).get(0);
        hands.key("box2el.suggestions", KeyEvent.VK_A, 'a');
        Hands.await("a accepts",
            () -> ontology.containsAxiomIgnoreAnnotations(first) && !curator.rows().contains(first)
            && curator.ready());
        OWLAxiom stored = Hands.on(() -> ontology.getAxiomsIgnoreAnnotations(first).iterator()
            .next());
        List<OWLAnnotation> said =
            List.copyOf(stored.getAnnotations(f.getOWLAnnotationProperty(IRI.create(PROVENANCE))));
        check(said.size() == 1 && ((OWLLiteral) said.get(0).getValue()).getLiteral()
            .startsWith("suggested by box2el-owl, speculative"),
            "the axiom has the annotations " + said);

        OWLAxiom second = curator.selectRows(1).get(0);
        hands.key("box2el.suggestions", KeyEvent.VK_D, 'd');
        Hands.await("d defers", () -> decisions().contains("defer") && curator.ready());
        OWLAxiom third = curator.selectRow(row -> !row.equals(second));
        hands.key("box2el.suggestions", KeyEvent.VK_R, 'r');
        Hands.await("r rejects",
            () -> decisions().contains("reject") && !curator.rows().contains(third)
            && curator.ready());
        Hands.on(() -> {
            hands.<JCheckBox>find("box2el.filter.decided").doClick();
            return null;
        });
        Hands.await("the rejected axiom is shown with the decided ones",
            () -> curator.ready() && curator.rows().contains(third));
        hands.screenshot("decided");
        curator.selectRow(third::equals);
        hands.key("box2el.suggestions", KeyEvent.VK_U, 'u');
        Hands.await("u undoes", () -> decisions().contains("revert") && curator.ready());
        Hands.on(() -> {
            hands.<JCheckBox>find("box2el.filter.decided").doClick();
            return null;
        });
        Hands.await("the axiom is suggested again",
            () -> curator.ready() && curator.rows().contains(third));
        hands.menu("Undo");
        Hands.await("accepting is undone",
            () -> !ontology.containsAxiomIgnoreAnnotations(first) && curator.ready()
            && curator.rows().contains(first));
    }

    private static List<String> decisions() throws Exception {
        String id = Program.values("id", Program.ask("/ontologies?limit=1000")).get(0);
        return Program.values("action", Program.ask("/ontologies/" + id + "/decisions?limit=1000"));
    }

    /** Contradicting axioms are refused, with a button to accept anyway. */
    private void insist(OWLClass subject) throws Exception {
        OWLOntology ontology = model.getActiveOntology();
        OWLDataFactory f = model.getOWLDataFactory();
        OWLSubClassOfAxiom wrong = (OWLSubClassOfAxiom) Hands.on(() -> curator.rows().stream()
            .filter(row -> !((OWLSubClassOfAxiom) row).getSuperClass().isAnonymous())
                .reduce((first, last) -> last).orElseThrow(AssertionError::new));
        curator.edit(new AddAxiom(ontology,
            f.getOWLDisjointClassesAxiom(subject, wrong.getSuperClass())));
        Hands.await("the row contradicts",
            () -> curator.ready() && curator.indexOfHeading("Makes classes unsatisfiable") >= 0
            && curator.rows().contains(wrong));
        curator.selectRow(wrong::equals);
        hands.screenshot("contradiction");
        hands.press("box2el.accept");
        Hands.await("it is refused", () -> hands.find("box2el.anyway") != null);
        check(!Hands.on(() -> ontology.containsAxiomIgnoreAnnotations(wrong)),
            "it was accepted in spite of that");
        hands.screenshot("refused");
        hands.press("box2el.anyway");
        Hands.await("it is accepted",
            () -> ontology.containsAxiomIgnoreAnnotations(wrong)
            && hands.find("box2el.anyway") == null);
        hands.menu("Undo");
        hands.menu("Undo");
        Hands.await("everything is as before",
            () -> !ontology.containsAxiomIgnoreAnnotations(wrong) && curator.ready());
    }

    private void exports() throws Exception {
        OWLAxiom accepted = curator.selectRows(1).get(0);
        hands.press("box2el.accept");
        Hands.await("one is accepted",
            () -> model.getActiveOntology().containsAxiomIgnoreAnnotations(accepted)
            && curator.ready());
        hands.view("box2el.suggestions", "Review the whole ontology");
        curator.speculative("box2el.review.speculative");
        hands.press("box2el.find");
        Hands.await("the number of rows is that of the preferences",
            () -> hands.<JTable>find("box2el.review").getRowCount() == 11);
        Hands.on(() -> {
            hands.<JTextField>find("box2el.review.filter").setText("dish");
            hands.<JTable>find("box2el.review").getRowSorter().toggleSortOrder(3);
            return null;
        });
        int narrowed = Hands.on(() -> hands.<JTable>find("box2el.review").getRowCount());
        List<String> table = export(0, "table.tsv");
        check(narrowed <= 11 && table.size() == narrowed + 1 && table.get(0).startsWith("axiom\t"),
            "the table is " + table);
        String subject = ((OWLSubClassOfAxiom) accepted).getSubClass().asOWLClass().getIRI()
            .toString();
        check(String.join("\n", export(1, "robot.tsv")).contains(subject.replaceAll(".*[#/]", "")),
            "the template lacks the class of the accepted axiom");
        choose(2); // KGCL only has CURIEs, and names of the pizzeria have none
        hands.press("box2el.export");
        Hands.await("the panel reports that KGCL has no such axioms",
            () -> hands.text("box2el.review.message").contains("Nothing to export"));
        check(String.join("\n", export(3, "decisions.tsv")).contains("reject"),
            "the export lacks the rejected axiom");
        hands.view("box2el.review", "Suggest missing axioms");
    }

    private void choose(int format) throws Exception {
        Hands.on(() -> {
            hands.<JComboBox<?>>find("box2el.export.format").setSelectedIndex(format);
            return null;
        });
    }

    /** Exports in a format through the file dialog, and returns the lines. */
    private List<String> export(int format, String name) throws Exception {
        Path file = Paths.get(System.getenv("BOX2EL_HOME"), name);
        choose(format);
        hands.pressForDialog("box2el.export");
        Hands.await("the file dialog shows",
            () -> hands.find(c -> c instanceof JFileChooser) != null);
        Hands.on(() -> {
            JFileChooser chooser = hands.find(c -> c instanceof JFileChooser);
            chooser.setSelectedFile(new File(file.toString()));
            chooser.approveSelection();
            return null;
        });
        Hands.await(name + " is written",
            () -> Files.exists(file) && hands.text("box2el.review.message").contains(name));
        return Files.readAllLines(file);
    }

    /** Without a browser the panel shows the address. It signs in once and leads to the page. */
    private void browser(OWLClass subject) throws Exception {
        curator.select(subject);
        hands.press("box2el.browser");
        Hands.await("the address is shown", () -> hands.text("box2el.message").contains("http://"));
        hands.screenshot("address");
        URI address = URI.create(Hands.on(() -> hands.text("box2el.message"))
            .replaceFirst("(?s).*?(http://\\S+).*", "$1"));
        HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.ALWAYS).build();
        HttpResponse<String> page =
            browser.send(HttpRequest.newBuilder(address).build(),
            HttpResponse.BodyHandlers.ofString());
        check(page.statusCode() == 200 && page.body().contains("<html"),
            page.uri() + " is answered with status " + page.statusCode());
        String place = "/class/"
            + URLEncoder.encode(subject.getIRI().toString(), StandardCharsets.UTF_8);
        check(page.uri().getRawFragment().endsWith(place), "the page starts at " + page.uri());
        HttpResponse<String> again = HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        check(again.statusCode() / 100 == 4,
            "the ticket works twice: status " + again.statusCode());
    }
}
