package org.box2el.protege.sync;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the server's copy of an imports closure equal to the editor's. It sends all axioms once,
 * then edits with the revision that they change. It sends all axioms again if the server has
 * another revision, does not know the ontology, or counts other axioms than the editor.
 *
 * <p>The event thread queues the closure and the changes in constant time. One thread of this
 * object renders axioms and calls the server. Edits are collected until there is none for 250 ms.
 * Methods are called on the event thread, and so are the functions that it calls.
 */
public final class Sync {
    private static final Logger LOGGER = LoggerFactory.getLogger(Sync.class);
    private static final long QUIET_MILLIS = 250; // since the last edit before edits are sent
    private static final int DELETE_SECONDS = 5;
    // Axioms in one edit; if more, all axioms are sent.
    private static final int MOST_EDITED = 20_000;
    private static final long STACK_BYTES = 64L << 20; // expressions may be nested deeply

    /** The ontologies of an imports closure, with the name of the copy. */
    public static final class Closure {
        final List<OWLOntology> ontologies;
        public final String iri;
        final String name;

        /**
         * @param iri of the active ontology, the key of decisions and models
         * @param name shown to users
         */
        public Closure(List<OWLOntology> ontologies, String iri, String name) {
            this.ontologies = List.copyOf(ontologies);
            this.iri = iri;
            this.name = name;
        }

        /**
         * Reports whether another closure has the same ontologies, by identity, and the same IRI.
         */
        public boolean sameAs(Closure other) {
            return other != null && iri.equals(other.iri)
                && ontologies.size() == other.ontologies.size()
                && IntStream.range(0, ontologies.size())
                    .allMatch(i -> ontologies.get(i) == other.ontologies.get(i));
        }
    }

    private final Executor eventThread;
    private final Consumer<Contract.Ontology> synced;
    private final Runnable behind;
    private final Consumer<Throwable> failed;
    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile int generation; // of the closure; work for an earlier one is dropped

    // Used by the thread of this object only.
    private int current; // the generation that it works for
    private Client client;
    private Closure closure;
    private String id; // on the server, null if it has no copy
    private Set<OWLAxiom> sent; // the axioms that the server has, null if all must be sent
    private Map<OWLAxiom, OWLAxiom> twins; // see Snapshot
    private Axioms.Writer writer;
    private Contract.Ontology answered; // the last answer of the server to axioms
    private final Set<OWLAxiom> touched = new LinkedHashSet<>(); // added or removed since

