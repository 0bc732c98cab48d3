package main

import (
	"io"

	"box2el-owl/embed"
	"box2el-owl/report"
)

// drawCurves draws the losses and the validation metric of a training into a file, in the format of
// its extension.
func drawCurves(streams *streams, path string, m *embed.Model, data string) error {
	if path == "" {
		return nil
	}
	format, err := report.FormatOf(path)
	if err != nil {
		return usageError{err}
	}
	return streams.write(path, func(w io.Writer) error {
		return report.TrainingCurves(m, data).Draw(w, format)
	})
}
