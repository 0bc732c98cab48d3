package org.box2el.protege.client;

import java.io.IOException;
import java.io.Reader;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;

/**
 * Finds the user's server by its handshake file, or starts one. A server that was started ends when
 * its standard input closes: when this object is closed, or when this process ends in any way.
 * Calls block, so the event thread must not make them. Safe for concurrent use.
 */
public final class Server implements AutoCloseable {
    private static final String MAJOR = Contract.VERSION.split("\\.")[0];
    private static final int VERSION_SECONDS = 5;

    /** Runs each task on a daemon thread of its own, because it may wait long. */
    public static final Executor BACKGROUND = task -> {
        Thread thread = new Thread(task, "box2el-background");
        thread.setDaemon(true);
        thread.start();
    };

    private final HttpClient http;
    private final Map<String, String> environment;
    private Process process; // the one that was started here, null if there is none

    /** There is no server that the plugin can use. The message is a sentence for users. */
    public static final class AbsentException extends IOException {
        /** Whether a server runs that has another version or rejects the token. */
        public final boolean running;
        /** Whether there is no program. The message lists the places that were searched. */
        public final boolean missing;

        AbsentException(String message, boolean running, boolean missing) {
            super(message);
            this.running = running;
            this.missing = missing;
        }
    }

    /**
     * @param environment of the process: has the directory of the handshake file, and is passed to
     *     a server that is started
     */
    public Server(Map<String, String> environment) {
        this.environment = environment;
        this.http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY) // the token must not leave this machine
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    }

    /**
     * Returns a client of the running server, or starts the first executable of the binaries.
     *
     * @throws AbsentException if there is no program, it does not start, or the running server
     *     cannot be used
     */
    public synchronized Client connect(List<Path> binaries)
            throws IOException, InterruptedException {
        Optional<Client> running = find();
        return running.isPresent() ? running.get() : start(binaries);
    }

    /** Returns a client of the running server. */
    private Optional<Client> find() throws IOException, InterruptedException {
        Path file = folder().resolve("server.json");
        Contract.Handshake handshake;
        try (Reader text = Files.newBufferedReader(file)) {
            handshake = new Gson().fromJson(text, Contract.Handshake.class);
        } catch (NoSuchFileException | JsonParseException damaged) {
            return Optional.empty(); // a server that is starting writes it again
        }
        if (handshake == null || handshake.token == null
                || ProcessHandle.of(handshake.pid).filter(ProcessHandle::isAlive).isEmpty()) {
            return Optional.empty(); // the file of a server that was killed
        }
        String url = handshake.url != null ? handshake.url : "http://127.0.0.1:" + handshake.port;
        Client client = new Client(http, url, handshake.token);
        try {
            Contract.Capabilities found = client.capabilities().get(10, TimeUnit.SECONDS);
            if (!String.valueOf(found.contract).split("\\.")[0].equals(MAJOR)) {
                throw new AbsentException("box2el-owl " + found.version + " (process "
                    + handshake.pid + ") has API version " + found.contract
                    + ", this plugin has version " + Contract.VERSION
                    + ". Stop it, and install the box2el-owl that came with the plugin.", true,
                    false);
            }
        } catch (ExecutionException | TimeoutException failed) {
            if (Client.ProblemException.isUnauthorized(failed.getCause())) {
                throw new AbsentException("box2el-owl (process " + handshake.pid
                    + ") rejected the token in " + file + ". Stop that process and try again.",
                    true, false);
            }
            return Optional.empty(); // it is ending, or another process has its id now
        }
        return Optional.of(client);
    }

    private Client start(List<Path> binaries) throws IOException, InterruptedException {
        Path binary = binaries.stream().filter(Files::isExecutable).findFirst()
            .orElseThrow(() -> new AbsentException(
                binaries.stream().map(Path::toString).collect(Collectors.joining("\n")),
                false, true));
        if (Files.isDirectory(binary)) {
            throw new AbsentException(binary + " is a folder. Choose the program box2el-owl.",
                false, false);
        }
        if (!isOurs(binary)) {
            throw new AbsentException(binary + " is not box2el-owl.", false, false);
        }
        ProcessBuilder builder =
            new ProcessBuilder(binary.toString(), "serve", "--port", "0", "--exit-with-parent");
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        close();
        process = builder.start();
        CompletableFuture<String> complaint = lastLine(process);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < deadline) {
            Optional<Client> client = find();
            if (client.isPresent()) {
                return client.get();
            }
            if (process.waitFor(50, TimeUnit.MILLISECONDS)) { // a starting server has the store
                deadline = Math.min(deadline, System.nanoTime() + TimeUnit.SECONDS.toNanos(2));
                Thread.sleep(50);
            }
        }
        close();
        String last = complaint.completeOnTimeout("", 1, TimeUnit.SECONDS).join();
        throw new AbsentException(binary.getFileName() + " did not start"
            + (last.isEmpty() ? "" : ": " + last), false, false);
    }

    /** Drains the messages of a program until it ends, and returns the last one. */
    private static CompletableFuture<String> lastLine(Process process) {
        return CompletableFuture.supplyAsync(
            () -> new Scanner(process.getErrorStream(), StandardCharsets.UTF_8)
                .useDelimiter("\\R+").tokens().reduce("", (last, line) -> line), BACKGROUND);
    }

    /** Reports whether a program answers --version as box2el-owl does. */
    public static boolean isOurs(Path binary) throws InterruptedException {
        try {
            Process asked = new ProcessBuilder(binary.toString(), "--version")
                .redirectErrorStream(true).start();
            asked.onExit().orTimeout(VERSION_SECONDS, TimeUnit.SECONDS)
                .exceptionally(late -> asked.destroyForcibly());
            String answer = new String(asked.getInputStream().readNBytes(200),
                StandardCharsets.UTF_8);
            return answer.startsWith("box2el-owl") && asked.waitFor() == 0;
        } catch (IOException notAProgram) {
            return false;
        }
    }

    /**
     * Ends the server if it was started here: closes its standard input, and kills it after five
     * seconds. Returns at once.
     */
    @Override
    public synchronized void close() {
        if (process == null) {
            return;
        }
        Process ending = process;
        process = null;
        try {
            ending.getOutputStream().close();
        } catch (IOException gone) {
            // It has ended already.
        }
        ending.onExit().orTimeout(5, TimeUnit.SECONDS)
            .exceptionally(late -> ending.destroyForcibly());
    }

    /** Returns the directory of the store and the handshake file, as the command line does. */
    public Path folder() {
        String home = environment.get("BOX2EL_HOME");
        if (home != null && !home.isEmpty()) {
            return Paths.get(home);
        }
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Path user = Paths.get(System.getProperty("user.home"));
        if (system.contains("win")) {
            return Paths.get(environment.getOrDefault("LOCALAPPDATA",
                user.resolve("AppData/Local").toString()), "box2el-owl");
        }
        if (system.contains("mac")) {
            return user.resolve("Library/Application Support/box2el-owl");
        }
        String state = environment.get("XDG_STATE_HOME");
        return (state != null && !state.isEmpty() ? Paths.get(state) : user.resolve(".local/state"))
            .resolve("box2el-owl");
    }
}
