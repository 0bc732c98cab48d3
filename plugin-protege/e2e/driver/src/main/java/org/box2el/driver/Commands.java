package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.awt.Toolkit;
import java.awt.datatransfer.DataFlavor;
import java.awt.event.ActionEvent;
import java.awt.event.KeyEvent;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

import javax.swing.JList;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;

import org.protege.editor.core.ui.preferences.PreferencesDialogPanel;
import org.protege.editor.owl.model.OWLModelManager;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotation;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLLiteral;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLSubClassOfAxiom;

/** Preferences, keys, copying, Accept anyway, the browser. */
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
        OWLClass subject = curator.selectOneWith(5);
        copy();
        keys();
        insist(subject);
        browser(subject);
    }

    private void dialog() throws Exception {
        SwingUtilities.invokeLater(() -> PreferencesDialogPanel.showPreferencesDialog("Suggestions",
            curator.kit));
        Hands.await("the preferences show", () -> hands.find("box2el.settings.seconds") != null);
    }

    /** Choices in the dialog are stored and used. */
    private void preferences() throws Exception {
        dialog();
        Hands.on(() -> {
            hands.<JSpinner>find("box2el.settings.seconds").setValue(7);
            hands.<JTextField>find("box2el.settings.provenance").setText(PROVENANCE);
            hands.<JTextField>find("box2el.settings.binary").setText("/bin/ls");
            return null;
        });
        hands.press("box2el.settings.test");
        Hands.await("another program is refused", () -> hands.text("box2el.settings.tested")
            .equals("/bin/ls is not box2el-owl."));
        Hands.on(() -> {
            hands.<JTextField>find("box2el.settings.binary").setText(Failures.PROGRAM);
            return null;
        });
        hands.press("box2el.settings.test");
        Hands.await("the program is recognized",
            () -> hands.text("box2el.settings.tested").equals("This is box2el-owl."));
        hands.screenshot("preferences");
        hands.pressInDialog("OK");
        Hands.await("the dialog is closed", () -> hands.find("box2el.settings.seconds") == null);
        dialog();
        check(Hands.on(() -> hands.<JSpinner>find("box2el.settings.seconds").getValue()
            .equals(7) && PROVENANCE.equals(hands.text("box2el.settings.provenance"))),
            "the choices are not stored");
        hands.pressInDialog("Cancel");
        Hands.await("the dialog is closed", () -> hands.find("box2el.settings.seconds") == null);
    }

    /** Copying gives the text of the axiom as Protégé renders it. */
    private void copy() throws Exception {
        OWLAxiom first = curator.selectRows(1).get(0);
        String copied = Hands.on(() -> {
            JList<?> list = curator.list();
            list.getActionForKeyStroke(KeyStroke.getKeyStroke("ctrl C"))
                .actionPerformed(new ActionEvent(list, ActionEvent.ACTION_PERFORMED, ""));
            return (String) Toolkit.getDefaultToolkit().getSystemClipboard()
                .getData(DataFlavor.stringFlavor);
        });
        check(copied.equals(Hands.on(() -> model.getRendering(first))), "copied is " + copied);
    }

    /** The key a accepts, with provenance; d and r defer and reject; u undoes. */
    private void keys() throws Exception {
        OWLOntology ontology = model.getActiveOntology();
        OWLDataFactory f = model.getOWLDataFactory();
        OWLAxiom first = curator.selectRows(1).get(0);
        Thread.sleep(1100); // letters do not decide in the first second
        hands.key("box2el.suggestions", KeyEvent.VK_A, 'a');
        Hands.await("a accepts",
            () -> ontology.containsAxiomIgnoreAnnotations(first) && !curator.rows().contains(first)
            && curator.ready());
        check(Hands.on(() -> hands.text("box2el.message")).startsWith("Added: "),
            "no message names the axiom");
        OWLAxiom stored = Hands.on(() -> ontology.getAxiomsIgnoreAnnotations(first).iterator()
            .next());
        List<OWLAnnotation> said =
            List.copyOf(stored.getAnnotations(f.getOWLAnnotationProperty(IRI.create(PROVENANCE))));
        check(said.size() == 1 && ((OWLLiteral) said.get(0).getValue()).getLiteral()
            .startsWith("suggested by box2el-owl; accepted by "),
            "the axiom has the annotations " + said);

        curator.selectRows(1);
        hands.key("box2el.suggestions", KeyEvent.VK_D, 'd');
        Hands.await("d defers", () -> decisions().contains("defer") && curator.ready());
        OWLAxiom third = curator.selectRows(1).get(0);
        hands.key("box2el.suggestions", KeyEvent.VK_R, 'r');
        Hands.await("r rejects",
            () -> decisions().contains("reject") && !curator.rows().contains(third)
            && curator.ready());
        hands.screenshot("decided");
        curator.selectRow(third::equals);
        hands.key("box2el.suggestions", KeyEvent.VK_U, 'u');
        Hands.await("u undoes", () -> decisions().contains("revert") && curator.ready()
            && curator.rows().contains(third));
        hands.menu("Undo");
        Hands.await("accepting is undone, and the row is back",
            () -> !ontology.containsAxiomIgnoreAnnotations(first) && curator.ready()
            && curator.rows().contains(first));
    }

    static List<String> decisions() throws Exception {
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
        Thread.sleep(500);
        Hands.await("the edit has been sent", curator::ready);
        curator.selectRow(wrong::equals);
        hands.press("box2el.accept");
        Hands.await("it is refused", () -> hands.buttonText("box2el.messageWay")
            .equals("Accept anyway"));
        check(!Hands.on(() -> ontology.containsAxiomIgnoreAnnotations(wrong)),
            "it was accepted in spite of that");
        hands.screenshot("refused");
        hands.press("box2el.messageWay");
        Hands.await("it is accepted",
            () -> ontology.containsAxiomIgnoreAnnotations(wrong));
        hands.menu("Undo");
        hands.menu("Undo");
        Hands.await("everything is as before",
            () -> !ontology.containsAxiomIgnoreAnnotations(wrong) && curator.ready());
    }

    /** Without a browser the panel shows the address. It signs in once and leads to the page. */
    private void browser(OWLClass subject) throws Exception {
        curator.select(subject);
        hands.press("box2el.menu");
        hands.pressInDialog("Open in browser");
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
