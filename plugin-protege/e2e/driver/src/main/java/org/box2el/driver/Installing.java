package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

import java.util.Arrays;

import javax.swing.JLabel;
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

    void run(String scenario) throws Exception {
        if (scenario.equals("install")) {
            check(installed() == null, "the plugin is there already");
            take();
            check(offered.equals(installed()), "installed is " + installed());
            return;
        }
        // The panel of the installed plugin works.
        hands.menu("Suggest missing axioms…");
        Hands.await("the server runs", curator::ready);
        hands.screenshot("panel");
        if (scenario.equals("update")) {
            check(!offered.equals(installed()), "the higher version is there already");
            take();
            return;
        }
        check(offered.equals(installed()), "installed is " + installed());
        hands.menu("Check for plugins...");
        Hands.await("nothing is offered", () -> table() != null && table().getRowCount() == 0);
        hands.pressInDialog("Not now");
    }

    private void take() throws Exception {
        hands.menu("Check for plugins...");
        Hands.await("the plugin is offered",
            () -> table() != null && table().getRowCount() == 1);
        String row = Hands.on(() -> table().getValueAt(0, 1) + " " + table().getValueAt(0, 3));
        check(row.equals("Suggestions " + offered), "offered is " + row);
        Hands.on(() -> {
            table().setValueAt(true, 0, 0);
            return null;
        });
        hands.screenshot("offered");
        hands.pressInDialog("Install");
        Hands.await("it is installed", () -> hands.find(c -> c instanceof JLabel
            && String.valueOf(((JLabel) c).getText()).startsWith("Updates will take")) != null);
        hands.pressInDialog("OK");
    }

    /** Returns the table of plugins, or null. On the event thread. */
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
