package org.box2el.protege.ui;

import java.awt.Graphics;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.swing.JEditorPane;
import javax.swing.JLabel;
import javax.swing.JSplitPane;
import javax.swing.SwingUtilities;
import javax.swing.UIManager;
import javax.swing.plaf.basic.BasicHTML;
import javax.swing.text.View;

/**
 * Loads what the panels need, once, on a thread of its own: their classes and Swing's for HTML, a hundred of each, and the fonts. On the event thread that
 * would take longer than it may be held.
 */
final class Preparation {
    private static final List<Class<?>> CLASSES = List.of(SuggestPanel.class, SuggestionList.class, AxiomCell.class, Rendering.class, EntityLinks.class,
        EntityPane.class, Html.class, DecisionBar.class, Curation.class, StatusBar.class, Row.class,
        JEditorPane.class, JSplitPane.class);
    private static final List<String> LOOKS = List.of("SplitPaneUI", "EditorPaneUI", "ListUI", "CheckBoxUI", "ToolTipUI");
    private static CompletableFuture<Void> done; // null: not begun; of the event thread

    private Preparation() {}

    /** Runs something on the event thread when all is loaded. To be called on the event thread. */
    static void then(Runnable next) {
        if (done == null) {
            done = CompletableFuture.runAsync(Preparation::load, task -> {
                Thread thread = new Thread(task, "box2el-prepare");
                thread.setDaemon(true);
                thread.start();
            });
        }
        done.whenComplete((nothing, failure) -> SwingUtilities.invokeLater(next)); // what is not loaded here is loaded there
    }

    private static void load() {
        CLASSES.forEach(type -> initialise(type.getName(), type.getClassLoader()));
        LOOKS.forEach(look -> UIManager.getDefaults().getUIClass(look)); // loads it
        // A page like those that will be shown, in no window; too narrow for its lines.
        View page = BasicHTML.createHTMLView(new JLabel(), "<html><head><style>a {text-decoration: none}</style></head><body><p>A line to be broken somewhere</p>"
            + "<ul><li><a href=\"x\">B</a> <b><font color=\"#000000\">C</font></b></li></ul><ol><li><i>D</i></li></ol></body></html>");
        page.setSize(60, 200);
        Graphics image = new BufferedImage(200, 200, BufferedImage.TYPE_INT_RGB).getGraphics();
        page.paint(image, new Rectangle(200, 200));
        image.dispose();
    }

    private static void initialise(String type, ClassLoader loader) {
        try {
            Class.forName(type, true, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("it is there", e);
        }
    }
}
