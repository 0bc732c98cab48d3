package org.box2el.protege.sync;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.util.OWLObjectVisitorAdapter;

/**
 * Renders axioms in the canonical form of the API's contract, section "Hashes": functional-style syntax in UTF-8 with IRIs in full,
 * in which two axioms that say the same are the same bytes. Go's twin is owl.AppendCanonical; api/testdata/hashes.json holds both to
 * the same bytes.
 *
 * <p>The OWL API holds the operands of most constructors as sets, so a repetition, which counts in disjointness, is lost before this class
 * sees it; a rule keeps the order in which its atoms are held.
 *
 * <p>An object is used by one thread at a time. Rendering recurses as deep as expressions are nested.
 */
public final class Canonical {
    /** The keywords of the kinds that the OWL API calls otherwise. */
    private static final Map<AxiomType<?>, String> KEYWORDS = Map.of(
        AxiomType.SUB_PROPERTY_CHAIN_OF, "SubObjectPropertyOf",
        AxiomType.IRREFLEXIVE_OBJECT_PROPERTY, "IrreflexiveObjectProperty",
        AxiomType.ANNOTATION_PROPERTY_RANGE, "AnnotationPropertyRange",
        AxiomType.SWRL_RULE, "DLSafeRule");

    private final Bytes out = new Bytes();
    private final Arguments arguments = new Arguments();
    private boolean writable;

    /**
     * Renders an axiom with its annotations.
     *
     * @return the form, good until the next call; null where the axiom has none, as it holds a name or list that functional syntax cannot
     *     write
     */
    public Bytes axiom(OWLAxiom axiom) {
        return render(axiom, true);
    }

    /** Renders an axiom without its annotations, as it counts in the logical hash. */
    public Bytes bare(OWLAxiom axiom) {
        return render(axiom, false);
    }

    private Bytes render(OWLAxiom axiom, boolean annotated) {
        out.clear();
        writable = true;
        try {
            open(KEYWORDS.getOrDefault(axiom.getAxiomType(), axiom.getAxiomType().getName()));
            if (annotated) {
                annotations(axiom.getAnnotations());
            }
            axiom.accept(arguments);
            close();
        } catch (StackOverflowError tooDeep) {
            return null;
        }
        return writable ? out : null;
    }

    private void open(String keyword) {
        out.ascii(keyword);
        out.append('(');
    }

    private void close() {
        out.append(')');
    }

    /** Separates an argument from the one before it. No argument ends in a parenthesis that opens, or in a space. */
    private void next() {
        int last = out.last();
        if (last != '(' && last != ' ') {
            out.append(' ');
        }
    }

    private void iri(IRI iri) {
        next();
        out.append('<');
        // An IRI is held in two halves; to put them together would cost a string each time.
        text(iri.getNamespace(), false);
        text(iri.getRemainder().or(""), false);
        out.append('>');
    }

