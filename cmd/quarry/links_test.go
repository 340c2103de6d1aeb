package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/search/eval"
)

// questionsToNotes returns the questions to the notes, and whether these answer
// them.
func questionsToNotes(t *testing.T) map[string]bool {
	t.Helper()
	file, err := os.ReadFile("testdata/relevance/answerable.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for line := range strings.Lines(string(file)) {
		if !strings.HasPrefix(line, "#") {
			all[strings.TrimSpace(line[1:])] = line[0] == '+'
		}
	}
	return all
}

// prompts writes the questions to the notes as a list without answers.
func prompts(t *testing.T, to string) {
	t.Helper()
	list := []string{"question,answer"}
	for _, question := range slices.Sorted(maps.Keys(questionsToNotes(t))) {
		list = append(list, `"`+question+`",`)
	}
	if err := os.WriteFile(to, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// linked returns the questions without an answer and what they are linked to.
func linked(t *testing.T, data string) map[string][]api.BestAnswerView {
	t.Helper()
	var found api.List[api.QuestionView]
	if err := json.Unmarshal(runHere(t, "--data", data, "unanswered", "--limit", "0", "--json"), &found); err != nil {
		t.Fatal(err)
	}
	links := map[string][]api.BestAnswerView{}
	for _, q := range found.Items {
		links[q.Question] = q.BestAnswers
	}
	return links
}

func TestLinksAreAFunctionOfWhatIsStored(t *testing.T) {
	t.Parallel()
	shelf := t.TempDir()
	if err := os.CopyFS(shelf, os.DirFS("testdata/relevance/notes")); err != nil {
		t.Fatal(err)
	}
	prompts(t, filepath.Join(shelf, "prompts.csv"))
	names, err := filepath.Glob(filepath.Join(shelf, "*"))
	if err != nil {
		t.Fatal(err)
	}
	atOnce, oneByOne := t.TempDir(), t.TempDir()
	runHere(t, "--data", atOnce, "ingest", "--progress", "none", shelf)
	slices.Reverse(names)
	for _, name := range names {
		runHere(t, "--data", oneByOne, "ingest", "--progress", "none", name)
	}
	want := linked(t, atOnce)
	if diff := cmp.Diff(want, linked(t, oneByOne)); diff != "" {
		t.Errorf("one document after the other, the last one first (-at once +so):\n%s", diff)
	}
	checkGaps(t, want)
	before := runHere(t, "--data", atOnce, "unanswered", "--limit", "0", "--json")
	runHere(t, "--data", atOnce, "ingest", "--progress", "none", shelf)
	if after := runHere(t, "--data", atOnce, "unanswered", "--limit", "0", "--json"); !bytes.Equal(before, after) {
		t.Error("an ingest of what is there already changed links")
	}
}

// checkGaps holds what is said to be a gap against what is one.
func checkGaps(t *testing.T, links map[string][]api.BestAnswerView) {
	t.Helper()
	missed, invented, asked := 0, 0, 0
	for question, answered := range questionsToNotes(t) {
		best, known := links[question]
		switch {
		case !known: // it asks what another one does
			continue
		case answered && len(best) == 0:
			missed++
		case !answered && len(best) > 0:
			invented++
		}
		asked++
	}
	if asked < 100 || missed > 9 || invented > 10 {
		t.Errorf("of %d questions %d are gaps though the notes answer them, and %d are none though they do not", asked, missed, invented)
	}
}

func TestWhatAnswersAQuestionIsAmongItsFirstBestAnswers(t *testing.T) {
	t.Parallel()
	opened := openNotes(t)
	defer closeBase(t, opened)
	file, err := os.ReadFile("testdata/relevance/judged.json")
	if err != nil {
		t.Fatal(err)
	}
	queries, err := eval.ReadJudged(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	first, among := 0, 0
	for _, q := range queries {
		switch firstRight(t, opened, q) {
		case 0:
			first++
			among++
		case 1, 2:
			among++
		}
	}
	if n := len(queries); n < 50 || first < 40 || among < 46 {
		t.Errorf("of %d questions %d have what answers them first, %d among three", n, first, among)
	}
}

// firstRight returns which of the best answers to a question is the first that
// answers it, -1 where none does.
func firstRight(t *testing.T, opened *base, q eval.Query) int {
	t.Helper()
	found, err := opened.searcher.Answers(t.Context(), quarry.Question{Text: q.Text}, 3)
	if err != nil {
		t.Fatal(err)
	}
	return slices.IndexFunc(found.Hits, func(h quarry.Hit) bool {
		return slices.ContainsFunc(q.Relevant, func(r eval.Judgement) bool {
			return r.Grade > 1 && h.Source.Path == r.Path && h.Source.LineStart <= r.LineEnd && r.LineStart <= h.Source.LineEnd
		})
	})
}

func TestALittleChangeDoesNotAskThousandsOfQuestionsBeforeIngestReturns(t *testing.T) {
	t.Parallel()
	shelf := t.TempDir()
	prompts := []string{"question,answer"}
	for n := range 620 {
		prompts = append(prompts, fmt.Sprintf(`"What did the guild of %s pay in %d?",`,
			[]string{"tanners", "weavers", "bakers", "smiths"}[n%4], 1200+n))
	}
	writeNote(t, shelf, "prompts.csv", strings.Join(prompts, "\n")+"\n")
	writeNote(t, shelf, "guilds.md", "# Guilds\n\nThe guild of weavers paid nine florins in 1201.\n")
	data, atOnce := t.TempDir(), t.TempDir()
	if got := reportOf(t, data, shelf); got.Answers == nil || got.Answers.Behind != 0 || got.Answers.Gaps == 0 {
		t.Errorf("answers = %+v, want all looked for behind a first ingest", got.Answers)
	}
	writeNote(t, shelf, "more.md", "# Tanners\n\nThe guild of tanners paid a calf skin in 1200.\n")
	if got := reportOf(t, data, shelf); got.Answers == nil || got.Answers.Behind == 0 {
		t.Errorf("answers = %+v, want some that are looked for later", got.Answers)
	}
	reportOf(t, atOnce, shelf)
	if diff := cmp.Diff(linked(t, atOnce), linked(t, data)); diff != "" {
		t.Errorf("who asks for links gets others than at once (-at once +later):\n%s", diff)
	}
}

func writeNote(t *testing.T, shelf, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(shelf, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func reportOf(t *testing.T, data, shelf string) reportTail {
	t.Helper()
	var report reportTail
	if err := json.Unmarshal(runHere(t, "--data", data, "ingest", "--progress", "none", "--report", "json", shelf), &report); err != nil {
		t.Fatal(err)
	}
	return report
}
