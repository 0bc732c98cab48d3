package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.List;

import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;

/** The messages and recovery of the panel after failures of the server. */
final class Failures {
    static final String PROGRAM = System.getenv("BOX2EL_BINARY");
    private static final String OTHER_VERSION = System.getenv("BOX2EL_OTHER_VERSION");
    // With answers after 5 s. On an idle machine a message takes a few milliseconds.
    private static final long AT_ONCE_MILLIS = 2000;
    private static final long SLOW_MILLIS = 5000;
    private static final long STOPPED_MILLIS = 65_000;

    private final Curator curator;
    private final Hands hands;
    private final Stalls stalls;

    Failures(Curator curator, Stalls stalls) {
        this.curator = curator;
        this.hands = curator.hands;
        this.stalls = stalls;
    }

    /** No program. Then the server is killed while the panel is open: it is restarted once. */
    void gone() throws Exception {
        curator.press("Start");
        curator.awaitStatus("the panel reports the missing program", "box2el-owl was not found");
        hands.screenshot("absent");
        curator.edit("zero");
        Settings.put("binary", PROGRAM);
        Hands.await("the file can be chosen, and the start tried again",
            () -> hands.buttonText("box2el.way").equals("Choose file…")
            && hands.buttonText("box2el.second").equals("Try again"));
        hands.press("box2el.second");
        Hands.await("the server runs", curator::ready);
        long first = Program.kill();
        curator.edit("one");
        Hands.await("it has been restarted automatically",
            () -> Program.pid() != first && curator.ready());
        Program.kill();
        curator.edit("two");
        curator.awaitStatus("the panel asks", "stopped twice");
        hands.screenshot("killed");
        curator.start();
    }

    /**
     * The server is killed while the user edits, and its copy is deleted: the next server has all
     * axioms without an action of the user.
     */
    void killed() throws Exception {
        curator.start();
        OWLClass subject = curator.selectOneWith(3);
        OWLAxiom accepted = curator.selectRows(1).get(0);
        hands.press("box2el.accept");
        Hands.await("it is accepted", () -> !curator.rows().contains(accepted));
        long first = Program.pid();
        for (int i = 0; i < 30; i++) {
            curator.edit("edited" + i);
            if (i == 10) {
                Program.kill();
            }
            if (i == 20) {
                hands.menu("Undo"); // of an edit that no server may have seen yet
            }
            Thread.sleep(100);
        }
        Hands.await("another server runs", () -> Program.pid() != first);
        recovered();
        check(!Hands.on(() -> curator.model.getActiveOntology()
            .containsClassInSignature(curator.cls("http://example.org/edited20").getIRI())),
            "the undo has not removed an edit");
        check(Hands.on(() -> curator.model.getActiveOntology().containsAxiom(accepted)),
            "the accepted axiom is gone");
        check(!Hands.on(curator::rows).contains(accepted), "the accepted axiom is suggested");
        hands.screenshot("recovered");

        String id = Program.values("id", Program.ask("/ontologies")).get(0);
        Program.delete("/ontologies/" + id);
        curator.show(curator.classes().get(0)); // a question, no edit
        Hands.await("the panel has sent the ontology again",
            () -> !Program.values("id", Program.ask("/ontologies")).contains(id));
        recovered();
        curator.edit("last");
        recovered();

        Program.kill(); // within a minute of the first time: the panel asks
        curator.edit("without a server");
        curator.awaitStatus("the panel asks", "stopped twice");
        curator.edit("meanwhile");
        curator.press("Start");
        recovered();
        curator.select(subject);
    }

    /** Waits until the panel is ready and the server has the axioms of the editor. */
    private void recovered() throws Exception {
        Hands.await("the panel is ready and the server has all axioms", () -> curator.ready()
            && Program.served().equals(curator.model.getActiveOntology().getAxioms()));
    }

    /**
     * A handshake file with another token, a restarted server with another token, a server of
     * another version.
     */
    void refused() throws Exception {
        Program program = Program.start(PROGRAM, 0);
        String token = Program.token();
        Program.rewriteHandshake(token, "of-yesterday");
        curator.press("Start");
        curator.awaitStatus("the panel reports that its token is rejected", "rejected the token");
        check(Hands.on(curator::status).contains(String.valueOf(Program.pid())),
            "the panel does not name the process to stop");
        hands.screenshot("token");
        curator.press("Try again");
        curator.awaitStatus("it still is", "rejected the token");
        Program.rewriteHandshake("of-yesterday", token);
        curator.press("Try again");
        Hands.await("with its own token it continues", curator::ready);

        int port = Program.port();
        program.end();
        Program next = Program.start(PROGRAM, port);
        check(!Program.token().equals(token), "the next server has the same token");
        curator.edit("one");
        Hands.await("another server on the same port has been found automatically",
            () -> curator.ready() && Program.ontologies().size() == 1);

        next.end();
        Program other = Program.start(OTHER_VERSION, port);
        curator.edit("two");
        curator.awaitStatus("a server of another version is reported", "has API version 2.0");
        check(Hands.on(curator::status).matches(".*process " + Program.pid() + ".*Stop it.*"),
            "the panel does not name the next step");
        hands.screenshot("version");
        curator.press("Try again");
        curator.awaitStatus("it still is", "has API version 2.0");
        other.end();
        curator.press("Try again");
        Hands.await("when it has ended, the plugin starts its own", curator::ready);
    }

