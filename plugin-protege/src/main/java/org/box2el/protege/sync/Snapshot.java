package org.box2el.protege.sync;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

import org.semanticweb.owlapi.model.AxiomType;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.parameters.Imports;
import org.semanticweb.owlapi.util.OWLAxiomSearchFilter;

/**
 * The axioms of a closure as a document in functional syntax, with their fingerprint, made off the event thread while edits go on.
 *
 * <p>Each kind of axiom of each ontology is copied on its own, under the ontology's read lock, which is let go of when an edit waits for it. Edits
 * that arrive meanwhile may or may not be in a copy made after them; {@link #applied} tells which, as long as the snapshot is kept.
 */
final class Snapshot {
    private final Fingerprint fingerprint = new Fingerprint();
    private final Map<OWLOntology, Map<AxiomType<?>, Copy>> copies = new HashMap<>();
    private final Map<OWLOntology, Map<OWLAxiom, Boolean>> later = new HashMap<>(); // whether the axiom is there now
    private final byte[] document;

    /**
     * @param iri of the document; null: none
     * @param awaited whether somebody waits to edit; asked while a lock is held
     * @param stopped is asked now and then, and where it says so this ends early
     * @throws InterruptedException if stopped
     */
    Snapshot(List<OWLOntology> closure, String iri, BooleanSupplier awaited, BooleanSupplier stopped) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new BufferedOutputStream(new FastGZIP(bytes), 1 << 16)) {
            out.write(("Ontology(" + (iri == null ? "" : "<" + iri + ">") + "\n").getBytes(StandardCharsets.UTF_8));
            for (OWLOntology ontology : closure) {
                copies.put(ontology, new HashMap<>());
                for (AxiomType<?> type : AxiomType.AXIOM_TYPES) {
                    Copy copy = new Copy(ontology, type, awaited);
                    copies.get(ontology).put(type, copy);
                    write(copy.axioms, out, stopped);
                }
            }
            out.write(")\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        document = bytes.toByteArray();
    }

    private void write(List<OWLAxiom> axioms, OutputStream out, BooleanSupplier stopped) throws IOException, InterruptedException {
        int n = 0;
        for (OWLAxiom axiom : axioms) {
            if (n++ % 1000 == 0 && stopped.getAsBoolean()) {
                throw new InterruptedException("the snapshot is not wanted any more");
            }
            if (fingerprint.add(axiom)) {
                fingerprint.form().writeTo(out);
                out.write('\n');
            }
        }
    }

    /** The document, compressed by gzip. */
    byte[] document() {
        return document;
    }

    /** The fingerprint of the document; the caller goes on with it. */
    Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Whether a change that was made since the snapshot began is in it, or in the changes asked about before, already. */
    boolean applied(OWLOntology ontology, OWLAxiom axiom, boolean added) {
        Map<OWLAxiom, Boolean> known = later.computeIfAbsent(ontology, o -> new HashMap<>());
        boolean there = known.computeIfAbsent(axiom, a -> copies.get(ontology).get(a.getAxiomType()).has(a));
        known.put(axiom, added);
        return there == added;
    }

    /**
     * The axioms of one kind in an ontology, taken down by a filter that lets none pass: unlike OWLOntology.getAxioms, which makes a set of them under the
     * lock, it can end in the middle of its walk, and begin again, when an edit waits.
     */
    private static final class Copy implements OWLAxiomSearchFilter {
        private static final long serialVersionUID = 1L;
        private static final int LOOK = 1024; // axioms between two looks whether an edit waits, some 100 µs
        private static final int PATIENCE = 20; // how often it begins again

        final transient List<OWLAxiom> axioms = new ArrayList<>();
        private final transient AxiomType<?> type;
        private final transient BooleanSupplier awaited;
        private transient Set<OWLAxiom> set; // the same, made when it is first asked for

        Copy(OWLOntology ontology, AxiomType<?> type, BooleanSupplier awaited) {
            this.type = type;
            int[] left = {PATIENCE};
            this.awaited = () -> left[0] > 0 && awaited.getAsBoolean();
            boolean whole = false;
            while (!whole) {
                axioms.clear();
                try {
                    ontology.filterAxioms(this, type, Imports.EXCLUDED);
                    whole = true;
                } catch (GivingWay edit) {
                    left[0]--; // a reader that comes now is queued behind the edit
                }
            }
        }

        @Override
        public Iterable<AxiomType<?>> getAxiomTypes() {
            return List.of(type);
        }

        @Override
        public boolean pass(OWLAxiom axiom, Object key) {
            axioms.add(axiom);
            if (axioms.size() % LOOK == 0 && awaited.getAsBoolean()) {
                throw new GivingWay();
            }
            return false;
        }

        boolean has(OWLAxiom axiom) {
            if (set == null) {
                set = new HashSet<>(axioms);
            }
            return set.contains(axiom);
        }
    }

    /** Ends a walk, so that an edit need not wait for its end. */
    private static final class GivingWay extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivingWay() {
            super(null, null, false, false);
        }
    }

    /** On the loopback interface the time to compress counts for more than the size. */
    private static final class FastGZIP extends GZIPOutputStream {
        FastGZIP(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
