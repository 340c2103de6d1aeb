package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search/bleveindex"
)

type benchCommand struct {
	Queries int  `help:"How many queries are asked." default:"200" short:"n"`
	JSON    bool `help:"Print the figures as JSON."`
}

// Help says what is compared with what.
func (c *benchCommand) Help() string {
	return "Queries are titles of your own entries, spread over all of them. Each is asked of the whole search by words, as " +
		"the API answers it (repaired, ranked, filtered, folded, with its entries read and its snippets marked), and of a bare " +
		"bleve index over the same titles and texts, which gives ids alone: the two take turns in one run, behind a round that " +
		"counts for nothing. Stop the server first: beside it neither would be measured. The bare index is made in a temporary folder."
}

// Validate refuses what measures nothing.
func (c *benchCommand) Validate() error {
	const most = 10_000
	if c.Queries < 1 || c.Queries > most {
		return fmt.Errorf("--queries must be from 1 to %d", most)
	}
	return nil
}

// benchLimit is how many hits a query asks for.
const benchLimit = 10

// Run measures this installation beside a bare index over the same texts.
func (c *benchCommand) Run(ctx context.Context, s *app.Session) error {
	if err := s.Present(ctx); err != nil {
		return err
	}
	held, err := s.Acquire(ctx, "bench")
	if err != nil {
		return err
	}
	opened, err := s.Open(ctx)
	if err != nil {
		return errors.Join(err, held.Release())
	}
	report, err := c.measure(ctx, s, opened)
	if err := errors.Join(err, opened.Close(), held.Release()); err != nil {
		return err
	}
	if c.JSON {
		return present.JSON(s.Out, report)
	}
	return report.text(s.Out)
}

