package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/search/eval"
)

// The settings of the model of what is answerable, chosen by the out-of-fold figures.
const (
	contextRidge = 3
	contextSeeds = 5
	ownWeight    = 0.7 // of a query of the project's own, which are told yes and no only
)

// contextCase is a judged query with its parts as the program describes them.
type contextCase struct {
	eval.Asked

	Parts []struct {
		Features map[string]float64 `json:"features"`
	} `json:"parts"`

	own   bool
	first int // where its parts begin among the examples
}

// contexts fits the model of what is answerable to the queries of context/gold.jsonl and to
// the project's own.
func (t *trainer) contexts() (err error) {
	folder, err := os.MkdirTemp("", "quarry-train-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	all, err := t.describedContexts(folder)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(all[0].Parts[0].Features))
	var examples []example
	var groups []string
	for i, c := range all {
		all[i].first = len(examples)
		for _, p := range c.Parts {
			x := make([]float64, len(names))
			for f, name := range names {
				x[f] = p.Features[name]
			}
			examples = append(examples, example{x: x, y: yes(c.Answerable == quarry.AnswerableYes), weight: c.weight() / float64(len(c.Parts))})
			groups = append(groups, c.Query)
		}
	}
	s := settings{linear: true, ridge: contextRidge}
	said := outOfFold(groups, examples, s, contextSeeds)
	t.printContexts(all, said)
	m := learn(examples, s)
	loss := lossOf(examples, said)
	m.About = fmt.Sprintf("Weights of a logistic regression (ridge %d) for %d parts of %d judged queries over four corpora. Out of fold by query: log loss %.3f, F1 of no %.3f. The cost of a feature is what dropping it adds to the log loss.",
		contextRidge, len(examples), len(all), loss, eval.Refusals(toldOf(all, said, false)).F1.Value)
	t.printf("\n| feature | dropping it adds to the log loss of %.3f | weight |\n|---|---|---|\n", loss)
	for f, name := range names {
		m.Features = append(m.Features, fit.Feature{Name: name})
		if t.ablate {
			m.Features[f].Cost = lossOf(examples, outOfFold(groups, without(examples, f), s, contextSeeds)) - loss
		}
		t.printf("| `%s` | %+.4f | %+.2f |\n", name, m.Features[f].Cost, m.Weights[f])
	}
	rounded(m)
	encoded, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "internal", "answerable", "weights.json"), append(encoded, '\n'), 0o600)
}

// weight returns what a query counts. One that is answered in part does not tell which part.
func (c contextCase) weight() float64 {
	switch {
	case c.Answerable == quarry.AnswerablePartly:
		return 0
	case c.own:
		return ownWeight
	}
	return 1
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// describedContexts asks every judged query over its corpus.
func (t *trainer) describedContexts(folder string) ([]contextCase, error) {
	gold := filepath.Join(t.data, "context", "gold.jsonl")
	own := func(corpus, documents string, queries ...string) ([]contextCase, error) {
		path := filepath.Join(folder, corpus+".jsonl")
		if err := t.writeOwn(path, corpus, queries); err != nil {
			return nil, err
		}
		return t.described(folder, corpus, path, filepath.Join(t.root, documents))
	}
	var all []contextCase
	for _, corpus := range []string{"seeds", "questions"} {
		documents, err := t.documentsOf(corpus)
		if err != nil {
			return nil, err
		}
		some, err := t.described(folder, corpus, gold, documents...)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	starter, err := own("starter", "corpus/documents", "context/queries.txt", "context/unseen.txt")
	if err != nil {
		return nil, err
	}
	notes, err := own("notes", "cmd/quarry/testdata/relevance/notes", "relevance/answerable.txt")
	for _, c := range slices.Concat(starter, notes) {
		c.own = true
		all = append(all, c)
	}
	return all, err
}

// documentsOf returns the documents of a corpus: a folder of this name in that of the data or
// beside it, or the files that a gold.json in it names.
func (t *trainer) documentsOf(corpus string) ([]string, error) {
	folder := filepath.Join(t.data, corpus)
	if _, err := os.Stat(folder); err != nil {
		folder = filepath.Join(t.data, "..", corpus)
	}
	list, err := os.ReadFile(filepath.Clean(filepath.Join(folder, "gold.json")))
	if errors.Is(err, os.ErrNotExist) {
		return []string{folder}, nil
	}
	named := map[string]json.RawMessage{}
	if err := errors.Join(err, json.Unmarshal(list, &named)); err != nil {
		return nil, err
	}
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(named)) {
		paths = append(paths, filepath.Join(folder, name))
	}
	return paths, nil
}

// writeOwn writes the project's own queries as lines: + before those that are answered, -
// before the others, and behind a tab what the answer says.
func (t *trainer) writeOwn(path, corpus string, queries []string) error {
	file, err := os.Create(filepath.Clean(path))
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	for _, name := range queries {
		text, err := os.ReadFile(filepath.Join(t.root, "cmd", "quarry", "testdata", filepath.FromSlash(name)))
		if err != nil {
			return errors.Join(err, file.Close())
		}
		for line := range strings.Lines(string(text)) {
			answered := line[0] == '+'
			if !answered && line[0] != '-' {
				continue
			}
			query, _, _ := strings.Cut(strings.TrimSpace(line[1:]), "\t")
			one := eval.Asked{Corpus: corpus, Query: query, Style: "own", Answerable: quarry.AnswerableNo}
			if answered {
				one.Answerable = quarry.AnswerableYes
			}
			if err := encoder.Encode(one); err != nil {
				return errors.Join(err, file.Close())
			}
		}
	}
	return file.Close()
}

// described reads documents into a knowledge base and asks the queries of their corpus.
func (t *trainer) described(folder, corpus, queries string, documents ...string) ([]contextCase, error) {
	data := filepath.Join(folder, corpus)
	if _, err := t.runQuarry(append([]string{"--data", data, "ingest", "--progress", "none"}, documents...)...); err != nil {
		return nil, err
	}
	printed, err := t.runQuarry("--data", data, "eval", "context", queries, "--corpus", corpus, "--each", "--json")
	if err != nil {
		return nil, err
	}
	var report struct {
		Each []contextCase `json:"each"`
	}
	if err := json.Unmarshal(printed, &report); err != nil {
		return nil, err
	}
	return report.Each, nil
}

func (t *trainer) runQuarry(args ...string) ([]byte, error) {
	printed, err := exec.CommandContext(t.ctx, t.quarry, args...).Output() //nolint:gosec // it is the program that was built
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", t.quarry, strings.Join(args[:min(len(args), 4)], " "), err)
	}
	return printed, nil
}

