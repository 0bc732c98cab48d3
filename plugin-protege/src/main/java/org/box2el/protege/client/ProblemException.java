package org.box2el.protege.client;

import java.io.IOException;

/** An answer that is an error. Its message is a sentence for people. */
public final class ProblemException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final String PREFIX = "urn:box2el-owl:";

    private final transient Contract.Problem problem;

    ProblemException(Contract.Problem problem) {
        super((problem.field == null ? "" : problem.field + ": ") + (problem.detail != null ? problem.detail : problem.title));
        this.problem = problem;
    }

    public Contract.Problem problem() {
        return problem;
    }

    /** Whether the type of the problem is the one of this name. */
    public boolean is(String name) {
        return (PREFIX + name).equals(problem.type);
    }

    /** Whether the server does not, or no longer, take the token. */
    public boolean isUnauthorized() {
        return problem.status == 401;
    }

    /** Whether what the path names is not there. */
    public boolean isNotFound() {
        return problem.status == 404;
    }
}
