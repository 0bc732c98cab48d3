package org.box2el.driver;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Graphics;
import java.awt.KeyboardFocusManager;
import java.awt.Window;
import java.awt.event.KeyEvent;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuItem;
import javax.swing.JTabbedPane;
import javax.swing.MenuElement;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.ui.renderer.OWLRendererPreferences;

/** A user's actions at a window: waits, presses, selects, looks. */
final class Hands {
    // Seconds may be set for a busy machine.
    private static final long PATIENCE_MILLIS = 1000
        * Long.parseLong(System.getenv().getOrDefault("BOX2EL_PATIENCE", "120"));

    // For all windows.
    private static final List<String> STEPS = new ArrayList<>();
    private static final long START = System.nanoTime();
    private static int screenshots;

    private final OWLEditorKit kit;

    Hands(OWLEditorKit kit) {
        this.kit = kit;
    }

    static void step(String name) {
        long millis = (System.nanoTime() - START) / 1_000_000;
        System.out.println("[driver] " + millis + " ms: " + name);
        STEPS.add("{\"step\": " + quote(name) + ", \"millis\": " + millis + "}");
    }

    static String steps() {
        return STEPS.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** Runs a task on the event thread, and waits for it. */
    static <T> T on(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        SwingUtilities.invokeLater(future);
        try {
            return future.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException frozen) {
            throw new AssertionError("the window is frozen, or a dialog is open", frozen);
        }
    }

    /** Waits until a condition holds, which is evaluated on the event thread. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!on(condition)) {
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("timeout while waiting until " + what);
            }
            Thread.sleep(20);
        }
        step(what);
    }

    void awaitWindow() throws Exception {
        await("the window is visible", () -> kit.getOWLWorkspace().isShowing());
    }

    /**
     * Returns the visible component of a name in the window or a dialog, or null. On the event
     * thread.
     */
    <T extends Component> T find(String name) {
        return find(c -> name.equals(c.getName()));
    }

    /**
     * Returns the first visible component in the window or a dialog that a predicate accepts, or
     * null. On the event thread.
     */
    @SuppressWarnings("unchecked")
    <T extends Component> T find(Predicate<Component> wanted) {
        for (Window window : Window.getWindows()) {
            boolean otherFrame = window instanceof JFrame && window != frame();
            Component found = window.isShowing() && !otherFrame ? find(window, wanted) : null;
            if (found != null) {
                return (T) found;
            }
        }
        return null;
    }

    /** Sets the font size 20. */
    static void larger(OWLEditorKit kit) throws Exception {
        on(() -> {
            OWLRendererPreferences.getInstance().setFontSize(20);
            kit.getModelManager().refreshRenderer();
            return null;
        });
    }

    private static Component find(Component root, Predicate<Component> wanted) {
        if (root.isShowing() && wanted.test(root)) {
            return root;
        }
        if (root instanceof Container) {
            for (Component child : ((Container) root).getComponents()) {
                Component found = find(child, wanted);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private JFrame frame() {
        return (JFrame) SwingUtilities.getWindowAncestor(kit.getOWLWorkspace());
    }

    /**
     * Returns the text of a visible label or text component, or an empty string. On the event
     * thread.
     */
    String text(String name) {
        Component found = find(name);
        if (found instanceof JTextComponent) {
            return ((JTextComponent) found).getText();
        }
        return found == null ? "" : ((JLabel) found).getText();
    }

    /**
     * Presses a key in a component without the focus, because no window has it on a display without
     * a window manager.
     */
    void key(String name, int code, char letter) throws Exception {
        await("key " + letter + " in " + name, () -> {
            Component at = find(name);
            if (at == null) {
                return false;
            }
            KeyboardFocusManager keys = KeyboardFocusManager.getCurrentKeyboardFocusManager();
            keys.redispatchEvent(at,
                new KeyEvent(at, KeyEvent.KEY_PRESSED, System.currentTimeMillis(), 0, code,
                letter));
            keys.redispatchEvent(at,
                new KeyEvent(at, KeyEvent.KEY_TYPED, System.currentTimeMillis(), 0,
                KeyEvent.VK_UNDEFINED, letter));
            keys.redispatchEvent(at,
                new KeyEvent(at, KeyEvent.KEY_RELEASED, System.currentTimeMillis(), 0, code,
                letter));
            return true;
        });
    }

    /** Presses the button of a dialog with a text. */
    void pressInDialog(String label) throws Exception {
        await("press " + label, () -> {
            AbstractButton button = find(c -> c instanceof AbstractButton
                && label.equals(((AbstractButton) c).getText()));
            if (button == null || !button.isEnabled()) {
                return false;
            }
            button.doClick();
            javax.swing.MenuSelectionManager.defaultManager().clearSelectedPath();
            return true;
        });
    }

    /** Presses a button that opens a modal dialog, without waiting. */
    void pressForDialog(String name) throws Exception {
        await(name + " can be pressed",
            () -> find(name) != null && this.<AbstractButton>find(name).isEnabled());
        SwingUtilities.invokeLater(() -> this.<AbstractButton>find(name).doClick());
        step("press " + name);
    }

    /** Returns the text of a visible button, or an empty string. On the event thread. */
    String buttonText(String name) {
        AbstractButton found = find(name);
        return found == null ? "" : found.getText();
    }

    /** Waits until a button is enabled, and presses it. */
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

    /** Brings a view to the front that shares its place with the view of a component. */
    void view(String component, String title) throws Exception {
        await("view " + title, () -> {
            JTabbedPane place = (JTabbedPane) SwingUtilities.getAncestorOfClass(JTabbedPane.class,
                find(component));
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
            JMenuItem item = item(frame().getJMenuBar(), text);
            if (item == null || !item.isEnabled()) {
                return false;
            }
            item.doClick();
            return true;
        });
    }

    private static JMenuItem item(MenuElement menu, String text) {
        for (MenuElement element : menu.getSubElements()) {
            if (element instanceof JMenuItem && element.getSubElements().length == 0
                    && text.equals(((JMenuItem) element).getText())) {
                return (JMenuItem) element;
            }
            JMenuItem found = item(element, text);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Returns the window and the dialogs above it. */
    void screenshot(String name) {
        String folder = System.getenv("BOX2EL_SCREENSHOTS");
        if (folder == null) {
            return;
        }
        try {
            Path file = Paths.get(folder,
                String.format("%s-%02d-%s.png", System.getenv("BOX2EL_SCENARIO"), ++screenshots,
                name));
            on(() -> {
                JFrame window = frame();
                BufferedImage image = new BufferedImage(window.getWidth(), window.getHeight(),
                    BufferedImage.TYPE_INT_RGB);
                Graphics graphics = image.getGraphics();
                window.printAll(graphics);
                for (Window above : Window.getWindows()) {
                    if (above instanceof Dialog && above.isShowing()) {
                        Graphics place = graphics.create(above.getX() - window.getX(),
                            above.getY() - window.getY(), above.getWidth(), above.getHeight());
                        above.printAll(place);
                        place.dispose();
                    }
                }
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
