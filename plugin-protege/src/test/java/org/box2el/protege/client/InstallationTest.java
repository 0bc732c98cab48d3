package org.box2el.protege.client;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Finds the program next to the bundle, where the release puts it. release.sh tests the release.
 */
public class InstallationTest {
    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private static Path found(String location) {
        List<Path> places = Installation.binaries("", Installation.folderOf(location), "");
        return places.stream().filter(Files::isExecutable).findFirst().orElse(null);
    }

    /**
     * Protégé's directory may have any name, and its launcher uses URLs for bundles; other
     * frameworks do not escape them.
     */
    @Test
    public void besideTheBundle() throws Exception {
        for (String protege : List.of("Protege-5.6.5", "Protégé 5.6", "100% of it", "a+b#c")) {
            File plugins = folder.newFolder(protege, "plugins");
            Path bundle = Files.createFile(plugins.toPath().resolve("box2el-protege.jar"));
            Path program = Files.createFile(plugins.toPath().resolve("box2el-owl"));
            assertNull(protege, found(bundle.toUri().toString())); // unpacked without permissions
            assertTrue(program.toFile().setExecutable(true));
            assertEquals(protege, program, found(bundle.toUri().toString()));
            assertEquals(protege, program, found("file:" + bundle));
            assertEquals(protege, program, found(bundle.toString()));
        }
    }

    @Test
    public void relativeToTheWorkingDirectory() {
        assertEquals(Paths.get("plugins").toAbsolutePath(),
            Installation.folderOf("file:plugins/box2el-protege.jar"));
    }

    @Test
    public void nowhere() {
        for (String location : new String[] {null, "http://x/box2el-protege.jar", "\u0000"}) {
            assertNull(location, found(location));
        }
    }
}
