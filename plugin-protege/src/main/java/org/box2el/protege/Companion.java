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
 * What the views of one window share: the server, the copy of the ontology there, and how that stands.
 *
 * <p>All of it belongs to the event thread, where every method is called and every listener is told; nothing here blocks. Answers
 * that come for an earlier server or closure are dropped. A server that goes away is started again once; if that one goes away soon too, the user is asked.
 */
public final class Companion implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Companion.class);
    private static final long RESTART_SECONDS = 60; // within which a server that ends again is not started again
    private static final long CATCH_UP_MILLIS = 700; // between two looks at how far the server has come

    private final Server server;
    private final Supplier<List<Path>> binaries;
    private final Supplier<Sync.Closure> closures;
    private final Executor eventThread;
    private final Sync sync;
    private final AxiomReader reader = new AxiomReader();
    private final List<Runnable> listeners = new ArrayList<>();
    private final Map<OWLAxiom, Contract.NewDecision> accepted = new HashMap<>(); // here, without annotations; whether or not undone
    private final Map<OWLAxiom, Boolean> present = new HashMap<>();

    private Status status = OFF;
    private Settings settings = new Settings();
    private Client client; // null: not connected
    private Sync.Closure closure;
    private Contract.Ontology ontology; // as the server last told it; null: it does not have it
    private Contract.Job job; // the one whose progress is shown; null: none, or not begun yet
    private boolean stopping; // the job is to be cancelled as soon as it is known
    private int looks; // since the last edit, at a model that is stale
    private String classified = ""; // the copy and revision whose classification was requested
    private long restarted = Long.MIN_VALUE; // System.nanoTime of when it was last started again by itself
    private int generation; // of the connection and closure
    private boolean closed;

    private static final int MOST_LOOKS = 8;
    private static final double WORTH_TRAINING = 0.05; // per cent of the axioms that have changed; less would be told as 0.0
    private static final String NO_MODEL = "There is no model of this ontology yet; training one refines what is speculative.";
    private static final String NOBODY = "the companion is not there, or does not have the ontology yet";
    private static final String UNKNOWN = "unknown-ontology"; // deleted by another client, or the server was restarted
    private static final Pattern WINDOW = Pattern.compile("\\(Protégé, process (\\d{1,18})\\)$");
    private static final Status OFF = new Status(Status.State.OFF, "Suggestions are made when you ask for them.", Status.Way.START);

    /**
     * @param binaries where the program may lie, asked on each start
     * @param closures what is to be in step, asked on the event thread
     */
    public Companion(Server server, Supplier<List<Path>> binaries, Supplier<Sync.Closure> closures, Executor eventThread) {
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

    /** Changes with every edit that has reached the server, and every change of what it answers: views ask again when it differs. */
    public String basis() {
        return ontology == null ? "" : ontology.id + " " + ontology.revision + " " + ontology.suggestions.state + " " + hasModel() + " " + generation;
    }

    /** Whether there is a model. */
    public boolean hasModel() {
        return ontology != null && ontology.suggestions.model != null;
    }

    /** Reads the axioms of the server's answers. */
    public AxiomReader reader() {
        return reader;
    }

    /** Changes when the server or the ontologies that are asked about become others: what was asked before is not answered any more. */
    public int generation() {
        return generation;
    }

    /** The IRI by which decisions about the ontology are kept; empty where nothing has been started yet. */
    public String iri() {
        return closure == null ? "" : closure.iri;
    }

    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Does what the status says is the way forward; PREFERENCES is for the view. */
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

    /** Starts if nothing has been started, as the preferences may want it when a view opens. */
    public void startAtOnce(Settings current) {
        if (status.state == Status.State.OFF) {
            go(Status.Way.START, current);
        }
    }

    private void start() {
        letGo();
        int mine = generation;
        become(Status.State.STARTING, "Starting box2el-owl …", Status.Way.STOP);
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

    /** Drops the connection, and what is under way. */
    private void letGo() {
        generation++;
        client = null;
        ontology = null;
        job = null;
        classified = "";
        sync.pause();
    }

    /** Lets the server forget the copies of windows whose Protégé was killed: their names end in its process. */
    private static void clear(Client client) {
        client.ontologies().thenAccept(page -> {
            for (Contract.Ontology left : page.items) {
                Matcher process = WINDOW.matcher(left.name);
                if (process.find() && ProcessHandle.of(Long.parseLong(process.group(1))).isEmpty()) {
                    client.delete(left.id);
                }
            }
        });
    }

    /** The name of a window's copy at the server. */
    public static String windowName(String ontology) {
        String name = ontology.length() > 150 ? ontology.substring(0, 150) : ontology; // the contract allows 200 characters
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
        become(Status.State.UNSYNCED, "Sending the ontology …", Status.Way.STOP);
        sync.restart(client, closure);
    }

    /** To be called when another ontology may have become active, or been loaded anew. Does nothing where all is as it was. */
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

    /** To be called with every change that is made to an ontology. */
    public void changed(List<? extends OWLOntologyChange> changes) {
        if (client == null) {
            return;
        }
        sync.changed(changes);
        for (OWLOntologyChange change : changes) {
            if (!change.isAxiomChange()) {
                closureChanged(false); // its IRI, for one
            } else if (!accepted.isEmpty()) {
                undoneOrRedone(change.getAxiom().getAxiomWithoutAnnotations(), change.isAddAxiom());
            }
        }
    }

    /** An axiom that was accepted here and is taken out by an undo is open again; a redo accepts it again. */
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
                become(Status.State.UNSYNCED, "Sending the edit …", null);
            }
        }

        @Override
        public void failed(Throwable cause) {
            Companion.this.failed(cause);
        }
    }

    /** Looks at what the server last said, and goes on from there. */
    private void evaluate() {
        String suggestions = ontology.suggestions.state;
        if (job != null) {
            news(); // its end is waited for
        } else if ("inconsistent".equals(ontology.reasoner.state)) {
            become(Status.State.ERROR, "The ontology is inconsistent, so anything follows from it. Mend that first.", Status.Way.RETRY);
        } else if ("ready".equals(suggestions)) {
            become(Status.State.READY, hasModel() ? "" : NO_MODEL, hasModel() ? null : Status.Way.TRAIN);
        } else if ("stale".equals(suggestions) && modelIsStale()) {
            double changed = 100 * ontology.suggestions.model.changed;
            if (changed < WORTH_TRAINING) {
                become(Status.State.READY, "", null);
            } else {
                become(Status.State.STALE, String.format("The model is of an earlier state; %.1f %% of the axioms have changed since.", changed), Status.Way.RETRAIN);
            }
            if (++looks <= MOST_LOOKS) {
                lookAgain(); // the last edit may not have been taken in
            }
        } else if ("stale".equals(suggestions) || "preparing".equals(suggestions) || "classifying".equals(ontology.reasoner.state)) {
            if ("stale".equals(suggestions)) {
                become(Status.State.STALE, "The last edit is being taken in …", null);
            } else {
                become(Status.State.TRAINING, "Making ready …", null);
            }
            lookAgain();
        } else if ("none".equals(ontology.reasoner.state) && !classified.equals(ontology.id + ontology.revision)) {
            classified = ontology.id + ontology.revision;
            follow(client.classify(ontology.id), "Classifying");
        } else {
            become(Status.State.UNTRAINED, "Suggestions could not be made ready.", Status.Way.RETRY);
        }
    }

    private boolean modelIsStale() {
        return hasModel() && ontology.suggestions.model.stale;
    }

    private void lookAgain() {
        Contract.Ontology seen = ontology;
        CompletableFuture.delayedExecutor(CATCH_UP_MILLIS, TimeUnit.MILLISECONDS).execute(() -> eventThread.execute(() -> {
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

    private void train(boolean anew) {
        if (ontology == null) {
            start();
            return;
        }
        Contract.Training training = new Contract.Training();
        training.model = settings.model;
        training.dim = settings.dim > 0 ? settings.dim : null;
        training.steps = settings.steps > 0 ? settings.steps : null;
        training.retrain = anew ? true : null;
        follow(client.train(ontology.id, training), "Training");
    }

    /** Shows a job that is about to start until its end, and then looks how the ontology stands. */
    private void follow(CompletableFuture<Contract.Job> started, String doing) {
        stopping = false;
        become(Status.State.TRAINING, doing + " …", Status.Way.STOP);
        await(started, accepted -> {
            job = accepted;
            if (stopping) {
                await(client.cancel(accepted.id), end -> { }); // the stream of events ends with the job
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
            if (!end.ended()) { // the stream was cut off
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
                        String share = progress.total > 0 ? " " + 100 * progress.done / progress.total + " %" : " …";
                        become(Status.State.TRAINING, doing + ": " + progress.stage + share, Status.Way.STOP);
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
        become(Status.State.TRAINING, "Stopping …", null);
        if (job != null) {
            await(client.cancel(job.id), end -> { });
        }
    }

    /** Goes on with an answer if it is still wanted; failures change the status. */
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
            start(); // another server is there now, or what the file says is found to be wrong
        } else if (ProblemException.is(cause, UNKNOWN)) {
            job = null;
            send();
        } else if (cause instanceof ProblemException) {
            job = null;
            become(Status.State.ERROR, sentence(cause), Status.Way.RETRY);
        } else if (cause instanceof HttpTimeoutException) {
            become(Status.State.ERROR, "The companion takes too long to answer.", Status.Way.RETRY);
        } else if (restarted == Long.MIN_VALUE || System.nanoTime() - restarted > TimeUnit.SECONDS.toNanos(RESTART_SECONDS)) {
            restarted = System.nanoTime();
            start();
        } else {
            letGo();
            become(Status.State.ABSENT, "The companion has ended.", Status.Way.START);
        }
    }

    private static String sentence(Throwable cause) {
        String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        boolean name = text.startsWith("box2el-owl");
        return (name ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1)) + (text.endsWith(".") ? "" : ".");
    }

    private void become(Status.State state, String text, Status.Way way) {
        status = new Status(state, text, way);
        news();
    }

    private void news() {
        new ArrayList<>(listeners).forEach(Runnable::run);
    }

    /**
     * Asks the server something about the ontology. The answer comes on the event thread; it is left out where it has been overtaken. A failure of the
     * connection shows in the status too.
     */
    public <T> void ask(Function<Request, CompletableFuture<T>> question, Consumer<T> answer, Consumer<Throwable> refused) {
        if (client == null || ontology == null) {
            refused.accept(new IOException(NOBODY));
            return;
        }
        int mine = generation;
        question.apply(new Request(client, ontology.id)).whenComplete((value, failure) -> eventThread.execute(() -> {
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
        return !(cause instanceof ProblemException) || ((ProblemException) cause).isUnauthorized() || ProblemException.is(cause, UNKNOWN);
    }

    /** Where a question goes. */
    public static final class Request {
        public final Client client;
        public final String ontology;

        Request(Client client, String ontology) {
            this.client = client;
            this.ontology = ontology;
        }
    }

    /** Records decisions. All of them, or none: then the exception says why. One of the two is told, also where another ontology has become active meanwhile. */
    public void decide(List<Contract.NewDecision> decisions, boolean force, Runnable recorded, Consumer<Throwable> refused) {
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

    private CompletableFuture<Contract.Decided> send(List<Contract.NewDecision> decisions, boolean force) {
        if (client == null || ontology == null) {
            return CompletableFuture.failedFuture(new IOException(NOBODY));
        }
        Contract.NewDecisions batch = new Contract.NewDecisions();
        batch.decisions = decisions;
        batch.who = System.getProperty("user.name");
        batch.client = "protege";
        batch.force = force ? true : null;
        return client.decide(ontology.id, batch);
    }

    /** To be called before an accepted axiom is put into the ontology, so that its undo is noticed. */
    public void accepting(OWLAxiom axiom, Contract.NewDecision decision) {
        accepted.put(axiom.getAxiomWithoutAnnotations(), decision);
        present.put(axiom.getAxiomWithoutAnnotations(), true);
    }

    /** Opens a place of the web page, such as "/o/ID"; the answer is the address. */
    public void browse(Function<String, String> place, Consumer<URI> open, Consumer<Throwable> refused) {
        ask(request -> request.client.browse(place.apply(request.ontology)), open, refused);
    }

    /** Lets go of the copy at the server. The server itself is for who made it. */
    @Override
    public void close() {
        closed = true;
        generation++;
        sync.close();
        listeners.clear();
    }

    /** Waits, for a time at most, until the copy has been let go of; before the server is closed. */
    public void awaitEnd(long millis) {
        try {
            sync.awaitEnd(millis);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
