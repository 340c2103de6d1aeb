package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search/eval"
)

// The settings of the model of what is answerable, chosen by the out-of-fold figures.
const (
	contextRidge = 3
	contextSeeds = 5
	ownWeight    = 0.5  // of a query of the project's own, which are told yes and no only
	thrownWeight = 0.15 // of one whose words were thrown together
	thrownCount  = 120
)

// The sets of judged queries.
const (
	setPublic = "public"
	setOwn    = "the project's own"
	setThrown = "words thrown together"
)

// contextCase is a judged query with its parts as the program describes them.
type contextCase struct {
	eval.Asked

	Parts []struct {
		Features map[string]float64 `json:"features"`
	} `json:"parts"`

	set   string // who judged it
	first int    // where its parts begin among the examples
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
	examples, groups := examplesOf(all, names)
	said := outOfFold(groups, examples, contextSettings(), contextSeeds)
	for _, set := range []string{setPublic, setOwn, setThrown} {
		t.printContexts(set, toldOf(all, said, set))
	}
	m, loss := learn(examples, contextSettings()), lossOf(examples, said)
	m.About = fmt.Sprintf("Weights of a logistic regression (ridge %d) for %d parts of %d judged queries over four corpora, some of words thrown together. Out of fold by query: log loss %.3f, F1 of no %.3f. The cost of a feature is what dropping it adds to the log loss.",
		contextRidge, len(examples), len(all), loss, eval.Refusals(toldOf(all, said, setPublic)).F1.Value)
	t.printf("\n| feature | dropping it adds to the log loss of %.3f | weight |\n|---|---|---|\n", loss)
	for f, name := range names {
		m.Features = append(m.Features, fit.Feature{Name: name})
		if t.ablate {
			m.Features[f].Cost = lossOf(examples, outOfFold(groups, without(examples, f), contextSettings(), contextSeeds)) - loss
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

func contextSettings() settings { return settings{linear: true, ridge: contextRidge} }

// examplesOf returns the parts of the queries as a learner takes them, with the queries that
// they are of, and notes where those of each begin.
func examplesOf(all []contextCase, names []string) ([]example, []string) {
	var examples []example
	var groups []string
	for i, c := range all {
		all[i].first = len(examples)
		for _, p := range c.Parts {
			x := make([]float64, len(names))
			for f, name := range names {
				x[f] = p.Features[name]
			}
			y := map[bool]float64{true: 1}[c.Answerable == quarry.AnswerableYes]
			examples = append(examples, example{x: x, y: y, weight: c.weight() / float64(len(c.Parts))})
			groups = append(groups, c.Query)
		}
	}
	return examples, groups
}

// weight returns what a query counts. One that is answered in part does not tell which part.
func (c contextCase) weight() float64 {
	switch {
	case c.Answerable == quarry.AnswerablePartly:
		return 0
	case c.set == setOwn:
		return ownWeight
	case c.set == setThrown:
		return thrownWeight
	}
	return 1
}

// describedContexts asks every judged query over its corpus.
func (t *trainer) describedContexts(folder string) ([]contextCase, error) {
	var all []contextCase
	for _, describe := range []func(string) ([]contextCase, error){t.publicContexts, t.ownContexts, t.thrownContexts} {
		some, err := describe(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// of notes of which set some queries are.
func of(set string, some []contextCase) []contextCase {
	for i := range some {
		some[i].set = set
	}
	return some
}

func (t *trainer) publicContexts(folder string) ([]contextCase, error) {
	gold := filepath.Join(t.data, "context", "gold.jsonl")
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
	return of(setPublic, all), nil
}

func (t *trainer) starter() string { return filepath.Join(t.root, "corpus", "documents") }

func (t *trainer) ownContexts(folder string) ([]contextCase, error) {
	var all []contextCase
	for _, own := range []struct {
		corpus, documents string
		queries           []string
	}{
		{"starter", t.starter(), []string{"context/queries.txt", "context/unseen.txt", "context/kinds.txt"}},
		{"notes", filepath.Join(t.root, "cmd/quarry/testdata/relevance/notes"), []string{"relevance/answerable.txt"}},
	} {
		asked, err := t.ownQueries(own.corpus, own.queries)
		if err != nil {
			return nil, err
		}
		some, err := t.describedAsked(folder, own.corpus, asked, own.documents)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return of(setOwn, all), nil
}

func (t *trainer) thrownContexts(folder string) ([]contextCase, error) {
	asked, err := thrownTogether("starter", t.starter())
	if err != nil {
		return nil, err
	}
	some, err := t.describedAsked(folder, "starter", asked, t.starter())
	return of(setThrown, some), err
}

// thrownTogether makes queries of words of some documents, which nothing answers.
func thrownTogether(corpus, documents string) ([]eval.Asked, error) {
	const shortest, seed = 4, 3
	known := map[string]bool{}
	paths, err := filepath.Glob(filepath.Join(documents, "*", "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		written, err := os.ReadFile(filepath.Clean(path))
		if err != nil {
			return nil, err
		}
		for _, word := range text.WordsPlain(string(written)) {
			if len(word) >= shortest && !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
				known[word] = true
			}
		}
	}
	words := slices.Sorted(maps.Keys(known))
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // it has to be the same each time
	asked := make([]eval.Asked, thrownCount)
	for i := range asked {
		word := func() string { return words[random.IntN(len(words))] }
		asked[i] = eval.Asked{
			Corpus: corpus, Style: "thrown together", Answerable: quarry.AnswerableNo,
			Query: fmt.Sprintf("What is the %s %s of %s %s?", word(), word(), word(), word()),
		}
	}
	return asked, nil
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

// ownQueries reads the project's own queries: + before those that are answered, - before the
// others, and behind a tab what the answer says.
func (t *trainer) ownQueries(corpus string, queries []string) ([]eval.Asked, error) {
	var asked []eval.Asked
	for _, name := range queries {
		written, err := os.ReadFile(filepath.Join(t.root, "cmd", "quarry", "testdata", filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(written)) {
			answered := line[0] == '+'
			if !answered && line[0] != '-' {
				continue
			}
			query, _, _ := strings.Cut(strings.TrimSpace(line[1:]), "\t")
			one := eval.Asked{Corpus: corpus, Query: query, Style: "own", Answerable: quarry.AnswerableNo}
			if answered {
				one.Answerable = quarry.AnswerableYes
			}
			asked = append(asked, one)
		}
	}
	return asked, nil
}

// describedAsked is described for queries that stand in no file.
func (t *trainer) describedAsked(folder, corpus string, asked []eval.Asked, documents string) ([]contextCase, error) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, one := range asked {
		if err := encoder.Encode(one); err != nil {
			return nil, err
		}
	}
	path := filepath.Join(folder, corpus+".jsonl")
	if err := os.WriteFile(path, lines.Bytes(), 0o600); err != nil {
		return nil, err
	}
	return t.described(folder, corpus, path, documents)
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

// toldOf returns what would be said of the queries of a set by these probabilities of their
// parts.
func toldOf(all []contextCase, said []float64, set string) []eval.Told {
	var told []eval.Told
	for _, c := range all {
		if c.set != set {
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

func (t *trainer) printContexts(set string, told []eval.Told) {
	t.printf("\nContexts, out of fold, %s: %d queries\n\n| judged, style | queries | told yes | partly | no |\n|---|---|---|---|---|\n", set, len(told))
	counts := map[string]map[quarry.Answerable]int{}
	for _, one := range told {
		for _, row := range []string{string(one.Answerable), string(one.Answerable) + ", " + one.Style} {
			if counts[row] == nil {
				counts[row] = make(map[quarry.Answerable]int)
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
	for _, one := range []struct {
		name string
		of   eval.Interval
	}{{`F1 of "no"`, f.F1}, {"right of all", f.Accuracy}, {`answered, told "yes"`, f.Kept}, {`answered, told "no"`, f.Lost}, {`not answered, told "yes"`, f.Bold}} {
		t.printf("%s: %.3f [%.3f, %.3f]\n", one.name, one.of.Value, one.of.From, one.of.To)
	}
	bins, apart := eval.Bins(told)
	t.printf("expected calibration error: %.3f\n\n| confidence | queries | said | answered |\n|---|---|---|---|\n", apart)
	for _, b := range bins {
		t.printf("| %.1f–%.1f | %d | %.2f | %.2f |\n", b.From, b.To, b.Queries, b.Confidence, b.Answered)
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
