package org.box2el.robot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.cli.CommandLine;
import org.semanticweb.owlapi.model.OWLOntology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Writes suggestions of missing axioms to a table. The ontology of the chain is unchanged. */
public final class SuggestCommand extends OntologyCommand {
    private static final List<String> FORMATS = List.of("tsv", "robot", "kgcl");

    /** Creates the command. */
    public SuggestCommand() {
        super("suggest", "write suggestions of missing axioms to a table");
        options.addOption("t", "output-table", true, "file of the suggestions (required)");
        options.addOption("F", "table-format", true,
            "tsv, robot (a template) or kgcl (default: kgcl for such a file, else tsv)");
        options.addOption("T", "tier", true,
            "lowest tier: likely, possible or speculative (default: possible)");
        options.addOption("l", "limit", true, "maximum number of suggestions (default: 20)");
    }

    @Override
    void run(Program program, CommandLine line, OWLOntology ontology) throws Exception {
        String table = line.getOptionValue("output-table");
        if (table == null) {
            throw new IllegalArgumentException("Name the file of the suggestions: --output-table.");
        }
        String format = line.getOptionValue("table-format",
            table.endsWith(".kgcl") ? "kgcl" : "tsv");
        if (!FORMATS.contains(format)) {
            throw new IllegalArgumentException("--table-format " + format
                + " is none of " + FORMATS + ".");
        }
        String document = program.write(ontology).toString();
        Path found = program.run("suggest", document, "--json", "--quiet",
            "--tier", line.getOptionValue("tier", "possible"),
            "--limit", line.getOptionValue("limit", "20"));
        List<String> rows =
            new ArrayList<>(List.of("tier\tprobability\tverdict\tsuggestion\taxiom"));
        List<String> axioms = new ArrayList<>();
        for (String text : Files.readAllLines(found)) {
            JsonNode suggestion = new ObjectMapper().readTree(text);
            List<String> named = new ArrayList<>();
            suggestion.at("/group/axioms").forEach(axiom -> named.add(axiom.asText()));
            if (named.isEmpty()) {
                named.add(suggestion.get("axiom").asText());
            }
            for (String axiom : named) {
                rows.add(String.join("\t", suggestion.get("tier").asText(),
                    suggestion.get("probability").asText(), suggestion.get("verdict").asText(),
                    suggestion.get("manchester").asText(), axiom));
            }
            axioms.addAll(named);
        }
        if (format.equals("tsv")) {
            Files.write(Paths.get(table), rows);
            return;
        }
        // A store of its own accepts them all, because an export has the accepted axioms.
        String store = program.file("store.db").toString();
        String list = Files.write(program.file("axioms"), axioms).toString();
        program.run("history", "accept", document, "--store", store, "--from", list, "--quiet");
        program.run("history", "export", document, "--store", store, "--format", format,
            "--output", Paths.get(table).toAbsolutePath().toString());
    }
}
