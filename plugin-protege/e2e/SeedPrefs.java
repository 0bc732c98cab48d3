import java.util.prefs.Preferences;

/** Keeps Protégé from asking at the start whether it may look for updates, and gives the panel what the test wants: name=value. */
public class SeedPrefs {
    public static void main(String[] settings) throws Exception {
        Preferences application = Preferences.userRoot().node("PROTEGE_PREFERENCES/application_preferences");
        application.node("org.protege.editor.core.update.PluginManager").putBoolean("CheckForUpdates", false);
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            application.node("org.box2el.owl").put(parts[0], parts[1]);
        }
        application.flush();
    }
}
