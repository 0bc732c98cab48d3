package org.box2el.driver;

import java.util.List;

import org.protege.editor.core.prefs.Preferences;
import org.protege.editor.core.prefs.PreferencesManager;

/** Sets the panel's preferences without their dialog. */
final class Settings {
    private Settings() {}

    static void put(String name, int value) {
        stored().putInt(name, value);
    }

    static void put(String name, String value) {
        stored().putString(name, value);
    }

    static void put(String name, boolean value) {
        stored().putBoolean(name, value);
    }

    static void put(String name, List<String> value) {
        stored().putStringList(name, value);
    }

    private static Preferences stored() {
        return PreferencesManager.getInstance().getApplicationPreferences("org.box2el.owl");
    }
}
