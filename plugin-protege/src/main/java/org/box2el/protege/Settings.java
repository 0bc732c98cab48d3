package org.box2el.protege;

import java.util.List;

import org.protege.editor.core.prefs.Preferences;
import org.protege.editor.core.prefs.PreferencesManager;

/**
 * The choices under Preferences > Suggestions, and the groups that are open. Protégé stores them;
 * the initial value of each field is the default.
 */
public final class Settings {
    private static final String GROUP = "org.box2el.owl";

    /** The program box2el-owl. Empty: the first that is found. */
    public String binary = "";
    /** Whether the server starts with the panel, without a click. */
    public boolean startAtOnce;
    /** Whether axioms are added to the ontology that declares the class, not the active one. */
    public boolean toDefiningOntology;
    /** The annotation property for the provenance of accepted axioms. Empty: none. */
    public String provenance = "";
    /** Whether the selected reasoner checks rows, and for how many seconds each. */
    public boolean useReasoner = true;
    public int reasonerSeconds = 2;
    /** The headings of the groups of the list that are open. */
    public List<String> open = List.of("Likely");

    public static Settings load() {
        Preferences stored = stored();
        Settings s = new Settings();
        s.binary = stored.getString("binary", s.binary);
        s.startAtOnce = stored.getBoolean("startAtOnce", s.startAtOnce);
        s.toDefiningOntology = stored.getBoolean("toDefiningOntology", s.toDefiningOntology);
        s.provenance = stored.getString("provenance", s.provenance);
        s.useReasoner = stored.getBoolean("useReasoner", s.useReasoner);
        s.reasonerSeconds = stored.getInt("reasonerSeconds", s.reasonerSeconds);
        s.open = stored.getStringList("open", s.open);
        return s;
    }

    public void save() {
        Preferences stored = stored();
        stored.putString("binary", binary);
        stored.putBoolean("startAtOnce", startAtOnce);
        stored.putBoolean("toDefiningOntology", toDefiningOntology);
        stored.putString("provenance", provenance);
        stored.putBoolean("useReasoner", useReasoner);
        stored.putInt("reasonerSeconds", reasonerSeconds);
        stored.putStringList("open", open);
    }

    private static Preferences stored() {
        return PreferencesManager.getInstance().getApplicationPreferences(GROUP);
    }
}