func (c *benchCommand) measure(ctx context.Context, s *app.Session, opened *app.App) (benchReport, error) {
	if err := opened.ReadChanges(ctx); err != nil {
		return benchReport{}, err
	}
	folder, err := os.MkdirTemp("", "quarry-bench-*")
	if err != nil {
		return benchReport{}, datadir.CannotWrite(os.TempDir(), err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // a temporary folder
	path := filepath.Join(folder, "bare")
	bare, err := bleveindex.NewBare(path)
	if err != nil {
		return benchReport{}, err
	}
	titles, err := copyEntries(ctx, opened, bare)
	if err == nil && len(titles) == 0 {
		err = quarry.Errorf(quarry.KindNotFound, "there is nothing to search in %s", s.Data)
	}
	report := benchReport{Data: s.Data, Entries: len(titles)}
	if err == nil {
		most := min(c.Queries, len(titles))
		queries := make([]string, most) // evenly apart
		for i := range most {
			queries[i] = titles[i*len(titles)/most]
		}
		err = report.ask(ctx, opened, bare, queries)
	}
	if err = errors.Join(err, bare.Close()); err != nil {
		return report, err
	}
	stats, err := opened.Store.Stats(ctx)
	if err != nil {
		return report, err
	}
	size := benchSize{
		Text: stats.Bytes, Ours: datadir.FolderSize(ctx, s.Index()), Bare: datadir.FolderSize(ctx, path),
	}
	size.OursPerText = float64(size.Ours) / float64(max(1, size.Text))
	size.BarePerText = float64(size.Bare) / float64(max(1, size.Text))
	report.Index = size
	return report, nil
}

// copyEntries puts every entry into a bare index, and returns their titles.
func copyEntries(ctx context.Context, from *app.App, to *bleveindex.Bare) ([]string, error) {
	var titles []string
	const batch = 2000 // as many as the own index is given
	for after := (quarry.EntryRef{}); ; {
		entries, err := from.Store.ScanEntries(ctx, after, batch)
		if err != nil || len(entries) == 0 {
			return titles, err
		}
		if err := to.Add(entries); err != nil {
			return titles, err
		}
		for _, e := range entries {
			title := e.Title // so much of it as people would type
			if len(title) > longestQuery {
				title = title[:max(0, strings.LastIndexByte(title[:longestQuery+1], ' '))]
			}
			titles = append(titles, title)
		}
		after = entries[len(entries)-1].EntryRef
	}
}

// longestQuery is how long a title may be that people would type, in bytes.
const longestQuery = 80

// benchReport is what was measured. Times are in milliseconds.
type benchReport struct {
	Data    string    `json:"data"`
	Entries int       `json:"entries"`
	Queries int       `json:"queries"`
	Lexical benchPair `json:"lexical"`
	Hybrid  benchTime `json:"hybrid"`
	Index   benchSize `json:"index"`
}

// benchPair sets ours beside the peer.
type benchPair struct {
	Ours     benchTime `json:"ours"`
	Bare     benchTime `json:"bare_bleve"`
	RatioP50 float64   `json:"ratio_p50"`
	RatioP99 float64   `json:"ratio_p99"`
}

type benchTime struct {
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
}

type benchSize struct {
	Text        int64   `json:"text_bytes"`
	Ours        int64   `json:"index_bytes"`
	Bare        int64   `json:"bare_bleve_bytes"`
	OursPerText float64 `json:"index_per_text"`
	BarePerText float64 `json:"bare_bleve_per_text"`
}

// ask asks every query of each, in turn, once for nothing and once for the clock.
func (r *benchReport) ask(
	ctx context.Context, opened *app.App, bare *bleveindex.Bare, queries []string,
) error {
	ways := []func(string) error{
		func(q string) error { return searchOnce(ctx, opened, q, quarry.ModeLexical) },
		func(q string) error { _, err := bare.Search(ctx, q, benchLimit); return err },
		func(q string) error { return searchOnce(ctx, opened, q, quarry.ModeHybrid) },
	}
	if _, err := inTurns(queries, ways); err != nil {
		return err
	}
	took, err := inTurns(queries, ways)
	if err != nil {
		return err
	}
	ours, peer := timesOf(took[0]), timesOf(took[1])
	r.Queries, r.Hybrid = len(queries), timesOf(took[2])
	r.Lexical = benchPair{Ours: ours, Bare: peer, RatioP50: ours.P50 / peer.P50, RatioP99: ours.P99 / peer.P99}
	return nil
}

// inTurns asks each query in every way, one after the other, and returns how long each
// way took.
func inTurns(queries []string, ways []func(string) error) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(ways))
	for _, q := range queries {
		for i, way := range ways {
			began := time.Now()
			if err := way(q); err != nil {
				return nil, fmt.Errorf("ask for %q: %w", q, err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	return took, nil
}

func searchOnce(ctx context.Context, opened *app.App, query string, mode quarry.Mode) error {
	_, err := opened.Searcher.Search(ctx, quarry.Query{Text: query, Mode: mode, Limit: benchLimit})
	return err
}

// timesOf returns the median and the 99th percentile, of which one query in a hundred
// takes longer.
func timesOf(took []time.Duration) benchTime {
	slices.Sort(took)
	at := func(percent int) float64 {
		return float64(took[min(len(took)-1, len(took)*percent/100)]) / float64(time.Millisecond)
	}
	return benchTime{P50: at(50), P99: at(99)}
}

func (r benchReport) text(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	l, i := r.Lexical, r.Index
	_, _ = fmt.Fprintf(table, "\tOURS\tBARE BLEVE\tOURS ÷ BARE\n")
	_, _ = fmt.Fprintf(table, "search by words, p50\t%.2f ms\t%.2f ms\t%.2f\n", l.Ours.P50, l.Bare.P50,
		l.RatioP50)
	_, _ = fmt.Fprintf(table, "search by words, p99\t%.2f ms\t%.2f ms\t%.2f\n", l.Ours.P99, l.Bare.P99,
		l.RatioP99)
	_, _ = fmt.Fprintf(table, "hybrid search, p50\t%.2f ms\t\t\n", r.Hybrid.P50)
	_, _ = fmt.Fprintf(table, "hybrid search, p99\t%.2f ms\t\t\n", r.Hybrid.P99)
	_, _ = fmt.Fprintf(table, "index ÷ text\t%.1f\t%.1f\t%.2f\n", i.OursPerText, i.BarePerText,
		float64(i.Ours)/float64(max(1, i.Bare)))
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out,
		"%d queries over %d entries, %s of text; ours is a whole search, the peer's ids alone\ndata  %s\n",
		r.Queries, r.Entries, present.Megabytes(i.Text), r.Data)
	return err
}
