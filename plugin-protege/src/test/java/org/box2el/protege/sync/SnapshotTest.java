package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.junit.Test;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/** Copies during edits. */
public class SnapshotTest {
    private static final int SIZE = 5000;

    private final OWLOntologyManager manager = OWLManager.createConcurrentOWLOntologyManager();
    private final OWLDataFactory f = manager.getOWLDataFactory();

    private OWLAxiom axiom(int i) {
        return f.getOWLDeclarationAxiom(f.getOWLClass(IRI.create("http://x/C" + i)));
    }

    private OWLOntology ontology() throws Exception {
        OWLOntology ontology = manager.createOntology(IRI.create("http://x/"));
        for (int i = 0; i < SIZE; i++) {
            manager.addAxiom(ontology, axiom(i));
        }
        return ontology;
    }

    private static Snapshot snapshot(OWLOntology ontology, BooleanSupplier awaited)
            throws InterruptedException {
        return new Snapshot(List.of(ontology), "http://x/", awaited, () -> false);
    }

    private static boolean waits(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer;
    }

    /** An edit that waits for the lock is applied before the copy continues. */
    @Test
    public void givesWayToAnEdit() throws Exception {
        OWLOntology ontology = ontology();
        Thread editor = new Thread(() -> manager.addAxiom(ontology, axiom(SIZE)));
        AtomicInteger asked = new AtomicInteger();
        Snapshot snapshot = snapshot(ontology, () -> {
            if (asked.getAndIncrement() == 0) {
                editor.start();
                while (!waits(editor)) {
                    Thread.onSpinWait(); // the lock is held here
                }
            }
            return waits(editor);
        });
        editor.join();
        assertTrue("the edit came too late", snapshot.axioms.contains(axiom(SIZE)));
        assertEquals(ontology.getAxioms(), snapshot.axioms);
    }

    /** A copy ends although edits keep waiting. */
    @Test
    public void comesToAnEnd() throws Exception {
        OWLOntology ontology = ontology();
        assertEquals(SIZE, snapshot(ontology, () -> true).axioms.size());
    }
}
