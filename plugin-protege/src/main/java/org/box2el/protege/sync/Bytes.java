package org.box2el.protege.sync;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** Bytes that grow at their end. */
public final class Bytes {
    private byte[] bytes = new byte[512];
    private int length;

    public int length() {
        return length;
    }

    /** Adds the bytes to a digest. */
    public void digest(MessageDigest digest) {
        digest.update(bytes, 0, length);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    /** The bytes as UTF-8. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    void clear() {
        length = 0;
    }

    void cut(int newLength) {
        length = newLength;
    }

    /** The last byte, -1 where there is none. */
    int last() {
        return length == 0 ? -1 : bytes[length - 1];
    }

    /** Appends a byte, given as a character below 128. */
    void append(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
    }

    void append(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    void ascii(String s) {
        for (int i = 0; i < s.length(); i++) {
            append(s.charAt(i));
        }
    }

    /** Appends a character beyond ASCII as UTF-8. */
    void codePoint(int c) {
        reserve(4);
        if (c < 0x800) {
            bytes[length++] = (byte) (0xc0 | c >> 6);
        } else {
            if (c < 0x10000) {
                bytes[length++] = (byte) (0xe0 | c >> 12);
            } else {
                bytes[length++] = (byte) (0xf0 | c >> 18);
                bytes[length++] = (byte) (0x80 | c >> 12 & 0x3f);
            }
            bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
        }
        bytes[length++] = (byte) (0x80 | c & 0x3f);
    }

    int compare(int from, int to, int otherFrom, int otherTo) {
        return Arrays.compareUnsigned(bytes, from, to, bytes, otherFrom, otherTo);
    }

    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
