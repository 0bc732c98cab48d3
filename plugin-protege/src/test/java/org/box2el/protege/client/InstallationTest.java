package org.box2el.protege.client;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The places of the program, and its archives. The scenario `program` downloads one. */
public class InstallationTest {
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private static Path found(String location) {
        return new Installation(Paths.get("/home"), Map.of(), new Properties())
            .places("", Installation.folderOf(location)).stream().filter(Files::isExecutable)
            .findFirst().orElse(null);
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
            assertNotEquals(program, found(bundle.toUri().toString())); // not executable
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

    private Installation released(Path archive, String checksum) throws Exception {
        Properties released = new Properties();
        released.setProperty("version", "1.2.3");
        released.setProperty("from", "https://box2el.example/1.2.3");
        released.setProperty("linux-amd64", checksum + " " + Files.size(archive));
        return new Installation(folder.getRoot().toPath(), Map.of("PATH", "/bin:/usr/bin"),
            released);
    }

    @Test
    public void looksInTheOrderOfTheSpecification() throws Exception {
        assumeTrue(LINUX);
        String user = System.getProperty("user.home");
        List<Path> places = released(folder.newFile().toPath(), "").places(" /named/program ",
            Paths.get("/plugins"));
        assertEquals(List.of("/named/program",
            folder.getRoot() + "/bin/1.2.3/box2el-owl", "/plugins/box2el-owl", "/bin/box2el-owl",
            "/usr/bin/box2el-owl", "/opt/homebrew/bin/box2el-owl", "/usr/local/bin/box2el-owl",
            "/home/linuxbrew/.linuxbrew/bin/box2el-owl", user + "/.local/bin/box2el-owl",
            user + "/miniforge3/bin/box2el-owl", user + "/miniconda3/bin/box2el-owl",
            user + "/anaconda3/bin/box2el-owl").toString(), places.toString());
    }

    /** An archive made by tar is unpacked if it has the checksum, and leaves no other file. */
    @Test
    public void unpacksTheArchiveOfTheRelease() throws Exception {
        assumeTrue(LINUX);
        File top = folder.newFolder("work", "box2el-owl-1.2.3-linux-amd64");
        byte[] program = new byte[100_001];
        new Random(1).nextBytes(program);
        Files.write(top.toPath().resolve("box2el-owl"), program);
        Files.write(top.toPath().resolve("A-LICENSE"), new byte[700]);
        Path archive = folder.getRoot().toPath().resolve("archive.tar.gz");
        assertEquals(0, new ProcessBuilder("tar", "--format=ustar", "-czf", archive.toString(),
            "-C", top.getParent(), top.getName()).inheritIO().start().waitFor());
        String sum = String.format("%064x", new BigInteger(1, MessageDigest.getInstance("SHA-256")
            .digest(Files.readAllBytes(archive))));
        Path bin = folder.getRoot().toPath().resolve("bin");

        String other = (sum.charAt(0) == '0' ? "1" : "0") + sum.substring(1);
        IOException refused = assertThrows(IOException.class,
            () -> released(archive, other).install(archive));
        assertEquals("The checksum of archive.tar.gz is wrong; it was not installed",
            refused.getMessage());
        assertFalse(Files.exists(bin));

        for (int again = 0; again < 2; again++) {
            released(archive, sum).install(archive);
            assertArrayEquals(new String[] {"box2el-owl"}, bin.resolve("1.2.3").toFile().list());
            assertTrue(Files.isExecutable(bin.resolve("1.2.3/box2el-owl")));
            assertArrayEquals(program, Files.readAllBytes(bin.resolve("1.2.3/box2el-owl")));
        }
    }

    @Test
    public void nowhere() {
        for (String location : new String[] {null, "http://x/box2el-protege.jar", "\u0000"}) {
            Path found = Installation.folderOf(location);
            assertTrue(location, found == null || !Files.exists(found));
        }
    }
}
