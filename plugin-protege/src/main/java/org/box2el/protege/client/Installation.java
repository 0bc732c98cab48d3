package org.box2el.protege.client;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the program on this computer. */
public final class Installation {
    private Installation() {}

    /**
     * Returns the places of the program: the one named in the preferences, a directory next to the
     * plugin, the PATH. Each may be null.
     */
    public static List<Path> binaries(String named, Path directory, String path) {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win")
            ? "box2el-owl.exe" : "box2el-owl";
        List<Path> places = new ArrayList<>();
        if (named != null && !named.isBlank()) {
            places.add(Paths.get(named.trim()));
        }
        if (directory != null) {
            places.add(directory.resolve(name));
        }
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                places.add(Paths.get(folder).resolve(name));
            }
        }
        return places;
    }

    /**
     * Returns the directory of a bundle by its OSGi location, which is a URL or "file:" and a path;
     * null if it is not a file.
     */
    public static Path folderOf(String location) {
        if (location == null) {
            return null;
        }
        try {
            return Paths.get(new URI(location)).getParent();
        } catch (URISyntaxException | IllegalArgumentException
                | FileSystemNotFoundException notOfFile) {
            try {
                return Paths.get(location.replaceFirst("^file:", "")).toAbsolutePath().getParent();
            } catch (InvalidPathException nowhere) {
                return null;
            }
        }
    }
}
