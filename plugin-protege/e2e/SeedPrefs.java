import java.util.prefs.Preferences;

/**
 * Stores preferences before a test: Protégé does not ask whether it may look for updates, and the
 * panel gets the arguments, name=value. registry=ADDRESS is the registry of plugins instead.
 */
public class SeedPrefs {
    public static void main(String[] settings) throws Exception {
        Preferences application = Preferences.userRoot()
            .node("PROTEGE_PREFERENCES/application_preferences");
        Preferences updates = application.node("org.protege.editor.core.update.PluginManager");
        updates.putBoolean("CheckForUpdates", false);
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            if (parts[0].equals("registry")) {
                updates.put("plugin.registry-5.0.url", parts[1]);
                continue;
            }
            application.node("org.box2el.owl").put(parts[0], parts[1]);
        }
        application.flush();
    }
}
