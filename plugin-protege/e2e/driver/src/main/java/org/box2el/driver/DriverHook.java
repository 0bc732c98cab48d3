package org.box2el.driver;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

import javax.swing.SwingUtilities;

import org.protege.editor.core.ProtegeApplication;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLEditorKitHook;

/**
 * Runs the scenario that BOX2EL_SCENARIO names when the first window opens, writes BOX2EL_RESULT,
 * and ends Protégé: as a user would, with status 0, or with status 3 after a failure.
 */
public final class DriverHook extends OWLEditorKitHook {
    // The open windows. Used on the event thread only.
    private static final List<OWLEditorKit> WINDOWS = new ArrayList<>();
    private static boolean started;

    @Override
    public void initialise() {
        WINDOWS.add(getEditorKit());
        String scenario = System.getenv("BOX2EL_SCENARIO");
        if (scenario == null || started) {
            return;
        }
        started = true;
        OWLEditorKit kit = getEditorKit();
        Thread thread = new Thread(() -> drive(kit, scenario), "box2el-driver");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the open windows in the order of their opening. On the event thread. */
    static List<OWLEditorKit> windows() {
        return new ArrayList<>(WINDOWS);
    }

    private static void drive(OWLEditorKit kit, String scenario) {
        Path result = Paths.get(System.getenv("BOX2EL_RESULT"));
        Curator curator = new Curator(kit);
        Stalls stalls = new Stalls();
        try {
            curator.hands.awaitWindow();
            if (System.getenv("BOX2EL_LARGE") != null) {
                Hands.larger(kit);
            }
            stalls.watch();
            new Scenarios(curator, stalls).run(scenario);
            write(result, "{\"ok\": true, \"steps\": " + Hands.steps() + ", \"stalls\": "
                + stalls.report() + "}");
            SwingUtilities.invokeAndWait(() -> WINDOWS.forEach(k -> k.getModelManager()
                .getOntologies().forEach(k.getModelManager()::setClean)));
            SwingUtilities.invokeLater(ProtegeApplication::handleQuit);
        } catch (Throwable failure) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            curator.hands.screenshot("failed");
            write(result, "{\"ok\": false, \"steps\": " + Hands.steps() + ", \"error\": "
                + Hands.quote(trace.toString()) + "}");
            System.exit(3);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text + "\n");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    @Override
    public void dispose() {
        WINDOWS.remove(getEditorKit());
    }
}
