package org.box2el.protege.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;

/**
 * Finds the server of this user by its handshake file, or starts one. One that was started ends when its standard input closes: when this
 * is closed, or with this process, however that ends. Calls block, so none is for the event thread. Safe for concurrent use.
 */
public final class Server implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);

    private final HttpClient http;
    private final Map<String, String> environment;
    private Process process; // that was started here; null if none was

    /** Why there is no server to talk to. The message is a sentence for people. */
    public static final class AbsentException extends IOException {
        private static final long serialVersionUID = 1L;

        AbsentException(String message) {
            super(message);
        }
    }

    /** A server answers, but speaks another version of the contract. */
    public static final class MismatchException extends IOException {
        private static final long serialVersionUID = 1L;

        MismatchException(Contract.Handshake server) {
            super("box2el-owl " + server.version + " (process " + server.pid + ") speaks version " + server.contract + " of the protocol, this plugin version "
                + Contract.VERSION + ". End it, and install the one that came with the plugin.");
        }
    }

    /** A server answers, but does not take the token that its file has. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(Contract.Handshake server, Path file) {
            super("box2el-owl (process " + server.pid + ") does not take the token in " + file + ". End it, so that it is started anew.");
        }
    }

    /** @param environment of the process; says where the handshake file lies, and what a server that is started is given */
    public Server(Map<String, String> environment) {
        this.environment = environment;
        this.http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY) // the token is for this machine
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    }

    /**
     * Returns a client of a running server; where none runs, starts the first of the binaries that is there.
     *
     * @throws AbsentException if there is none to start, or it does not come up
     * @throws MismatchException if one of another version runs
     * @throws RefusedException if one runs that takes another token
     */
    public synchronized Client connect(List<Path> binaries) throws IOException, InterruptedException {
        Optional<Client> running = find();
        return running.isPresent() ? running.get() : start(binaries);
    }

    /** The client of a server that runs. */
    private Optional<Client> find() throws IOException, InterruptedException {
        Path file = folder().resolve("server.json");
        Contract.Handshake handshake;
        try (Reader text = Files.newBufferedReader(file)) {
            handshake = new Gson().fromJson(text, Contract.Handshake.class);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JsonParseException damaged) {
            return Optional.empty(); // a server that starts writes it anew
        }
        if (handshake == null || handshake.token == null || ProcessHandle.of(handshake.pid).filter(ProcessHandle::isAlive).isEmpty()) {
            return Optional.empty(); // left behind by one that was killed
        }
        String url = handshake.url != null ? handshake.url : "http://127.0.0.1:" + handshake.port;
        Client client = new Client(http, url, handshake.token);
        CompletableFuture<Boolean> admitted = client.admitted();
        try {
            Contract.Health health = client.health().get(10, TimeUnit.SECONDS);
            handshake.contract = health.contract;
            handshake.version = health.version;
        } catch (ExecutionException | TimeoutException silent) {
            return Optional.empty(); // another process has its number now
        }
        if (!major(handshake.contract).equals(major(Contract.VERSION))) {
            throw new MismatchException(handshake);
        }
        try {
            if (!admitted.get(10, TimeUnit.SECONDS)) {
                throw new RefusedException(handshake, file);
            }
        } catch (ExecutionException | TimeoutException ending) {
            return Optional.empty();
        }
        return Optional.of(client);
    }

    private static String major(String version) {
        return version == null ? "" : version.replaceFirst("\\..*", "");
    }

    private Client start(List<Path> binaries) throws IOException, InterruptedException {
        Path binary = binaries.stream().filter(Files::isExecutable).findFirst()
            .orElseThrow(() -> new AbsentException("box2el-owl is neither where the preferences say, nor beside the plugin, nor on the PATH"));
        ProcessBuilder builder = new ProcessBuilder(binary.toString(), "serve", "--port", "0", "--exit-with-parent");
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        close();
        process = builder.start();
        Complaints complaints = new Complaints(process);
        long deadline = System.nanoTime() + START.toNanos();
        while (process.isAlive() && System.nanoTime() < deadline) {
            Optional<Client> client = find();
            if (client.isPresent()) {
                return client.get();
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        close();
        throw new AbsentException(binary.getFileName() + " did not start" + complaints.last());
    }

    /** Ends the server if it was started here: closes its standard input, and after five seconds kills it. Returns at once. */
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
        ending.onExit().orTimeout(5, TimeUnit.SECONDS).exceptionally(late -> ending.destroyForcibly());
    }

    /** The folder with the store and the handshake file, as the command line has it. */
    Path folder() {
        String home = environment.get("BOX2EL_HOME");
        if (home != null && !home.isEmpty()) {
            return Paths.get(home);
        }
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Path user = Paths.get(System.getProperty("user.home"));
        if (system.contains("win")) {
            String local = environment.get("LOCALAPPDATA");
            return (local != null ? Paths.get(local) : user.resolve("AppData/Local")).resolve("box2el-owl");
        }
        if (system.contains("mac")) {
            return user.resolve("Library/Application Support/box2el-owl");
        }
        String state = environment.get("XDG_STATE_HOME");
        return (state != null && !state.isEmpty() ? Paths.get(state) : user.resolve(".local/state")).resolve("box2el-owl");
    }

    /** Where the program may be: as named in the preferences (null: not), in a folder beside the plugin (null: none), on the PATH. */
    public static List<Path> binaries(String named, Path beside, String path) {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win") ? "box2el-owl.exe" : "box2el-owl";
        List<Path> places = new ArrayList<>();
        if (named != null && !named.isBlank()) {
            places.add(Paths.get(named.trim()));
        }
        if (beside != null) {
            places.add(beside.resolve(name));
        }
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                places.add(Paths.get(folder).resolve(name));
            }
        }
        return places;
    }

    /** The folder of a bundle by its location as OSGi has it, which is a URL or follows "file:" as it is; null where that is no file. */
    public static Path folderOf(String location) {
        if (location == null) {
            return null;
        }
        try {
            return Paths.get(new URI(location)).getParent();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException notOfFile) {
            try {
                return Paths.get(location.replaceFirst("^file:", "")).toAbsolutePath().getParent();
            } catch (InvalidPathException nowhere) {
                return null;
            }
        }
    }

    /** Drains what a server says to people, and keeps the last line for the case that it ends at once. */
    private static final class Complaints {
        private final Thread reader;
        private volatile String last = "";

        Complaints(Process process) {
            reader = new Thread(() -> {
                try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                    for (String line; (line = lines.readLine()) != null; ) {
                        last = line.isBlank() ? last : line;
                    }
                } catch (IOException ended) {
                    // With its process.
                }
            }, "box2el-server-stderr");
            reader.setDaemon(true);
            reader.start();
        }

        String last() throws InterruptedException {
            reader.join(1000);
            return last.isEmpty() ? "" : ": " + last;
        }
    }
}
