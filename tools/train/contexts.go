package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/fit"
)

// askedContext is a judged query, with what the program says of its parts.
type askedContext struct {
	ID         string
	Corpus     string
	Query      string
	Answerable string // "yes", "partly" or "no"
	Style      string
	Parts      []struct{ Features map[string]float64 }

	weight float64
	said   []float64 // of each part, out of fold
}

// The settings of the model of what is answered, chosen by the out-of-fold figures.
const (
	contextRidge  = 3
	contextSeeds  = 3
	contextAnswer = 0.57 // from when on a part counts as answered
	ownWeight     = 0.7  // of the project's own queries, which are easier
)

// contexts fits the model of what is answered to all judged queries below context/ and to
// the project's own. Which part of a query that is answered in part is missing is not told,
// so that these are measured and not learnt from.
func (t *trainer) contexts() error {
	asked, err := t.askedContexts()
	if err != nil {
		return err
	}
	path := filepath.Join(t.root, "internal", "answerable", "weights.json")
	encoded, err := os.ReadFile(path) //nolint:gosec // below the repository's root
	if err != nil {
		return err
	}
	before, err := fit.Read(encoded)
	if err != nil {
		return err
	}
	names := before.Names()
	loss := t.contextOutOfFold(asked, names)
	t.contextFigures(asked)
	m := learn(contextExamples(asked, names), settings{linear: true, ridge: contextRidge})
	for i, name := range names {
		cost := 0.0
		if t.ablate {
			rest := slices.Delete(slices.Clone(names), i, i+1)
			cost = digits(t.contextOutOfFold(asked, rest)-loss, 4)
			t.printf("without %-24s %+.4f\n", name, cost)
		}
		m.Features = append(m.Features, fit.Feature{Name: name, Cost: cost})
	}
	m.About = fmt.Sprintf("logistic regression, fitted by make train to %d judged queries; out of fold, log loss %.3f; the cost of a feature is what dropping it adds to that", len(asked), loss)
	rounded(m)
	encoded, err = json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o600)
}

// askedContexts lets the program describe all judged queries, each over its corpus.
func (t *trainer) askedContexts() ([]*askedContext, error) {
	own, err := t.ownQueries()
	if err != nil {
		return nil, err
	}
	all, err := t.describeContexts(own, "starter", filepath.Join(t.root, "corpus", "documents"))
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		a.weight = ownWeight
	}
	paths, err := filepath.Glob(filepath.Join(t.data, "context", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		corpora, err := corporaOf(path)
		if err != nil {
			return nil, err
		}
		for _, corpus := range corpora {
			some, err := t.describeContexts(path, corpus, t.documents(corpus))
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
	}
	return all, nil
}

// documents returns the folder of a corpus, in the folder of the data or beside it.
func (t *trainer) documents(corpus string) string {
	inside := filepath.Join(t.data, corpus)
	if _, err := os.Stat(inside); err == nil {
		return inside
	}
	return filepath.Join(t.data, "..", corpus)
}

// ownQueries writes the project's own judged queries as JSON Lines, and returns the file.
func (t *trainer) ownQueries() (string, error) {
	content, err := os.ReadFile(filepath.Join(t.root, "cmd", "quarry", "testdata", "context", "queries.txt")) //nolint:gosec // below the repository's root
	if err != nil {
		return "", err
	}
	var lines strings.Builder
	for line := range strings.Lines(string(content)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		answerable, known := map[string]string{"+": "yes", "-": "no"}[fields[0]]
		if !known || len(fields) < 2 {
			continue
		}
		encoded, err := json.Marshal(map[string]string{"query": fields[1], "answerable": answerable, "corpus": "starter"})
		if err != nil {
			return "", err
		}
		lines.Write(append(encoded, '\n'))
	}
	path := filepath.Join(t.folder, "starter.jsonl")
	return path, os.WriteFile(path, []byte(lines.String()), 0o600)
}

func corporaOf(path string) ([]string, error) {
	file, err := os.Open(path) //nolint:gosec // of the folder that was named
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var corpora []string
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var one askedContext
		if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if !slices.Contains(corpora, one.Corpus) {
			corpora = append(corpora, one.Corpus)
		}
	}
	return corpora, nil
}

