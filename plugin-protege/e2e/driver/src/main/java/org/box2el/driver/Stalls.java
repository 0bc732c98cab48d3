package org.box2el.driver;

import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Measures every event of the event thread, and samples the stack during long ones. An event is
 * attributed to the panel by the share of samples that found it at work: a frame of its classes,
 * painting or layout of components that are not Protégé's, or an edit that waits for the lock under
 * which axioms are copied. This holds for wall time and for CPU time.
 */
final class Stalls {
    static final int MOST_MILLIS = 100;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Protégé's own work after an edit or a selection, and when it opens an entity in a tab. */
    private static final Set<String> NOT_OURS =
        Set.of("applyChanges", "setSelectedEntity", "displayOWLEntity");
    private static final long LOOK_MILLIS = 1;
    private static final long WORTH_A_LOOK_NANOS = 6_000_000;
    private static final long WORTH_A_LINE_MILLIS = 25; // for a line in the log, with the stack

    private final List<String> phases = new ArrayList<>();

    private long ownCPUMillisOfAll; // the maximum of all phases

    // The current event, guarded by this.
    private long start; // 0 if no event is running
    private int looks;
    private final Map<String, Integer> own = new HashMap<>(); // sample → count

    // The phase, guarded by this.
    private long longestMillis;
    private long longestOwnMillis;
    // Without other processes and without waiting for locks.
    private long longestOwnCPUMillis;
    private String longestOwn = "";
    private long longestEditMillis;

    void watch() throws Exception {
        Thread eventThread = Hands.on(Thread::currentThread);
        Toolkit.getDefaultToolkit().getSystemEventQueue().push(new EventQueue() {
            @Override
            protected void dispatchEvent(AWTEvent event) {
                long cpu = THREADS.getCurrentThreadCpuTime();
                long collecting = collectingMillis();
                begun();
                try {
                    super.dispatchEvent(event);
                } finally {
                    ended((THREADS.getCurrentThreadCpuTime() - cpu) / 1_000_000,
                        collectingMillis() - collecting);
                }
            }
        });
        Thread watchdog = new Thread(() -> {
            try {
                while (true) {
                    look(eventThread);
                    Thread.sleep(LOOK_MILLIS);
                }
            } catch (InterruptedException end) {
                // The test ends.
            }
        }, "box2el-watchdog");
        watchdog.setDaemon(true);
        watchdog.setPriority(Thread.MAX_PRIORITY);
        watchdog.start();
    }

    private synchronized void begun() {
        start = System.nanoTime();
        looks = 0;
        own.clear();
    }

    private synchronized void ended(long cpuMillis, long collectingMillis) {
        if (start == 0) {
            return; // a modal dialog of this event has dispatched others, which were measured
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        start = 0;
        int seen = own.values().stream().mapToInt(Integer::intValue).sum();
        long ownMillis = looks == 0 ? 0 : millis * seen / looks;
        long ownCPUMillis = looks == 0 ? 0 : cpuMillis * seen / looks;
        longestMillis = Math.max(longestMillis, millis);
        longestOwnCPUMillis = Math.max(longestOwnCPUMillis, ownCPUMillis);
        if (ownMillis > longestOwnMillis) {
            longestOwnMillis = ownMillis;
            longestOwn = frequent(own, looks)
                + (collectingMillis > 0 ? ", including garbage collection of " + collectingMillis
                + " ms" : "");
        }
        if (ownMillis >= WORTH_A_LINE_MILLIS) {
            System.out.println("[driver] stall of " + millis + " ms (" + cpuMillis + " CPU, "
                + collectingMillis + " GC), panel "
                + ownMillis + " ms (" + ownCPUMillis + " CPU): " + frequent(own, looks));
        }
    }

    private static String frequent(Map<String, Integer> seen, int looks) {
        return seen.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(6)
            .map(e -> e.getKey() + " " + e.getValue() + "/" + looks)
                .collect(Collectors.joining(", "));
    }

    private static long collectingMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }

    private void look(Thread eventThread) {
        long looked;
        synchronized (this) {
            if (start == 0 || System.nanoTime() - start < WORTH_A_LOOK_NANOS) {
                return;
            }
            looked = start;
        }
        String what = ofOurs(eventThread.getStackTrace());
        synchronized (this) {
            if (start == looked) { // still the same event
                looks++;
                if (what != null) {
                    own.merge(what, 1, Integer::sum);
                }
            }
        }
    }

    /** Returns where the panel is at work in a stack, or null. */
    private static String ofOurs(StackTraceElement[] stack) {
        boolean painting = false;
        boolean protege = false;
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (NOT_OURS.contains(frame.getMethodName())) {
                return null;
            }
            if (type.startsWith("org.box2el.protege")) {
                return place(frame) + " in " + place(stack[0]);
            }
            protege |= type.startsWith("org.protege") || type.startsWith("org.coode")
                || type.endsWith("BasicTreeUI");
            painting |= type.equals("javax.swing.RepaintManager");
            if (type.contains("ReentrantReadWriteLock") && copying()) {
                return "waiting for the copy";
            }
        }
        return painting && !protege
            ? "painting in " + place(stack[Math.max(0, Math.min(stack.length - 1, 4))]) : null;
    }

    /** Reports whether axioms are being copied. The copying thread may also be waiting. */
    private static boolean copying() {
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces()
                .entrySet()) {
            if (thread.getKey().getName().equals("box2el-sync")
                    && thread.getKey().getState() == Thread.State.RUNNABLE) {
                for (StackTraceElement frame : thread.getValue()) {
                    if (frame.getClassName().endsWith("ConcurrentOWLOntologyImpl")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static String place(StackTraceElement frame) {
        return frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName() + ":"
            + frame.getLineNumber();
    }

    /**
     * Records the time of an edit on the event thread, including the wait for the ontology's lock.
     */
    synchronized void edited(long nanos) {
        longestEditMillis = Math.max(longestEditMillis, nanos / 1_000_000);
    }

    /**
     * Records the maxima since the last call under a name and resets them. Returns the longest time
     * in milliseconds without an answer of the event thread.
     */
    synchronized long phase(String name) {
        long longest = longestMillis;
        phases.add("{\"phase\": " + Hands.quote(name) + ", \"longestMillis\": " + longestMillis
            + ", \"longestOwnMillis\": " + longestOwnMillis
            + ", \"longestOwnCPUMillis\": " + longestOwnCPUMillis + ", \"longestEditMillis\": "
                + longestEditMillis + ", \"own\": " + Hands.quote(longestOwn) + "}");
        ownCPUMillisOfAll = Math.max(ownCPUMillisOfAll, longestOwnCPUMillis);
        longestMillis = 0;
        longestOwnMillis = 0;
        longestOwnCPUMillis = 0;
        longestEditMillis = 0;
        longestOwn = "";
        return longest;
    }

    /**
     * Returns the longest CPU time of the panel on the event thread in all phases, without waiting
     * and other processes.
     */
    synchronized long longestOwnCPUMillis() {
        return ownCPUMillisOfAll;
    }

    String report() {
        phase("rest");
        return "[" + String.join(",\n  ", phases) + "]";
    }
}
