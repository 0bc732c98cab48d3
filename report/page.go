package report
import "io"
func WriteHTML(w io.Writer, c *Comparison) error { return nil }
func WriteTSV(w io.Writer, c *Comparison) error { return nil }
