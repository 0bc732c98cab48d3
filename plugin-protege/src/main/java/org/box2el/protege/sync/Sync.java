package org.box2el.protege.sync;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.ProblemException;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChange;

/**
 * Keeps the server's copy of an imports closure in step with the editor's: sends all of it once, then edits with the hash that they start
 * from, and all of it again when the server has another one.
 *
 * <p>The event thread hands over the closure and the changes, which costs it nothing that grows with the ontology; one thread of this object
 * renders, hashes and talks to the server. Edits are gathered until there is none for a while. Methods are called on the event thread, and the
 * listener is called on it.
 */
public final class Sync implements AutoCloseable {
    private static final long QUIET_MILLIS = 250; // without an edit before they are sent
    private static final int FORGET_SECONDS = 5;
    private static final int MOST_EDITED = 20_000; // axioms in one edit; beyond, the whole is sent
    private static final long STACK_BYTES = 64L << 20; // expressions may be nested deeply

    /** Is told how the copy stands. */
    public interface Listener {
        /** The server has what the editor has; unless further edits are under way. */
        void synced(Contract.Ontology ontology, int unwritable);

        /** There are edits that the server does not have yet. */
        void behind();

        /** The copy could not be brought into step; it is tried again with the next edit or {@link Sync#restart}. */
        void failed(Throwable cause);
    }

    /** What is to be in step: the ontologies of a closure, and how the whole is called. */
    public static final class Closure {
        final List<OWLOntology> ontologies;
        public final String iri;
        final String name;

        /**
         * @param iri of the active ontology, by which decisions and models are kept
         * @param name for people
         */
        public Closure(List<OWLOntology> ontologies, String iri, String name) {
            this.ontologies = List.copyOf(ontologies);
            this.iri = iri;
            this.name = name;
        }

