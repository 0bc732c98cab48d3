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
 * Loads the classes of the panels, Swing's classes for HTML (a hundred of each) and the fonts,
 * once, on a separate thread. On the event thread this would take too long.
 */
final class Preparation {
    private static final List<Class<?>> CLASSES =
        List.of(SuggestPanel.class, SuggestionList.class, AxiomCell.class, Rendering.class,
        EntityPane.class, Html.class, Curation.class, SelectedReasoner.class, Row.class,
        JEditorPane.class, JSplitPane.class);
    private static final List<String> LOOKS =
        List.of("SplitPaneUI", "EditorPaneUI", "ListUI", "RadioButtonUI",
        "TextAreaUI", "TextFieldUI", "ToolTipUI");
    // Null before the start; used on the event thread only.
    private static CompletableFuture<Void> done;

    private Preparation() {}

    /** Runs a task on the event thread when all is loaded. Called on the event thread. */
    static void then(Runnable next) {
        if (done == null) {
            done = CompletableFuture.runAsync(Preparation::load, task -> {
                Thread thread = new Thread(task, "box2el-prepare");
                thread.setDaemon(true);
                thread.start();
            });
        }
        // If loading fails, the event thread loads.
        done.whenComplete((nothing, failure) -> SwingUtilities.invokeLater(next));
    }

    private static void load() {
        CLASSES.forEach(type -> initialise(type.getName(), type.getClassLoader()));
        LOOKS.forEach(look -> UIManager.getDefaults().getUIClass(look)); // loads the class
        // A page like those that will be shown, without a window, and too narrow for its lines.
        View page = BasicHTML.createHTMLView(new JLabel(),
            "<html><head><style>a {text-decoration: none}</style></head><body>"
            + "<p>A line that must be broken</p>"
            + "<ul><li><a href=\"x\">B</a> <b><font color=\"#000000\">C</font></b></li></ul>"
            + "<ol><li><i>D</i></li></ol></body></html>");
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
