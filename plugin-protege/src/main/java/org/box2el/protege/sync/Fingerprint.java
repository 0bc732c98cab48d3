package org.box2el.protege.sync;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import org.semanticweb.owlapi.model.OWLAxiom;

/**
 * The two hashes of the API's contract over a changing collection of axioms. Each axiom is counted, so that one which stands in two
 * ontologies of a closure is there until the last is gone. A change costs the rendering of its axiom, and to undo it restores the hashes.
 * One thread at a time.
 */
public final class Fingerprint {
    private final Canonical annotated = new Canonical();
    private final Canonical bare = new Canonical();
    private final MessageDigest sha256 = newSHA256();
    private final HashCounts content = new HashCounts();
    private final HashCounts logical = new HashCounts();
    private Bytes form;
    private int unwritable;

    /**
     * Adds an axiom.
     *
     * @return whether it is a further one; false where another says the same, or where it is unwritable
     */
    public boolean add(OWLAxiom axiom) {
        return count(axiom, 1);
    }

    /**
     * Takes away an axiom that was added.
     *
     * @return whether it was the last that says so
     */
    public boolean remove(OWLAxiom axiom) {
        return count(axiom, -1);
    }

    private boolean count(OWLAxiom axiom, int by) {
        form = annotated.axiom(axiom);
        if (form == null) {
            unwritable += by;
            return false;
        }
        byte[] hash = hash(form);
        boolean changed = content.count(hash, by);
        if (axiom.isLogicalAxiom()) {
            logical.count(axiom.isAnnotated() ? hash(bare.bare(axiom)) : hash, by);
        }
        return changed;
    }

    /** The canonical form of the axiom that was added or removed last, null if it has none; good until the next one. */
    public Bytes form() {
        return form;
    }

    /** How many axioms are left out, as they have no canonical form. */
    public int unwritable() {
        return unwritable;
    }

    /** The hash over all axioms with their annotations: 64 hexadecimal digits. */
    public String content() {
        return content.toString();
    }

    /** The hash over the logical axioms without their annotations. */
    public String logical() {
        return logical.toString();
    }

    /** How many distinct axioms there are. */
    public int size() {
        return content.size();
    }

    private byte[] hash(Bytes form) {
        form.digest(sha256);
        return sha256.digest();
    }

    private static MessageDigest newSHA256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
