package org.box2el.protege.sync;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.functional.parser.OWLFunctionalSyntaxOWLParser;
import org.semanticweb.owlapi.functional.renderer.FunctionalSyntaxObjectRenderer;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotation;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLLiteral;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyCreationException;
import org.semanticweb.owlapi.model.OWLOntologyLoaderConfiguration;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.OWLRuntimeException;
import org.semanticweb.owlapi.util.DefaultPrefixManager;

/** Reads and writes axioms in functional-style syntax with full IRIs, as the server does. */
public final class Axioms {
    // Characters of an axiom, because the parser recurses as deep as expressions are nested.
    private static final int LONGEST = 20_000;

    // Not the editor's, which must not see these ontologies.
    private static OWLOntologyManager manager;

    private Axioms() {}

    /** Returns the axioms by their texts, without those that cannot be read. */
    public static synchronized Map<String, OWLAxiom> read(Stream<String> texts) {
        if (manager == null) {
            manager = OWLManager.createOWLOntologyManager();
        }
        Map<String, OWLAxiom> axioms = new HashMap<>();
        texts.distinct().filter(text -> text.length() <= LONGEST).forEach(text -> {
            OWLAxiom axiom = read(text);
            if (axiom != null) {
                axioms.put(text, axiom);
            }
        });
        return axioms;
    }

    private static OWLAxiom read(String text) {
        OWLOntology scratch = null;
        try {
            scratch = manager.createOntology();
            new OWLFunctionalSyntaxOWLParser()
                .parse(new StringDocumentSource("Ontology(\n" + text + "\n)"), scratch,
                new OWLOntologyLoaderConfiguration());
            return scratch.getAxiomCount() == 1 ? scratch.getAxioms().iterator().next() : null;
        } catch (IOException | OWLOntologyCreationException | OWLRuntimeException unreadable) {
            return null;
        } finally {
            if (scratch != null) {
                manager.removeOntology(scratch);
            }
        }
    }

    /**
     * Renders axioms in functional-style syntax with full IRIs, by the renderer of the OWL API. An
     * object is used by one thread at a time. Rendering recurses as deep as expressions are nested.
     */
    static final class Writer {
        private static final String NO_OPERANDS = "Of()"; // the end of ObjectUnionOf() and others

        private final StringWriter text = new StringWriter();
        private final Renderer renderer;
        private boolean writable;

        /** Creates a writer. The renderer asks for an ontology; any will do. */
        Writer(OWLOntology any) {
            renderer = new Renderer(any, text);
        }

        /**
         * Returns the text of an axiom, or null if functional-style syntax cannot express it: it
         * has an IRI with a line break or an angle bracket, a language tag with an underscore, a
         * constructor without operands, or an axiom type with too few operands.
         */
        String write(OWLAxiom axiom) {
            text.getBuffer().setLength(0);
            writable = true;
            try {
                axiom.accept(renderer);
            } catch (StackOverflowError tooDeep) {
                return null;
            }
            String written = text.toString().trim();
            return writable && !written.isEmpty() && !lacksOperands(written) ? written : null;
        }

        private static boolean lacksOperands(String text) {
            return text.contains(NO_OPERANDS) && text
                .replaceAll("(?s)\"(\\\\.|[^\\\\\"])*+\"|<[^>]*+>", "").contains(NO_OPERANDS);
        }

        private final class Renderer extends FunctionalSyntaxObjectRenderer {
            Renderer(OWLOntology any, StringWriter out) {
                super(any, out);
                setPrefixManager(new FullNames());
            }

            /** Writes annotations in the order of their texts, because they are a set. */
            @Override
            protected void writeAnnotations(OWLAxiom axiom) {
                StringBuffer buffer = text.getBuffer();
                List<String> annotations = new ArrayList<>();
                for (OWLAnnotation annotation : axiom.getAnnotations()) {
                    int start = buffer.length();
                    annotation.accept(this);
                    annotations.add(buffer.substring(start));
                    buffer.setLength(start);
                }
                annotations.stream().sorted().forEach(a -> buffer.append(a).append(' '));
            }

            @Override
            public void visit(OWLLiteral literal) {
                writable &= !literal.hasLang() || literal.getLang().matches("[A-Za-z0-9-]+");
                super.visit(literal);
            }
        }

        /** Abbreviates no IRI. The renderer asks it for each one, so that it also checks them. */
        private final class FullNames extends DefaultPrefixManager {
            @Override
            public String getPrefixIRIIgnoreQName(IRI iri) {
                check(iri.getNamespace());
                check(iri.getRemainder().or(""));
                return null;
            }

            private void check(String part) {
                for (int i = 0; i < part.length(); i++) {
                    char c = part.charAt(i);
                    writable &= c >= ' ' && c != '<' && c != '>' && c != 0x7f;
                }
            }
        }
    }
}
