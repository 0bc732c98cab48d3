package org.box2el.protege.client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;

/**
 * The API operations that the plugin uses. Every call returns at once. Its future ends with the
 * answer, with a {@link ProblemException}, or with another IOException if there is no server.
 * Dependents of a future run on a thread of the HTTP client. Safe for concurrent use.
 */
public final class Client {
    private static final Gson GSON = new Gson();
    // After this time a server counts as stopped. The panel offers to cancel after three seconds.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** An error that the server answered. Its message is a sentence for users. */
    public static final class ProblemException extends IOException {
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

    private final HttpClient http;
    private final String base;
    private final String token;
    // The answer to the last decision.
    private CompletableFuture<Void> decided = CompletableFuture.completedFuture(null);

    /** Creates a client of the server at a URL, such as http://127.0.0.1:4711. */
    public Client(HttpClient http, String url, String token) {
        this.http = http;
        this.base = url + "/api/v1";
        this.token = token;
    }

    public CompletableFuture<Contract.Capabilities> capabilities() {
        return ask("GET", "/capabilities", null, Contract.Capabilities.class);
    }

    /** Returns the address of a page, such as "/o/ID", with a ticket that signs the browser in. */
    public CompletableFuture<URI> browse(String place) {
        return ask("POST", "/tickets", null, Contract.Ticket.class)
            .thenApply(t -> URI.create(t.url + "&to=" + encode(place)));
    }

    public CompletableFuture<Contract.Ontology> create(Contract.NewOntology ontology) {
        return ask("POST", "/ontologies", ontology, Contract.Ontology.class);
    }

    public CompletableFuture<Contract.Ontology> ontology(String id) {
        return ask("GET", "/ontologies/" + id, null, Contract.Ontology.class);
    }

    /** Sends an ontology in functional-style syntax, compressed by gzip. */
    public CompletableFuture<Contract.Ontology> replace(String id, byte[] gzipped) {
        HttpRequest.Builder request =
            request("PUT", "/ontologies/" + id, BodyPublishers.ofByteArray(gzipped))
            .header("Content-Type", "text/owl-functional")
            .header("Content-Encoding", "gzip");
        return send(request, Contract.Ontology.class);
    }

    public CompletableFuture<Contract.Ontology> edit(String id, Contract.Edit edit) {
        return ask("PATCH", "/ontologies/" + id, edit, Contract.Ontology.class);
    }

    /** Deletes an ontology, after its pending decisions. */
    public CompletableFuture<Void> delete(String id) {
        return inTurn(() -> ask("DELETE", "/ontologies/" + id, null, Void.class));
    }

    public CompletableFuture<Contract.Job> classify(String id) {
        return ask("POST", "/ontologies/" + id + "/classify", null, Contract.Job.class);
    }

    /** Trains a model. If not retrained, a model that fits is used again. */
    public CompletableFuture<Contract.Job> train(String id, boolean retrain) {
        Map<String, Boolean> training = retrain ? Map.of("retrain", true) : Map.of();
        return ask("POST", "/ontologies/" + id + "/trainings", training, Contract.Job.class);
    }

    public CompletableFuture<Contract.Job> startRun(String id, Map<String, ?> run) {
        return ask("POST", "/ontologies/" + id + "/runs", run, Contract.Job.class);
    }

    /** Returns the first suggestions of a run. */
    public CompletableFuture<Contract.SuggestionPage> suggestions(String id, long run) {
        return ask("GET", "/ontologies/" + id + "/runs/" + run + "/suggestions?limit=1000", null,
            Contract.SuggestionPage.class);
    }

    public CompletableFuture<Contract.Job> job(String id) {
        return ask("GET", "/jobs/" + id, null, Contract.Job.class);
    }

    /** Cancels a job. The answer arrives when it has stopped. */
    public CompletableFuture<Contract.Job> cancel(String id) {
        return ask("DELETE", "/jobs/" + id, null, Contract.Job.class);
    }

    public CompletableFuture<Contract.SuggestionPage> suggest(String id,
            Map<String, ?> query) {
        return ask("POST", "/ontologies/" + id + "/suggestions:query", query,
            Contract.SuggestionPage.class);
    }

