package org.box2el.driver;

/** What is shown of the panel in a real Protégé, against the real server. */
final class Scenarios {
    private final Curator curator;
    private final Stalls stalls;

    Scenarios(Curator curator, Stalls stalls) {
        this.curator = curator;
        this.stalls = stalls;
    }

    void run(String scenario) throws Exception {
        curator.openTab();
        switch (scenario.replaceFirst("-.*", "")) { // what comes behind the hyphen is the ontology
            case "curate":
                new Curating(curator).curate();
                stalls.phase("curate");
                break;
            case "remember":
                new Curating(curator).remember();
                break;
            case "killed":
                new Failures(curator).killed();
                break;
            case "absent":
                new Failures(curator).absent();
                break;
            case "large":
                large();
                break;
            default:
                throw new IllegalArgumentException("no scenario " + scenario);
        }
    }

    /** The event thread while a large ontology is sent and edited. */
    private void large() throws Exception {
        for (int i = 0; i < 20; i++) {
            stalls.edited(curator.edit("before" + i));
        }
        stalls.phase("edits without the panel");
        curator.press("Start");
        for (int i = 0; !Hands.on(curator::status).contains("no model"); i++) {
            stalls.edited(curator.edit("meanwhile" + i));
            Thread.sleep(100);
        }
        Hands.step("the ontology is sent");
        stalls.phase("sending, with edits");
        for (int i = 0; i < 20; i++) {
            stalls.edited(curator.edit("after" + i));
            Thread.sleep(100);
        }
        curator.awaitStatus("the edits have arrived", "no model");
        stalls.phase("edited");
        curator.hands.screenshot("large");
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