    /** Every answer takes five seconds. */
    void slow() throws Exception {
        Program program = Program.start(PROGRAM, 0);
        try (DelayLine line = new DelayLine(Program.port())) {
            DelayLine.announce();
            stalls.phase("before");
            starting(line);
            training(line);
            suggestions(line);
            stopped();
            long longest = stalls.phase("slow");
            check(longest < SLOW_MILLIS, "the window was frozen for " + longest + " ms");
        }
        program.end();
    }

    /** The status line names what it waits for, with a button to stop it. */
    private void starting(DelayLine line) throws Exception {
        line.delay(SLOW_MILLIS);
        curator.press("Start");
        atOnce("the panel reports that it starts", "Starting");
        curator.awaitStatus("it reports that it sends", "Sending the ontology");
        hands.screenshot("sending");
        curator.press("Cancel");
        atOnce("it is stopped", "Press Start");
        line.delay(0);
        curator.start();
    }

    private void training(DelayLine line) throws Exception {
        line.delay(SLOW_MILLIS);
        hands.press("box2el.menu");
        hands.pressInDialog("Train a model");
        atOnce("the panel reports that it trains", "Training");
        curator.press("Cancel");
        atOnce("it reports that it stops", "Stopping");
        line.delay(0);
        Hands.await("it has been stopped", curator::ready);
    }

    /**
     * An edit overtakes a pending answer, which is not shown because it is about the state before.
     */
    private void suggestions(DelayLine line) throws Exception {
        OWLClass subject = curator.selectOneWith(3);
        List<OWLAxiom> before = Hands.on(curator::rows);
        OWLClass other = curator.classes().get(0);
        curator.select(other);

        line.delay(SLOW_MILLIS);
        curator.show(subject);
        atOnce("the panel reports that it asks", "Loading suggestions");
        hands.screenshot("asking");
        curator.edit(new AddAxiom(curator.model.getActiveOntology(), before.get(0)));
        Hands.await("the answer for the state after the edit is there", () -> {
            check(!curator.rows().contains(before.get(0)),
                "an answer for the state before the edit is shown");
            return curator.ready();
        });
        check(!Hands.on(curator::rows).isEmpty(), "there are no suggestions");

        OWLAxiom accepted = curator.selectRows(1).get(0);
        hands.press("box2el.accept");
        Hands.await("the panel reports that it saves",
            () -> hands.text("box2el.message").contains("Saving"));
        hands.screenshot("recording");
        line.delay(0);
        Hands.await("it is accepted", () -> !curator.rows().contains(accepted));
        Hands.await("the panel is ready", curator::ready);
        reload(line);
    }

    /** A reload while the answer for an edit is pending: the panel asks again. */
    private void reload(DelayLine line) throws Exception {
        curator.model.save(curator.model.getActiveOntology());
        curator.edit("reloaded");
        line.delay(SLOW_MILLIS);
        Hands.await("the rows of the edit are asked for", curator::asking);
        Thread.sleep(500); // the question is sent 120 ms later
        check(Hands.on(curator::asking), "the answer has arrived");
        Hands.on(() -> {
            curator.model.reload(curator.model.getActiveOntology());
            return null;
        });
        line.delay(0);
        Hands.await("the panel is ready after a reload", curator::ready);
    }

    /**
     * The server does not run for more than a minute, as on a busy machine: the panel counts, can
     * cancel, and has the answer without an action of the user once the server runs again.
     */
    private void stopped() throws Exception {
        OWLClass subject = curator.selectOneWith(1);
        curator.select(curator.classes().get(0));
        Program.signal("STOP");
        try {
            curator.show(subject);
            curator.awaitStatus("the panel counts", "Waiting for the server…");
            hands.screenshot("waiting");
            curator.press("Cancel");
            Hands.await("it is canceled", () -> hands.text("box2el.message").contains("canceled"));
            hands.press("box2el.messageWay");
            curator.awaitStatus("the panel waits again", "Waiting for the server…");
            Thread.sleep(STOPPED_MILLIS);
        } finally {
            Program.signal("CONT");
        }
        Hands.await("the answer is there", curator::ready);
        check(!Hands.on(curator::rows).isEmpty(), "there are no suggestions");
    }

    /** The status line must change long before an answer can arrive. */
    private void atOnce(String what, String part) throws Exception {
        long start = System.currentTimeMillis();
        curator.awaitStatus(what, part);
        check(System.currentTimeMillis() - start < AT_ONCE_MILLIS,
            what + " only after " + (System.currentTimeMillis() - start) + " ms");
    }
}
