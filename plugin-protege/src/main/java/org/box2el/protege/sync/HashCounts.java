package org.box2el.protege.sync;

import java.nio.ByteBuffer;

/**
 * Counts SHA-256 hashes, and keeps the exclusive or of those that are there. A table of slots, at most half of them taken; 21 bytes a slot.
 *
 * <p>Hashes are told apart by their first 128 bits; that two of a million share them has a probability of about 10⁻²⁷.
 */
final class HashCounts {
    private final long[] xor = new long[4];
    // Slot i holds the key high[i], low[i] while counts[i] is not 0. A slot whose count has come back to 0 keeps its key until the table
    // grows, as those behind it may have been put there because it was taken.
    private long[] high = new long[1024];
    private long[] low = new long[1024];
    private int[] counts = new int[1024];
    private boolean[] taken = new boolean[1024];
    private int used; // slots taken
    private int size; // slots with a count

    /** Changes the count of a hash of 32 bytes; returns whether it came to be there, or has gone. */
    boolean count(byte[] hash, int by) {
        ByteBuffer words = ByteBuffer.wrap(hash);
        int slot = slot(words.getLong(0), words.getLong(8));
        boolean was = counts[slot] != 0;
        counts[slot] += by;
        boolean is = counts[slot] != 0;
        if (was == is) {
            return false;
        }
        for (int i = 0; i < xor.length; i++) {
            xor[i] ^= words.getLong(8 * i);
        }
        size += is ? 1 : -1;
        return true;
    }

    int size() {
        return size;
    }

    /** The exclusive or as 64 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x%016x%016x%016x", xor[0], xor[1], xor[2], xor[3]);
    }

    /** The slot of a key, which is taken for it if need be. */
    private int slot(long h, long l) {
        if (2 * used >= counts.length) {
            rehash();
        }
        int mask = counts.length - 1;
        int slot = (int) l & mask;
        while (taken[slot] && (high[slot] != h || low[slot] != l)) {
            slot = slot + 1 & mask;
        }
        if (!taken[slot]) {
            taken[slot] = true;
            high[slot] = h;
            low[slot] = l;
            used++;
        }
        return slot;
    }

    private void rehash() {
        long[] oldHigh = high;
        long[] oldLow = low;
        int[] oldCounts = counts;
        int capacity = 1024;
        while (capacity < 4 * size) {
            capacity *= 2;
        }
        high = new long[capacity];
        low = new long[capacity];
        counts = new int[capacity];
        taken = new boolean[capacity];
        used = 0;
        for (int i = 0; i < oldCounts.length; i++) {
            if (oldCounts[i] != 0) {
                counts[slot(oldHigh[i], oldLow[i])] = oldCounts[i];
            }
        }
    }
}
