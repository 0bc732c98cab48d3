package org.box2el.protege.ui;

import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.awt.event.MouseEvent;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.swing.JEditorPane;
import javax.swing.KeyStroke;
import javax.swing.event.HyperlinkEvent;
import javax.swing.text.AttributeSet;
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
    private final transient OWLEditorKit kit;

    EntityPane(OWLEditorKit kit) {
        this.kit = kit;
        setEditorKit(new HTMLEditorKit());
        setName("box2el.details");
        setEditable(false);
        putClientProperty(HONOR_DISPLAY_PROPERTIES, true);
        getAccessibleContext().setAccessibleName("Details");
        getAccessibleContext().setAccessibleDescription(
            "The left and right arrow keys move through the entities, Enter selects one");
        addHyperlinkListener(e -> {
            if (e.getEventType() == HyperlinkEvent.EventType.ACTIVATED) {
                open(e.getDescription());
            }
        });
        setToolTipText(""); // registers it for tool tips
        getInputMap().put(KeyStroke.getKeyStroke("RIGHT"), "next-link-action");
        getInputMap().put(KeyStroke.getKeyStroke("LEFT"), "previous-link-action");
        SuggestionList.bind(this, "ENTER", () -> open(linkAt(getCaretPosition())));
        SuggestionList.bind(this, "ctrl shift I",
            () -> copy(Stream.ofNullable(linkAt(getCaretPosition()))));
    }

    @Override
    public String getToolTipText(MouseEvent e) {
        return linkAt(viewToModel2D(e.getPoint()));
    }

    void show(Html page) {
        // Links look like the surrounding text, as in Protégé's lists.
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

    static void copy(Stream<String> lines) {
        Toolkit.getDefaultToolkit().getSystemClipboard()
            .setContents(new StringSelection(lines.collect(Collectors.joining("\n"))), null);
    }

    private void open(String iri) {
        OWLEntity entity = iri == null ? null : Html.entity(kit, iri);
        if (entity != null) {
            show(kit, entity);
        }
    }

    /** Returns the IRI that is linked at a position of the document, or null. */
    private String linkAt(int position) {
        Object link = ((HTMLDocument) getDocument()).getCharacterElement(position).getAttributes()
            .getAttribute(HTML.Tag.A);
        return link instanceof AttributeSet
            ? (String) ((AttributeSet) link).getAttribute(HTML.Attribute.HREF) : null;
    }
}
