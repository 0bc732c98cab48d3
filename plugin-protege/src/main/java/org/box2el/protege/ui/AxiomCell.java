package org.box2el.protege.ui;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;

import javax.swing.BorderFactory;
import javax.swing.DefaultListCellRenderer;
import javax.swing.Icon;
import javax.swing.JList;
import javax.swing.plaf.basic.BasicGraphicsUtils;

import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * A cell of the list: a rendering as in Protégé with a note below it and, on the right, the row's
 * buttons. It paints cells and is never part of a window; its text is for screen readers.
 */
final class AxiomCell extends DefaultListCellRenderer {
    private static final int GAP = 4;
    private static final int ICON_HEIGHT = 16; // of Protégé's icons, with any font
    private static final Color RED = new Color(0xc0, 0x20, 0x20);

    private transient Rendering rendering; // null for a heading, whose text is the label's
    private String note = "";
    private boolean warned; // the note is a contradiction
    private boolean decided;
    private boolean selected;
    private String buttons = ""; // one symbol each
    private Font plain;
    private Font bold;
    private Font small;

    AxiomCell() {
        putClientProperty("html.disable", true);
        setOpaque(true);
        setBorder(BorderFactory.createEmptyBorder(1, 3, 1, 6));
        fontChanged();
    }

    /** Uses the font of Protégé's preferences. */
    void fontChanged() {
        plain = OWLRendererPreferences.getInstance().getFont();
        bold = plain.deriveFont(Font.BOLD);
        small = plain.deriveFont(plain.getSize2D() * 0.9f);
    }

    /** Returns the height of a cell. */
    int lineHeight() {
        return upper() + getFontMetrics(small).getHeight() + 3;
    }

    private int upper() {
        return Math.max(ICON_HEIGHT, getFontMetrics(bold).getHeight()) + 2;
    }

    /**
     * @param in the list whose colors are used
     * @param what null for a heading, whose text is the note
     * @param symbols the buttons, empty if they are not shown
     * @param contradicts whether the note is a contradiction
     */
    AxiomCell line(JList<?> in, Rendering what, String noted, boolean isSelected, String symbols,
            boolean contradicts, boolean isDecided) {
        rendering = what;
        note = noted;
        selected = isSelected;
        buttons = symbols;
        warned = contradicts;
        decided = isDecided;
        setText(what == null ? noted : noted.isEmpty() ? what.toString() : what + ", " + noted);
        setForeground(isSelected ? in.getSelectionForeground() : in.getForeground());
        setBackground(isSelected ? in.getSelectionBackground() : in.getBackground());
        setComponentOrientation(in.getComponentOrientation());
        return this;
    }

    private int buttonWidth() {
        return getFontMetrics(plain).getHeight() + 2 * GAP;
    }

    /** Returns the button at a distance from the right edge, -1 if there is none. */
    int buttonAt(int distance, int n) {
        int index = n - 1 - (distance - getInsets().right) / buttonWidth();
        return distance >= getInsets().right && index >= 0 ? index : -1;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        Graphics2D g = (Graphics2D) graphics.create();
        try {
            g.setColor(getBackground());
            g.fillRect(0, 0, getWidth(), getHeight());
            g.setColor(getForeground());
            if (rendering == null) {
                write(g, getText(), bold, getInsets().left, (getHeight() - upper()) / 2);
                return;
            }
            if (rendering.icon != null) {
                Icon icon = rendering.icon;
                icon.paintIcon(this, g, getInsets().left, (upper() - icon.getIconHeight()) / 2);
            }
            int end = getWidth() - getInsets().right - buttons.length() * buttonWidth();
            paintParts(g, end);
            int x = textStart(rendering);
            g.setColor(selected ? getForeground() : warned ? RED : Color.GRAY);
            write(g, BasicGraphicsUtils.getClippedString(this, getFontMetrics(small), note,
                Math.max(0, end - x)), small, x, upper() - 1);
            g.setColor(getForeground());
            for (int i = 0; i < buttons.length(); i++) {
                String symbol = buttons.substring(i, i + 1);
                int left = end + i * buttonWidth();
                g.drawRoundRect(left + 2, 2, buttonWidth() - 4, upper() - 3, 6, 6);
                write(g, symbol, plain, left + (buttonWidth() - width(symbol, plain)) / 2, 0);
            }
        } finally {
            g.dispose();
        }
    }

    private void paintParts(Graphics2D g, int end) {
        int x = textStart(rendering);
        for (Rendering.Part part : rendering.parts) {
            Font font = font(part);
            int width = width(part.text, font);
            g.setColor(selected ? getForeground() : decided ? Color.GRAY
                : part.keyword != null ? part.keyword : getForeground());
            if (x + width > end) { // the rest does not fit
                write(g, BasicGraphicsUtils.getClippedString(this, getFontMetrics(font),
                    part.text + "…", Math.max(0, end - x)), font, x, 0);
                return;
            }
            write(g, part.text, font, x, 0);
            if (part.deprecated || decided) {
                int middle = baseline(font) - getFontMetrics(font).getAscent() / 3;
                g.drawLine(x, middle, x + width, middle);
            }
            x += width;
        }
    }

    private void write(Graphics2D g, String text, Font font, int x, int y) {
        g.setFont(font);
        BasicGraphicsUtils.drawString(this, g, text, x, y + baseline(font));
    }

    /** Returns the baseline of a font in the upper line. */
    private int baseline(Font font) {
        FontMetrics metrics = getFontMetrics(font);
        int height = font == small ? metrics.getHeight() : upper();
        return (height - metrics.getHeight()) / 2 + metrics.getAscent();
    }

    private int width(String text, Font font) {
        return (int) Math.ceil(BasicGraphicsUtils.getStringWidth(this, getFontMetrics(font), text));
    }

    private Font font(Rendering.Part part) {
        return part.keyword != null || rendering != null && rendering.bold ? bold : plain;
    }

    private int textStart(Rendering of) {
        return getInsets().left + (of.icon == null ? 0 : of.icon.getIconWidth() + GAP);
    }

    /** Returns the entity at a distance from the left edge of a line, or null. */
    OWLEntity entityAt(Rendering of, int distance) {
        rendering = of;
        int x = textStart(of);
        for (Rendering.Part part : of.parts) {
            int next = x + width(part.text, font(part));
            if (distance >= x && distance < next) {
                return part.entity;
            }
            x = next;
        }
        return null;
    }
}
