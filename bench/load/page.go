package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"
)

// pageName is what the page for people is called among the routes.
const pageName = "page"

// What the page is to keep at a hundred thousand entries. It is told, and nothing fails for it.
const (
	typedTarget = 100 * time.Millisecond
	shownTarget = 300 * time.Millisecond
)

// How often a view is opened, how many searches are typed, and what a learner has answered.
const (
	viewsShown    = 100
	textsTyped    = 40
	wordsTyped    = 3
	reviewsGiven  = 500
	ratingsOfCard = 4
)

// learner is who has answered questions before the heat map is drawn.
const learner = "load"

// visit is what the page asks for at once when it shows something.
type visit struct {
	name   string
	target time.Duration
	times  [][]asked // each time it is shown, the requests that are sent side by side
}

// showPage fills a base, serves it, asks for what the page asks for, and tells how long
// the last answer of each visit took. The first time nothing is in any cache. On Linux the
// processor time of a visit is told, too, which says the same on a busy machine.
func (c *commandLine) showPage(ctx context.Context, out io.Writer, dir, binary string) error {
	data := filepath.Join(dir, "ours")
	quarry, err := start(ctx, data+".log", binary, "--data", data, "serve", "--no-starter", "--addr", c.Host+":0")
	if err != nil {
		return err
	}
	return errors.Join(showAll(ctx, out, quarry), quarry.stop())
}

func showAll(ctx context.Context, out io.Writer, s *server) error {
	if err := s.settled(ctx); err != nil {
		return err
	}
	known, err := readSamples(ctx, s.url)
	if err != nil {
		return err
	}
	c := newClient(8)
	defer c.http.CloseIdleConnections()
	if known.has(heatMap()) {
		if err := c.study(ctx, s.url, known.ids); err != nil {
			return err
		}
	}
	var stats struct {
		Documents int
		Counts    map[string]int
	}
	if err := getJSON(ctx, s.url+"/v1/stats", &stats); err != nil {
		return err
	}
	entries := 0
	for _, count := range stats.Counts {
		entries += count
	}
	_, _ = fmt.Fprintf(out, "what the page asks for, over loopback, of %d entries in %d documents\n\n", entries, stats.Documents)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "shown\ttimes\tfirst\tp50\tp95\ttarget\t\tprocessor\t")
	for _, v := range visits(known) {
		before := processor(s.pid)
		took, err := c.show(ctx, s.url, v)
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w", v.name, err), table.Flush())
		}
		first := took[0]
		slices.Sort(took)
		late, verdict := quantile(took, 95), "met"
		if late > v.target {
			verdict = "MISSED"
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t≤ %s\t%s\t%s\t\n",
			v.name, len(took), brief(first), brief(quantile(took, 50)), brief(late), brief(v.target), verdict,
			brief((processor(s.pid)-before)/time.Duration(len(took))))
	}
	return table.Flush()
}

// show asks for a visit each of its times, one after the other as a person looks at them.
func (c client) show(ctx context.Context, base string, v visit) ([]time.Duration, error) {
	took := make([]time.Duration, 0, len(v.times))
	for _, requests := range v.times {
		began := time.Now()
		group, together := errgroup.WithContext(ctx)
		for _, request := range requests {
			group.Go(func() error {
				_, err := c.send(together, base, request)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// heatMap is what the heat map is drawn of.
func heatMap() route {
	return route{name: "study, heat map", method: http.MethodGet, path: "/v1/study/stats"}
}

// study has a learner answer questions.
func (c client) study(ctx context.Context, base string, ids []string) error {
	for i, id := range ids[:min(len(ids), reviewsGiven)] {
		body, err := json.Marshal(map[string]any{"learner": learner, "question_id": id, "rating": 1 + i%ratingsOfCard})
		if err != nil {
			return err
		}
		if _, err := c.send(ctx, base, asked{http.MethodPost, "/v1/study/reviews", string(body)}); err != nil {
			return fmt.Errorf("answer %s: %w", id, err)
		}
	}
	return nil
}

// visits are what the views of api/web ask for: searches typed letter by letter, each part of
// the corpus with what stands above all of them, and the heat map where there is one.
func visits(known samples) []visit {
	all := []visit{{"search as you type", typedTarget, typed(known.questions)}}
	const (
		listed    = "id,path,title,collection,report.coverage,report.counts,report.warnings,report.lines.unaccounted"
		questions = "id,question,answer_state,best_answers,source,corrected"
	)
	for _, part := range []struct{ name, path string }{
		{"corpus, documents", "/v1/documents?limit=20&fields=" + listed},
		{"corpus, least covered first", "/v1/documents?limit=20&sort=coverage&fields=" + listed},
		{"corpus, documents by a name", "/v1/documents?limit=20&q=reference&fields=" + listed},
		{"corpus, gaps", "/v1/questions?limit=20&answer_state=likely,gap&fields=" + questions},
		{"corpus, conflicts", "/v1/conflicts?limit=10"},
		{"corpus, health", "/metrics"},
	} {
		all = append(all, visit{part.name, shownTarget, again(
			part.path, "/v1/stats", "/v1/questions?answer_state=gap,likely&fields=id&limit=1", "/v1/conflicts?fields=id&limit=1")})
	}
	if studied := heatMap(); known.has(studied) {
		all = append(all, visit{studied.name, shownTarget, again(studied.path + "?learner=" + learner)})
	}
	return all
}

// again is a visit of the same addresses each time.
func again(paths ...string) [][]asked {
	var requests []asked
	for _, path := range paths {
		requests = append(requests, asked{http.MethodGet, path, ""})
	}
	times := make([][]asked, viewsShown)
	for i := range times {
		times[i] = requests
	}
	return times
}

// typed are the searches of words of questions that grow by a letter, as the view asks them.
func typed(questions []string) [][]asked {
	const asks = "/v1/search?mode=hybrid&facets=kind,difficulty,topic&explain=true&limit=20&fields=" +
		"id,kind,title,snippet,difficulty,answered,topics,found_by,explain," +
		"source.document_id,source.title,source.path,source.heading,source.line_start,source.line_end," +
		"source.byte_start,source.byte_end,also.id,also.kind,also.source.document_id,also.source.path," +
		"also.source.line_start,also.source.line_end&q="
	var times [][]asked
	stride := max(1, len(questions)/textsTyped)
	for i := 0; i < len(questions); i += stride {
		words := strings.Fields(questions[i])
		from := max(0, (len(words)-wordsTyped)/2)
		text := strings.Join(words[from:min(len(words), from+wordsTyped)], " ")
		shown := ""
		for at := range text + " " {
			if before := strings.TrimSpace(text[:at]); before != shown {
				shown = before
				times = append(times, []asked{{http.MethodGet, asks + url.QueryEscape(before), ""}})
			}
		}
	}
	return times
}
