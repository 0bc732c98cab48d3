package org.box2el.protege.ui;

import java.awt.event.ActionEvent;
import javax.swing.AbstractAction;
import javax.swing.JComponent;
import javax.swing.KeyStroke;

/** Adds key bindings to a component. */
final class Keys {
    private Keys() {}

    /** Binds a key in the syntax of {@link KeyStroke#getKeyStroke(String)}. */
    static void bind(JComponent component, String key, Runnable action) {
        String name = "box2el." + key;
        component.getInputMap().put(KeyStroke.getKeyStroke(key), name);
        component.getActionMap().put(name, new AbstractAction() {
            @Override
            public void actionPerformed(ActionEvent e) {
                action.run();
            }
        });
    }
}
