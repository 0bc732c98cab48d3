package org.box2el.robot;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.formats.FunctionalSyntaxDocumentFormat;
import org.semanticweb.owlapi.model.AddOntologyAnnotation;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLException;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.parameters.Imports;

/**
 * Runs box2el-owl in a temporary directory. The directory is deleted and a running process ended
 * when this object is closed, and when ROBOT is stopped by a signal.
 */
final class Program implements AutoCloseable {
    private final Path executable;
    private final Path directory;
    private final Thread atExit = new Thread(this::clear);
    private volatile Process process;

    /**
     * @param named the program, null to search it
     * @throws IOException if there is no program
     */
    Program(String named) throws IOException {
        executable = find(named);
        directory = Files.createTempDirectory("box2el-");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private static Path find(String named) throws IOException {
        String chosen = named != null ? named : System.getenv("BOX2EL_OWL");
        if (chosen != null && !chosen.isEmpty()) {
            return Optional.of(Paths.get(chosen)).filter(Program::runs)
                .orElseThrow(() -> new IOException(chosen + " is not a program."));
        }
        return places().filter(Program::runs).findFirst().orElseThrow(() -> new IOException(
            "The program box2el-owl was not found. Install it (pip install box2el-owl), or name it"
                + " with --program or the environment variable BOX2EL_OWL."));
    }

    private static boolean runs(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Returns the places of the program: next to the plugin, the PATH, where installers put it. */
    private static Stream<Path> places() {
        String end = File.separatorChar == '\\' ? ".exe" : "";
        String home = System.getProperty("user.home");
        List<String> folders = new ArrayList<>();
        folders.add(new File(URI.create(Program.class.getProtectionDomain().getCodeSource()
            .getLocation().toString())).getParent());
        folders.addAll(Arrays.asList(
            System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)));
        for (String folder : List.of("/.local/bin", "/miniforge3/bin", "/scoop/shims",
                "/AppData/Local/Microsoft/WinGet/Links")) {
            folders.add(home + folder);
        }
        folders.addAll(List.of("/opt/homebrew/bin", "/usr/local/bin"));
        return folders.stream().filter(folder -> !folder.isEmpty())
            .map(folder -> Paths.get(folder, "box2el-owl" + end));
    }

    /** Returns a file in the temporary directory. */
    Path file(String name) {
        return directory.resolve(name);
    }

    /** Writes an ontology merged with its imports, in functional syntax. */
    Path write(OWLOntology ontology) throws OWLException {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        OWLOntology merged = manager.createOntology(ontology.getOntologyID());
        manager.addAxioms(merged, ontology.getAxioms(Imports.INCLUDED));
        ontology.getAnnotations()
            .forEach(a -> manager.applyChange(new AddOntologyAnnotation(merged, a)));
        Path file = file("ontology.ofn");
        manager.saveOntology(merged, new FunctionalSyntaxDocumentFormat(),
            IRI.create(file.toUri()));
        return file;
    }

    /**
     * Runs the program and prints its warnings.
     *
     * @return the file with its output
     * @throws IOException if the program fails. The message is that of the program.
     */
    Path run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(Arrays.asList(arguments));
        Path output = file("output");
        Path messages = file("messages");
        process = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectOutput(output.toFile()).redirectError(messages.toFile()).start();
        process.getOutputStream().close();
        int status = process.waitFor();
        String text = Files.readString(messages).strip()
            .replaceAll("; (explain with:|see) .*", "") // commands for a file that will be deleted
            .replace(file("ontology.ofn").toString(), "the ontology");
        if (status != 0) {
            throw new IOException(!text.isEmpty() ? text
                : executable + " ended with status " + status + ".");
        }
        if (!text.isEmpty()) {
            System.err.println(text);
        }
        return output;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        clear();
    }

    private void clear() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.collect(Collectors.toList())) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            System.err.println("Could not delete " + directory + ": " + e.getMessage());
        }
    }
}
