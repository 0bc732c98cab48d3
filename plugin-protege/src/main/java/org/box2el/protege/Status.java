package org.box2el.protege;

/** The state of a window's companion as one line of text, with the next action. */
public final class Status {
    /** The states. */
    public enum State {
        /** Not started. */
        OFF,
        /** The server is being found or started. */
        STARTING,
        /** The server does not have the current ontology. */
        UNSYNCED,
        /** A job is running: classification or training. */
        TRAINING,
        /** Suggestions are available. */
        READY,
        /** Suggestions are available, for an earlier state of the ontology. */
        STALE,
        /** There is no server, or an operation has failed. */
        ERROR
    }

    /** The actions of the user. */
    public enum Way {
        START("Start"),
        RETRY("Try again"),
        RETRAIN("Retrain"),
        STOP("Cancel"),
        INSTALL("Install the program"),
        CHOOSE("Choose file…"),
        EXPLAIN("Explain…");

        public final String label;

        Way(String label) {
            this.label = label;
        }
    }

    public final State state;
    public final String text;
    /** Null if there is no action. */
    public final Way way;

    Status(State state, String text, Way way) {
        this.state = state;
        this.text = text;
        this.way = way;
    }

    /** Reports whether suggestions are available. */
    public boolean isReady() {
        return state == State.READY || state == State.STALE;
    }
}
