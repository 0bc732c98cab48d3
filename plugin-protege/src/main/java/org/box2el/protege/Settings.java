package org.box2el.protege;

import org.protege.editor.core.prefs.Preferences;
import org.protege.editor.core.prefs.PreferencesManager;

/**
 * The choices under Preferences > Box2EL. Protégé stores them; the initial value of each field is
 * the default.
 */
public final class Settings {
    private static final String GROUP = "org.box2el.owl";

    /** The program box2el-owl. Empty: next to the plugin, or on the PATH. */
    public String binary = "";
    /** Whether the server starts with the panel, without a click. */
    public boolean startAtOnce;
    /** Model, dimension and steps of a training. 0: the server's default. */
    public String model = "box2el";
    public int dim;
    public int steps;
    /** The maximum number of suggestions for a class and for the whole ontology. */
    public int limit = 20;
    public int miningLimit = 1000;
    /**
     * Whether axioms are added to the ontology that defines their subject instead of the active
     * one.
     */
    public boolean toDefiningOntology;
    /** The annotation property for the provenance of accepted axioms. Empty: none. */
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
