package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import org.semanticweb.owlapi.model.OWLClass;

/**
 * Measures how long the panel keeps the event thread busy while a large ontology is opened, sent,
 * edited and curated.
 */
final class Large {
    private final Curator curator;
    private final Stalls stalls;

    Large(Curator curator, Stalls stalls) {
        this.curator = curator;
        this.stalls = stalls;
    }

    void run() throws Exception {
        stalls.phase("creating the panel");
        for (int i = 0; i < 20; i++) {
            stalls.edited(curator.edit("before" + i));
        }
        stalls.phase("edits without the panel");
        curator.press("Start");
        for (int i = 0; !Hands.on(this::sent); i++) {
            stalls.edited(curator.edit("meanwhile" + i));
            Thread.sleep(100);
        }
        Hands.step("the ontology is sent");
        stalls.phase("sending, with edits");
        for (int i = 0; i < 20; i++) {
            stalls.edited(curator.edit("after" + i));
            Thread.sleep(100);
        }
        Hands.await("the edits have been sent", this::sent);
        stalls.phase("edited");
        curator.train();
        stalls.phase("training");
        curate();
    }

    /** Reports whether the server has the ontology. */
    private boolean sent() {
        return curator.ready() || curator.ready();
    }

    private void curate() throws Exception {
        OWLClass subject = curator.selectOneWith(3);
        curator.hands.screenshot("suggestions");
        stalls.phase("the first list");
        curator.selectRows(1);
        Hands.await("an effect is shown", () -> curator.details().contains("Effect"));
        curator.hands.screenshot("why");
        stalls.phase("the first details");
        new Links(curator).follow();
        stalls.phase("links");
        curator.hands.press("box2el.accept");
        Hands.await("the edit has been sent", curator::ready);
        curator.hands.menu("Undo");
        Hands.await("the undo has been sent", curator::ready);
        stalls.phase("accepted and undone");
        new Curating(curator).newClass(subject);
        stalls.phase("a new class");
        check(stalls.longestOwnCPUMillis() <= Stalls.MOST_MILLIS,
            "the panel kept the event thread busy for " + stalls.longestOwnCPUMillis()
            + " ms of CPU time");
    }
}
