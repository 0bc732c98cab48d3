package org.box2el.protege;

import org.protege.editor.core.prefs.Preferences;
import org.protege.editor.core.prefs.PreferencesManager;

/** What the user has chosen under Preferences > Box2EL. Kept by Protégé; the zero of each field is the default. */
public final class Settings {
    private static final String GROUP = "org.box2el.owl";

    /** The program box2el-owl; empty: beside the plugin, or on the PATH. */
    public String binary = "";
    /** Whether the companion is started with the panel, and not only when it is asked for. */
    public boolean startAtOnce;
    /** Model, dimension and steps of a training; 0: as the server has it. */
    public String model = "box2el";
    public int dim;
    public int steps;
    /** How many suggestions are shown of a class, and looked for in a whole ontology. */
    public int limit = 20;
    public int miningLimit = 1000;
    /** Whether axioms go to the ontology that defines their subject, and not to the active one. */
    public boolean toDefiningOntology;
    /** The annotation property that says on an accepted axiom where it came from; empty: none does. */
    public String provenance = "";

    public static Settings load() {
        Settings defaults = new Settings();
        Preferences stored = stored();
        Settings s = new Settings();
        s.binary = stored.getString("binary", defaults.binary);
        s.startAtOnce = stored.getBoolean("startAtOnce", defaults.startAtOnce);
        s.model = stored.getString("model", defaults.model);
        s.dim = stored.getInt("dim", defaults.dim);
        s.steps = stored.getInt("steps", defaults.steps);
        s.limit = stored.getInt("limit", defaults.limit);
        s.miningLimit = stored.getInt("miningLimit", defaults.miningLimit);
        s.toDefiningOntology = stored.getBoolean("toDefiningOntology", defaults.toDefiningOntology);
        s.provenance = stored.getString("provenance", defaults.provenance);
        return s;
    }

    public void save() {
        Preferences stored = stored();
        stored.putString("binary", binary);
        stored.putBoolean("startAtOnce", startAtOnce);
        stored.putString("model", model);
        stored.putInt("dim", dim);
        stored.putInt("steps", steps);
        stored.putInt("limit", limit);
        stored.putInt("miningLimit", miningLimit);
        stored.putBoolean("toDefiningOntology", toDefiningOntology);
        stored.putString("provenance", provenance);
    }

    private static Preferences stored() {
        return PreferencesManager.getInstance().getApplicationPreferences(GROUP);
    }
}
