package org.box2el.protege.client;

import java.io.IOException;
import java.util.Arrays;

/** An error that the server answered. Its message is a sentence for users. */
public final class ProblemException extends IOException {
    private static final String PREFIX = "urn:box2el-owl:";

    public final transient Contract.Problem problem;

    ProblemException(Contract.Problem problem) {
        super((problem.field == null ? "" : problem.field + ": ")
            + (problem.detail != null ? problem.detail : problem.title));
        this.problem = problem;
    }

    /** Reports whether a failure is a problem of one of these types. */
    public static boolean is(Throwable failure, String... names) {
        return failure instanceof ProblemException
            && Arrays.stream(names).anyMatch(name -> (PREFIX + name)
                .equals(((ProblemException) failure).problem.type));
    }

    /** Reports whether a failure is that the server rejected the token. */
    public static boolean isUnauthorized(Throwable failure) {
        return failure instanceof ProblemException
            && ((ProblemException) failure).problem.status == 401;
    }
}