    /**
     * @param synced called when the server has all edits up to now
     * @param behind called when there are edits that the server does not have yet
     * @param failed called if the server could not be updated; nothing is sent until
     *     {@link #restart}
     */
    public Sync(Executor eventThread, Consumer<Contract.Ontology> synced, Runnable behind,
            Consumer<Throwable> failed) {
        this.eventThread = eventThread;
        this.synced = synced;
        this.behind = behind;
        this.failed = failed;
        thread = new Thread(null, this::run, "box2el-sync", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends all axioms of a closure to a server, and its edits from then on. */
    public void restart(Client newClient, Closure newClosure) {
        int mine = ++generation;
        work.add(() -> {
            current = mine;
            if (id != null && (client != newClient || !newClosure.iri.equals(closure.iri))) {
                delete();
            }
            client = newClient;
            closure = newClosure;
            if (mine == generation) {
                sendAll();
            }
        });
    }

    /** Sends and reports nothing until {@link #restart}. */
    public void pause() {
        generation++;
    }

    /** Queues changes as the editor reports them. */
    public void changed(List<? extends OWLOntologyChange> changes) {
        List<OWLOntologyChange> copy = new ArrayList<>(changes);
        work.add(() -> record(copy));
    }

    /** Deletes the copy on the server in a thread, which is returned and ends afterwards. */
    public Thread close() {
        generation++;
        closed = true;
        work.add(this::delete);
        return thread;
    }

    private void run() {
        try {
            while (!closed || !work.isEmpty()) {
                Runnable next = touched.isEmpty() ? work.take()
                    : work.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
                step(next != null ? next : this::sendEdits);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void step(Runnable next) {
        try {
            next.run();
        } catch (RuntimeException e) { // must not end the thread
            fail(e);
        }
    }

    /** Calls a function on the event thread, unless the closure has been replaced. */
    private void tell(Runnable news) {
        int mine = current;
        eventThread.execute(() -> {
            if (!closed && mine == generation) {
                news.run();
            }
        });
    }

    /** Deletes the copy on the server. */
    private void delete() {
        if (id != null) {
            try {
                client.delete(id).get(DELETE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // The server has ended, or the next Protégé deletes the copy.
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        }
        id = null;
        sent = null;
        touched.clear();
    }

    private void record(List<OWLOntologyChange> changes) {
        if (sent == null) {
            return; // all axioms will be sent
        }
        boolean first = touched.isEmpty();
        for (OWLOntologyChange change : changes) {
            if (change.isAxiomChange() && closure.ontologies.contains(change.getOntology())) {
                touched.add(change.getAxiom());
            }
        }
        if (first && !touched.isEmpty()) {
            tell(behind);
        }
    }

    private void sendAll() {
        sent = null;
        touched.clear();
        boolean known = id != null;
        try {
            tell(behind);
            Snapshot snapshot = new Snapshot(closure.ontologies, closure.iri,
                () -> closed || current != generation);
            if (id == null) {
                Contract.NewOntology asked = new Contract.NewOntology();
                asked.name = closure.name;
                asked.iri = closure.iri;
                asked.keep = "client"; // the server does not store it
                id = client.create(asked).get().id;
            }
            answered = client.replace(id, snapshot.document).get();
            sent = snapshot.axioms;
            twins = snapshot.twins;
            writer = new Axioms.Writer(closure.ontologies.get(0));
            if (!agrees()) {
                LOGGER.info("box2el: {} axioms were sent, and the server counts {},"
                    + " {} of them logical; each edit sends all of them", sent.size(),
                    answered.axioms, answered.logicalAxioms);
            }
            tellSynced();
        } catch (InterruptedException replaced) {
            sent = null; // the next closure is in the queue
        } catch (ExecutionException e) {
            if (known && Client.ProblemException.is(e.getCause(), "unknown-ontology")) {
                id = null;
                sendAll();
            } else {
                fail(e.getCause());
            }
        }
    }

    /** Reports whether the last answer has the counts of the axioms that the server should have. */
    private boolean agrees() {
        return answered.axioms == sent.size()
            && answered.logicalAxioms == sent.stream().filter(OWLAxiom::isLogicalAxiom).count();
    }

    private void sendEdits() {
        List<OWLAxiom> axioms = new ArrayList<>(touched);
        touched.clear();
        if (current != generation) {
            return;
        }
        if (axioms.size() > MOST_EDITED || !agrees()) {
            sendAll();
            return;
        }
        Contract.Edit edit = edit(axioms);
        if (edit.add.isEmpty() && edit.remove.isEmpty()) { // they were undone meanwhile
            tellSynced();
            return;
        }
        try {
            answered = client.edit(id, edit).get();
            if (agrees()) {
                tellSynced();
            } else {
                sendAll();
            }
        } catch (InterruptedException ending) {
            sent = null;
        } catch (ExecutionException e) {
            if (Client.ProblemException.is(e.getCause(), "unknown-ontology", "other-base",
                    "too-large")) {
                sendAll(); // its copy is another one or gone
            } else {
                fail(e.getCause());
            }
        }
    }

    /**
     * Returns the edit after which the server has those of some axioms that the closure has now,
     * and notes it. An axiom is in the closure as long as one of its ontologies has it. Changes
     * that are reported later concern the same axioms again.
     */
    private Contract.Edit edit(List<OWLAxiom> axioms) {
        Contract.Edit edit = new Contract.Edit();
        edit.baseRevision = answered.revision;
        edit.add = new ArrayList<>();
        edit.remove = new ArrayList<>();
        for (OWLAxiom changed : axioms) {
            OWLAxiom axiom = twins.getOrDefault(changed, changed);
            boolean there = isInClosure(axiom) || twins.entrySet().stream()
                .anyMatch(e -> e.getValue().equals(axiom) && isInClosure(e.getKey()));
            String text = there == sent.contains(axiom) ? null : writer.write(axiom);
            if (text != null && there) {
                sent.add(axiom);
                edit.add.add(text);
            } else if (text != null) {
                sent.remove(axiom);
                edit.remove.add(text);
            }
        }
        return edit;
    }

    private boolean isInClosure(OWLAxiom axiom) {
        return closure.ontologies.stream().anyMatch(ontology -> ontology.containsAxiom(axiom));
    }

    private void fail(Throwable cause) {
        sent = null;
        touched.clear();
        tell(() -> failed.accept(cause));
    }

    private void tellSynced() {
        Contract.Ontology answer = answered;
        tell(() -> synced.accept(answer));
    }
}
