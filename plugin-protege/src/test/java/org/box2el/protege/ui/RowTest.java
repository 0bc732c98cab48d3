package org.box2el.protege.ui;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.box2el.protege.client.Contract;
import org.junit.Test;

/** The note of a row about its group. */
public class RowTest {
    /** Returns the note of a row whose axioms have subjects s0, s1, … and these superclasses. */
    private String grouped(String... superclasses) {
        Contract.Suggestion s = new Contract.Suggestion();
        s.evidence = List.of();
        s.group = new Contract.Group();
        s.group.axioms = IntStream.range(0, superclasses.length).mapToObj(i -> {
            Contract.Axiom a = new Contract.Axiom();
            a.axiom = "SubClassOf(<urn:s" + i + "> <urn:" + superclasses[i] + ">)";
            return a;
        }).collect(Collectors.toList());
        s.axiom = s.group.axioms.get(0).axiom;
        return Row.of(List.of(s)).get(0).grouped();
    }

    @Test
    public void countsClassesOrAxioms() {
        assertEquals("", grouped("a"));
        assertEquals("for 3 classes", grouped("a", "a", "a"));
        assertEquals("and 1 more axiom by the same rule", grouped("a", "b"));
        assertEquals("and 2 more axioms by the same rule", grouped("a", "b", "c"));
    }
}
