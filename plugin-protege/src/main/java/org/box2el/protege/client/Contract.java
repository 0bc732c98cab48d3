package org.box2el.protege.client;

import java.util.List;
import java.util.Map;

import com.google.gson.annotations.SerializedName;

/**
 * The API schemas that this client uses, with their names. A test compares the fields with
 * api/openapi.yaml. Additional fields of answers are ignored; optional fields may be null.
 */
public final class Contract {
    /**
     * The version of api/openapi.yaml that this client was written for. A server fits if it has the
     * same major version.
     */
    public static final String VERSION = "1.0";

    private Contract() {}

    public static final class Problem {
        public String type, title;
        public int status;
        public String detail, field;
        public Conflict conflict;
    }

    public static final class Capabilities {
        public String version, contract;
    }

    public static final class Ticket {
        public String url;
    }

    public static final class NewOntology {
        public String name, iri, keep;
    }

    public static final class Ontology {
        public String id;
        public long revision;
        public int axioms, logicalAxioms;
        public Reasoner reasoner;
        public Suggestions suggestions;
    }

    /** Ontology.reasoner. */
    public static final class Reasoner {
        public String state;
        public Integer unsatisfiable, outsideEL;
    }

    /** Ontology.suggestions. */
    public static final class Suggestions {
        public String state;
        public Model model;
    }

    /** Ontology.suggestions.model. */
    public static final class Model {
        public boolean stale;
        public double changed;
    }

    public static final class Edit {
        public long baseRevision;
        public List<String> remove, add;
    }

    public static final class Name {
        public String iri, label;
    }

    public static final class Axiom {
        public String axiom, manchester;
        public boolean hypothetical;
    }

    public static final class Job {
        public String id, state;
        public Progress progress;
        public String error;
        public Map<String, Object> result;

        /** Returns the suggestion run of a finished job of that kind. */
        public long run() {
            return ((Number) result.get("run")).longValue();
        }

        /** Reports whether the job has ended. */
        public boolean ended() {
            return "done".equals(state) || "failed".equals(state) || "cancelled".equals(state);
        }
    }

    public static final class Progress {
        public long done, total;
    }

    public static final class Reason {
        public String text;
        public List<Axiom> axioms;
    }

    public static final class Conflict {
        public boolean inconsistent;
        public List<Name> unsatisfiable;
        public Integer count;
        public boolean partial;
    }

    public static final class Suggestion {
        public String axiom, manchester;
        public Name subject, property;
        public String form, tier;
        public List<Evidence> evidence;
        public Group group;
        public Double probability;
        public String verdict;
        public Boolean exact;
        public Outside outside;
        public Conflict conflict;
        public List<Reason> why;
        public String impliedBy;
        public boolean unseen;
        public String decision;
    }

    public static final class Evidence {
        public String kind;
        @SerializedName("for")
        public boolean supports;
        public String sentence, template;
        public List<Name> entities;
    }

    public static final class Outside {
        public int axioms;
    }

    public static final class Placement {
        public List<Duplicate> duplicates;
        public List<Suggestion> superclasses, restrictions, definitions;
    }

    public static final class Duplicate {
        @SerializedName("class")
        public Name of;
        public List<Evidence> evidence;
    }

    public static final class Group {
        public Evidence rule;
        public List<Axiom> axioms;
    }

    public static final class SuggestionPage {
        public List<Suggestion> items;
        public Long revision;
        public String nothing;
    }

    public static final class Effect {
        public int newSubsumptions;
        public List<Axiom> examples;
    }

    public static final class ClassAnswer {
        public List<Name> equivalent;
    }

    public static final class ProofStep {
        public String conclusion, manchester, rule;
        public List<Integer> premises;
        public List<Axiom> axioms;
    }

    public static final class Explanation {
        public List<ProofStep> proof;
        public String note;
    }

    public static final class NewOperation {
        public String operation;
        public List<String> axioms;
        public List<Shown> shown;
        public Long run;
        public Boolean alsoEdit;
        public String comment, who, client;
        public Boolean force;
        public String checkedBy;
    }

    /** An item of NewOperation.shown. */
    public static final class Shown {
        public Double probability;
        public String verdict;
    }

    public static final class BreachList {
        public List<Breach> items;
    }

    /** An item of BreachList.items. */
    public static final class Breach {
        public String axiom, action;
    }

    /** The content of server.json, which is defined by the command line instead of the API. */
    public static final class Handshake {
        public long pid;
        public int port;
        public String url, token;
    }
}
