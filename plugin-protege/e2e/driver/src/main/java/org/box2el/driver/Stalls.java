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
 * Times every event of the event thread, and looks at the stack of those that take long. What of an event is put down to the panel is its time, by clock and of
 * the processor, times the share of looks that found the panel at work: a frame of its classes; painting or layout of what is not Protégé's; or
 * an edit that waits for the lock under which axioms are being copied.
 */
final class Stalls {
    static final int MOST_MILLIS = 50;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** What Protégé does upon an edit, a selection, and when it shows an entity in a tab of its own, whoever asks for it. */
    private static final Set<String> NOT_OURS = Set.of("applyChanges", "setSelectedEntity", "displayOWLEntity");
    private static final long LOOK_MILLIS = 1;
    private static final long WORTH_A_LOOK_NANOS = 6_000_000;
    private static final long WORTH_A_LINE_MILLIS = 25; // in the log, with where it was

    private final List<String> phases = new ArrayList<>();

    private long ownCPUMillisOfAll; // the longest of all phases

    // Of the event that runs, guarded by this.
    private long start; // 0: none runs
    private int looks;
    private final Map<String, Integer> own = new HashMap<>(); // what was seen → how often

    // Of the phase, guarded by this.
    private long longestMillis;
    private long longestOwnMillis;
    private long longestOwnCPUMillis; // other processes do not count into it, waiting for locks neither
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
                    ended((THREADS.getCurrentThreadCpuTime() - cpu) / 1_000_000, collectingMillis() - collecting);
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
                // Nobody watches any more.
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
        long millis = (System.nanoTime() - start) / 1_000_000;
        start = 0;
        int seen = own.values().stream().mapToInt(Integer::intValue).sum();
        long ownMillis = looks == 0 ? 0 : millis * seen / looks;
        long ownCPUMillis = looks == 0 ? 0 : cpuMillis * seen / looks;
        longestMillis = Math.max(longestMillis, millis);
        longestOwnCPUMillis = Math.max(longestOwnCPUMillis, ownCPUMillis);
        if (ownMillis > longestOwnMillis) {
            longestOwnMillis = ownMillis;
            longestOwn = frequent(own, looks) + (collectingMillis > 0 ? " of which garbage collection " + collectingMillis + " ms" : "");
        }
        if (ownMillis >= WORTH_A_LINE_MILLIS) {
            System.out.println("[driver] stall of " + millis + " ms (" + cpuMillis + " CPU, " + collectingMillis + " GC), ours "
                + ownMillis + " ms (" + ownCPUMillis + " CPU): " + frequent(own, looks));
        }
    }

    private static String frequent(Map<String, Integer> seen, int looks) {
        return seen.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(6)
            .map(e -> e.getKey() + " " + e.getValue() + "/" + looks).collect(Collectors.joining(", "));
    }

    private static long collectingMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
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
            if (start == looked) { // the same event still
                looks++;
                if (what != null) {
                    own.merge(what, 1, Integer::sum);
                }
            }
        }
    }

    /** Where the panel is at work on a stack; null if it is not. */
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
            protege |= type.startsWith("org.protege") || type.startsWith("org.coode") || type.endsWith("BasicTreeUI");
            painting |= type.equals("javax.swing.RepaintManager");
            if (type.contains("ReentrantReadWriteLock") && copying()) {
                return "waiting for the copy";
            }
        }
        return painting && !protege ? "painting in " + place(stack[Math.max(0, Math.min(stack.length - 1, 4))]) : null;
    }

    /** Whether axioms are being taken down: the thread for it may also be one that waits. */
    private static boolean copying() {
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey().getName().equals("box2el-sync") && thread.getKey().getState() == Thread.State.RUNNABLE) {
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
        return frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName() + ":" + frame.getLineNumber();
    }

    /** Notes how long an edit took on the event thread, which waits for the lock of the ontology. */
    synchronized void edited(long nanos) {
        longestEditMillis = Math.max(longestEditMillis, nanos / 1_000_000);
    }

    /** Notes the longest stalls since the last call under a name, and begins anew. Returns for how many milliseconds the event thread did not answer at most. */
    synchronized long phase(String name) {
        long longest = longestMillis;
        phases.add("{\"phase\": " + Hands.quote(name) + ", \"longestMillis\": " + longestMillis + ", \"longestOwnMillis\": " + longestOwnMillis
            + ", \"longestOwnCPUMillis\": " + longestOwnCPUMillis + ", \"longestEditMillis\": " + longestEditMillis + ", \"own\": " + Hands.quote(longestOwn) + "}");
        ownCPUMillisOfAll = Math.max(ownCPUMillisOfAll, longestOwnCPUMillis);
        longestMillis = 0;
        longestOwnMillis = 0;
        longestOwnCPUMillis = 0;
        longestEditMillis = 0;
        longestOwn = "";
        return longest;
    }

    /** For how long the panel has held the event thread in the phases that have been noted, without waiting and other processes. */
    synchronized long longestOwnCPUMillis() {
        return ownCPUMillisOfAll;
    }

    String report() {
        phase("rest");
        return "[" + String.join(",\n  ", phases) + "]";
    }
}