    public CompletableFuture<Contract.Effect> effects(String id, Set<String> axioms) {
        return ask("POST", "/ontologies/" + id + "/effects", Map.of("axioms", axioms),
            Contract.Effect.class);
    }

    public CompletableFuture<Contract.ClassAnswer> query(String id, String expression) {
        return ask("POST", "/ontologies/" + id + "/query", Map.of("expression", expression),
            Contract.ClassAnswer.class);
    }

    /** Explains an entailment or a contradiction; without a query, the inconsistency. */
    public CompletableFuture<Contract.Explanation> explain(String id, Map<String, ?> query) {
        return ask("POST", "/ontologies/" + id + "/explanations", query,
            Contract.Explanation.class);
    }

    /** Returns what a class without axioms may need. */
    public CompletableFuture<Contract.Placement> place(String id, String iri) {
        return ask("POST", "/ontologies/" + id + "/placements", Map.of("class", iri),
            Contract.Placement.class);
    }

    public CompletableFuture<Contract.BreachList> breaches(String id) {
        return inTurn(
            () -> ask("GET", "/ontologies/" + id + "/breaches", null, Contract.BreachList.class));
    }

    /**
     * Records an operation, after pending ones, so that the last decision on an axiom is recorded
     * last.
     */
    public synchronized CompletableFuture<Void> operate(String id, Contract.NewOperation sent) {
        decided = inTurn(() ->
            ask("POST", "/ontologies/" + id + "/operations", sent, Void.class));
        return decided;
    }

    /** Undoes the current decisions on axioms, in the same order. */
    public synchronized CompletableFuture<Void> revert(String id, List<String> axioms, String who) {
        Map<String, Object> sent = Map.of("who", who, "client", "protege", "decisions",
            axioms.stream().map(axiom -> Map.of("axiom", axiom, "action", "revert")).toArray());
        decided = inTurn(() ->
            ask("POST", "/ontologies/" + id + "/decisions", sent, Void.class));
        return decided;
    }

    /**
     * Sends a request after the answer to the last decision, because requests on several threads
     * may overtake each other.
     */
    private synchronized <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> request) {
        return decided.handle((answer, failure) -> null).thenCompose(answered -> request.get());
    }

    private <T> CompletableFuture<T> ask(String method, String path, Object body, Class<T> answer) {
        // On another thread, because the first use of the JSON library takes too long for the event
        // thread.
        return CompletableFuture.supplyAsync(() -> withJson(method, path, body))
            .thenCompose(request -> send(request, answer));
    }

    private HttpRequest.Builder withJson(String method, String path, Object body) {
        if (body == null) {
            return request(method, path, BodyPublishers.noBody());
        }
        return request(method, path, BodyPublishers.ofString(GSON.toJson(body)))
            .header("Content-Type", "application/json");
    }

    private HttpRequest.Builder request(String method, String path, BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create(base + path))
            .method(method, body)
            .timeout(PATIENCE)
            // JSON is not compressed, because the server is on the same machine.
            .header("Authorization", "Bearer " + token);
    }

    private <T> CompletableFuture<T> send(HttpRequest.Builder request, Class<T> answer) {
        return http.sendAsync(request.header("Accept", "application/json").build(),
            BodyHandlers.ofString())
            .thenApply(response -> read(response, answer));
    }

    private static <T> T read(HttpResponse<String> response, Class<T> answer) {
        if (response.statusCode() / 100 != 2) {
            throw new CompletionException(problem(response));
        }
        try {
            return answer == Void.class ? null : GSON.fromJson(response.body(), answer);
        } catch (JsonParseException e) {
            throw new CompletionException(new IOException("the server's answer cannot be read: "
                + e.getMessage(), e));
        }
    }

    private static ProblemException problem(HttpResponse<String> response) {
        Contract.Problem problem = null;
        try {
            problem = GSON.fromJson(response.body(), Contract.Problem.class);
        } catch (JsonParseException notOurs) {
            // The status must do.
        }
        if (problem == null || problem.title == null) {
            problem = new Contract.Problem();
            problem.status = response.statusCode();
            problem.title = "the server answers with status " + problem.status;
        }
        return new ProblemException(problem);
    }

    /** Returns a text as a part of an address. */
    public static String encode(String s) {
        return URLEncoder.encode(s, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the cause of a failed future, without the exceptions that futures add. */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause() : failure;
    }
}