        /** Whether another closure has the same ontologies, by identity, and the same IRI. */
        public boolean sameAs(Closure other) {
            if (other == null || !iri.equals(other.iri) || ontologies.size() != other.ontologies.size()) {
                return false;
            }
            for (int i = 0; i < ontologies.size(); i++) {
                if (ontologies.get(i) != other.ontologies.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Executor eventThread;
    private final Listener listener;
    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile int generation; // of the closure; work for an earlier one is left undone
    private volatile Thread editor; // the event thread

    // Of the thread alone.
    private int current; // the generation that it works for
    private Client client;
    private Closure closure;
    private String id; // at the server; null: none yet
    private Snapshot settling; // non-null until every change that its copies may have is behind us
    private Fingerprint fingerprint; // null: all of it must be sent
    private Contract.Ontology answered; // the last answer of the server to a state that it has
    private String serverHash; // of what the server has
    private final Map<String, Integer> pending = new LinkedHashMap<>(); // axiom → +1 to add, -1 to remove

    public Sync(Executor eventThread, Listener listener) {
        this.eventThread = eventThread;
        this.listener = listener;
        thread = new Thread(null, this::run, "box2el-sync", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends all of a closure to a server, and from then on its edits. */
    public void restart(Client newClient, Closure newClosure) {
        int mine = ++generation;
        editor = Thread.currentThread();
        work.add(() -> {
            current = mine;
            if (id != null && (client != newClient || !newClosure.iri.equals(closure.iri))) {
                forget();
            }
            client = newClient;
            closure = newClosure;
            if (mine == generation) {
                sendAll();
            }
        });
    }

    /** Sends nothing more, and tells of nothing any more, until {@link #restart}. */
    public void pause() {
        generation++;
    }

    /** Takes over changes as the editor reports them. */
    public void changed(List<? extends OWLOntologyChange> changes) {
        List<OWLOntologyChange> copy = new ArrayList<>(changes);
        work.add(() -> record(copy));
    }

    /** Lets go of the copy at the server, in the background; nothing else is sent any more. */
    @Override
    public void close() {
        generation++;
        closed = true;
        work.add(this::forget);
    }

    /** Waits, for a time at most, until what {@link #close} began has been done. */
    public void awaitEnd(long millis) throws InterruptedException {
        thread.join(millis);
    }

    private void run() {
        try {
            while (!closed || !work.isEmpty()) {
                Runnable next = pending.isEmpty() ? work.take() : work.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
                step(next != null ? next : this::sendEdits);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void step(Runnable next) {
        try {
            next.run();
        } catch (RuntimeException fault) { // must not end the thread
            fail(fault);
        }
    }

    /** Tells the listener, unless what it is about is not wanted any more. */
    private void tell(Runnable news) {
        int mine = current;
        eventThread.execute(() -> {
            if (!closed && mine == generation) {
                news.run();
            }
        });
    }

    /** Lets the server free what it holds. */
    private void forget() {
        if (id != null) {
            try {
                client.delete(id).get(FORGET_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException gone) {
                // With its server, or whoever comes next clears it away.
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        }
        id = null;
        fingerprint = null;
        pending.clear();
    }

    private void record(List<OWLOntologyChange> changes) {
        if (fingerprint == null || closure == null) {
            return; // all of it is going to be sent
        }
        boolean wasInStep = pending.isEmpty();
        for (OWLOntologyChange change : changes) {
            if (change.isAxiomChange() && closure.ontologies.contains(change.getOntology())) {
                record(change);
            }
        }
        if (wasInStep && !pending.isEmpty()) {
            tell(listener::behind);
        } else if (!wasInStep && pending.isEmpty()) {
            tellSynced(answered); // the edits were undone before they were sent
        }
    }

    private void record(OWLOntologyChange change) {
        if (settling != null && settling.applied(change.getOntology(), change.getAxiom(), change.isAddAxiom())) {
            return;
        }
        boolean effective = change.isAddAxiom() ? fingerprint.add(change.getAxiom()) : fingerprint.remove(change.getAxiom());
        if (effective) {
            pending.merge(fingerprint.form().toString(), change.isAddAxiom() ? 1 : -1, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
        }
    }

    private void sendAll() {
        fingerprint = null;
        pending.clear();
        try {
            tell(listener::behind);
            Snapshot snapshot = new Snapshot(closure.ontologies, closure.iri, this::editWaits, () -> closed || current != generation);
            if (id == null) {
                Contract.NewOntology asked = new Contract.NewOntology();
                asked.name = closure.name;
                asked.iri = closure.iri;
                asked.keep = "client"; // the truth is in the window
                id = client.create(asked).get().id;
            }
            Contract.Ontology answer = client.replace(id, snapshot.document()).get();
            fingerprint = snapshot.fingerprint();
            serverHash = answer.hashes.content;
            if (!serverHash.equals(fingerprint.content())) {
                throw new IOException("the server reads the axioms differently from how they were sent (hash " + serverHash
                    + " instead of " + fingerprint.content() + "): please report this");
            }
            settle(snapshot);
            tellSynced(answer);
        } catch (InterruptedException unwanted) {
            fingerprint = null; // another closure is next
        } catch (ExecutionException e) {
            fail(e.getCause());
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Whether the event thread waits for a lock; in the middle of a copy that is most likely the one that the copy holds. */
    private boolean editWaits() {
        return LockSupport.getBlocker(editor) instanceof AbstractOwnableSynchronizer; // that of an idle event thread is a condition
    }

    /**
     * Keeps the snapshot until the event thread has come to an end of what it was doing: a change that a copy has may have been reported only
     * then.
     */
    private void settle(Snapshot snapshot) {
        settling = snapshot;
        eventThread.execute(() -> work.add(() -> {
            if (settling == snapshot) {
                settling = null;
            }
        }));
    }

    private void sendEdits() {
        if (current != generation) {
            pending.clear();
            return;
        }
        if (pending.size() > MOST_EDITED) {
            sendAll();
            return;
        }
        Contract.Edit edit = new Contract.Edit();
        edit.baseHash = serverHash;
        edit.add = new ArrayList<>();
        edit.remove = new ArrayList<>();
        pending.forEach((axiom, by) -> (by > 0 ? edit.add : edit.remove).add(axiom));
        pending.clear();
        try {
            Contract.Ontology answer = client.edit(id, edit).get();
            serverHash = answer.hashes.content;
            if (serverHash.equals(fingerprint.content())) {
                tellSynced(answer);
            } else {
                sendAll();
            }
        } catch (InterruptedException ending) {
            fingerprint = null;
        } catch (ExecutionException e) {
            resolve(e.getCause());
        }
    }

    /** Deals with an edit that was refused: where the server has something else, the whole is sent. */
    private void resolve(Throwable refused) {
        if (!(refused instanceof ProblemException)) {
            fail(refused);
            return;
        }
        ProblemException problem = (ProblemException) refused;
        if (problem.isNotFound()) {
            id = null;
        }
        if (problem.isNotFound() || problem.is("other-base") || problem.is("too-large")) {
            sendAll();
        } else {
            fail(problem);
        }
    }

    private void fail(Throwable cause) {
        fingerprint = null;
        pending.clear();
        if (cause instanceof ProblemException && ((ProblemException) cause).isNotFound()) {
            id = null;
        }
        tell(() -> listener.failed(cause));
    }

    private void tellSynced(Contract.Ontology answer) {
        answered = answer;
        int unwritable = fingerprint.unwritable();
        tell(() -> listener.synced(answer, unwritable));
    }
}
