package org.box2el.protege;

/** The state of a window's companion as one line of text, with the next step. */
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

    /** The labels of the steps that a view takes, because it has the dialog and the page. */
    public static final String CHOOSE = "Choose file…";
    public static final String EXPLAIN = "Explain…";

    static final String CANCEL = "Cancel";
    static final String AGAIN = "Try again";

    public final State state;
    public final String text;
    /** The label of the next step, empty if there is none. */
    public final String label;
    /** The next step, null if a view takes it. */
    public final Runnable step;

    Status(State state, String text, String label, Runnable step) {
        this.state = state;
        this.text = text;
        this.label = label;
        this.step = step;
    }

    /** Reports whether suggestions are available. */
    public boolean isReady() {
        return state == State.READY || state == State.STALE;
    }
}
