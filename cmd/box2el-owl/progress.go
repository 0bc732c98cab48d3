package main

import (
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"box2el-owl/owl"
)

// redraw is how often a progress bar may be told of a change.
const redraw = 50 * time.Millisecond

// progressBars draws one bar a stage on the error stream, and removes them when the work is done.
type progressBars struct {
	container *mpb.Progress
	bar       *mpb.Bar
	stage     string
	next      time.Time
}

// startProgress returns a sink for progress and the function that ends the drawing. Where the error
// stream is no terminal, or quiet is set, the sink is nil and nothing is ever written.
func startProgress(io *streams, quiet bool) (sink owl.Progress, end func()) {
	if !io.errTerminal || quiet {
		return nil, func() {}
	}
	p := &progressBars{container: mpb.New(mpb.WithOutput(io.err), mpb.WithWidth(40), mpb.WithAutoRefresh())}
	return p.report, p.end
}

func (p *progressBars) report(stage string, done, total int64) {
	now := time.Now()
	if stage == p.stage && now.Before(p.next) && done != total {
		return
	}
	p.next = now.Add(redraw)
	if stage != p.stage {
		p.finishBar()
		p.stage = stage
		p.bar = p.container.AddBar(total,
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(stage, decor.WC{W: 14, C: decor.DindentRight})),
			mpb.AppendDecorators(decor.CountersNoUnit("%d / %d"), decor.Name("  "), decor.Elapsed(decor.ET_STYLE_GO)))
	}
	if total > 0 {
		p.bar.SetTotal(total, false)
	} else {
		p.bar.SetTotal(done+1, false)
	}
	p.bar.SetCurrent(done)
}

func (p *progressBars) finishBar() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
}

func (p *progressBars) end() {
	p.finishBar()
	p.container.Wait()
}
