package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.swing.JFileChooser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * No program is installed. The panel downloads it from a server of the test, which also fails in
 * all ways, and installs an archive that the user brings.
 */
final class Download {
    private static final String ARCHIVE = System.getenv("BOX2EL_ARCHIVE");
    private static final Path BIN = Paths.get(System.getenv("BOX2EL_HOME"), "bin");

    private final Curator curator;
    private final Hands hands;
    private final byte[] archive;
    private HttpServer server;

    Download(Curator curator) throws IOException {
        this.curator = curator;
        this.hands = curator.hands;
        archive = Files.readAllBytes(Paths.get(ARCHIVE));
    }

    void all() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();

        curator.press("Start");
        curator.awaitStatus("the program is offered", "is needed (");
        check(details().contains("Searched:"), "no places are listed");
        hands.screenshot("offered");
        System.setProperty("box2el.releases", "http://127.0.0.1:1");
        curator.press("Install the program");
        curator.awaitStatus("there is no network", "Download failed: no connection to 127.0.0.1.");
        check(details().contains("Without a network: download that file"), "no steps are shown");
        hands.screenshot("offline");
        fails("missing", "answers with status 404.");
        fails("half", "the connection was closed.");
        fails("flipped", "is wrong; it was not installed.");
        hands.screenshot("wrong-checksum");

        install("slow");
        curator.awaitStatus("the progress is shown", ": 5");
        hands.screenshot("downloading");
        curator.press("Cancel");
        curator.awaitStatus("it is canceled", "Press Start");
        curator.press("Start");
        curator.awaitStatus("the program is offered again", "is needed (");
        check(installed().isEmpty(), "installed is " + installed());

        long start = System.nanoTime();
        install("whole");
        Hands.await("it is installed and runs", curator::ready);
        curator.selectOneWith(1);
        Hands.step((System.nanoTime() - start) / 1_000_000 + " ms from the click to suggestions");
        check(installed().size() == 1, "installed is " + installed());
        hands.screenshot("installed");
        byHand();
        server.stop(0);
    }

    private void install(String answer) throws Exception {
        System.setProperty("box2el.releases", "http://127.0.0.1:"
            + server.getAddress().getPort() + "/" + answer);
        curator.press("Install the program");
    }

    private void fails(String answer, String message) throws Exception {
        install(answer);
        curator.awaitStatus("the answer " + answer + " is refused", message);
        check(installed().isEmpty(), "installed is " + installed());
    }

    /** The program is gone, and there is no network: the user brings the archive. */
    private void byHand() throws Exception {
        Hands.larger(curator.kit);
        Files.delete(installed().get(0));
        Program.kill();
        curator.edit("one");
        curator.awaitStatus("the program is offered", "is needed (");
        hands.screenshot("font-20-offered");
        System.setProperty("box2el.releases", "http://127.0.0.1:1");
        curator.press("Install the program");
        curator.awaitStatus("there is no network", "no connection");
        hands.screenshot("font-20-offline");
        hands.pressForDialog("box2el.second");
        Hands.await("the archive is chosen", () -> {
            JFileChooser chooser = hands.find(c -> c instanceof JFileChooser);
            if (chooser == null) {
                return false;
            }
            chooser.setSelectedFile(Paths.get(ARCHIVE).toFile());
            chooser.approveSelection();
            return true;
        });
        Hands.await("it is installed by hand and runs", curator::ready);
        check(installed().size() == 1, "installed is " + installed());
        hands.screenshot("font-20-installed");
    }

    private String details() throws Exception {
        return Hands.on(curator::details).replaceAll("<[^>]*>", "").replaceAll("\\s+", " ");
    }

    /** Returns the files in the directory of installed programs. */
    private static List<Path> installed() throws IOException {
        if (!Files.exists(BIN)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(BIN)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toList());
        }
    }

    /** Answers with the archive, or with something else by the first part of the path. */
    private void answer(HttpExchange exchange) throws IOException {
        String kind = exchange.getRequestURI().getPath().split("/")[1];
        byte[] sent = archive.clone();
        int half = sent.length / 2;
        sent[half] ^= kind.equals("flipped") ? 1 : 0;
        exchange.sendResponseHeaders(kind.equals("missing") ? 404 : 200, sent.length);
        try {
            OutputStream out = exchange.getResponseBody();
            out.write(sent, 0, kind.matches("half|slow") ? half : sent.length);
            for (int i = half; kind.equals("slow"); i += half / 50) {
                out.write(sent, i, half / 50);
                out.flush();
                Thread.sleep(1000);
            }
        } catch (IOException | InterruptedException canceled) {
            // The panel has closed the connection.
        } finally {
            exchange.close();
        }
    }
}
