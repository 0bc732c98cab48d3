package org.box2el.protege.client;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import com.sun.net.httpserver.HttpServer;

import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The contents of the handshake file. SyncTest uses a real server. */
public class ServerTest {
    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private HttpServer http;

    @After
    public void end() {
        if (http != null) {
            http.stop(0);
        }
    }

    private Server server() {
        return new Server(Map.of("BOX2EL_HOME", folder.getRoot().toString()));
    }

    /** A server of some API version that accepts the token "t" and has no ontologies. */
    private void running(String contract) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/api/v1/", exchange -> {
            boolean taken =
                "Bearer t".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = (taken ? "{\"version\":\"9.9\",\"contract\":\""
                + contract + "\"}"
                : "{\"type\":\"about:blank\",\"title\":\"Unauthorized\",\"status\":401}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(taken ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        http.start();
        handshake("{\"pid\": " + ProcessHandle.current().pid() + ", \"port\": "
            + http.getAddress().getPort() + ", \"token\": \"t\", \"url\": \"http://127.0.0.1:"
            + http.getAddress().getPort() + "\"}");
    }

    private void handshake(String text) throws IOException {
        Files.writeString(folder.getRoot().toPath().resolve("server.json"), text);
    }

    @Test
    public void saysThatThereIsNone() {
        Server.AbsentException absent =
            assertThrows(Server.AbsentException.class,
            () -> server().connect(List.of(Paths.get("/nowhere/box2el-owl"))));
        assertTrue(absent.missing);
        assertEquals("/nowhere/box2el-owl", absent.getMessage());
    }

    @Test
    public void doesNotBelieveWhatAKilledServerLeftBehind() throws IOException {
        for (String left : List.of("", "{", "null",
            "{\"pid\": 999999999, \"port\": 1, \"token\": \"t\"}",
                "{\"pid\": " + ProcessHandle.current().pid()
                    + ", \"port\": 1, \"token\": \"t\"}")) {
            handshake(left);
            assertThrows(left, Server.AbsentException.class, () -> server().connect(List.of()));
        }
    }

    @Test
    public void namesAServerOfAnotherVersion() throws IOException {
        running("2.0");
        Server.AbsentException mismatch =
            assertThrows(Server.AbsentException.class, () -> server().connect(List.of()));
        assertTrue(mismatch.getMessage(),
            mismatch.getMessage().contains("9.9") && mismatch.getMessage().contains("2.0"));
        assertTrue(mismatch.running);
    }

    @Test
    public void takesAServerOfALaterMinorVersion() throws Exception {
        running("1.7");
        assertEquals("9.9", server().connect(List.of()).capabilities().get().version);
    }

    @Test
    public void tellsARefusedToken() throws Exception {
        running("1.0");
        String url = "http://127.0.0.1:" + http.getAddress().getPort();
        ExecutionException refused =
            assertThrows(ExecutionException.class,
            () -> new Client(HttpClient.newHttpClient(), url, "old").ontology("x").get());
        assertTrue(Client.ProblemException.isUnauthorized(refused.getCause()));
        Path file = folder.getRoot().toPath().resolve("server.json");
        handshake(Files.readString(file).replace("\"t\"", "\"old\""));
        Server.AbsentException problem =
            assertThrows(Server.AbsentException.class, () -> server().connect(List.of()));
        assertTrue(problem.getMessage(), problem.getMessage().contains(file.toString()));
    }

    /** The message about a program that ends at once has its last line. */
    @Test
    public void tellsWhyAProgramDidNotStart() throws IOException {
        Path program = folder.newFile("box2el-owl").toPath();
        Files.writeString(program, "#!/bin/sh\n[ $1 = --version ] && echo box2el-owl 1 && exit\n"
            + "echo no room on the device >&2\nexit 1\n");
        assertTrue(program.toFile().setExecutable(true));
        Server.AbsentException absent =
            assertThrows(Server.AbsentException.class, () -> server().connect(List.of(program)));
        assertTrue(absent.getMessage(), absent.getMessage().contains("no room on the device"));
    }

    /** Another server has the store and is still starting when ours ends. */
    @Test
    public void takesAServerThatStartsAtTheSameTime() throws Exception {
        running("1.0");
        Path file = folder.getRoot().toPath().resolve("server.json");
        Path later = folder.getRoot().toPath().resolve("later.json");
        Files.move(file, later);
        Path program = folder.newFile("box2el-owl").toPath();
        Files.writeString(program, "#!/bin/sh\n[ $1 = --version ] && echo box2el-owl 1 && exit\n"
            + "(sleep 0.5; mv '" + later + "' '" + file + "') >/dev/null 2>&1 &\nexit 1\n");
        assertTrue(program.toFile().setExecutable(true));
        assertEquals("9.9", server().connect(List.of(program)).capabilities().get().version);
    }

    @Test
    public void tellsAnotherProgram() {
        Server.AbsentException other = assertThrows(Server.AbsentException.class,
            () -> server().connect(List.of(Paths.get("/bin/ls"))));
        assertTrue(other.getMessage(), other.getMessage().equals("/bin/ls is not box2el-owl."));
        Server.AbsentException folder = assertThrows(Server.AbsentException.class,
            () -> server().connect(List.of(Paths.get("/tmp"))));
        assertTrue(folder.getMessage(), folder.getMessage().startsWith("/tmp is a folder."));
    }
}
