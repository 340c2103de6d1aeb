package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// starterDocuments is where the starter corpus lies in the source tree.
const starterDocuments = "../../corpus/documents"

// starterFloors is what each mode reaches at least on the queries that were judged
// over the starter corpus: a little less than was measured, so that only a real
// loss is one.
func starterFloors() scoresByMode {
	return scoresByMode{
		"lexical":  {NDCG: 0.67, MRR: 0.84, Recall: 0.68},
		"semantic": {NDCG: 0.47, MRR: 0.62, Recall: 0.54},
		"hybrid":   {NDCG: 0.68, MRR: 0.85, Recall: 0.70},
	}
}

// ingestStarter reads the starter corpus into a fresh data directory and returns
// it with what the command reported.
func ingestStarter(t *testing.T) (string, intake.Report) {
	t.Helper()
	data := t.TempDir()
	var report intake.Report
	decode(t, runHere(t, "--data", data, "ingest", "--progress", "none", "--report", "json", starterDocuments), &report)
	return data, report
}

func decode(t *testing.T, printed []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(printed, into); err != nil {
		t.Fatalf("read what was printed: %v", err)
	}
}

// Nothing in the starter corpus may be lost or guessed at: it is also what shows
// people how a document is written that Quarry reads well.
func TestTheStarterCorpusIsReadWhole(t *testing.T) {
	t.Parallel()
	_, report := ingestStarter(t)
	const fewestDocuments = 30
	if len(report.Documents) < fewestDocuments || len(report.Warnings) > 0 || len(report.Skipped) > 0 {
		t.Errorf("%d documents, warnings %q, skipped %v: want at least %d and nothing else",
			len(report.Documents), report.Warnings, report.Skipped, fewestDocuments)
	}
	for _, d := range report.Documents {
		if d.Coverage != 1 || len(d.Warnings) > 0 || d.Unanswered == nil || *d.Unanswered > 0 {
			t.Errorf("%s: coverage %v, warnings %q, unanswered %v; want all of it, with its answers",
				d.Path, d.Coverage, d.Warnings, d.Unanswered)
		}
	}
}

// starterQuestions are the questions of a data directory, as an export has them.
func starterQuestions(t *testing.T, data string) []view.Question {
	t.Helper()
	var questions []view.Question
	for line := range bytes.Lines(runHere(t, "--data", data, "export", "--kind", "question")) {
		var q view.Question
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		if q.Kind == "question" {
			questions = append(questions, q)
		}
	}
	return questions
}

func TestTheStarterCorpusHasSomethingForEveryStudent(t *testing.T) {
	t.Parallel()
	data, _ := ingestStarter(t)
	questions := starterQuestions(t, data)
	for what, wanted := range map[string]struct {
		holds func(view.Question) bool
		least int
	}{
		"graded":        {func(q view.Question) bool { return q.DifficultySource == "stated" }, 200},
		"scenarios":     {func(q view.Question) bool { return q.Style == "scenario" }, 30},
		"true or false": {func(q view.Question) bool { return q.Style == "true_false" }, 20},
		"calculations":  {calculates, 15},
		"in all":        {teaches, len(questions)},
	} {
		if got := len(slices.DeleteFunc(slices.Clone(questions), func(q view.Question) bool { return !wanted.holds(q) })); got < wanted.least {
			t.Errorf("%s: %d questions, want at least %d", what, got, wanted.least)
		}
	}
	for cell, filled := range questionsByTopic(t, questions) {
		if filled < 2 {
			t.Errorf("%s: %d questions, want two", cell, filled)
		}
	}
}

// teaches reports whether a question has an answer that anybody learns from.
func teaches(q view.Question) bool { return q.Answer != nil && len(*q.Answer) >= 40 }

// calculates reports whether an answer works something out: two results or more.
func calculates(q view.Question) bool {
	return q.Answer != nil && strings.Count(*q.Answer, " = ")+strings.Count(*q.Answer, " ≈ ") >= 2
}

// cell is a topic at the top, and a difficulty.
type cell struct{ topic, difficulty string }

// questionsByTopic counts the graded questions of every topic at the top, those of
// the topics below it with it.
func questionsByTopic(t *testing.T, questions []view.Question) map[cell]int {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	above, counts := map[string]string{}, map[cell]int{}
	for _, topic := range words.Topics() {
		above[string(topic.ID)] = string(cmp.Or(topic.Parent, topic.ID))
		for _, difficulty := range []string{"easy", "medium", "hard"} {
			counts[cell{above[string(topic.ID)], difficulty}] = 0
		}
	}
	for _, q := range questions {
		of := map[cell]bool{}
		for _, topic := range q.Topics {
			if q.Difficulty != nil {
				of[cell{above[topic], *q.Difficulty}] = true
			}
		}
		for one := range of {
			counts[one]++
		}
	}
	maps.DeleteFunc(counts, func(one cell, _ int) bool { return one.topic == "other" })
	return counts
}

// Vendors contradict themselves, and the corpus keeps what they say: under headings
// that say so. Any other conflict is a mistake of the corpus or of what reads it.
func TestTheStarterCorpusContradictsItselfOnlyWhereItSaysSo(t *testing.T) {
	t.Parallel()
	data, _ := ingestStarter(t)
	var conflicts view.List[view.Conflict]
	decode(t, runHere(t, "--data", data, "conflicts", "--json", "--view", "full", "--limit", "0"), &conflicts)
	if len(conflicts.Items) == 0 {
		t.Fatal("there is no conflict at all")
	}
	for _, conflict := range conflicts.Items {
		if !slices.ContainsFunc(conflict.Claims, func(claim view.Spec) bool {
			return slices.ContainsFunc(claim.Source.Heading, func(title string) bool { return strings.Contains(title, "differ") })
		}) {
			t.Errorf("%s, %s %+v: this conflict is not meant: %s and %s", conflict.Device.Name, conflict.Attribute.ID,
				conflict.Conditions, conflict.Claims[0].Value.Text, conflict.Claims[1].Value.Text)
		}
	}
}

func TestSearchesOfTheStarterCorpusStayAsGoodAsTheyWere(t *testing.T) {
	t.Parallel()
	data, _ := ingestStarter(t)
	var got searchFigures
	decode(t, runHere(t, "--data", data, "eval", "--json", "../../corpus/judgments.json"), &got)
	if got.Queries < 60 || strings.Contains(strings.Join(got.Notes, "\n"), "judged documents") {
		t.Errorf("%d queries were asked, notes %q: the judged set is not whole", got.Queries, got.Notes)
	}
	holdAgainst(t, "the starter corpus", got.Modes, starterFloors())
}
