package org.box2el.driver;

import java.awt.Component;
import java.awt.Container;
import java.awt.Graphics;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuItem;
import javax.swing.JTabbedPane;
import javax.swing.MenuElement;
import javax.swing.SwingUtilities;

import org.protege.editor.owl.OWLEditorKit;

/** What a person does at a window: waits for things to appear, presses, selects, looks. */
final class Hands {
    private static final long PATIENCE_MILLIS = 120_000;

    private final OWLEditorKit kit;
    private final List<String> steps = new ArrayList<>();
    private final long start = System.nanoTime();
    private int screenshots;

    Hands(OWLEditorKit kit) {
        this.kit = kit;
    }

    void step(String name) {
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.println("[driver] " + millis + " ms: " + name);
        steps.add("{\"step\": " + quote(name) + ", \"millis\": " + millis + "}");
    }

    String steps() {
        return steps.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** Does something on the event thread, and waits for it. */
    static <T> T on(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        SwingUtilities.invokeLater(future);
        return future.get();
    }

    /** Waits until a condition, asked on the event thread, holds. */
    void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!on(condition)) {
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            Thread.sleep(20);
        }
        step(what);
    }

    void awaitWindow() throws Exception {
        await("the window shows", () -> kit.getOWLWorkspace().isShowing());
    }

    /** The component of a name that shows; null if there is none. On the event thread. */
    @SuppressWarnings("unchecked")
    static <T extends Component> T find(String name) {
        for (Window window : Window.getWindows()) {
            Component found = window.isShowing() ? find(window, name) : null;
            if (found != null) {
                return (T) found;
            }
        }
        return null;
    }

    private static Component find(Component root, String name) {
        if (name.equals(root.getName()) && root.isShowing()) {
            return root;
        }
        if (root instanceof Container) {
            for (Component child : ((Container) root).getComponents()) {
                Component found = find(child, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** What the line of the panel says. On the event thread. */
    static String text(String label) {
        JLabel found = find(label);
        return found == null ? "" : found.getText();
    }

    /** Presses a button once it can be pressed. */
    void press(String name) throws Exception {
        await("press " + name, () -> {
            AbstractButton button = find(name);
            if (button == null || !button.isEnabled()) {
                return false;
            }
            button.doClick();
            return true;
        });
    }

    /** Brings a view to the front that shares its place with that of a component. */
    void view(String component, String title) throws Exception {
        await("view " + title, () -> {
            JTabbedPane place = (JTabbedPane) SwingUtilities.getAncestorOfClass(JTabbedPane.class, find(component));
            int tab = place == null ? -1 : place.indexOfTab(title);
            if (tab < 0) {
                return false;
            }
            place.setSelectedIndex(tab);
            return true;
        });
    }

    void menu(String text) throws Exception {
        await("menu " + text, () -> {
            JMenuItem item = item(((JFrame) SwingUtilities.getWindowAncestor(kit.getOWLWorkspace())).getJMenuBar(), text);
            if (item == null || !item.isEnabled()) {
                return false;
            }
            item.doClick();
            return true;
        });
    }

    private static JMenuItem item(MenuElement menu, String text) {
        for (MenuElement element : menu.getSubElements()) {
            if (element instanceof JMenuItem && element.getSubElements().length == 0 && text.equals(((JMenuItem) element).getText())) {
                return (JMenuItem) element;
            }
            JMenuItem found = item(element, text);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    void screenshot(String name) {
        String folder = System.getenv("BOX2EL_SCREENSHOTS");
        if (folder == null) {
            return;
        }
        try {
            Path file = Paths.get(folder, String.format("%s-%02d-%s.png", System.getenv("BOX2EL_SCENARIO"), ++screenshots, name));
            on(() -> {
                Window window = SwingUtilities.getWindowAncestor(kit.getOWLWorkspace());
                BufferedImage image = new BufferedImage(window.getWidth(), window.getHeight(), BufferedImage.TYPE_INT_RGB);
                Graphics graphics = image.getGraphics();
                window.printAll(graphics);
                graphics.dispose();
                return ImageIO.write(image, "png", file.toFile());
            });
        } catch (Exception e) {
            System.out.println("[driver] no screenshot: " + e);
        }
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
