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

// progress is the state of the progress bars.
type progress struct {
	bar    *mpb.Bar
	stage  string
	next   time.Time
	remark atomic.Pointer[string] // text after the bar of a training
}

// noteValidation shows the result of a validation after the bar of a training.
func (s *streams) noteValidation(point *embed.Point) {
	remark := fmt.Sprintf("loss %.4g", point.Total)
	if point.Validation != 0 {
		remark += fmt.Sprintf(", validation %.4g", point.Validation)
	}
	s.progress.remark.Store(&remark)
}

// report is an owl.Progress. It draws one bar per stage on the error stream, if that is a terminal
// and --quiet is not given.
func (s *streams) report(stage string, done, total int64) {
	if !s.errTerminal || s.quiet {
		return
	}
	p, now := &s.progress, time.Now()
	if stage == p.stage && now.Before(p.next) && done != total {
		return
	}
	p.next = now.Add(redraw)
	if stage != p.stage {
		if s.bars.Load() == nil {
			s.bars.Store(mpb.New(mpb.WithOutput(s.err), mpb.WithWidth(40), mpb.WithAutoRefresh()))
		}
		p.finishBar()
		p.stage = stage
		p.bar = s.bars.Load().AddBar(total,
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(cmp.Or(stageWords[stage], stage),
				decor.WC{W: 14, C: decor.DindentRight})),
			mpb.AppendDecorators(p.behind(stage)...))
	}
	if total > 0 {
		p.bar.SetTotal(total, false)
	} else {
		p.bar.SetTotal(done+1, false)
	}
	p.bar.SetCurrent(done)
}

// behind returns the text after a bar: the progress and the elapsed time, and for a training also
// the time left, its speed and the last validation.
func (p *progress) behind(stage string) []decor.Decorator {
	list := []decor.Decorator{decor.CountersNoUnit("%d / %d"), decor.Name("  "),
		decor.Elapsed(decor.ET_STYLE_GO)}
	if stage != "train" {
		return list
	}
	return append(list, decor.Name(", "), decor.AverageETA(decor.ET_STYLE_GO),
		decor.AverageSpeed(0, " left, %.0f steps/s"), decor.Any(func(decor.Statistics) string {
			if remark := p.remark.Load(); remark != nil {
				return ", " + *remark
			}
			return ""
		}))
}

func (p *progress) finishBar() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
}

// endProgress removes the bars. The next report begins others.
func (s *streams) endProgress() {
	if bars := s.bars.Load(); bars != nil {
		s.progress.finishBar()
		bars.Wait()
		s.bars.Store(nil)
		s.progress.bar, s.progress.stage = nil, ""
		s.progress.remark.Store(nil)
	}
}
