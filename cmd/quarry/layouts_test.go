package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/evidence"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// wantedQuestion is a question that a document asks, as a reader would tell it.
type wantedQuestion struct {
	Question string            `json:"question"`
	Answer   string            `json:"answer"` // "" for none
	Grade    quarry.Difficulty `json:"grade"`  // that the source states; "" for none
	Style    quarry.Style      `json:"style"`  // "" for open
	Choices  []string          `json:"choices"`
}

// fewestLayouts is how many documents there are: a folder that is not found
// would pass.
const fewestLayouts = 50

// Every document in testdata/layouts goes through the parsers as the program
// wires them. Beside it stands, in its .want.json, what a reader finds in it:
// all of that must come out and nothing else. A document without questions
// stands for what only looks like some.
func TestQuestionsComeOutOfWhateverPeopleHave(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join("testdata", "layouts", "*.want.json"))
	if err != nil || len(all) < fewestLayouts {
		t.Fatalf("%d documents, %v; want at least %d", len(all), err, fewestLayouts)
	}
	for _, path := range all {
		name := strings.TrimSuffix(filepath.Base(path), ".want.json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareQuestions(t, wantedOf(t, path), ingested(t, words, strings.TrimSuffix(path, ".want.json")))
		})
	}
}

func wantedOf(t *testing.T, path string) []wantedQuestion {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Questions []wantedQuestion `json:"questions"`
	}
	if err := json.Unmarshal(content, &document); err != nil {
		t.Fatal(err)
	}
	return document.Questions
}

// ingested returns the questions of the document whose path begins so.
func ingested(t *testing.T, words *lexicon.Lexicon, path string) []quarry.Question {
	t.Helper()
	var given []string
	for _, found := range must(filepath.Glob(path + ".*"))(t) {
		if !strings.HasSuffix(found, ".want.json") {
			given = append(given, found)
		}
	}
	collected := &harvest{t: t}
	run := ingest.Run{Pipeline: app.NewPipeline(words, slog.New(slog.DiscardHandler), nil), Library: collected, Writer: collected, Workers: 1}
	summary, err := run.Ingest(t.Context(), ingest.Find(ingest.Request{Paths: given, Collection: quarry.DefaultCollection}))
	if err != nil || len(given) != 1 || summary.Documents[ingest.Rejected] > 0 {
		t.Fatalf("%q: %v, %+v", given, err, summary.Rejections)
	}
	return collected.questions
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// compareQuestions fails for every question that is missing, that was not asked,
// or that came out other than it stands there.
func compareQuestions(t *testing.T, want []wantedQuestion, got []quarry.Question) {
	t.Helper()
	asked := map[string]quarry.Question{}
	for _, q := range got {
		asked[spoken(q.Text)] = q
	}
	for _, w := range want {
		q, ok := asked[spoken(w.Question)]
		if !ok {
			t.Errorf("not found: %q", w.Question)
			continue
		}
		delete(asked, spoken(w.Question))
		compareQuestion(t, w, q)
	}
	for _, q := range asked {
		t.Errorf("the source does not ask %q (answer %q, line %d)", q.Text, q.Answer, q.Source.LineStart)
	}
}

func compareQuestion(t *testing.T, want wantedQuestion, got quarry.Question) {
	t.Helper()
	if want.Style == "" {
		want.Style = quarry.StyleOpen
	}
	if got.Style != want.Style {
		t.Errorf("%q has the style %q, want %q", got.Text, got.Style, want.Style)
	}
	if got.Answered != (want.Answer != "") || spoken(got.Answer) != spoken(want.Answer) {
		t.Errorf("%q is answered %t by %q, want %q", got.Text, got.Answered, got.Answer, want.Answer)
	}
	stated := got.Grade.Source == quarry.DifficultyStated
	if stated != (want.Grade != "") || stated && got.Grade.Difficulty != want.Grade {
		t.Errorf("%q has the grade %+v, want %q to be stated", got.Text, got.Grade, want.Grade)
	}
	if spoken(strings.Join(got.Choices, " | ")) != spoken(strings.Join(want.Choices, " | ")) || len(got.Choices) != len(want.Choices) {
		t.Errorf("%q offers %q, want %q", got.Text, got.Choices, want.Choices)
	}
}

// spoken returns the words of a text, without marks and tags: what one would
// say.
func spoken(text string) string {
	for {
		before, tag, opened := strings.Cut(text, "<")
		_, after, closed := strings.Cut(tag, ">")
		if !opened || !closed {
			break
		}
		text = before + " " + after
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, " ")
}

// harvest collects the questions of the documents that are saved, and holds every
// one of them against its source.
type harvest struct {
	t         *testing.T
	questions []quarry.Question
	specs     []quarry.Spec
}

func (s *harvest) SaveDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	source := evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256)
	for _, q := range k.Questions {
		if found := source.Verify(q.Source, q.Claims()...); !found.Verified {
			s.t.Errorf("%q is not verified: %q are missing in %q", q.Text, found.MissingWords, found.Quote)
		}
	}
	for _, spec := range k.Specs {
		if found := source.Verify(spec.Source, spec.Claims()...); !found.Verified {
			s.t.Errorf("%q is not verified: %q are missing in %q", spec.Claims(), found.MissingWords, found.Quote)
		}
	}
	if coverage := k.Document.Report.Coverage; coverage != 1 {
		s.t.Errorf("coverage is %v, want 1", coverage)
	}
	s.questions, s.specs = append(s.questions, k.Questions...), append(s.specs, k.Specs...)
	return quarry.Difference{}, nil
}

func (*harvest) DeleteDocument(context.Context, quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, nil
}

func (*harvest) StoredFile(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

func (*harvest) StoredDocuments(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

func (*harvest) PreviewDocument(context.Context, quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{}, nil
}
