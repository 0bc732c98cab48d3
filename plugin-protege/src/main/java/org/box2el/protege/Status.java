package org.box2el.protege;

/** How the companion of a window stands, in one line, with the way forward. */
public final class Status {
    /** What can be the matter. */
    public enum State {
        /** Nobody has asked for anything. */
        OFF,
        /** The server is looked for or started. */
        STARTING,
        /** There is no server. */
        ABSENT,
        /** There is one of another version. */
        MISMATCH,
        /** The server does not have the ontology as it stands. */
        UNSYNCED,
        /** There are no suggestions. */
        UNTRAINED,
        /** A job runs: classification or training. */
        TRAINING,
        /** Ask for suggestions. */
        READY,
        /** Ask for suggestions; they rest on an earlier state of the ontology. */
        STALE,
        /** Something has failed. */
        ERROR
    }

    /** What the user can do about it. */
    public enum Way {
        START("Start"),
        RETRY("Try again"),
        TRAIN("Train"),
        RETRAIN("Train anew"),
        STOP("Stop"),
        PREFERENCES("Preferences…");

        /** What its button says. */
        public final String label;

        Way(String label) {
            this.label = label;
        }
    }

    public final State state;
    public final String text;
    /** Null where there is nothing to do. */
    public final Way way;

    Status(State state, String text, Way way) {
        this.state = state;
        this.text = text;
        this.way = way;
    }

    /** The same, told behind something else. */
    public Status after(String first) {
        return new Status(state, text.isEmpty() ? first : first + " " + text, way);
    }

    /** Whether suggestions can be asked for. */
    public boolean isReady() {
        return state == State.READY || state == State.STALE;
    }
}
