package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
	"github.com/quarrykb/quarry/search/eval"
	"github.com/quarrykb/quarry/store/storetest"
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
func linked(t *testing.T, data string) map[string][]view.BestAnswer {
	t.Helper()
	var found view.List[view.Question]
	if err := json.Unmarshal(runHere(t, "--data", data, "unanswered", "--limit", "0", "--json", "--view", "full"), &found); err != nil {
		t.Fatal(err)
	}
	links := map[string][]view.BestAnswer{}
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
	before := runHere(t, "--data", atOnce, "unanswered", "--limit", "0", "--json", "--view", "full")
	runHere(t, "--data", atOnce, "ingest", "--progress", "none", shelf)
	if after := runHere(t, "--data", atOnce, "unanswered", "--limit", "0", "--json", "--view", "full"); !bytes.Equal(before, after) {
		t.Error("an ingest of what is there already changed links")
	}
}

// checkGaps holds what is said to be a gap against what is one.
func checkGaps(t *testing.T, links map[string][]view.BestAnswer) {
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
	if asked < 100 || missed > 16 || invented > 7 {
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
func firstRight(t *testing.T, opened *app.App, q eval.Query) int {
	t.Helper()
	found, err := opened.Searcher.Answers(t.Context(), quarry.Question{Text: q.Text}, 3)
	if err != nil {
		t.Fatal(err)
	}
	return slices.IndexFunc(found.Hits, func(h quarry.Hit) bool {
		return slices.ContainsFunc(q.Relevant, func(r eval.Judgement) bool {
			return r.Grade > 1 && h.Source.Path == r.Path && h.Source.LineStart <= r.LineEnd && r.LineStart <= h.Source.LineEnd
		})
	})
}

// A run of its own for each document, few open questions: those are all asked behind every
// change, and so nothing depends on the way in which it came.
func TestLinksOfFewQuestionsDoNotDependOnTheWayInWhichDocumentsCame(t *testing.T) {
	t.Parallel()
	grown, err := newSession(t).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, grown)
	stored := map[string]quarry.Knowledge{}
	random := rand.New(rand.NewPCG(7, 12))
	for range 14 {
		changeNote(t, grown, stored, random)
		if err := grown.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	atOnce, err := newSession(t).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, atOnce)
	for _, path := range slices.Sorted(maps.Keys(stored)) {
		save(t, atOnce, stored[path])
	}
	if err := atOnce.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	want, got := openOf(t, atOnce), openOf(t, grown)
	likely := 0
	for _, q := range want {
		likely += min(1, len(q.BestAnswers))
	}
	if len(want) < 10 || likely == 0 {
		t.Errorf("of %d questions %d are linked: there is little to compare", len(want), likely)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("links of what grew are others than at once (-at once +grown):\n%s", diff)
	}
}

// changeNote writes or deletes one of a few documents.
func changeNote(t *testing.T, opened *app.App, stored map[string]quarry.Knowledge, random *rand.Rand) {
	t.Helper()
	path := fmt.Sprintf("notes/%d.md", random.IntN(8))
	before, there := stored[path]
	if !there || random.IntN(3) > 0 {
		stored[path] = guildNote(random, path)
		save(t, opened, stored[path])
		return
	}
	delete(stored, path)
	if _, err := opened.Store.DeleteDocument(t.Context(), before.Document.ID); err != nil {
		t.Fatal(err)
	}
}

// guildNote is a document of questions, answered or open, and of what answers some.
func guildNote(random *rand.Rand, path string) quarry.Knowledge {
	draft := storetest.NewDraft(path)
	for range 3 {
		guild := []string{"tanners", "weavers", "bakers", "smiths", "coopers"}[random.IntN(5)]
		thing := []string{"calf skin", "florin", "candle", "loaf", "barrel of ale"}[random.IntN(5)]
		text := fmt.Sprintf("The guild of %s paid the %s to the %s.", guild, thing, []string{"abbey", "mayor"}[random.IntN(2)])
		switch random.IntN(4) {
		case 0:
			draft.Fact("Guild of "+guild, text)
		case 1:
			draft.Question(fmt.Sprintf("Who got the %s of the %s?", thing, guild), text)
		default:
			draft.Question(fmt.Sprintf("Why did the guild of %s pay a %s?", guild, thing), "")
		}
	}
	return draft.Knowledge()
}

// openOf returns the open questions with what answers them.
func openOf(t *testing.T, opened *app.App) []quarry.Question {
	t.Helper()
	open, err := opened.Store.OpenQuestions(t.Context(), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	return open
}

func TestIngestLooksForAnswersToWhatALittleChangeConcerns(t *testing.T) {
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
	if got := reportOf(t, data, shelf); got.Answers == nil || got.Answers.Behind != 0 || got.Answers.Likely != 1 {
		t.Errorf("answers = %+v, want one that is likely", got.Answers)
	}
	writeNote(t, shelf, "more.md", "# Tanners\n\nThe guild of tanners paid a calf skin in 1200.\n")
	if got := reportOf(t, data, shelf); got.Answers == nil || got.Answers.Behind != 0 || got.Answers.Likely != 2 {
		t.Errorf("answers = %+v, want the second one, too", got.Answers)
	}
	reportOf(t, atOnce, shelf)
	roughly := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.01 })
	if diff := cmp.Diff(linked(t, atOnce), linked(t, data), roughly); diff != "" {
		t.Errorf("links are others than at once (-at once +later):\n%s", diff)
	}
}

func writeNote(t *testing.T, shelf, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(shelf, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func reportOf(t *testing.T, data, shelf string) intake.Tail {
	t.Helper()
	var report intake.Tail
	if err := json.Unmarshal(runHere(t, "--data", data, "ingest", "--progress", "none", "--report", "json", shelf), &report); err != nil {
		t.Fatal(err)
	}
	return report
}
