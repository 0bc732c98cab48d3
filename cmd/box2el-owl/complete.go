package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// escapedInBash replaces a function of cobra's script for bash. That one inserts the common prefix
// of several completions without escapes, so a label such as "hot pizza" became two words.
const escapedInBash = `
__box2el-owl_handle_standard_completion_case() {
    local tab=$'\t' line name longest=0
    for line in "${completions[@]}"; do
        printf -v name %q "${line%%$tab*}"
        [[ $name == "$cur"* ]] || continue
        COMPREPLY+=("$name${line#"${line%%$tab*}"}")
        ((${#name} > longest)) && longest=${#name}
    done
    if ((${#COMPREPLY[@]} == 1)); then
        COMPREPLY[0]=${COMPREPLY[0]%%$tab*}
    else
        __box2el-owl_format_comp_descriptions $longest
    fi
}
`

// escapeInBash adds escapedInBash to the output of "completion bash".
func escapeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	bash, _, err := root.Find([]string{"completion", "bash"})
	cobra.CheckErr(err)
	script := bash.RunE
	bash.RunE = func(cmd *cobra.Command, args []string) error {
		if err := script(cmd, args); err != nil {
			return err
		}
		_, err := io.WriteString(cmd.OutOrStdout(), escapedInBash)
		return err
	}
}

// completeOntologies completes the first argument of a command by the files of ontologies. If the
// command takes classes, it completes later arguments by the names of classes in that document.
func completeOntologies(cmd *cobra.Command) {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	var takesClasses bool
	for _, name := range []string{"CLASS", "EXPRESSION", "AXIOM"} {
		takesClasses = takesClasses || strings.Contains(arguments, name)
	}
	if strings.HasPrefix(arguments, "INPUT") {
		return // also a directory
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, begin string) (
		[]cobra.Completion, cobra.ShellCompDirective) {
		if takesClasses && len(args) > 0 {
			return classNamesIn(args[0], begin)
		}
		extensions := []string{"gz"}
		for _, f := range rdfio.Formats() {
			for _, ext := range f.Ext {
				extensions = append(extensions, strings.TrimPrefix(ext, "."))
			}
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completeClasses completes flags by the names of the classes of the document.
func completeClasses(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string,
			begin string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return classNamesIn(args[0], begin)
		}))
	}
}

// completionSize is the maximum size of a document whose names are completed. It takes 60 ms of CPU
// for the 3.2 MB of cl-edit and should take at most 100. A gzipped document may have an eighth.
const completionSize = 1 << 22

// classNamesIn returns the labels, or without label the ids, of the classes of a document that
// begin with a text.
func classNamesIn(path, begin string) ([]cobra.Completion, cobra.ShellCompDirective) {
	info, err := os.Stat(path)
	if err != nil || info.Size() > completionSize ||
		strings.HasSuffix(path, ".gz") && info.Size() > completionSize/8 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ontology, _, err := rdfio.ReadFile(context.Background(), path,
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := owl.NewNames(ontology)
	begin = strings.ToLower(begin)
	var list []cobra.Completion
	for _, entity := range ontology.Signature() {
		if entity.EntityKind() != owl.ClassKind {
			continue
		}
		label, id := names.Label(entity.EntityIRI()), names.ID(entity.EntityIRI())
		switch {
		case label != "" && strings.HasPrefix(strings.ToLower(label), begin):
			list = append(list, cobra.CompletionWithDesc(printable(label), id))
		case strings.HasPrefix(strings.ToLower(id), begin):
			list = append(list, cobra.CompletionWithDesc(id, printable(label)))
		}
	}
	slices.Sort(list)
	return list, cobra.ShellCompDirectiveNoFileComp
}
