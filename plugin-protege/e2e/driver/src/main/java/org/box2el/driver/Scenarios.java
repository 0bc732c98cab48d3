package org.box2el.driver;

/** The scenarios of the panel in a real Protégé with the real server. */
final class Scenarios {
    private final Curator curator;
    private final Stalls stalls;

    Scenarios(Curator curator, Stalls stalls) {
        this.curator = curator;
        this.stalls = stalls;
    }

    void run(String scenario) throws Exception {
        if (scenario.matches("install|update|updated")) {
            new Installing(curator).run(scenario); // there is no tab yet
            return;
        }
        curator.openTab();
        switch (scenario.replaceFirst("-.*", "")) { // the text after the hyphen names the ontology
            case "curate":
                new Curating(curator).curate();
                stalls.phase("curate");
                break;
            case "group":
                new Curating(curator).group();
                break;
            case "remember":
                new Curating(curator).remember();
                break;
            case "panel":
                new Panel(curator, stalls).all();
                break;
            case "walk":
                new Walk(curator).all();
                break;
            case "agreement":
                new Agreement(curator).all();
                break;
            case "program":
                new Download(curator).all();
                break;
            case "gone":
                new Failures(curator, stalls).gone();
                break;
            case "killed":
                new Failures(curator, stalls).killed();
                break;
            case "refused":
                new Failures(curator, stalls).refused();
                break;
            case "slow":
                new Failures(curator, stalls).slow();
                break;
            case "windows":
                new Windows(curator).all();
                break;
            case "commands":
                new Commands(curator).all();
                break;
            case "plugins":
                new OtherPlugins(curator).all();
                break;
            case "ontologies":
                new Ontologies(curator).all();
                break;
            case "large":
                new Large(curator, stalls).run();
                break;
            default:
                throw new IllegalArgumentException("no scenario " + scenario);
        }
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
