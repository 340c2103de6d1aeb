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
	shown := Steps{Show: func(int, int) {}, End: func() {}}
	switch {
	case progress == "plain":
		shown.Show = stepLines(out, what, time.Now)
	case progress == "auto" && IsScreen(out):
		shown.Show, shown.End = stepBar(out, what)
	}
	return shown
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
func stepBar(out io.Writer, what string) (func(done, of int), func()) {
	drawn := progressbar.NewOptions64(1, progressbar.OptionSetWriter(out),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(BarEvery), progressbar.OptionClearOnFinish())
	show := func(done, of int) {
		drawn.Describe(fmt.Sprintf("%s %d of %d", what, done, of))
		drawn.ChangeMax(max(1, of))
		_ = drawn.Set(min(done, max(0, of-1))) // it is done when it ends
	}
	return show, func() { _ = drawn.Finish() }
}

// Counted draws a bar on a terminal where there are several of something, and nothing anywhere
// else. What it returns is called for each.
func Counted(out io.Writer, of int, what string) func() {
	if of < 2 || !IsScreen(out) {
		return func() {}
	}
	bar := progressbar.NewOptions(of,
		progressbar.OptionSetWriter(out), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(BarEvery), progressbar.OptionClearOnFinish(), progressbar.OptionSetDescription(what))
	return func() { _ = bar.Add(1) } // a terminal that went away is none of the run's business
}

// WrittenBytes shows on a terminal how much is written to it, and nothing anywhere else.
func WrittenBytes(out io.Writer, what string) io.WriteCloser {
	if !IsScreen(out) {
		return quiet{io.Discard}
	}
	return progressbar.NewOptions64(-1, progressbar.OptionSetWriter(out), progressbar.OptionShowBytes(true),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetDescription(what))
}

// quiet is a progress that is not shown.
type quiet struct{ io.Writer }

// Close has nothing to end.
func (quiet) Close() error { return nil }
