package question_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question"
)

// marked finds the free lines that begin with a mark.
type marked string

func (m marked) Format() ingest.Format { return ingest.Format{Name: string(m), Version: 2} }

func (m marked) Find(lines *ingest.Lines) []ingest.Found {
	var all []ingest.Found
	for n := 1; n <= lines.Lines(); n++ {
		if text, ok := strings.CutPrefix(lines.Line(n), string(m)); ok && lines.Free(n) {
			one := ingest.Found{Lines: quarry.LineRange{LineStart: n, LineEnd: n}, Question: quarry.Question{Text: strings.TrimSpace(text)}}
			all = append(all, one)
		}
	}
	return all
}

func TestTheFirstFinderTakesALineFirst(t *testing.T) {
	t.Parallel()
	r := question.NewReader(ingesttest.Lexicon(t), marked("??"), marked("?"))
	if got := r.Version(); got != 4 {
		t.Errorf("version %d, want that of all finders", got)
	}
	lines := ingest.NewLines(ingest.NewText([]byte("? Who dyes?\n?? Who weaves?\nNobody asks.\n")))
	found, furniture := r.Find(t.Context(), lines)
	var got []string
	for _, one := range found {
		got = append(got, one.Question.Text)
	}
	if diff := cmp.Diff([]string{"Who dyes?", "Who weaves?"}, got); diff != "" || len(furniture) > 0 {
		t.Errorf("furniture %v, questions (-want +got):\n%s", furniture, diff)
	}
	if lines.Free(1) || lines.Free(2) || !lines.Free(3) {
		t.Error("other lines are taken than those of the questions")
	}
}

func TestWhatTitlesStateHoldsBelowThem(t *testing.T) {
	t.Parallel()
	r := question.NewReader(ingesttest.Lexicon(t))
	document := doc.Document{Blocks: []doc.Block{&doc.Heading{Place: doc.Place{First: 1, Last: 1}, Text: doc.Text{Text: "Hard"}, Level: 1}}}
	at := func(line int) ingest.Found {
		return ingest.Found{Lines: quarry.LineRange{LineStart: line, LineEnd: line}, Question: quarry.Question{Text: "Who weaves?"}}
	}
	titled, elsewhere := at(3), at(4)
	titled.Title = "Looms"
	elsewhere.Elsewhere = []quarry.LineRange{{LineStart: 9, LineEnd: 9}}
	read := r.Read([]ingest.Found{at(2), titled, elsewhere}, document.Sections(strings.TrimSpace))
	var got [][]string
	for _, q := range read.Questions {
		got = append(got, q.Source.Heading)
		if q.Grade.Difficulty != quarry.Hard {
			t.Errorf("grade %v under %q", q.Grade, q.Source.Heading)
		}
	}
	if diff := cmp.Diff([][]string{{"Hard"}, {"Hard", "Looms"}, {"Hard", "Looms"}}, got); diff != "" || read.Title != "Looms" {
		t.Errorf("title %q, headings (-want +got):\n%s", read.Title, diff)
	}
	if len(read.Marks) != 1 || read.Marks[0].Lines.LineStart != 9 || read.Marks[0].State != quarry.LineEntry {
		t.Errorf("marks %v, want the line of the answer elsewhere", read.Marks)
	}
}
