package org.box2el.protege;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.Installation;
import org.box2el.protege.client.Server;
import org.box2el.protege.sync.Sync;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntologyChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State shared by the views of one window: the server, the copy of the ontology on it, and the
 * status of both.
 *
 * <p>Every method and every listener is called on the event thread, and nothing here blocks.
 * Answers for a previous server or closure are dropped. If the server ends, it is restarted; if it
 * ends again within a minute, the user is asked.
 */
public final class Companion {
    private static final Logger LOGGER = LoggerFactory.getLogger(Companion.class);
    // A server that ends again within this time is not restarted.
    private static final long RESTART_SECONDS = 60;
    // Between two requests for the progress of the server.
    private static final long CATCH_UP_MILLIS = 700;
    private static final long POLL_MILLIS = 300;

    private final Server server;
    private final Installation installation;
    private final Supplier<List<Path>> binaries;
    private final Supplier<Sync.Closure> closures;
    private final BooleanSupplier redoable;
    private final String who;
    private final Executor eventThread;
    private final Sync sync;
    private final Changes changes = new Changes();
    private final List<Runnable> listeners = new ArrayList<>();
    private final Queue<Runnable> decisions = new ArrayDeque<>(); // that wait for the last edit
    // Accepted in this window, without annotations.
    private final Map<OWLAxiom, Accepted> accepted = new HashMap<>();

    /** An axiom that was accepted in this window. */
    private static final class Accepted {
        final Contract.NewOperation operation;
        boolean current = true; // not undone
        boolean present = true; // in the ontology

        Accepted(Contract.NewOperation operation) {
            this.operation = operation;
        }
    }

    private Status status;
    private Client client; // null if not connected
    private Sync.Closure closure;
    // From the last answer of the server, null if it does not have it.
    private Contract.Ontology ontology;
    // The job whose progress is shown, null if there is none or it has not started.
    private Contract.Job job;
    private boolean stopping; // cancel the job as soon as its id is known
    private List<Contract.Breach> breaches = List.of();
    private int looks; // requests since the last edit, with a stale model
    private String classified = ""; // the copy and revision whose classification was requested
    private Long stopped; // System.nanoTime of the last end of a server, null if none has ended
    private volatile int generation; // of the connection and closure
    private boolean closed;

    private static final int MOST_LOOKS = 8;
    private static final double WORTH_TRAINING = 0.01; // fraction of changed axioms
    private static final String NOT_SENT =
        "box2el-owl is not running, or the ontology has not been sent yet";
    // Deleted by another client, or the server was restarted.
    private static final String UNKNOWN = "unknown-ontology";

    /**
     * @param binaries places of the program, called at each start
     * @param closures returns the closure to send, called on the event thread
     * @param redoable reports whether a step of the undo history can be redone: after an undo, and
     *     not after an edit
     * @param who recorded with decisions
     */
    public Companion(Server server, Installation installation, Supplier<List<Path>> binaries,
            Supplier<Sync.Closure> closures, BooleanSupplier redoable, String who,
            Executor eventThread) {
        this.redoable = redoable;
        this.who = who;
        this.server = server;
        this.installation = installation;
        this.binaries = binaries;
        this.closures = closures;
        this.eventThread = eventThread;
        this.sync = new Sync(eventThread, this::synced, this::behind, this::failed);
        off();
    }

    private void off() {
        become(Status.State.OFF, "Press Start to load suggestions.", "Start", this::start);
    }

    public Status status() {
        return status;
    }

    /** Returns the revision of the axioms that the server has, 0 if it has none. */
    public long revision() {
        return ontology == null ? 0 : ontology.revision;
    }

    /** Reports whether there is a model. */
    public boolean isTrained() {
        return ontology != null && ontology.suggestions.model != null;
    }

    /** Returns the last answer of the server about the ontology, null if it does not have it. */
    public Contract.Ontology ontology() {
        return ontology;
    }

