package org.box2el.protege.sync;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
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
 * A document in functional-style syntax with the axioms of a closure, made off the event thread
 * while the user continues editing.
 *
 * <p>Each axiom type of each ontology is copied separately, under the read lock of the ontology,
 * which is released if an edit waits for it. An edit during the copy may or may not be in it.
 */
final class Snapshot {
    /** The axioms of the document. The caller may change the set. */
    final Set<OWLAxiom> axioms = new HashSet<>();
    /**
     * Axioms that are left out because another one has the same text, and that one. The OWL API
     * distinguishes axioms by the order of their annotations, and strings with the datatype
     * xsd:string from those without a datatype.
     */
    final Map<OWLAxiom, OWLAxiom> twins = new HashMap<>();
    /** The document, compressed by gzip. */
    final byte[] document;

    /**
     * Copies a closure.
     *
     * @param iri of the document, or null
     * @param awaited reports whether an edit waits; called while a lock is held
     * @param stopped reports whether the snapshot is no longer wanted
     * @throws InterruptedException if stopped
     */
    Snapshot(List<OWLOntology> closure, String iri, BooleanSupplier awaited,
            BooleanSupplier stopped) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AxiomWriter writer = new AxiomWriter(closure.get(0));
        Map<Integer, OWLAxiom> byHash = new HashMap<>(); // of the text
        try (Writer out = new BufferedWriter(new OutputStreamWriter(new FastGZIP(bytes),
                StandardCharsets.UTF_8), 1 << 16)) {
            out.write("Ontology(" + (iri == null ? "" : "<" + iri + ">") + "\n");
            for (OWLOntology ontology : closure) {
                for (AxiomType<?> type : AxiomType.AXIOM_TYPES) {
                    write(new Copy(ontology, type, awaited).axioms, writer, byHash, out, stopped);
                }
            }
            out.write(")\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        document = bytes.toByteArray();
    }

    private void write(List<OWLAxiom> list, AxiomWriter writer, Map<Integer, OWLAxiom> byHash,
            Writer out, BooleanSupplier stopped) throws IOException, InterruptedException {
        int n = 0;
        for (OWLAxiom axiom : list) {
            if (n++ % 1000 == 0 && stopped.getAsBoolean()) {
                throw new InterruptedException("the snapshot is no longer wanted");
            }
            String text = axioms.contains(axiom) ? null : writer.write(axiom);
            OWLAxiom other = text == null ? null : byHash.putIfAbsent(text.hashCode(), axiom);
            if (other != null && text.equals(writer.write(other))) {
                twins.put(axiom, other);
            } else if (text != null) {
                axioms.add(axiom);
                out.write(text);
                out.write('\n');
            }
        }
    }

    /**
     * Collects the axioms of one type in an ontology by a filter that accepts none. Unlike
     * OWLOntology.getAxioms, which copies them to a set under the lock, it can stop and start again
     * if an edit waits.
     */
    private static final class Copy implements OWLAxiomSearchFilter {
        private static final long serialVersionUID = 1L;
        // Axioms between two checks for an edit, about 100 µs.
        private static final int CHECK = 1024;
        private static final int RESTARTS = 20; // at most

        final transient List<OWLAxiom> axioms = new ArrayList<>();
        private final transient AxiomType<?> type;
        private final transient BooleanSupplier awaited;

        Copy(OWLOntology ontology, AxiomType<?> type, BooleanSupplier awaited) {
            this.type = type;
            int[] left = {RESTARTS};
            this.awaited = () -> left[0] > 0 && awaited.getAsBoolean();
            boolean whole = false;
            while (!whole) {
                axioms.clear();
                try {
                    ontology.filterAxioms(this, type, Imports.EXCLUDED);
                    whole = true;
                } catch (EditWaits edit) {
                    left[0]--; // the next read waits until the edit is done
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
            if (axioms.size() % CHECK == 0 && awaited.getAsBoolean()) {
                throw new EditWaits();
            }
            return false;
        }
    }

    /** Stops a copy because an edit waits. */
    private static final class EditWaits extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EditWaits() {
            super(null, null, false, false);
        }
    }

    /** Compresses fast, because time matters more than size on the loopback interface. */
    private static final class FastGZIP extends GZIPOutputStream {
        FastGZIP(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