    /** Appends characters as they are; in a name, those that would end it make the axiom unwritable. */
    private void text(String s, boolean anything) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (!anything && (c < ' ' || c == '<' || c == '>' || c == 0x7f)) {
                writable = false;
            }
            if (c < 0x80) {
                if (anything && (c == '"' || c == '\\')) {
                    out.append('\\');
                }
                out.append(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < s.length() && Character.isLowSurrogate(s.charAt(i + 1))) {
                out.codePoint(Character.toCodePoint(c, s.charAt(++i)));
            } else if (Character.isSurrogate(c)) {
                writable = false; // half a character
            } else {
                out.codePoint(c);
            }
        }
    }

    private void literal(OWLLiteral literal) {
        next();
        out.append('"');
        text(literal.getLiteral(), true);
        out.append('"');
        if (literal.hasLang()) {
            out.append('@');
            languageTag(literal.getLang().toLowerCase(Locale.ROOT));
            return;
        }
        out.ascii("^^<");
        // The OWL API's plain literal without a tag is what the specification writes without a datatype.
        text(literal.isRDFPlainLiteral() ? XSD_STRING : literal.getDatatype().getIRI().toString(), false);
        out.append('>');
    }

    private static final String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

    private void languageTag(String tag) {
        for (int i = 0; i < tag.length(); i++) {
            char c = tag.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
                writable = false;
            }
        }
        out.ascii(tag);
    }

    private void nodeID(OWLAnonymousIndividual individual) {
        next();
        String id = individual.getID().getID();
        String label = id.startsWith("_:") ? id.substring(2) : id;
        writable &= !label.isEmpty();
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            if (c <= ' ' || c == 0x7f || "()<>\"=^@#".indexOf(c) >= 0) {
                writable = false;
            }
        }
        out.ascii("_:");
        text(label, false);
    }

    private void annotations(Collection<OWLAnnotation> list) {
        if (!list.isEmpty()) {
            set(list, this::annotation);
        }
    }

    private void annotation(OWLAnnotation a) {
        next();
        open("Annotation");
        annotations(a.getAnnotations());
        iri(a.getProperty().getIRI());
        a.getValue().accept(arguments);
        close();
    }

    private void object(OWLObject o) {
        o.accept(arguments);
    }

    /** Renders operands whose order and repetition mean nothing. */
    private <T> void set(Collection<T> items, Consumer<T> render) {
        list(items, render, true);
    }

    /** Renders operands whose order means nothing. */
    private <T> void bag(Collection<T> items, Consumer<T> render) {
        list(items, render, false);
    }

    /** Renders a list that must have an item, sorted by the items' bytes. */
    private <T> void list(Collection<T> items, Consumer<T> render, boolean distinct) {
        writable &= !items.isEmpty();
        next();
        int[] starts = new int[items.size() + 1];
        int n = 0;
        boolean sorted = true;
        for (T item : items) {
            if (n > 0) {
                out.append(' ');
            }
            starts[n] = out.length();
            render.accept(item);
            starts[n + 1] = out.length() + 1; // where the next one starts, behind a space
            sorted = sorted && (n == 0 || out.compare(starts[n - 1], starts[n] - 1, starts[n], out.length()) < 0);
            n++;
        }
        if (!sorted) {
            sort(starts, n, distinct);
        }
    }

    /** Puts the n items at the end of what is rendered in order; item i is at starts[i] to starts[i+1]-1. */
    private void sort(int[] starts, int n, boolean distinct) {
        byte[][] items = new byte[n][];
        for (int i = 0; i < n; i++) {
            items[i] = out.copy(starts[i], starts[i + 1] - 1);
        }
        Arrays.sort(items, Arrays::compareUnsigned);
        out.cut(starts[0]);
        for (int i = 0; i < n; i++) {
            if (distinct && i > 0 && Arrays.equals(items[i], items[i - 1])) {
                continue;
            }
            if (i > 0) {
                out.append(' ');
            }
            out.append(items[i]);
        }
    }

    /** Renders what stands behind the annotations of an axiom, and what that is made of. */
    private final class Arguments extends OWLObjectVisitorAdapter {
        @Override
        public void visit(OWLDeclarationAxiom a) {
            next();
            open(a.getEntity().getEntityType().getName());
            iri(a.getEntity().getIRI());
            close();
        }

        @Override
        public void visit(OWLSubClassOfAxiom a) {
            object(a.getSubClass());
            object(a.getSuperClass());
        }

        @Override
        public void visit(OWLEquivalentClassesAxiom a) {
            set(a.getClassExpressions(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDisjointClassesAxiom a) {
            bag(a.getClassExpressions(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDisjointUnionAxiom a) {
            object(a.getOWLClass());
            bag(a.getClassExpressions(), Canonical.this::object);
        }

        @Override
        public void visit(OWLSubObjectPropertyOfAxiom a) {
            object(a.getSubProperty());
            object(a.getSuperProperty());
        }

        @Override
        public void visit(OWLSubPropertyChainOfAxiom a) {
            writable &= !a.getPropertyChain().isEmpty();
            next();
            open("ObjectPropertyChain");
            a.getPropertyChain().forEach(Canonical.this::object);
            close();
            object(a.getSuperProperty());
        }

        @Override
        public void visit(OWLEquivalentObjectPropertiesAxiom a) {
            set(a.getProperties(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDisjointObjectPropertiesAxiom a) {
            bag(a.getProperties(), Canonical.this::object);
        }

        @Override
        public void visit(OWLInverseObjectPropertiesAxiom a) {
            bag(Arrays.asList(a.getFirstProperty(), a.getSecondProperty()), Canonical.this::object);
        }

        @Override
        public void visit(OWLObjectPropertyDomainAxiom a) {
            object(a.getProperty());
            object(a.getDomain());
        }

        @Override
        public void visit(OWLObjectPropertyRangeAxiom a) {
            object(a.getProperty());
            object(a.getRange());
        }

        @Override
        public void visit(OWLFunctionalObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLInverseFunctionalObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLReflexiveObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLIrreflexiveObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLSymmetricObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLAsymmetricObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLTransitiveObjectPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLSubDataPropertyOfAxiom a) {
            object(a.getSubProperty());
            object(a.getSuperProperty());
        }

        @Override
        public void visit(OWLEquivalentDataPropertiesAxiom a) {
            set(a.getProperties(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDisjointDataPropertiesAxiom a) {
            bag(a.getProperties(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDataPropertyDomainAxiom a) {
            object(a.getProperty());
            object(a.getDomain());
        }

        @Override
        public void visit(OWLDataPropertyRangeAxiom a) {
            object(a.getProperty());
            object(a.getRange());
        }

        @Override
        public void visit(OWLFunctionalDataPropertyAxiom a) {
            object(a.getProperty());
        }

        @Override
        public void visit(OWLDatatypeDefinitionAxiom a) {
            object(a.getDatatype());
            object(a.getDataRange());
        }

        @Override
        public void visit(OWLHasKeyAxiom a) {
            object(a.getClassExpression());
            key(a.getObjectPropertyExpressions());
            key(a.getDataPropertyExpressions());
        }

        private void key(Collection<? extends OWLPropertyExpression> properties) {
            out.ascii(" (");
            if (!properties.isEmpty()) {
                set(properties, Canonical.this::object);
            }
            out.append(')');
        }

        @Override
        public void visit(OWLSameIndividualAxiom a) {
            set(a.getIndividuals(), Canonical.this::object);
        }

        @Override
        public void visit(OWLDifferentIndividualsAxiom a) {
            bag(a.getIndividuals(), Canonical.this::object);
        }

        @Override
        public void visit(OWLClassAssertionAxiom a) {
            object(a.getClassExpression());
            object(a.getIndividual());
        }

        @Override
        public void visit(OWLObjectPropertyAssertionAxiom a) {
            assertion(a);
        }

        @Override
        public void visit(OWLNegativeObjectPropertyAssertionAxiom a) {
            assertion(a);
        }

        @Override
        public void visit(OWLDataPropertyAssertionAxiom a) {
            assertion(a);
        }

        @Override
        public void visit(OWLNegativeDataPropertyAssertionAxiom a) {
            assertion(a);
        }

        private void assertion(OWLPropertyAssertionAxiom<?, ?> a) {
            object(a.getProperty());
            object(a.getSubject());
            object(a.getObject());
        }

        @Override
        public void visit(OWLAnnotationAssertionAxiom a) {
            object(a.getProperty());
            object(a.getSubject());
            object(a.getValue());
        }

        @Override
        public void visit(OWLSubAnnotationPropertyOfAxiom a) {
            object(a.getSubProperty());
            object(a.getSuperProperty());
        }

        @Override
        public void visit(OWLAnnotationPropertyDomainAxiom a) {
            object(a.getProperty());
            object(a.getDomain());
        }

        @Override
        public void visit(OWLAnnotationPropertyRangeAxiom a) {
            object(a.getProperty());
            object(a.getRange());
        }

        @Override
        public void visit(SWRLRule rule) {
            atoms("Body", rule.getBody());
            atoms("Head", rule.getHead());
        }

        private void atoms(String keyword, Collection<SWRLAtom> atoms) {
            next();
            open(keyword);
            atoms.forEach(Canonical.this::object);
            close();
        }

        @Override
        public void visit(OWLClass c) {
            iri(c.getIRI());
        }

        @Override
        public void visit(OWLObjectIntersectionOf c) {
            operands("ObjectIntersectionOf", c.getOperands());
        }

        @Override
        public void visit(OWLObjectUnionOf c) {
            operands("ObjectUnionOf", c.getOperands());
        }

        @Override
        public void visit(OWLObjectComplementOf c) {
            operands("ObjectComplementOf", Collections.singleton(c.getOperand()));
        }

        @Override
        public void visit(OWLObjectOneOf c) {
            operands("ObjectOneOf", c.getIndividuals());
        }

        private void operands(String keyword, Collection<? extends OWLObject> operands) {
            next();
            open(keyword);
            set(operands, Canonical.this::object);
            close();
        }

        @Override
        public void visit(OWLObjectSomeValuesFrom c) {
            restriction("ObjectSomeValuesFrom", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLObjectAllValuesFrom c) {
            restriction("ObjectAllValuesFrom", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLObjectHasValue c) {
            restriction("ObjectHasValue", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLObjectHasSelf c) {
            next();
            open("ObjectHasSelf");
            object(c.getProperty());
            close();
        }

        @Override
        public void visit(OWLObjectMinCardinality c) {
            cardinality("ObjectMinCardinality", c);
        }

        @Override
        public void visit(OWLObjectMaxCardinality c) {
            cardinality("ObjectMaxCardinality", c);
        }

        @Override
        public void visit(OWLObjectExactCardinality c) {
            cardinality("ObjectExactCardinality", c);
        }

        @Override
        public void visit(OWLDataSomeValuesFrom c) {
            restriction("DataSomeValuesFrom", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLDataAllValuesFrom c) {
            restriction("DataAllValuesFrom", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLDataHasValue c) {
            restriction("DataHasValue", c.getProperty(), c.getFiller());
        }

        @Override
        public void visit(OWLDataMinCardinality c) {
            cardinality("DataMinCardinality", c);
        }

        @Override
        public void visit(OWLDataMaxCardinality c) {
            cardinality("DataMaxCardinality", c);
        }

        @Override
        public void visit(OWLDataExactCardinality c) {
            cardinality("DataExactCardinality", c);
        }

        private void restriction(String keyword, OWLObject property, OWLObject filler) {
            next();
            open(keyword);
            object(property);
            object(filler);
            close();
        }

        private void cardinality(String keyword, OWLCardinalityRestriction<?> c) {
            next();
            open(keyword);
            out.ascii(Integer.toString(c.getCardinality()));
            object(c.getProperty());
            object(c.getFiller());
            close();
        }

        @Override
        public void visit(OWLObjectProperty p) {
            iri(p.getIRI());
        }

        @Override
        public void visit(OWLObjectInverseOf p) {
            if (p.getInverse() instanceof OWLObjectInverseOf) { // the inverse of an inverse, which the specification does not have
                object(((OWLObjectInverseOf) p.getInverse()).getInverse());
                return;
            }
            next();
            open("ObjectInverseOf");
            object(p.getInverse());
            close();
        }

        @Override
        public void visit(OWLDataProperty p) {
            iri(p.getIRI());
        }

        @Override
        public void visit(OWLAnnotationProperty p) {
            iri(p.getIRI());
        }

        @Override
        public void visit(OWLNamedIndividual i) {
            iri(i.getIRI());
        }

        @Override
        public void visit(OWLAnonymousIndividual i) {
            nodeID(i);
        }

        @Override
        public void visit(IRI i) {
            iri(i);
        }

        @Override
        public void visit(OWLLiteral l) {
            literal(l);
        }

        @Override
        public void visit(OWLDatatype d) {
            iri(d.getIRI());
        }

        @Override
        public void visit(OWLDataIntersectionOf d) {
            operands("DataIntersectionOf", d.getOperands());
        }

        @Override
        public void visit(OWLDataUnionOf d) {
            operands("DataUnionOf", d.getOperands());
        }

        @Override
        public void visit(OWLDataComplementOf d) {
            operands("DataComplementOf", Collections.singleton(d.getDataRange()));
        }

        @Override
        public void visit(OWLDataOneOf d) {
            operands("DataOneOf", d.getValues());
        }

        @Override
        public void visit(OWLDatatypeRestriction d) {
            next();
            open("DatatypeRestriction");
            object(d.getDatatype());
            set(d.getFacetRestrictions(), Canonical.this::object);
            close();
        }

        @Override
        public void visit(OWLFacetRestriction f) {
            iri(f.getFacet().getIRI());
            literal(f.getFacetValue());
        }

        @Override
        public void visit(SWRLClassAtom a) {
            atom("ClassAtom", a.getPredicate(), a.getAllArguments());
        }

        @Override
        public void visit(SWRLDataRangeAtom a) {
            atom("DataRangeAtom", a.getPredicate(), a.getAllArguments());
        }

        @Override
        public void visit(SWRLObjectPropertyAtom a) {
            atom("ObjectPropertyAtom", a.getPredicate(), Arrays.asList(a.getFirstArgument(), a.getSecondArgument()));
        }

        @Override
        public void visit(SWRLDataPropertyAtom a) {
            atom("DataPropertyAtom", a.getPredicate(), Arrays.asList(a.getFirstArgument(), a.getSecondArgument()));
        }

        @Override
        public void visit(SWRLBuiltInAtom a) {
            atom("BuiltInAtom", a.getPredicate(), a.getArguments());
        }

        @Override
        public void visit(SWRLSameIndividualAtom a) {
            atom("SameIndividualAtom", null, Arrays.asList(a.getFirstArgument(), a.getSecondArgument()));
        }

        @Override
        public void visit(SWRLDifferentIndividualsAtom a) {
            atom("DifferentIndividualsAtom", null, Arrays.asList(a.getFirstArgument(), a.getSecondArgument()));
        }

        private void atom(String keyword, SWRLPredicate predicate, Collection<? extends SWRLArgument> arguments) {
            next();
            open(keyword);
            if (predicate instanceof IRI) {
                iri((IRI) predicate);
            } else if (predicate != null) {
                object((OWLObject) predicate);
            }
            arguments.forEach(Canonical.this::object);
            close();
        }

        @Override
        public void visit(SWRLVariable v) {
            next();
            open("Variable");
            iri(v.getIRI());
            close();
        }

        @Override
        public void visit(SWRLIndividualArgument a) {
            object(a.getIndividual());
        }

        @Override
        public void visit(SWRLLiteralArgument a) {
            object(a.getLiteral());
        }
    }
}