    /** Returns the decisions that the ontology contradicts. */
    public List<Contract.Breach> breaches() {
        return breaches;
    }

    /** Returns the edits since the ontologies were opened. */
    public Changes changes() {
        return changes;
    }

    /** Returns the name that is recorded with decisions. */
    public String who() {
        return who;
    }

    /**
     * Returns a number that changes with the server and the closure. Answers to earlier questions
     * are dropped.
     */
    public int generation() {
        return generation;
    }

    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Trains a model, or trains it again. */
    public void train() {
        if (ontology != null) {
            follow((to, id) -> to.train(id, isTrained()), "Training");
        }
    }

    /** Starts if nothing is started. */
    public void startAtOnce() {
        if (status.state == Status.State.OFF) {
            start();
        }
    }

    /** Starts again. */
    public void start() {
        letGo();
        become(Status.State.STARTING, "Starting box2el-owl…", Status.CANCEL, this::stop);
        List<Path> places = binaries.get();
        receive(CompletableFuture.supplyAsync(() -> {
            try {
                return server.connect(places);
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        }, Server.BACKGROUND), found -> {
            client = found;
            send();
        }, cause -> {
            Server.AbsentException absent = cause instanceof Server.AbsentException
                ? (Server.AbsentException) cause : null;
            if (absent != null && absent.missing) {
                lack(installation.offer(), "Searched:\n" + absent.getMessage());
            } else {
                boolean running = absent != null && absent.running;
                become(Status.State.ERROR, sentence(cause), running ? Status.AGAIN : Status.CHOOSE,
                    running ? this::start : null);
            }
        });
    }

    private void lack(String text, String more) {
        boolean possible = installation.isPossible();
        become(Status.State.ERROR, text + "\n" + installation.steps() + more,
            possible ? "Install the program" : Status.CHOOSE,
            possible ? () -> install(null) : null);
    }

    /**
     * Installs the program, from an archive that the user has or, if it is null, by a download,
     * unless it has been found meanwhile. Then starts it.
     */
    public void install(Path archive) {
        letGo();
        int mine = generation;
        List<Path> places = binaries.get();
        String doing = archive == null ? "Downloading " : "Unpacking ";
        become(Status.State.STARTING, doing + installation + "…", Status.CANCEL, this::stop);
        receive(CompletableFuture.supplyAsync(() -> {
            try {
                if (archive != null) {
                    installation.install(archive);
                } else if (places.stream().noneMatch(Files::isExecutable)) {
                    installation.download(percent -> eventThread.execute(() -> {
                        if (mine == generation && !closed) {
                            become(Status.State.STARTING, doing + installation + ": " + percent
                                + " % of " + installation.megabytes() + " MB", Status.CANCEL,
                                this::stop);
                        }
                    }), () -> mine != generation);
                }
                return null;
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        }, Server.BACKGROUND), installed -> start(), cause -> lack(sentence(cause), ""));
    }

    /** Drops the connection and the current job. */
    private void letGo() {
        generation++;
        client = null;
        ontology = null;
        job = null;
        breaches = List.of();
        sync.pause();
    }

    private void send() {
        generation++;
        closure = closures.get();
        ontology = null;
        job = null;
        classified = "";
        become(Status.State.UNSYNCED, "Sending the ontology…", Status.CANCEL, this::stop);
        sync.restart(client, closure);
    }

    /** Handles another active ontology or a reload. Does nothing if the closure is unchanged. */
    public void closureChanged(boolean reloaded) {
        if (client != null && (reloaded || !closures.get().sameAs(closure))) {
            send();
        }
    }

    /** Handles changes of an ontology. */
    public void changed(List<? extends OWLOntologyChange> edits) {
        changes.changed(edits);
        if (client == null) {
            return;
        }
        sync.changed(edits);
        for (OWLOntologyChange change : edits) {
            if (!change.isAxiomChange()) {
                closureChanged(false); // such as its IRI
            } else if (!accepted.isEmpty()) {
                undoneOrRedone(change.getAxiom().getAxiomWithoutAnnotations(), change.isAddAxiom());
            }
        }
    }

    /**
     * Reverts the decision on an axiom that was accepted in this window and removed by an undo; a
     * redo accepts it again. An axiom that is removed by an edit remains accepted, and is a breach.
     */
    private void undoneOrRedone(OWLAxiom axiom, boolean there) {
        Accepted known = accepted.get(axiom);
        if (known == null || known.present == there) {
            return;
        }
        known.present = there;
        eventThread.execute(() -> { // after the history has recorded the change
            if (!there && known.current && redoable.getAsBoolean()) {
                known.current = false;
                revert(List.of(known.operation.axioms.get(0)), this::news, failure -> news());
            } else if (there && !known.current) {
                known.current = true;
                operate(known.operation, this::news, failure -> news());
            }
        });
    }

    /** Reports whether an axiom was accepted in this window and not undone; null if not. */
    public Boolean accepted(OWLAxiom axiom) {
        Accepted known = accepted.get(axiom.getAxiomWithoutAnnotations());
        return known == null ? null : known.current;
    }

    private void synced(Contract.Ontology answer) {
        looks = 0;
        if (ontology != null && ontology.id.equals(answer.id)
                && ontology.revision == answer.revision) {
            refresh(); // an undone edit was not sent; the answer is older than its state
            return;
        }
        ontology = answer;
        evaluate();
        compare();
    }

    private void behind() {
        if (status.isReady()) {
            become(Status.State.UNSYNCED, "Updating…", "", null);
        }
    }

    /** Asks for the decisions that the ontology contradicts. */
    private void compare() {
        long revision = revision();
        ask(Client::breaches, list -> {
            // After an edit the ontology is compared again.
            if (revision == revision() && status.isReady()) {
                breaches = list.items;
                news();
            }
        }, failure -> { });
    }

    /** Derives the status from the last answer of the server. */
    private void evaluate() {
        String suggestions = ontology.suggestions.state;
        boolean stale = "stale".equals(suggestions);
        if (job != null) {
            news(); // the end of the job is awaited
        } else if ("inconsistent".equals(ontology.reasoner.state)) {
            become(Status.State.ERROR, "The ontology is inconsistent.", Status.EXPLAIN, null);
        } else if ("ready".equals(suggestions)) {
            become(Status.State.READY, "", "", null);
        } else if (stale && isTrained() && ontology.suggestions.model.stale) {
            double changed = ontology.suggestions.model.changed;
            boolean retrain = changed >= WORTH_TRAINING;
            long axioms = Math.round(changed * ontology.axioms);
            become(Status.State.STALE, retrain ? axioms + " axioms changed since training." : "",
                retrain ? "Retrain" : "", this::train);
            if (++looks <= MOST_LOOKS) {
                lookAgain(); // the server may not have processed the last edit
            }
        } else if (stale || "preparing".equals(suggestions)
                || "classifying".equals(ontology.reasoner.state)) {
            become(stale ? Status.State.STALE : Status.State.TRAINING,
                stale ? "" : "Preparing suggestions…", "", null);
            lookAgain();
        } else if ("none".equals(ontology.reasoner.state)
                && !classified.equals(ontology.id + ontology.revision)) {
            classified = ontology.id + ontology.revision;
            follow(Client::classify, "Classifying");
        } else {
            failed("Suggestions could not be loaded.");
        }
    }

    private void lookAgain() {
        Contract.Ontology seen = ontology;
        later(CATCH_UP_MILLIS, () -> {
            if (ontology == seen) {
                refresh();
            }
        });
    }

    private void refresh() {
        await(client.ontology(ontology.id), answer -> {
            ontology = answer;
            evaluate();
            compare();
        });
    }

    /** Shows a job from its start to its end, and then the state of the ontology. */
    private void follow(BiFunction<Client, String, CompletableFuture<Contract.Job>> start,
            String doing) {
        stopping = false;
        become(Status.State.TRAINING, doing + "…", Status.CANCEL, this::stop);
        run(start, (now, progress) -> {
            if (stopping && job == null) {
                await(client.cancel(now.id), end -> { });
            }
            job = now.ended() ? null : now;
            if ("failed".equals(now.state)) {
                failed(doing + " failed: " + now.error);
            } else if (now.ended()) {
                refresh();
            } else if (!stopping) {
                become(Status.State.TRAINING, doing + progress, Status.CANCEL, this::stop);
            }
            return true;
        }, refused -> {
            if (!isOfConnection(refused)) {
                failed(refused);
            }
        });
    }

    /**
     * Starts a job, and calls a function with it and its progress until the job has ended or the
     * function returns false. A lost connection also changes the status.
     */
    public void run(BiFunction<Client, String, CompletableFuture<Contract.Job>> start,
            BiPredicate<Contract.Job, String> seen, Consumer<Throwable> refused) {
        poll(start, System.nanoTime(), seen, refused);
    }

    private void poll(BiFunction<Client, String, CompletableFuture<Contract.Job>> look, long since,
            BiPredicate<Contract.Job, String> seen, Consumer<Throwable> refused) {
        ask(look, now -> {
            if (seen.test(now, progress(now.progress, since)) && !now.ended()) {
                later(POLL_MILLIS,
                    () -> poll((to, id) -> to.job(now.id), since, seen, refused));
            }
        }, refused);
    }

    /** Returns the progress of a job and the time that it still takes. */
    private static String progress(Contract.Progress p, long since) {
        if (p == null || p.total <= 0 || p.done <= 0) {
            return "…";
        }
        long left = (System.nanoTime() - since) / p.done * (p.total - p.done);
        return " " + 100 * p.done / p.total + " %, about "
            + Math.max(1, TimeUnit.NANOSECONDS.toSeconds(left)) + " s left";
    }

    private void later(long millis, Runnable task) {
        int mine = generation;
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
            .execute(() -> eventThread.execute(() -> {
                if (mine == generation && !closed) {
                    task.run();
                }
            }));
    }

    private void stop() {
        if (status.state != Status.State.TRAINING) {
            letGo();
            off();
            return;
        }
        stopping = true;
        become(Status.State.TRAINING, "Stopping…", "", null);
        if (job != null) {
            await(client.cancel(job.id), end -> { });
        }
    }

    /** Processes an answer unless it is outdated. A failure changes the status. */
    private <T> void await(CompletableFuture<T> answer, Consumer<T> then) {
        receive(answer, then, this::failed);
    }

    /** Calls a function with an answer or its failure, unless it is outdated. */
    private <T> void receive(CompletableFuture<T> answer, Consumer<T> then,
            Consumer<Throwable> refused) {
        int mine = generation;
        receive(answer, () -> mine == generation, then, refused);
    }

    private <T> void receive(CompletableFuture<T> answer, BooleanSupplier wanted, Consumer<T> then,
            Consumer<Throwable> refused) {
        answer.whenComplete((value, failure) -> eventThread.execute(() -> {
            if (closed || !wanted.getAsBoolean()) {
                return;
            }
            if (failure == null) {
                then.accept(value);
            } else {
                refused.accept(Client.cause(failure));
            }
        }));
    }

    private void failed(Throwable cause) {
        LOGGER.info("box2el: {}", cause.toString());
        if (Client.ProblemException.isUnauthorized(cause)) {
            start(); // another server runs now, or the file names another token
        } else if (Client.ProblemException.is(cause, UNKNOWN)) {
            send();
        } else if (cause instanceof Client.ProblemException) {
            job = null;
            failed(sentence(cause));
        } else if (cause instanceof HttpTimeoutException) {
            failed("box2el-owl does not respond.");
        } else {
            Long before = stopped;
            stopped = System.nanoTime();
            if (before == null || stopped - before > TimeUnit.SECONDS.toNanos(RESTART_SECONDS)) {
                start();
            } else {
                letGo();
                become(Status.State.ERROR, "box2el-owl stopped twice within a minute.", "Start",
                    this::start);
            }
        }
    }

    private void failed(String text) {
        become(Status.State.ERROR, text, Status.AGAIN, this::start);
    }

    private static String sentence(Throwable cause) {
        String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        boolean name = text.startsWith("box2el-owl");
        return (name ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1))
            + (text.endsWith(".") ? "" : ".");
    }

    private void become(Status.State state, String text, String label, Runnable step) {
        status = new Status(state, text, label, step);
        decide();
        news();
    }

    private void news() {
        new ArrayList<>(listeners).forEach(Runnable::run);
    }

    /**
     * Asks the server about the ontology. The answer is processed on the event thread and dropped
     * if it is outdated. A lost connection also changes the status.
     */
    public <T> void ask(BiFunction<Client, String, CompletableFuture<T>> question,
            Consumer<T> answer, Consumer<Throwable> refused) {
        if (client == null || ontology == null) {
            refused.accept(new IOException(NOT_SENT));
            return;
        }
        receive(question.apply(client, ontology.id), answer, cause -> {
            if (isOfConnection(cause)) {
                failed(cause);
            }
            refused.accept(cause);
        });
    }

    private static boolean isOfConnection(Throwable cause) {
        return !(cause instanceof Client.ProblemException)
            || Client.ProblemException.isUnauthorized(cause)
            || Client.ProblemException.is(cause, UNKNOWN);
    }

    /**
     * Records an operation after the last edit, on which its check depends, and calls one of the
     * callbacks.
     */
    public void operate(Contract.NewOperation operation, Runnable recorded,
            Consumer<Throwable> refused) {
        operation.who = who;
        operation.client = "protege";
        int mine = generation;
        decisions.add(() -> {
            if (mine == generation) {
                record((to, id) -> to.operate(id, operation), recorded, refused);
            } else {
                refused.accept(new IOException(NOT_SENT));
            }
        });
        decide();
    }

    private void decide() {
        while (!decisions.isEmpty() && status.state != Status.State.UNSYNCED) {
            decisions.remove().run();
        }
    }

    /** Undoes the current decisions on axioms, and calls one of the callbacks. */
    public void revert(List<String> axioms, Runnable recorded, Consumer<Throwable> refused) {
        record((to, id) -> to.revert(id, axioms, who), recorded, refused);
    }

    /** Sends a decision. It is recorded even if another ontology becomes active meanwhile. */
    private void record(BiFunction<Client, String, CompletableFuture<Void>> request,
            Runnable recorded, Consumer<Throwable> refused) {
        if (client == null || ontology == null) {
            refused.accept(new IOException(NOT_SENT));
            return;
        }
        int mine = generation;
        receive(request.apply(client, ontology.id), () -> true, decided -> {
            recorded.run();
            later(POLL_MILLIS, this::compare);
        }, cause -> {
            if (mine == generation && client != null && isOfConnection(cause)) {
                failed(cause);
            }
            refused.accept(cause);
        });
    }

    /** Notes an axiom that is about to be accepted, so that its undo is recognized. */
    public void accepting(OWLAxiom axiom, Contract.NewOperation operation) {
        accepted.put(axiom.getAxiomWithoutAnnotations(), new Accepted(operation));
    }

    /** Forgets an axiom whose decision is replaced or reverted by the user. */
    public void forget(OWLAxiom axiom) {
        accepted.remove(axiom.getAxiomWithoutAnnotations());
    }

    /** Deletes the copy on the server, and returns the thread that does it. */
    public Thread close() {
        closed = true;
        generation++;
        listeners.clear();
        return sync.close();
    }
}
