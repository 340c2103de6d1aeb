package present

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// How often progress is shown: a bar may move, a line is a line in a log.
const (
	BarEvery  = 100 * time.Millisecond
	LineEvery = 5 * time.Second
)

// IsScreen reports whether a stream is shown to a person as it is written.
func IsScreen(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Steps shows how far something has come.
type Steps struct {
	Show func(done, of int)
	End  func()
}

// NewSteps shows a bar on a terminal where progress is "auto", lines now and then where it is
// "plain", and otherwise nothing.
func NewSteps(out io.Writer, progress, what string) Steps {
	switch {
	case progress == "plain":
		return Steps{Show: stepLines(out, what, time.Now), End: func() {}}
	case progress == "auto" && IsScreen(out):
		return stepBar(out, what)
	}
	return Steps{Show: func(int, int) {}, End: func() {}}
}

// stepLines writes a line now and then.
func stepLines(out io.Writer, what string, now func() time.Time) func(done, of int) {
	shown := now()
	return func(done, of int) {
		if now().Sub(shown) < LineEvery {
			return
		}
		shown = now()
		_, _ = fmt.Fprintf(out, "quarry: %s %d of %d\n", what, done, of)
	}
}

// stepBar draws a bar on a terminal. One that went away is none of the run's
// business.
func stepBar(out io.Writer, what string) Steps {
	drawn := progressbar.NewOptions64(1, progressbar.OptionSetWriter(out),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(BarEvery), progressbar.OptionClearOnFinish())
	show := func(done, of int) {
		drawn.Describe(fmt.Sprintf("%s %d of %d", what, done, of))
		drawn.ChangeMax(max(1, of))
		_ = drawn.Set(min(done, max(0, of-1))) // it is done when it ends
	}
	return Steps{Show: show, End: func() { _ = drawn.Finish() }}
}

// Counted draws a bar on a terminal where there are several of something, and nothing anywhere
// else. What it returns is called for each.
func Counted(out io.Writer, of int, what string) func() {
	bar := progressbar.NewOptions(of, progressbar.OptionSetVisibility(of > 1 && IsScreen(out)),
		progressbar.OptionSetWriter(out), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(BarEvery), progressbar.OptionClearOnFinish(), progressbar.OptionSetDescription(what))
	return func() { _ = bar.Add(1) } // a terminal that went away is none of the run's business
}

// WrittenBytes shows on a terminal how much is written to it, and nothing anywhere else.
func WrittenBytes(out io.Writer, what string) io.WriteCloser {
	return progressbar.NewOptions64(-1, progressbar.OptionSetVisibility(IsScreen(out)), progressbar.OptionSetWriter(out),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetDescription(what))
}
