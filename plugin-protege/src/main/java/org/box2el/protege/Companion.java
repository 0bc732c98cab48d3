package org.box2el.protege;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.JobEvents;
import org.box2el.protege.client.ProblemException;
import org.box2el.protege.client.Server;
import org.box2el.protege.sync.AxiomReader;
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
 * Answers for a previous server or closure are dropped. If the server ends, it is restarted once;
 * if it ends again within a minute, the user is asked.
 */
public final class Companion implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Companion.class);
    // A server that ends again within this time is not restarted.
    private static final long RESTART_SECONDS = 60;
    // Between two requests for the progress of the server.
    private static final long CATCH_UP_MILLIS = 700;

    private final Server server;
    private final Supplier<List<Path>> binaries;
    private final Supplier<Sync.Closure> closures;
    private final Executor eventThread;
    private final Sync sync;
    private final AxiomReader reader = new AxiomReader();
    private final List<Runnable> listeners = new ArrayList<>();
    // In this window, without annotations; undone or not.
    private final Map<OWLAxiom, Contract.NewDecision> accepted = new HashMap<>();
    private final Map<OWLAxiom, Boolean> present = new HashMap<>();

    private Status status = OFF;
    private Settings settings = new Settings();
    private Client client; // null if not connected
    private Sync.Closure closure;
    // From the last answer of the server, null if it does not have it.
    private Contract.Ontology ontology;
    // The job whose progress is shown, null if there is none or it has not started.
    private Contract.Job job;
    private boolean stopping; // cancel the job as soon as its id is known
    private int looks; // requests since the last edit, with a stale model
    private String classified = ""; // the copy and revision whose classification was requested
    private long restarted = Long.MIN_VALUE; // System.nanoTime of the last automatic restart
    private int generation; // of the connection and closure
    private boolean closed;

    private static final int MOST_LOOKS = 8;
    // Per cent of changed axioms; less is displayed as 0.0.
    private static final double WORTH_TRAINING = 0.05;
    private static final String NO_MODEL =
        "There is no model of this ontology yet; training one refines speculative suggestions.";
    private static final String NOT_SENT =
        "box2el-owl is not running, or the ontology has not been sent yet";
    // Deleted by another client, or the server was restarted.
    private static final String UNKNOWN = "unknown-ontology";
    private static final Pattern WINDOW = Pattern.compile("\\(Protégé, process (\\d{1,18})\\)$");
    private static final Status OFF =
        new Status(Status.State.OFF, "Press Start to load suggestions.", Status.Way.START);

    /**
     * @param binaries places of the program, called at each start
     * @param closures returns the closure to send, called on the event thread
     */
    public Companion(Server server, Supplier<List<Path>> binaries, Supplier<Sync.Closure> closures,
            Executor eventThread) {
        this.server = server;
        this.binaries = binaries;
        this.closures = closures;
        this.eventThread = eventThread;
        this.sync = new Sync(eventThread, new Copy());
    }

    public Status status() {
        return status;
    }

    /** Returns the revision of the axioms that the server has, 0 if it has none. */
    public long revision() {
        return ontology == null ? 0 : ontology.revision;
    }

    /**
     * Returns a key that changes with each edit on the server and each change of its answers. Views
     * ask again if it differs.
     */
    public String basis() {
        return ontology == null ? ""
            : ontology.id + " " + ontology.revision + " " + ontology.suggestions.state + " "
            + hasModel() + " " + generation;
    }

    /** Reports whether there is a model. */
    public boolean hasModel() {
        return ontology != null && ontology.suggestions.model != null;
    }

    /** Returns the parser for axioms in the server's answers. */
    public AxiomReader reader() {
        return reader;
    }

    /**
     * Returns a number that changes with the server and the closure. Answers to earlier questions
     * are dropped.
     */
    public int generation() {
        return generation;
    }

    /** Returns the IRI of the ontology, the key of its decisions; empty before the start. */
    public String iri() {
        return closure == null ? "" : closure.iri;
    }

    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Performs the action of the status. The view handles PREFERENCES. */
    public void go(Status.Way way, Settings current) {
        settings = current;
        switch (way) {
            case START:
            case RETRY:
                start();
                break;
            case TRAIN:
                train(false);
                break;
            case RETRAIN:
                train(true);
                break;
            case STOP:
                stop();
                break;
            default:
        }
    }

    /** Starts if nothing is started, because the preferences may ask for it when a view opens. */
    public void startAtOnce(Settings current) {
        if (status.state == Status.State.OFF) {
            go(Status.Way.START, current);
        }
    }

    private void start() {
        letGo();
        int mine = generation;
        become(Status.State.STARTING, "Starting box2el-owl…", Status.Way.STOP);
        List<Path> places = binaries.get();
        CompletableFuture.supplyAsync(() -> {
            try {
                return server.connect(places);
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        }, Companion::background).whenComplete((found, failure) -> eventThread.execute(() -> {
            if (mine != generation || closed) {
                return;
            }
            if (failure != null) {
                absent(Client.cause(failure));
                return;
            }
            client = found;
            clear(found);
            send();
        }));
    }

    /** Drops the connection and the current job. */
    private void letGo() {
        generation++;
        client = null;
        ontology = null;
        job = null;
        classified = "";
        sync.pause();
    }

    /**
     * Deletes the copies of windows whose Protégé was killed: their names end with its process id.
     */
    private static void clear(Client client) {
        client.ontologies().thenAccept(page -> {
            for (Contract.Ontology left : page.items) {
                Matcher process = WINDOW.matcher(left.name);
                if (process.find() && ProcessHandle.of(Long.parseLong(process.group(1)))
                        .isEmpty()) {
                    client.delete(left.id);
                }
            }
        });
    }

    /** Returns the name of a window's copy on the server. */
    public static String windowName(String ontology) {
        // The maximum of the API is 200 characters.
        String name = ontology.length() > 150 ? ontology.substring(0, 150) : ontology;
        return name + " (Protégé, process " + ProcessHandle.current().pid() + ")";
    }

    private static void background(Runnable task) {
        Thread thread = new Thread(task, "box2el-start");
        thread.setDaemon(true);
        thread.start();
    }

    private void absent(Throwable cause) {
        if (cause instanceof Server.MismatchException) {
            become(Status.State.MISMATCH, sentence(cause), Status.Way.RETRY);
        } else if (cause instanceof Server.RefusedException) {
            become(Status.State.ERROR, sentence(cause), Status.Way.RETRY);
        } else {
            become(Status.State.ABSENT, sentence(cause), Status.Way.START);
        }
    }

    private void send() {
        closure = closures.get();
        ontology = null;
        become(Status.State.UNSYNCED, "Sending the ontology…", Status.Way.STOP);
        sync.restart(client, closure);
    }

    /** Handles another active ontology or a reload. Does nothing if the closure is unchanged. */
    public void closureChanged(boolean reloaded) {
        if (client == null) {
            return;
        }
        if (reloaded || !closures.get().sameAs(closure)) {
            generation++;
            classified = "";
            job = null;
            send();
        }
    }

    /** Handles changes of an ontology. */
    public void changed(List<? extends OWLOntologyChange> changes) {
        if (client == null) {
            return;
        }
        sync.changed(changes);
        for (OWLOntologyChange change : changes) {
            if (!change.isAxiomChange()) {
                closureChanged(false); // such as its IRI
            } else if (!accepted.isEmpty()) {
                undoneOrRedone(change.getAxiom().getAxiomWithoutAnnotations(), change.isAddAxiom());
            }
        }
    }

    /**
     * Reopens an axiom that was accepted in this window and removed by an undo; a redo accepts it
     * again.
     */
    private void undoneOrRedone(OWLAxiom axiom, boolean there) {
        Contract.NewDecision decision = accepted.get(axiom);
        if (decision == null || present.put(axiom, there) == there) {
            return;
        }
        Contract.NewDecision again = new Contract.NewDecision();
        again.axiom = decision.axiom;
        again.action = there ? "accept" : "revert";
        send(List.of(again), true).whenComplete((decided, failure) -> news());
    }

    private final class Copy implements Sync.Listener {
        @Override
        public void synced(Contract.Ontology answer) {
            ontology = answer;
            looks = 0;
            evaluate();
        }

        @Override
        public void behind() {
            if (status.isReady()) {
                become(Status.State.UNSYNCED, "Sending the edit…", null);
            }
        }

        @Override
        public void failed(Throwable cause) {
            Companion.this.failed(cause);
        }
    }

    /** Derives the status from the last answer of the server. */
    private void evaluate() {
        String suggestions = ontology.suggestions.state;
        if (job != null) {
            news(); // the end of the job is awaited
        } else if ("inconsistent".equals(ontology.reasoner.state)) {
            become(Status.State.ERROR, "The ontology is inconsistent. Resolve this first.",
                Status.Way.RETRY);
        } else if ("ready".equals(suggestions)) {
            become(Status.State.READY, hasModel() ? "" : NO_MODEL,
                hasModel() ? null : Status.Way.TRAIN);
        } else if ("stale".equals(suggestions) && modelIsStale()) {
            double changed = 100 * ontology.suggestions.model.changed;
            if (changed < WORTH_TRAINING) {
                become(Status.State.READY, "", null);
            } else {
                become(Status.State.STALE,
                    String.format("%.1f %% of the axioms have changed since the model was trained.",
                    changed), Status.Way.RETRAIN);
            }
            if (++looks <= MOST_LOOKS) {
                lookAgain(); // the server may not have processed the last edit
            }
        } else if ("stale".equals(suggestions) || "preparing".equals(suggestions)
                || "classifying".equals(ontology.reasoner.state)) {
            if ("stale".equals(suggestions)) {
                become(Status.State.STALE, "Updating after edit…", null);
            } else {
                become(Status.State.TRAINING, "Loading model…", null);
            }
            lookAgain();
        } else if ("none".equals(ontology.reasoner.state)
                && !classified.equals(ontology.id + ontology.revision)) {
            classified = ontology.id + ontology.revision;
            follow(client.classify(ontology.id), "Classifying");
        } else {
            become(Status.State.UNTRAINED, "Suggestions could not be loaded.", Status.Way.RETRY);
        }
    }

    private boolean modelIsStale() {
        return hasModel() && ontology.suggestions.model.stale;
    }

    private void lookAgain() {
        Contract.Ontology seen = ontology;
        CompletableFuture.delayedExecutor(CATCH_UP_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> eventThread.execute(() -> {
            if (ontology == seen && !closed) {
                refresh();
            }
        }));
    }

    private void refresh() {
        await(client.ontology(ontology.id), answer -> {
            ontology = answer;
            evaluate();
        });
    }

    private void train(boolean again) {
        if (ontology == null) {
            start();
            return;
        }
        Contract.Training training = new Contract.Training();
        training.model = settings.model;
        training.dim = settings.dim > 0 ? settings.dim : null;
        training.steps = settings.steps > 0 ? settings.steps : null;
        training.retrain = again ? true : null;
        follow(client.train(ontology.id, training), "Training");
    }

    /** Shows a job from its start to its end, and then the state of the ontology. */
    private void follow(CompletableFuture<Contract.Job> started, String doing) {
        stopping = false;
        become(Status.State.TRAINING, doing + " …", Status.Way.STOP);
        await(started, accepted -> {
            job = accepted;
            if (stopping) {
                // The stream of events ends with the job.
                await(client.cancel(accepted.id), end -> { });
            }
            await(client.follow(accepted.id, progress(accepted, doing)), end -> {
                if (job != null && job.id.equals(accepted.id)) {
                    ended(doing);
                }
            });
        });
    }

    private void ended(String doing) {
        await(client.job(job.id), end -> {
            if (!end.ended()) { // the connection was lost
                await(client.follow(end.id, progress(end, doing)), again -> ended(doing));
                return;
            }
            job = null;
            if ("failed".equals(end.state)) {
                become(Status.State.ERROR, doing + " failed: " + end.error, Status.Way.TRAIN);
            } else {
                refresh();
            }
        });
    }

    private JobEvents.Listener progress(Contract.Job of, String doing) {
        return new JobEvents.Listener() {
            @Override
            public void job(Contract.Job news) {}

            @Override
            public void progress(Contract.Progress progress) {
                eventThread.execute(() -> {
                    if (job != null && job.id.equals(of.id) && !stopping) {
                        String share = progress.total > 0
                            ? " " + 100 * progress.done / progress.total + " %" : " …";
                        become(Status.State.TRAINING, doing + ": " + progress.stage + share,
                            Status.Way.STOP);
                    }
                });
            }

            @Override
            public void loss(Contract.LossPoint point) {}
        };
    }

    private void stop() {
        if (status.state != Status.State.TRAINING) {
            letGo();
            become(OFF.state, OFF.text, OFF.way);
            return;
        }
        stopping = true;
        become(Status.State.TRAINING, "Stopping…", null);
        if (job != null) {
            await(client.cancel(job.id), end -> { });
        }
    }

    /** Processes an answer unless it is outdated. A failure changes the status. */
    private <T> void await(CompletableFuture<T> answer, Consumer<T> then) {
        int mine = generation;
        answer.whenComplete((value, failure) -> eventThread.execute(() -> {
            if (mine != generation || closed) {
                return;
            }
            if (failure != null) {
                failed(Client.cause(failure));
            } else {
                then.accept(value);
            }
        }));
    }

    private void failed(Throwable cause) {
        LOGGER.info("box2el: {}", cause.toString());
        if (cause instanceof ProblemException && ((ProblemException) cause).isUnauthorized()) {
            start(); // another server runs now, or the file names another token
        } else if (ProblemException.is(cause, UNKNOWN)) {
            job = null;
            send();
        } else if (cause instanceof ProblemException) {
            job = null;
            become(Status.State.ERROR, sentence(cause), Status.Way.RETRY);
        } else if (cause instanceof HttpTimeoutException) {
            become(Status.State.ERROR, "box2el-owl does not respond.", Status.Way.RETRY);
        } else if (restarted == Long.MIN_VALUE
                || System.nanoTime() - restarted > TimeUnit.SECONDS.toNanos(RESTART_SECONDS)) {
            restarted = System.nanoTime();
            start();
        } else {
            letGo();
            become(Status.State.ABSENT, "box2el-owl has stopped.", Status.Way.START);
        }
    }

    private static String sentence(Throwable cause) {
        String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        boolean name = text.startsWith("box2el-owl");
        return (name ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1))
            + (text.endsWith(".") ? "" : ".");
    }

    private void become(Status.State state, String text, Status.Way way) {
        status = new Status(state, text, way);
        news();
    }

    private void news() {
        new ArrayList<>(listeners).forEach(Runnable::run);
    }

    /**
     * Asks the server about the ontology. The answer is processed on the event thread and dropped
     * if it is outdated. A lost connection also changes the status.
     */
    public <T> void ask(Function<Request, CompletableFuture<T>> question, Consumer<T> answer,
            Consumer<Throwable> refused) {
        if (client == null || ontology == null) {
            refused.accept(new IOException(NOT_SENT));
            return;
        }
        int mine = generation;
        question.apply(new Request(client, ontology.id))
                .whenComplete((value, failure) -> eventThread.execute(() -> {
            if (mine != generation || closed) {
                return;
            }
            if (failure == null) {
                answer.accept(value);
                return;
            }
            Throwable cause = Client.cause(failure);
            if (isOfConnection(cause)) {
                failed(cause);
            }
            refused.accept(cause);
        }));
    }

    private static boolean isOfConnection(Throwable cause) {
        return !(cause instanceof ProblemException) || ((ProblemException) cause).isUnauthorized()
            || ProblemException.is(cause, UNKNOWN);
    }

    /** The target of a question. */
    public static final class Request {
        public final Client client;
        public final String ontology;

        Request(Client client, String ontology) {
            this.client = client;
            this.ontology = ontology;
        }
    }

    /**
     * Records all decisions or none, and calls one of the two callbacks, even if another ontology
     * has become active.
     */
    public void decide(List<Contract.NewDecision> decisions, boolean force, Runnable recorded,
            Consumer<Throwable> refused) {
        int mine = generation;
        send(decisions, force).whenComplete((decided, failure) -> eventThread.execute(() -> {
            if (closed) {
                return;
            }
            if (failure == null) {
                recorded.run();
                return;
            }
            Throwable cause = Client.cause(failure);
            if (mine == generation && client != null && isOfConnection(cause)) {
                failed(cause);
            }
            refused.accept(cause);
        }));
    }

    private CompletableFuture<Contract.Decided> send(List<Contract.NewDecision> decisions,
            boolean force) {
        if (client == null || ontology == null) {
            return CompletableFuture.failedFuture(new IOException(NOT_SENT));
        }
        Contract.NewDecisions batch = new Contract.NewDecisions();
        batch.decisions = decisions;
        batch.who = System.getProperty("user.name");
        batch.client = "protege";
        batch.force = force ? true : null;
        return client.decide(ontology.id, batch);
    }

    /** Notes an axiom that is about to be accepted, so that its undo is recognized. */
    public void accepting(OWLAxiom axiom, Contract.NewDecision decision) {
        accepted.put(axiom.getAxiomWithoutAnnotations(), decision);
        present.put(axiom.getAxiomWithoutAnnotations(), true);
    }

    /** Opens a path of the web page, such as "/o/ID", with its full address. */
    public void browse(Function<String, String> place, Consumer<URI> open,
            Consumer<Throwable> refused) {
        ask(request -> request.client.browse(place.apply(request.ontology)), open, refused);
    }

    /** Deletes the copy on the server. The owner of the server closes that. */
    @Override
    public void close() {
        closed = true;
        generation++;
        sync.close();
        listeners.clear();
    }

    /**
     * Waits until the copy is deleted, or until the time is over. The server must be closed
     * afterwards.
     */
    public void awaitEnd(long millis) {
        try {
            sync.awaitEnd(millis);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