// toldOf returns what would be said of the queries of others, or of the project's own, by
// these probabilities of their parts.
func toldOf(all []contextCase, said []float64, own bool) []eval.Told {
	var told []eval.Told
	for _, c := range all {
		if c.own != own {
			continue
		}
		parts := make([]answerable.Part, len(c.Parts))
		for i := range parts {
			parts[i].Confidence = said[c.first+i]
		}
		one := eval.Told{Asked: c.Asked}
		one.Said, one.Confidence = answerable.Together(parts)
		told = append(told, one)
	}
	return told
}

func (t *trainer) printContexts(all []contextCase, said []float64) {
	for _, own := range []bool{false, true} {
		told := toldOf(all, said, own)
		t.printf("\nContexts, out of fold, %d queries, the project's own: %t\n\n| judged, style | queries | told yes | partly | no |\n|---|---|---|---|---|\n", len(told), own)
		counts := map[string]map[quarry.Answerable]int{}
		for _, one := range told {
			for _, row := range []string{string(one.Answerable), string(one.Answerable) + ", " + one.Style} {
				if counts[row] == nil {
					counts[row] = map[quarry.Answerable]int{}
				}
				counts[row][one.Said]++
				counts[row][""]++
			}
		}
		for _, row := range slices.Sorted(maps.Keys(counts)) {
			c := counts[row]
			t.printf("| %s | %d | %d | %d | %d |\n", row, c[""], c[quarry.AnswerableYes], c[quarry.AnswerablePartly], c[quarry.AnswerableNo])
		}
		f := eval.Refusals(told)
		bins, apart := eval.Bins(told)
		for _, one := range []struct {
			name string
			of   eval.Interval
		}{{`F1 of "no"`, f.F1}, {"right of all", f.Accuracy}, {`answered, told "yes"`, f.Kept}, {`answered, told "no"`, f.Lost}, {`not answered, told "yes"`, f.Bold}} {
			t.printf("%s: %.3f [%.3f, %.3f]\n", one.name, one.of.Value, one.of.From, one.of.To)
		}
		t.printf("expected calibration error: %.3f\n\n| confidence | queries | said | answered |\n|---|---|---|---|\n", apart)
		for _, b := range bins {
			t.printf("| %.1f–%.1f | %d | %.2f | %.2f |\n", b.From, b.To, b.Queries, b.Confidence, b.Answered)
		}
	}
}

// lossOf returns the mean log loss of the examples by their weights.
func lossOf(examples []example, said []float64) float64 {
	sum, weight := 0.0, 0.0
	const least = 1e-6
	for i, e := range examples {
		p := min(max(said[i], least), 1-least)
		sum -= e.weight * (e.y*math.Log(p) + (1-e.y)*math.Log(1-p))
		weight += e.weight
	}
	return sum / weight
}
