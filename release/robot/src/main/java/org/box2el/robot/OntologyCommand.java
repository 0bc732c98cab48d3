package org.box2el.robot;

import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.obolibrary.robot.Command;
import org.obolibrary.robot.CommandLineHelper;
import org.obolibrary.robot.CommandState;
import org.semanticweb.owlapi.model.OWLOntology;

/** A command of a ROBOT chain that runs box2el-owl on the ontology of the chain. */
abstract class OntologyCommand implements Command {
    private final String name;
    private final String description;
    final Options options = CommandLineHelper.getCommonOptions();

    OntologyCommand(String name, String description) {
        this.name = name;
        this.description = description;
        options.addOption("i", "input", true, "read the ontology from a file");
        options.addOption("I", "input-iri", true, "read the ontology from an IRI");
        options.addOption("o", "output", true, "write the ontology to a file");
        options.addOption(null, "program", true,
            "the program box2el-owl (default: $BOX2EL_OWL, next to the plugin, then the PATH)");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public String getUsage() {
        return "robot box2el:" + name + " --input <file> [options] --output <file>";
    }

    @Override
    public Options getOptions() {
        return options;
    }

    @Override
    public void main(String[] arguments) {
        try {
            execute(null, arguments);
        } catch (Exception e) {
            CommandLineHelper.handleException(e);
        }
    }

    @Override
    public CommandState execute(CommandState previous, String[] arguments) throws Exception {
        CommandLine line = CommandLineHelper.getCommandLine(getUsage(), options, arguments);
        CommandState state = CommandLineHelper.updateInputOntology(
            CommandLineHelper.getIOHelper(line),
            previous == null ? new CommandState() : previous, line);
        try (Program program = new Program(line.getOptionValue("program"))) {
            run(program, line, state.getOntology());
        }
        CommandLineHelper.maybeSaveOutput(line, state.getOntology());
        return state;
    }

    /** Runs the program; may change the ontology. */
    abstract void run(Program program, CommandLine line, OWLOntology ontology) throws Exception;
}
