package main

import (
	"path/filepath"
	"strings"
)

// checkPlot returns a usage error if a plot cannot be written to a file of that name.
func checkPlot(flag, path string) error {
	if path != "" && strings.ToLower(filepath.Ext(path)) != ".svg" {
		return usagef("--%s %s: plots are written as .svg", flag, path)
	}
	return nil
}
