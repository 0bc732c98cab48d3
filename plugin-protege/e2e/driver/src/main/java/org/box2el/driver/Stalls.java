package org.box2el.driver;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.swing.SwingUtilities;

/**
 * Watches for how long the event thread does not answer. A stall is put down to us where a frame of our panel is on its stack in the middle of it: what
 * Protégé does by itself is not ours to shorten.
 */
final class Stalls {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long TICK_MILLIS = 5;
    private static final long WORTH_A_LOOK_MILLIS = 20;

    private volatile long longestMillis;
    private volatile long longestOwnMillis;
    private volatile long longestOwnCPUMillis; // other processes do not count into it, waiting for locks neither
    private volatile String longestOwn = "";
    private volatile long longestEditMillis;
    private final List<String> phases = new ArrayList<>();

    void watch() {
        Thread eventThread = eventThread();
        Thread watchdog = new Thread(() -> {
            while (true) {
                try {
                    tick(eventThread);
                    Thread.sleep(TICK_MILLIS);
                } catch (InterruptedException end) {
                    return;
                }
            }
        }, "box2el-watchdog");
        watchdog.setDaemon(true);
        watchdog.setPriority(Thread.MAX_PRIORITY);
        watchdog.start();
    }

    private void tick(Thread eventThread) throws InterruptedException {
        boolean[] answered = new boolean[1];
        long start = System.nanoTime();
        long cpu = THREADS.getThreadCpuTime(eventThread.getId());
        SwingUtilities.invokeLater(() -> {
            synchronized (answered) {
                answered[0] = true;
                answered.notifyAll();
            }
        });
        Map<String, Integer> own = new HashMap<>();
        int samples = 0;
        synchronized (answered) {
            while (!answered[0]) {
                answered.wait(TICK_MILLIS);
                if (!answered[0] && millisSince(start) >= WORTH_A_LOOK_MILLIS) {
                    samples++;
                    String frame = ownFrame(eventThread);
                    if (frame != null) {
                        own.merge(frame, 1, Integer::sum);
                    }
                }
            }
        }
        long millis = millisSince(start);
        longestMillis = Math.max(longestMillis, millis);
        int ownSamples = own.values().stream().mapToInt(Integer::intValue).sum();
        long ownMillis = samples == 0 ? 0 : millis * ownSamples / samples;
        if (samples > 0) {
            long cpuMillis = (THREADS.getThreadCpuTime(eventThread.getId()) - cpu) / 1_000_000;
            longestOwnCPUMillis = Math.max(longestOwnCPUMillis, cpuMillis * ownSamples / samples);
        }
        if (ownMillis > longestOwnMillis) {
            longestOwnMillis = ownMillis;
            longestOwn = own.toString();
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** The innermost frame of ours on the event thread; null if there is none. */
    private static String ownFrame(Thread eventThread) {
        for (StackTraceElement frame : eventThread.getStackTrace()) {
            if (frame.getClassName().startsWith("org.box2el.protege")) {
                return frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName() + ":" + frame.getLineNumber();
            }
        }
        return null;
    }

    private static Thread eventThread() {
        try {
            return Hands.on(Thread::currentThread);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Notes how long an edit took on the event thread, which waits for the lock of the ontology. */
    void edited(long nanos) {
        longestEditMillis = Math.max(longestEditMillis, nanos / 1_000_000);
    }

    /** Notes the longest stalls since the last call under a name, and begins anew. */
    void phase(String name) {
        phases.add("{\"phase\": " + Hands.quote(name) + ", \"longestMillis\": " + longestMillis + ", \"longestOwnMillis\": " + longestOwnMillis
            + ", \"longestOwnCPUMillis\": " + longestOwnCPUMillis + ", \"longestEditMillis\": " + longestEditMillis + ", \"own\": " + Hands.quote(longestOwn) + "}");
        longestMillis = 0;
        longestOwnMillis = 0;
        longestOwnCPUMillis = 0;
        longestEditMillis = 0;
        longestOwn = "";
    }

    String report() {
        phase("rest");
        return "[" + String.join(", ", phases) + "]";
    }
}
