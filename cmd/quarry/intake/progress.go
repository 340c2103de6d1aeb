package intake

import (
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
)

// progress shows how far an ingest has come, measured in bytes: files are of
// any size.
type progress struct {
	total     int64 // 0 if it is not known
	read      atomic.Int64
	documents int
	entries   int

	bar          *progressbar.ProgressBar // drawn on a terminal, and seen nowhere else
	lines        io.Writer                // where a line is written now and then
	now          func() time.Time
	began, shown time.Time
}

// newProgress shows a bar on a terminal, lines where they are asked for, and
// otherwise nothing.
func (c *Command) newProgress(s *app.Session, sources []ingest.Source) *progress {
	p := &progress{total: bytesOf(sources), lines: io.Discard, now: time.Now, began: time.Now(), shown: time.Now()}
	if c.Progress == "plain" {
		p.lines = s.Err
	}
	length := p.total
	if length == 0 {
		length = -1 // which is not known
	}
	p.bar = progressbar.NewOptions64(length,
		progressbar.OptionSetVisibility(c.Progress == "auto" && present.IsScreen(s.Err)),
		progressbar.OptionSetWriter(s.Err), progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(present.BarEvery),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionSetDescription("reading"))
	return p
}

// bytesOf returns how long all sources are together, 0 where that of one is
// unknown, as of a pipe.
func bytesOf(sources []ingest.Source) int64 {
	var total int64
	for _, source := range sources {
		if source.Size == 0 && !filepath.IsAbs(source.Root) {
			return 0
		}
		total += source.Size
	}
	return total
}

// watch counts what is read of sources.
func (p *progress) watch(sources []ingest.Source) []ingest.Source {
	for i, source := range sources {
		sources[i].Open = func() (io.ReadCloser, error) {
			file, err := source.Open()
			if err != nil {
				p.advance(source.Size)
				return nil, err
			}
			return &watched{ReadCloser: file, of: p, left: source.Size}, nil
		}
	}
	return sources
}

// watched is a file whose bytes count as they are read. What was not needed of
// it counts when it is closed.
type watched struct {
	io.ReadCloser

	of   *progress
	left int64
}

// Read reads and counts.
func (w *watched) Read(to []byte) (int, error) {
	n, err := w.ReadCloser.Read(to)
	w.left -= int64(n)
	w.of.advance(int64(n))
	return n, err
}

// Close closes and counts the rest.
func (w *watched) Close() error {
	w.of.advance(max(0, w.left))
	w.left = 0
	return w.ReadCloser.Close()
}

// advance counts what was read. Several may call it at a time. A terminal that went away is
// none of the run's business.
func (p *progress) advance(bytes int64) {
	p.read.Add(bytes)
	_ = p.bar.Add64(bytes)
}

// add counts a document that is done.
func (p *progress) add(o ingest.Outcome) {
	p.documents++
	c := o.Report.Counts
	p.entries += c.Question + c.Fact + c.Spec + c.Passage
	p.bar.Describe(fmt.Sprintf("%d documents, %d entries", p.documents, p.entries))
	if now := p.now(); now.Sub(p.shown) >= present.LineEvery {
		p.shown = now
		_, _ = fmt.Fprintln(p.lines, "quarry: "+p.line(now.Sub(p.began)))
	}
}

func (p *progress) end() { _ = p.bar.Finish() }

// line says how far it is, how fast, and for how long still.
func (p *progress) line(took time.Duration) string {
	read, seconds := p.read.Load(), max(took.Seconds(), 0.001)
	line := fmt.Sprintf("%d documents, %d entries, %s read, %.0f documents a second",
		p.documents, p.entries, present.Megabytes(read), float64(p.documents)/seconds)
	if p.total == 0 || read == 0 {
		return line
	}
	left := time.Duration(float64(took) * float64(max(0, p.total-read)) / float64(read))
	return fmt.Sprintf("%s; %d %% of %s, %v left", line, 100*read/p.total, present.Megabytes(p.total),
		left.Round(time.Second))
}
