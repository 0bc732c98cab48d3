package org.box2el.protege.client;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Finds the program on this computer, or installs it: downloads the archive of the plugin's version
 * for this platform, compares it with the checksum in the plugin, and unpacks it to the user's
 * directory. Only a released plugin has versions, addresses and checksums (program.properties).
 */
public final class Installation {
    private static final int RECORD = 512; // of a tar file
    private static final List<String> CONDAS = List.of("miniforge3", "miniconda3", "anaconda3");

    private final Path home; // of the store and the handshake file
    private final Map<String, String> environment;
    private final Properties released; // empty in a development build
    private final boolean windows;
    private final String platform;
    private final String name; // of the program's file

    public Installation(Path home, Map<String, String> environment) {
        this(home, environment, released());
    }

    Installation(Path home, Map<String, String> environment, Properties released) {
        this.home = home;
        this.environment = environment;
        this.released = released;
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        windows = system.contains("win");
        platform = (windows ? "windows" : system.contains("mac") ? "darwin" : "linux") + "-"
            + (processor.equals("aarch64") ? "arm64" : processor.replace("x86_64", "amd64"));
        name = windows ? "box2el-owl.exe" : "box2el-owl";
    }

    /** Returns the plugin's program.properties, without content in a development build. */
    private static Properties released() {
        Properties released = new Properties();
        try (InputStream in = Installation.class.getResourceAsStream("/program.properties")) {
            if (in != null) {
                released.load(in);
            }
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
        return released;
    }

    /** Reports whether the plugin knows an archive for this platform. */
    public boolean isPossible() {
        return released.containsKey(platform);
    }

    /** Returns what is needed, as a sentence for users. */
    public String offer() {
        return isPossible() ? this + " is needed (" + megabytes() + " MB). It runs on this "
            + "computer; nothing is sent elsewhere."
            : "box2el-owl was not found. " + (released.isEmpty() ? "This plugin is a development "
            + "build, which cannot install it." : "There is no program for " + platform + ".");
    }

    /** Returns lines on what is installed where, and how without a network; none if impossible. */
    public String steps() {
        return !isPossible() ? "" : "It classifies the ontology, finds missing axioms, and keeps "
            + "your decisions. It is downloaded from " + address() + " and installed in "
            + installed().getParent() + ".\nWithout a network: download that file on another "
            + "computer, bring it here, press Choose file… and choose it.\n";
    }

    public int megabytes() {
        return Math.max(1, (size() + 500_000) / 1_000_000);
    }

    @Override
    public String toString() {
        return "box2el-owl " + released.getProperty("version");
    }

    private int size() {
        return Integer.parseInt(released.getProperty(platform).split(" ")[1]);
    }

    private String archive() {
        return "box2el-owl-" + released.getProperty("version") + "-" + platform
            + (windows ? ".zip" : ".tar.gz");
    }

    /** Returns the address of the archive. A system property replaces the folder, for tests. */
    private URI address() {
        return URI.create(System.getProperty("box2el.releases", released.getProperty("from")) + "/"
            + archive());
    }

    private Path installed() {
        return home.resolve("bin").resolve(released.getProperty("version")).resolve(name);
    }

    /** Reports whether a file is an archive by its name. */
    public static boolean isArchive(Path file) {
        return file.toString().matches("(?i).*\\.(zip|tar\\.gz|tgz)");
    }

    /**
     * Downloads the program and installs it.
     *
     * @param progress receives the percentage when it changes, on this thread
     * @throws IOException with a sentence for users
     */
    public void download(IntConsumer progress, BooleanSupplier canceled)
            throws IOException, InterruptedException {
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(Duration.ofSeconds(20))
            .build();
        HttpResponse<InputStream> answer;
        try {
            answer = http.send(HttpRequest.newBuilder(address())
                .timeout(Duration.ofMinutes(1)).build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException offline) {
            throw new IOException("Download failed: no connection to " + address().getHost(),
                offline);
        }
        byte[] content = new byte[size()];
        int done = 0;
        try (InputStream in = answer.body()) {
            if (answer.statusCode() != 200) {
                throw new IOException("Download failed: " + address() + " answers with status "
                    + answer.statusCode());
            }
            for (int n = 1; n > 0 && !canceled.getAsBoolean(); done += Math.max(0, n)) {
                n = in.readNBytes(content, done, Math.min(content.length - done,
                    Math.max(1, content.length / 100)));
                progress.accept((int) (100L * (done + n) / content.length));
            }
        } catch (IOException cut) {
            throw answer.statusCode() != 200 ? cut
                : new IOException("Download failed: the connection was closed", cut);
        }
        if (!canceled.getAsBoolean()) {
            install(content, archive());
        }
    }

    /** Installs the program of an archive that the user has brought. */
    public void install(Path file) throws IOException {
        if (!isPossible()) {
            throw new IOException(offer() + " Unpack " + file.getFileName()
                + " and choose the program in it");
        }
        install(Files.readAllBytes(file), file.getFileName().toString());
    }

    private void install(byte[] content, String from) throws IOException {
        if (!sha256(content).equals(released.getProperty(platform).split(" ")[0])) {
            throw new IOException("The checksum of " + from + " is wrong; it was not installed");
        }
        Path target = installed();
        Files.createDirectories(target.getParent());
        Path part = Files.createTempFile(target.getParent(), name, null); // readable by the user
        try {
            Files.write(part, program(new ByteArrayInputStream(content)));
            part.toFile().setExecutable(true);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String sha256(byte[] content) {
        try {
            return String.format("%064x",
                new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(content)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the program in an archive. */
    private byte[] program(InputStream archive) throws IOException {
        if (windows) {
            ZipInputStream zip = new ZipInputStream(archive);
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null;) {
                if (entry.getName().endsWith("/" + name)) {
                    return zip.readAllBytes();
                }
            }
        } else {
            InputStream tar = new GZIPInputStream(archive);
            for (byte[] head; (head = tar.readNBytes(RECORD)).length == RECORD && head[0] != 0;) {
                String file = new String(head, 0, 100, StandardCharsets.UTF_8).trim();
                int size = Integer.parseInt(new String(head, 124, 11, StandardCharsets.UTF_8), 8);
                byte[] content = tar.readNBytes((size + RECORD - 1) / RECORD * RECORD);
                if (file.endsWith("/" + name)) {
                    return java.util.Arrays.copyOf(content, size);
                }
            }
        }
        throw new IOException("there is no " + name + " in " + archive());
    }

    /**
     * Returns the places of the program: the one named in the preferences, the own installation, a
     * directory next to the plugin, the PATH, and the directories of package managers, because
     * programs that a desktop starts have a short PATH. The first two may be null.
     */
    public List<Path> places(String named, Path plugin) {
        List<Path> places = new ArrayList<>();
        if (named != null && !named.isBlank()) {
            places.add(Paths.get(named.trim()));
        }
        if (isPossible()) {
            places.add(installed());
        }
        Stream.concat(Stream.concat(Stream.ofNullable(plugin),
            Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty()).map(Paths::get)), channels().stream())
            .map(folder -> folder.resolve(name)).distinct().forEach(places::add);
        return places;
    }

    /** Returns the directories in which package managers put programs. */
    private List<Path> channels() {
        Path user = Paths.get(System.getProperty("user.home"));
        List<Path> folders = new ArrayList<>();
        if (windows) {
            Path local = Paths.get(environment.getOrDefault("LOCALAPPDATA",
                user.resolve("AppData/Local").toString()));
            folders.add(local.resolve("Microsoft/WinGet/Links"));
            folders.add(Paths.get(environment.getOrDefault("SCOOP",
                user.resolve("scoop").toString()), "shims"));
            pythons(local.resolve("Programs/Python"), "Scripts", folders);
            pythons(Paths.get(environment.getOrDefault("APPDATA",
                user.resolve("AppData/Roaming").toString()), "Python"), "Scripts", folders);
        } else {
            for (String folder : List.of("/opt/homebrew/bin", "/usr/local/bin",
                    "/home/linuxbrew/.linuxbrew/bin")) {
                folders.add(Paths.get(folder));
            }
            folders.add(user.resolve(".local/bin"));
            pythons(user.resolve("Library/Python"), "bin", folders);
        }
        CONDAS.forEach(c -> folders.add(user.resolve(c).resolve(windows ? "Scripts" : "bin")));
        return folders;
    }

    /** Adds a directory of each version of Python. */
    private static void pythons(Path parent, String end, List<Path> folders) {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(parent)) {
            versions.forEach(version -> folders.add(version.resolve(end)));
        } catch (IOException none) {
            // No Python of that kind is installed.
        }
    }

    /**
     * Returns the directory of a bundle by its OSGi location, which is a URL or "file:" and a path;
     * null if it is not a file.
     */
    public static Path folderOf(String location) {
        if (location == null) {
            return null;
        }
        try {
            return Paths.get(new URI(location)).getParent();
        } catch (URISyntaxException | IllegalArgumentException
                | FileSystemNotFoundException notOfFile) {
            try {
                return Paths.get(location.replaceFirst("^file:", "")).toAbsolutePath().getParent();
            } catch (InvalidPathException nowhere) {
                return null;
            }
        }
    }
}
