package org.box2el.protege.ui;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Insets;

import javax.swing.BorderFactory;
import javax.swing.Icon;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.UIManager;
import javax.swing.plaf.basic.BasicGraphicsUtils;

import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * One line of a list or table: a rendering as in Protégé, followed by a note. It paints cells and
 * is never part of a window; the text of the label is for screen readers.
 */
final class AxiomCell extends JLabel {
    private static final long serialVersionUID = 1L;
    private static final int GAP = 4;
    private static final int ICON_HEIGHT = 16; // of Protégé's icons, with any font

    private transient Rendering rendering; // null for a heading, whose text is the label's
    private String note = "";
    private transient OWLEntity link; // the entity under the mouse, or null
    private boolean selected;
    private Font plain;
    private Font bold;

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
    }

    /** Returns the height of a line. */
    int lineHeight() {
        Insets insets = getInsets();
        return Math.max(ICON_HEIGHT, getFontMetrics(bold).getHeight()) + insets.top + insets.bottom
            + 1;
    }

    AxiomCell heading(JComponent in, String text) {
        prepare(in, null, "", null, false);
        setText(text);
        return this;
    }

    /**
     * @param in the component whose colors are used
     * @param under the entity in it that is under the mouse, or null
     */
    AxiomCell line(JComponent in, Rendering what, String noted, OWLEntity under, Colors colors) {
        prepare(in, what, noted, under, colors.selected);
        setForeground(colors.foreground);
        setBackground(colors.background);
        setText(noted.isEmpty() ? what.toString() : what + ", " + noted);
        return this;
    }

    /** Sets the colors of a cell in a list or table. */
    static final class Colors {
        final Color foreground;
        final Color background;
        final boolean selected;

        Colors(Color foreground, Color background, boolean selected) {
            this.foreground = foreground;
            this.background = background;
            this.selected = selected;
        }
    }

    private void prepare(JComponent in, Rendering what, String noted, OWLEntity under,
            boolean isSelected) {
        rendering = what;
        note = noted;
        link = under;
        selected = isSelected;
        setForeground(in.getForeground());
        setBackground(in.getBackground());
        setComponentOrientation(in.getComponentOrientation());
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        Graphics2D g = (Graphics2D) graphics.create();
        try {
            g.setColor(getBackground());
            g.fillRect(0, 0, getWidth(), getHeight());
            g.setColor(getForeground());
            if (rendering == null) {
                write(g, getText(), bold, getInsets().left);
                return;
            }
            if (rendering.icon != null) {
                Icon icon = rendering.icon;
                icon.paintIcon(this, g, getInsets().left, (getHeight() - icon.getIconHeight()) / 2);
            }
            int end = getWidth() - getInsets().right;
            int x = paintParts(g, end) + 4 * GAP;
            if (!note.isEmpty() && x < end) {
                g.setColor(getForeground());
                write(g, BasicGraphicsUtils.getClippedString(this, getFontMetrics(plain), note,
                    end - x), plain, x);
            }
        } finally {
            g.dispose();
        }
    }

    /** Paints the parts and returns the end of the last one. */
    private int paintParts(Graphics2D g, int end) {
        int x = textStart(rendering);
        for (Rendering.Part part : rendering.parts) {
            Font font = font(part);
            int width = width(part.text, font);
            boolean linked = part.entity != null && part.entity.equals(link);
            g.setColor(selected ? getForeground() : part.keyword != null ? part.keyword : linked
                ? linkColor(getBackground()) : getForeground());
            if (x + width > end) { // the rest does not fit
                write(g, BasicGraphicsUtils.getClippedString(this, getFontMetrics(font),
                    part.text + "…", Math.max(0, end - x)), font, x);
                return end;
            }
            write(g, part.text, font, x);
            int base = baseline(font);
            if (linked) {
                g.drawLine(x, base + 1, x + width, base + 1);
            }
            if (part.deprecated) {
                int middle = base - getFontMetrics(font).getAscent() / 3;
                g.drawLine(x, middle, x + width, middle);
            }
            x += width;
        }
        return x;
    }

    private void write(Graphics2D g, String text, Font font, int x) {
        g.setFont(font);
        BasicGraphicsUtils.drawString(this, g, text, x, baseline(font));
    }

    private int baseline(Font font) {
        FontMetrics metrics = getFontMetrics(font);
        return (getHeight() - metrics.getHeight()) / 2 + metrics.getAscent();
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

    /**
     * Returns the color of links in Protégé, or in the look and feel; a lighter one if the
     * background is dark.
     */
    static Color linkColor(Color background) {
        Color known = UIManager.getColor("Component.linkColor");
        boolean dark = background.getRed() + background.getGreen() + background.getBlue() < 3 * 128;
        return known != null ? known : dark ? new Color(0x8a, 0xb4, 0xf8) : Color.BLUE;
    }

    // A cell is not part of a window, so these would only take time.

    @Override
    public void validate() {}

    @Override
    public void invalidate() {}

    @Override
    public void revalidate() {}

    @Override
    public void repaint(long tm, int x, int y, int width, int height) {}

    @Override
    public void repaint() {}

    @Override
    protected void firePropertyChange(String property, Object before, Object after) {}

    @Override
    public void firePropertyChange(String property, boolean before, boolean after) {}
}
