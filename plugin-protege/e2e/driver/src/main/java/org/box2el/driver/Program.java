package org.box2el.driver;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.OWLAxiom;

/**
 * The real server from outside: its process, its handshake file, and its answers to another client.
 */
final class Program {
    private static final Path HANDSHAKE = Paths.get(System.getenv("BOX2EL_HOME"), "server.json");

    private final Process process; // the one that was started here

    private Program(Process process) {
        this.process = process;
    }

    /** Starts a binary at a port (0: a free one), and waits for its handshake file. */
    static Program start(String binary, int port) throws Exception {
        Files.createDirectories(HANDSHAKE.getParent());
        Process process = new ProcessBuilder(binary, "serve", "--port", String.valueOf(port),
            "--exit-with-parent", "--host", DelayLine.ADDRESS)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Hands.await("the server of the test runs",
            () -> Files.exists(HANDSHAKE) && pid() == process.pid());
        return new Program(process);
    }

    /** Ends the server by closing its standard input. */
    void end() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new AssertionError("the server does not end");
        }
        Hands.step("the server of the test has ended");
    }

    /** Kills the server of the handshake file, and returns its process id. */
    static long kill() throws Exception {
        long pid = pid();
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        Hands.await("the server is killed", () -> !alive(pid));
        return pid;
    }

    /** Sends a signal, such as STOP or CONT, to the server. */
    static void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).inheritIO().start().waitFor();
    }

    static boolean alive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    static long pid() throws IOException {
        return Long.parseLong(handshake("\"pid\": *(\\d+)"));
    }

    static int port() throws IOException {
        return Integer.parseInt(handshake("\"port\": *(\\d+)"));
    }

    static String token() throws IOException {
        return handshake("\"token\": *\"([^\"]*)\"");
    }

    private static String handshake(String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(HANDSHAKE));
        if (!found.find()) {
            throw new AssertionError("no " + pattern + " in " + HANDSHAKE);
        }
        return found.group(1);
    }

    /** Replaces a text in the handshake file atomically. */
    static void rewriteHandshake(String what, String by) throws IOException {
        Path written = HANDSHAKE.resolveSibling("server.json.test");
        Files.writeString(written, Files.readString(HANDSHAKE).replace(what, by));
        Files.move(written, HANDSHAKE, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the server's answer to a GET request with the token of the handshake file. */
    static String ask(String path) throws IOException, InterruptedException {
        return answer(path, HttpRequest.newBuilder());
    }

    /** Returns the server's answer to a POST request with JSON. */
    static String post(String path, String json) throws IOException, InterruptedException {
        return answer(path, HttpRequest.newBuilder().header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static String answer(String path, HttpRequest.Builder asked)
            throws IOException, InterruptedException {
        HttpRequest request = asked.uri(URI.create("http://127.0.0.1:" + port() + "/api/v1" + path))
            .header("Authorization", "Bearer " + token()).build();
        HttpResponse<String> answer = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " is answered with status " + answer.statusCode() + ": "
                + answer.body());
        }
        return answer.body();
    }

    /** Sends a DELETE request, as another client may. */
    static void delete(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port()
            + "/api/v1" + path))
            .header("Authorization", "Bearer " + token()).DELETE().build();
        int status = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != 204) {
            throw new AssertionError("DELETE " + path + " is answered with status " + status);
        }
    }

    /**
     * Returns the axioms of the first ontology on the server; none if it has none or does not
     * answer.
     */
    static Set<OWLAxiom> served() throws Exception {
        try {
            String document = ask("/ontologies/" + values("id", ask("/ontologies")).get(0)
                + "/document");
            return OWLManager.createOWLOntologyManager()
                .loadOntologyFromOntologyDocument(new StringDocumentSource(document)).getAxioms();
        } catch (IOException | IndexOutOfBoundsException starting) {
            return Set.of();
        }
    }

    /** Returns the names of the ontologies on the server. */
    static List<String> ontologies() throws IOException, InterruptedException {
        return values("name", ask("/ontologies?limit=1000"));
    }

    /** Returns the texts of all fields of a name, in the order of the answer. */
    static List<String> values(String field, String json) {
        return found("\"" + field + "\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\"", json);
    }

    /** Returns the numbers of all fields of a name, in the order of the answer. */
    static List<String> numbers(String field, String json) {
        return found("\"" + field + "\":\\s*([0-9.e+-]+)", json);
    }

    private static List<String> found(String pattern, String json) {
        List<String> values = new ArrayList<>();
        Matcher found = Pattern.compile(pattern).matcher(json);
        while (found.find()) {
            values.add(found.group(1));
        }
        return values;
    }
}
