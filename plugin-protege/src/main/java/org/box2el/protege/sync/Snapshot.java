package org.box2el.protege.sync;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

import org.semanticweb.owlapi.model.AxiomType;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLOntology;

/**
 * The axioms of a closure as a document in functional syntax, with their fingerprint, made off the event thread while edits go on.
 *
 * <p>Each kind of axiom of each ontology is copied on its own, under the ontology's read lock, so an edit on the event thread waits for
 * one copy at most. Edits that arrive meanwhile may or may not be in a copy made after them; {@link #applied} tells which, as
 * long as the snapshot is kept.
 */
final class Snapshot {
    private final Fingerprint fingerprint = new Fingerprint();
    private final Map<OWLOntology, Map<AxiomType<?>, Set<OWLAxiom>>> copies = new HashMap<>();
    private final Map<OWLOntology, Map<OWLAxiom, Boolean>> later = new HashMap<>(); // whether the axiom is there now
    private final byte[] document;

    /**
     * @param iri of the document; null: none
     * @param stopped is asked now and then, and where it says so this ends early
     * @throws InterruptedException if stopped
     */
    Snapshot(List<OWLOntology> closure, String iri, BooleanSupplier stopped) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new BufferedOutputStream(new FastGZIP(bytes), 1 << 16)) {
            out.write(("Ontology(" + (iri == null ? "" : "<" + iri + ">") + "\n").getBytes(StandardCharsets.UTF_8));
            for (OWLOntology ontology : closure) {
                copies.put(ontology, new HashMap<>());
                for (AxiomType<?> type : AxiomType.AXIOM_TYPES) {
                    write(copy(ontology, type), out, stopped);
                }
            }
            out.write(")\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        document = bytes.toByteArray();
    }

    private Set<OWLAxiom> copy(OWLOntology ontology, AxiomType<?> type) {
        @SuppressWarnings("unchecked") // a set of some kind of axiom, which is only read
        Set<OWLAxiom> copy = (Set<OWLAxiom>) (Set<?>) ontology.getAxioms(type);
        copies.get(ontology).put(type, copy);
        return copy;
    }

    private void write(Set<OWLAxiom> axioms, OutputStream out, BooleanSupplier stopped) throws IOException, InterruptedException {
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
        boolean there = known.computeIfAbsent(axiom, a -> copies.get(ontology).get(a.getAxiomType()).contains(a));
        known.put(axiom, added);
        return there == added;
    }

    /** On the loopback interface the time to compress counts for more than the size. */
    private static final class FastGZIP extends GZIPOutputStream {
        FastGZIP(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
