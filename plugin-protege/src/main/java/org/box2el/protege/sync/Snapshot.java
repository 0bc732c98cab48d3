package org.box2el.protege.sync;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
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

/**
 * A document in functional-style syntax with the axioms of a closure, made off the event thread
 * while the user continues editing.
 *
 * <p>Each axiom type of each ontology is copied separately, under the read lock of the ontology. An
 * edit may wait for it, and may or may not be in the copy.
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
     * @param stopped reports whether the snapshot is no longer wanted
     * @throws InterruptedException if stopped
     */
    Snapshot(List<OWLOntology> closure, String iri, BooleanSupplier stopped)
            throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Axioms.Writer writer = new Axioms.Writer(closure.get(0));
        Map<Integer, OWLAxiom> byHash = new HashMap<>(); // of the text
        int n = 0;
        try (OutputStream gzip = new GZIPOutputStream(bytes, 1 << 16) {
            {
                def.setLevel(Deflater.BEST_SPEED); // the server is on the same machine
            }
        }; Writer out = new BufferedWriter(new OutputStreamWriter(gzip, StandardCharsets.UTF_8))) {
            out.write("Ontology(" + (iri == null ? "" : "<" + iri + ">") + "\n");
            for (OWLOntology ontology : closure) {
                for (AxiomType<?> type : AxiomType.AXIOM_TYPES) {
                    for (OWLAxiom axiom : ontology.getAxioms(type)) {
                        if (n++ % 1000 == 0 && stopped.getAsBoolean()) {
                            throw new InterruptedException("the snapshot is no longer wanted");
                        }
                        write(axiom, writer, byHash, out);
                    }
                }
            }
            out.write(")\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        document = bytes.toByteArray();
    }

    private void write(OWLAxiom axiom, Axioms.Writer writer, Map<Integer, OWLAxiom> byHash,
            Writer out) throws IOException {
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
