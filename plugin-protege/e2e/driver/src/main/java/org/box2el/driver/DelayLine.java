package org.box2el.driver;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A proxy between the panel and the server that delays answers without changing them. It has the
 * server's port at another loopback address, which must be an allowed host of the server, because
 * the server checks the header Host.
 */
final class DelayLine implements Closeable {
    static final String ADDRESS = "127.0.0.2";
    private static final String SERVER = "127.0.0.1";

    private final ServerSocket door;
    private volatile long millis;

    DelayLine(int port) throws IOException {
        door = new ServerSocket(port, 50, InetAddress.getByName(ADDRESS));
        daemon(() -> {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(SERVER, port);
                daemon(() -> forward(client, server));
                daemon(() -> delay(server, client));
            }
        });
    }

    /** Makes the handshake file point to the proxy. */
    static void announce() throws IOException {
        Program.rewriteHandshake("//" + SERVER, "//" + ADDRESS);
    }

    /** Delays answers from now on. */
    void delay(long by) {
        millis = by;
        Hands.step("answers take " + by + " ms");
    }

    private static void forward(Socket from, Socket to) throws IOException {
        from.getInputStream().transferTo(to.getOutputStream());
        to.shutdownOutput();
    }

    private void delay(Socket from, Socket to) throws IOException, InterruptedException {
        LinkedBlockingQueue<Part> parts = new LinkedBlockingQueue<>();
        daemon(() -> {
            try (from; to) {
                OutputStream out = to.getOutputStream();
                for (Part part = parts.take(); part.bytes.length > 0; part = parts.take()) {
                    Thread.sleep(Math.max(0, part.due - System.currentTimeMillis()));
                    out.write(part.bytes);
                    out.flush();
                }
            }
        });
        try (InputStream in = from.getInputStream()) {
            byte[] some = new byte[1 << 16];
            for (int n; (n = in.read(some)) >= 0; ) {
                parts.add(new Part(Arrays.copyOf(some, n), System.currentTimeMillis() + millis));
            }
        } finally {
            parts.add(new Part(new byte[0], 0));
        }
    }

    private static final class Part {
        final byte[] bytes; // the end of the connection
        final long due;

        Part(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException end) {
                // For this connection.
            }
        }, "box2el-delay-line");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
