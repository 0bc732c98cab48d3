package org.box2el.protege.ui;

import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.swing.JEditorPane;
import javax.swing.event.HyperlinkEvent;
import javax.swing.text.AttributeSet;
import javax.swing.text.BadLocationException;
import javax.swing.text.SimpleAttributeSet;
import javax.swing.text.StyleConstants;
import javax.swing.text.html.HTML;
import javax.swing.text.html.HTMLDocument;
import javax.swing.text.html.HTMLEditorKit;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;
import org.semanticweb.owlapi.model.OWLEntity;

/**
 * A page whose entities are links. The mouse shows their IRIs. On the keyboard, the left and right
 * arrow keys move through the links, Enter selects one, and
 * Ctrl+Shift+I copies its IRI.
 */
final class EntityPane extends JEditorPane {
    private static final long serialVersionUID = 1L;

    private final transient OWLEditorKit kit;
    private transient Map<String, OWLEntity> entities = Map.of();

    EntityPane(OWLEditorKit kit, String name, String title) {
        this.kit = kit;
        setEditorKit(new HTMLEditorKit());
        setName(name);
        setEditable(false);
        putClientProperty(HONOR_DISPLAY_PROPERTIES, true);
        getAccessibleContext().setAccessibleName(title);
        getAccessibleContext().setAccessibleDescription(
            "The left and right arrow keys move through the entities, Enter selects one");
        addHyperlinkListener(this::followed);
        Keys.bind(this, KeyEvent.VK_RIGHT, 0, () -> walk(1));
        Keys.bind(this, KeyEvent.VK_LEFT, 0, () -> walk(-1));
        Keys.bind(this, KeyEvent.VK_ENTER, 0, () -> open(linkAt(getSelectionStart())));
        Keys.bind(this, KeyEvent.VK_I, InputEvent.CTRL_DOWN_MASK | InputEvent.SHIFT_DOWN_MASK,
            () -> copyIRI(linkAt(getSelectionStart())));
    }

    void show(Html page) {
        entities = page.links();
        setToolTipText(null);
        // Links look like the surrounding text until the mouse is over them, as in Protégé's lists.
        setFont(OWLRendererPreferences.getInstance().getFont());
        setText("<html><head><style>a {color: " + Html.hex(getForeground())
            + "; text-decoration: none} p {margin-top: 2; margin-bottom: 2}"
            + " ul, ol {margin-left-ltr: 22; margin-right-rtl: 22; margin-top: 0; margin-bottom: 0}"
            + "</style></head><body>" + page + "</body></html>");
        setCaretPosition(0);
    }

    /** Selects an entity and brings the view that shows it to the front. */
    static void show(OWLEditorKit kit, OWLEntity entity) {
        kit.getOWLWorkspace().getOWLSelectionModel().setSelectedEntity(entity);
        kit.getOWLWorkspace().displayOWLEntity(entity);
    }

    static void copy(String text) {
        Toolkit.getDefaultToolkit().getSystemClipboard()
            .setContents(new StringSelection(text), null);
    }

    private void followed(HyperlinkEvent e) {
        if (e.getEventType() == HyperlinkEvent.EventType.ACTIVATED) {
            open(e.getDescription());
            return;
        }
        boolean entered = e.getEventType() == HyperlinkEvent.EventType.ENTERED;
        setToolTipText(entered ? e.getDescription() : null);
        if (e.getSourceElement() != null) {
            SimpleAttributeSet look = new SimpleAttributeSet();
            StyleConstants.setUnderline(look, entered);
            StyleConstants.setForeground(look,
                entered ? AxiomCell.linkColor(getBackground()) : getForeground());
            int start = e.getSourceElement().getStartOffset();
            ((HTMLDocument) getDocument())
                .setCharacterAttributes(start, e.getSourceElement().getEndOffset() - start, look,
                false);
        }
    }

    private void open(String iri) {
        OWLEntity entity = iri == null ? null : entities.get(iri);
        if (entity != null) {
            show(kit, entity);
        }
    }

    private static void copyIRI(String iri) {
        if (iri != null) {
            copy(iri);
        }
    }

    /** Returns the IRI that is linked at a position of the document, or null. */
    private String linkAt(int position) {
        Object link = ((HTMLDocument) getDocument()).getCharacterElement(position).getAttributes()
            .getAttribute(HTML.Tag.A);
        return link instanceof AttributeSet
            ? (String) ((AttributeSet) link).getAttribute(HTML.Attribute.HREF) : null;
    }

    /** Selects the next or previous link. After the last one follows the first. */
    private void walk(int by) {
        List<int[]> links = new ArrayList<>();
        for (HTMLDocument.Iterator i = ((HTMLDocument) getDocument()).getIterator(HTML.Tag.A);
                i.isValid(); i.next()) {
            links.add(new int[] {i.getStartOffset(), i.getEndOffset()});
        }
        if (links.isEmpty()) {
            return;
        }
        int next = by > 0 ? 0 : links.size() - 1;
        for (int n = 0; n < links.size(); n++) {
            int start = links.get(n)[0];
            boolean selected = getSelectionStart() < getSelectionEnd();
            if (by > 0 && (selected ? start > getSelectionStart() : start >= getSelectionStart())) {
                next = n;
                break;
            }
            if (by < 0 && start < getSelectionStart()) {
                next = n;
            }
        }
        select(links.get(next)[0], links.get(next)[1]);
        getCaret().setSelectionVisible(true);
        try {
            Rectangle there = modelToView2D(getSelectionStart()).getBounds();
            scrollRectToVisible(there);
        } catch (BadLocationException gone) {
            // The position is not visible.
        }
    }
}
