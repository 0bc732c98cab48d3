package main

import (
	"cmp"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"box2el-owl/embed"
)

// redraw is the minimum interval between updates of a progress bar.
const redraw = 50 * time.Millisecond

// stageWords has the words for the stages that users know by another name.
var stageWords = map[string]string{"saturating": "classifying", "train": "training",
	"rank": "ranking", "judging": "checking"}

// progressBars draws one bar per stage on the error stream and removes them at the end.
type progressBars struct {
	io        *streams
	container *mpb.Progress
	bar       *mpb.Bar
	stage     string
	next      time.Time
	remark    atomic.Pointer[string] // text after the bar of a training
}

// note shows the result of a validation.
func (p *progressBars) note(point *embed.Point) {
	if p == nil {
		return
	}
	remark := fmt.Sprintf("loss %.4g", point.Total)
	if point.Validation != 0 {
		remark += fmt.Sprintf(", validation %.4g", point.Validation)
	}
	p.remark.Store(&remark)
}

// startProgress returns nil, which draws nothing, if the error stream is not a terminal or quiet is
// set.
func startProgress(io *streams, quiet bool) *progressBars {
	if !io.errTerminal || quiet {
		return nil
	}
	p := &progressBars{io: io, container: mpb.New(mpb.WithOutput(io.err), mpb.WithWidth(40),
		mpb.WithAutoRefresh())}
	io.bars.Store(p.container)
	return p
}

// report is an owl.Progress.
func (p *progressBars) report(stage string, done, total int64) {
	if p == nil {
		return
	}
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
			mpb.PrependDecorators(decor.Name(cmp.Or(stageWords[stage], stage),
				decor.WC{W: 14, C: decor.DindentRight})),
			mpb.AppendDecorators(p.behind(stage, done)...))
	}
	if total > 0 {
		p.bar.SetTotal(total, false)
	} else {
		p.bar.SetTotal(done+1, false)
	}
	p.bar.SetCurrent(done)
}

// behind returns the text after a bar: the progress and the elapsed time, and for a training also
// its speed, the time left and the last validation. from is the start of the stage.
func (p *progressBars) behind(stage string, from int64) []decor.Decorator {
	list := []decor.Decorator{decor.CountersNoUnit("%d / %d"), decor.Name("  "),
		decor.Elapsed(decor.ET_STYLE_GO)}
	if stage != "train" {
		return list
	}
	start := time.Now()
	return append(list, decor.Any(func(s decor.Statistics) string {
		text := ""
		if seconds := time.Since(start).Seconds(); s.Current > from && seconds > 0 {
			speed := float64(s.Current-from) / seconds
			left := time.Duration(float64(s.Total-s.Current) / speed * float64(time.Second))
			text = fmt.Sprintf(", %v left, %.0f steps/s", left.Round(time.Second), speed)
		}
		if remark := p.remark.Load(); remark != nil {
			text += ", " + *remark
		}
		return text
	}))
}

func (p *progressBars) finishBar() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
}

// end removes the bars. It may be called again.
func (p *progressBars) end() {
	if p == nil {
		return
	}
	p.finishBar()
	p.container.Wait()
	p.io.bars.CompareAndSwap(p.container, nil)
}
