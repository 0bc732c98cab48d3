package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.Arrays;

import javax.swing.JTable;

import org.osgi.framework.Bundle;
import org.protege.editor.core.ProtegeApplication;

/**
 * "Check for plugins..." with a registry on the loopback interface. It offers the version that
 * BOX2EL_OFFERED names. Each scenario is a Protégé of its own.
 */
final class Installing {
    private final Curator curator;
    private final Hands hands;
    private final String offered = System.getenv("BOX2EL_OFFERED");

    Installing(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
    }

    /** Installs the plugin, which starts at once. */
    void install() throws Exception {
        check(installed() == null, "the plugin is there already");
        take();
        check(offered.equals(installed()), "installed is " + installed());
    }

    /** The panel of the installed plugin works, and a higher version is offered. */
    void update() throws Exception {
        check(!offered.equals(installed()), "the higher version is there already");
        curator.start();
        take();
    }

    /** The panel of the higher version works, and nothing more is offered. */
    void updated() throws Exception {
        check(offered.equals(installed()), "installed is " + installed());
        curator.start();
        hands.menu("Check for plugins...");
        Hands.await("nothing is offered",
            () -> hands.find(JTable.class::isInstance) instanceof JTable
            && table().getRowCount() == 0);
        hands.pressInDialog("Not now");
    }

    private void take() throws Exception {
        hands.menu("Check for plugins...");
        Hands.await("the plugin is offered", () -> hands.find(c -> c instanceof JTable
            && ((JTable) c).getColumnName(0).equals("Install")) != null
            && table().getRowCount() == 1);
        String row = Hands.on(() -> table().getValueAt(0, 1) + " " + table().getValueAt(0, 3));
        check(row.equals("Suggestions " + offered), "offered is " + row);
        Hands.on(() -> {
            table().setValueAt(true, 0, 0);
            return null;
        });
        hands.screenshot("offered");
        hands.pressInDialog("Install");
        hands.pressInDialog("OK");
    }

    private JTable table() {
        return hands.find(c -> c instanceof JTable
            && ((JTable) c).getColumnName(0).equals("Install"));
    }

    /** Returns the version of the running plugin, or null. */
    private static String installed() {
        return Arrays.stream(ProtegeApplication.getContext().getBundles())
            .filter(b -> "org.box2el.protege".equals(b.getSymbolicName())
                && b.getState() == Bundle.ACTIVE)
            .map(b -> b.getVersion().toString()).findFirst().orElse(null);
    }
}