func (t *trainer) describeContexts(queries, corpus, documents string) ([]*askedContext, error) {
	data, err := t.ingest(corpus, documents)
	if err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(t.ctx, t.quarry, "--data", data, "eval", "context", queries, "--corpus", corpus, "--json", "--each").Output() //nolint:gosec // the program that was named
	if err != nil {
		return nil, fmt.Errorf("describe the queries to %s: %w", corpus, err)
	}
	var report struct{ Each []*askedContext }
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, fmt.Errorf("read the queries to %s: %w", corpus, err)
	}
	for _, a := range report.Each {
		a.weight = 1
	}
	return report.Each, nil
}

// contextExamples returns the parts of the queries as a learner takes them.
func contextExamples(asked []*askedContext, names []string) []example {
	var all []example
	for _, a := range asked {
		if a.Answerable == "partly" {
			continue
		}
		for i := range a.Parts {
			all = append(all, example{x: a.row(i, names), y: truth(a.Answerable == "yes"), weight: a.weight / float64(len(a.Parts))})
		}
	}
	return all
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (a *askedContext) row(part int, names []string) []float64 {
	x := make([]float64, len(names))
	for i, name := range names {
		x[i] = a.Parts[part].Features[name]
	}
	return x
}

// contextOutOfFold judges each query by models that have not seen it, and returns the mean
// log loss of the parts that are known to be answered or not.
func (t *trainer) contextOutOfFold(asked []*askedContext, names []string) float64 {
	for _, a := range asked {
		a.said = make([]float64, len(a.Parts))
	}
	for seed := range contextSeeds {
		for fold := range folds {
			var rest []*askedContext
			for _, a := range asked {
				if foldOf(a.Query, seed) != fold {
					rest = append(rest, a)
				}
			}
			m := learn(contextExamples(rest, names), settings{linear: true, ridge: contextRidge})
			for _, a := range asked {
				for i := range a.Parts {
					if foldOf(a.Query, seed) == fold {
						a.said[i] += m.Probability(a.row(i, names)) / contextSeeds
					}
				}
			}
		}
	}
	loss, weight := 0.0, 0.0
	for _, a := range asked {
		for _, p := range a.said {
			if a.Answerable == "partly" {
				continue
			}
			share := a.weight / float64(len(a.said))
			loss -= share * math.Log(math.Abs(1-truth(a.Answerable == "yes")-p))
			weight += share
		}
	}
	return loss / weight
}

// verdict is what a query is told: all parts are answered, some or none.
func (a *askedContext) verdict() string {
	answered := 0
	for _, p := range a.said {
		if p >= contextAnswer {
			answered++
		}
	}
	switch answered {
	case 0:
		return "no"
	case len(a.said):
		return "yes"
	}
	return "partly"
}

// contextFigures prints how well the queries of the judged files are told, with intervals.
func (t *trainer) contextFigures(asked []*askedContext) {
	judged := slices.DeleteFunc(slices.Clone(asked), func(a *askedContext) bool { return a.weight < 1 })
	groups := make([]string, len(judged))
	for i, a := range judged {
		groups[i] = a.Query
	}
	share := func(which func(a *askedContext) bool, said string) func(of []int) float64 {
		return func(of []int) float64 {
			count, told := 0.0, 0.0
			for _, a := range picked(judged, of) {
				if which(a) {
					count++
					told += truth(a.verdict() == said)
				}
			}
			return told / max(1, count)
		}
	}
	answerable := func(a *askedContext) bool { return a.Answerable == "yes" }
	styled := func(style string) func(a *askedContext) bool {
		return func(a *askedContext) bool { return a.Style == style }
	}
	f1 := func(of []int) float64 {
		both, either := 0.0, 0.0
		for _, a := range picked(judged, of) {
			both += 2 * truth(a.Answerable == "no" && a.verdict() == "no")
			either += truth(a.Answerable == "no") + truth(a.verdict() == "no")
		}
		return both / max(1, either)
	}
	all := make([]int, len(judged))
	for i := range all {
		all[i] = i
	}
	for _, figure := range []struct {
		name string
		of   func(of []int) float64
	}{
		{`F1 of "no"`, f1}, {`answerable told "no"`, share(answerable, "no")}, {`answerable told "yes"`, share(answerable, "yes")},
		{`near misses told "yes"`, share(styled("near-miss"), "yes")}, {`off-topic told "no"`, share(styled("off-topic"), "no")},
	} {
		low, high := interval(groups, figure.of)
		t.printf("%-24s %.3f [%.3f, %.3f]\n", figure.name, figure.of(all), low, high)
	}
}
