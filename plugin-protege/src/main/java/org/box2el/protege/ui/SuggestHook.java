package org.box2el.protege.ui;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.swing.JLabel;
import javax.swing.SwingUtilities;
import javax.swing.plaf.basic.BasicHTML;

import org.box2el.protege.Companion;
import org.box2el.protege.Settings;
import org.box2el.protege.client.Installation;
import org.box2el.protege.client.Server;
import org.box2el.protege.sync.Sync;
import org.osgi.framework.FrameworkUtil;
import org.protege.editor.owl.OWLEditorKit;
import org.protege.editor.owl.model.OWLEditorKitHook;
import org.protege.editor.owl.model.OWLModelManager;
import org.protege.editor.owl.model.event.EventType;
import org.protege.editor.owl.model.event.OWLModelManagerListener;
import org.protege.editor.owl.model.user.Orcid;
import org.protege.editor.owl.model.user.OrcidPreferencesManager;
import org.protege.editor.owl.model.user.UserNamePreferencesManager;
import org.protege.editor.owl.model.user.UserPreferences;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChangeListener;

/**
 * Creates the companion of each window and passes edits to it. All windows of a Protégé share one
 * server.
 */
public final class SuggestHook extends OWLEditorKitHook {
    // For the last window, so that the server can delete its copy.
    private static final long FAREWELL_MILLIS = 500;

    // Used on the event thread only, which opens and closes windows.
    private static final Map<OWLEditorKit, Companion> COMPANIONS = new HashMap<>();
    private static Server server;
    private static Installation installation;

    private OWLModelManagerListener events;
    private OWLOntologyChangeListener changes;

    static Companion companion(OWLEditorKit kit) {
        return COMPANIONS.get(kit);
    }

    @Override
    public void initialise() {
        OWLEditorKit kit = getEditorKit();
        OWLModelManager model = kit.getModelManager();
        if (server == null) {
            server = new Server(System.getenv());
            installation = new Installation(server.folder(), System.getenv());
            Server.BACKGROUND.execute(SuggestHook::prepare);
        }
        Companion companion = new Companion(server, installation, SuggestHook::binaries,
            () -> closure(model), () -> model.getHistoryManager().canRedo(), user(),
            SwingUtilities::invokeLater);
        COMPANIONS.put(kit, companion);
        // Closing an ontology in Protégé removes it from the closure, or makes another one active.
        events = event -> {
            if (event.isType(EventType.ACTIVE_ONTOLOGY_CHANGED)
                    || event.isType(EventType.ONTOLOGY_LOADED)) {
                companion.closureChanged(false);
            } else if (event.isType(EventType.ONTOLOGY_RELOADED)) {
                companion.changes().reloaded(model.getActiveOntology());
                companion.closureChanged(true);
            }
        };
        changes = companion::changed;
        model.addListener(events);
        model.addOntologyChangeListener(changes);
    }

    @Override
    public void dispose() {
        OWLModelManager model = getEditorKit().getModelManager();
        model.removeListener(events);
        model.removeOntologyChangeListener(changes);
        Thread ending = COMPANIONS.remove(getEditorKit()).close();
        if (COMPANIONS.isEmpty()) {
            try {
                ending.join(FAREWELL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            server.close();
            server = null;
        }
    }

    /** Loads Swing's classes for HTML, which would take too long on the event thread. */
    private static void prepare() {
        BasicHTML.createHTMLView(new JLabel(),
            "<html><head><style>a {text-decoration: none}</style></head><body>"
            + "<p>A line that must be broken</p>"
            + "<ul><li><a href=\"x\">B</a> <b><font color=\"#000000\">C</font></b></li></ul>"
            + "<ol><li><i>D</i></li></ol></body></html>").setSize(60, 200);
    }

    /** Returns the user's ORCID or name under Preferences > User details. */
    private static String user() {
        return new OrcidPreferencesManager(UserPreferences.get()).getOrcid().map(Orcid::getValue)
            .orElseGet(() -> new UserNamePreferencesManager(UserPreferences.get()).getUserName()
                .orElse(System.getProperty("user.name")));
    }

    private static Sync.Closure closure(OWLModelManager model) {
        OWLOntology active = model.getActiveOntology();
        List<OWLOntology> ontologies = new ArrayList<>(active.getImportsClosure());
        ontologies.sort(Comparator.comparing(o -> o.getOntologyID().toString()));
        // Decisions are stored by the IRI. An ontology without one is identified by its document.
        String iri = active.getOntologyID().getOntologyIRI().isPresent()
            ? active.getOntologyID().getOntologyIRI().get().toString()
            : model.getOWLOntologyManager().getOntologyDocumentIRI(active).toString();
        return new Sync.Closure(ontologies, iri, model.getRendering(active));
    }

    private static List<Path> binaries() {
        String bundle = FrameworkUtil.getBundle(SuggestHook.class).getLocation();
        return installation.places(Settings.load().binary, Installation.folderOf(bundle));
    }
}
