package card_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// read reads cards that are written one side a line, the front first.
func read(t *testing.T, sides ...string) ([]quarry.Question, []quarry.Passage) {
	t.Helper()
	text := ingest.NewText([]byte(strings.Join(sides, "\n") + "\n"))
	var cards []card.Card
	for n := 1; n < text.Lines(); n += 2 {
		one := card.Card{Front: text.Line(n), Backs: []string{text.Line(n + 1)}, HTML: true, Grade: quarry.NoGrade()}
		one.Source.Span = text.LineSpan(n, n+1)
		cards = append(cards, one)
	}
	var found ingest.Extraction
	card.NewReader(phrase.New(ingesttest.Lexicon(t))).Add(t.Context(), &found, text, cards)
	return found.Questions, found.Passages
}

func TestACardIsReadAsItsReaderSeesIt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ front, back, question, answer string }{
		"a picture before the words":   {"<img src='a.png'><br>What is it?", "A <b>pan</b>.", "What is it?", "A **pan**."},
		"a link is its words":          {"What is <a href='x'>rye</a>?", "A grain.", "What is rye?", "A grain."},
		"a sound is not read":          {"Qu'est-ce? [sound:a.mp3]", "[sound:b.mp3]Rien.", "Qu'est-ce?", "Rien."},
		"a picture answers":            {"What does it look like?", "<img src='b.png'>", "What does it look like?", "![](b.png)"},
		"a placeholder does not":       {"What is oat?", "TODO", "What is oat?", ""},
		"a label is no word":           {"Q: What is oat?", "Answer: a grain", "What is oat?", "a grain"},
		"code keeps its brackets":      {"What is <code>a[0](b)</code>?", "A call.", "What is `a[0](b)`?", "A call."},
		"a cloze":                      {"{{c1::Rye}} is a {{c2::grain::what?}}.", "It is old.", "[…] is a […].", "Rye; grain\n\nIt is old."},
		"a cloze within a cloze":       {"{{c1::Rye and {{c2::wheat}}}} are grains.", "-", "[…] are grains.", "Rye and wheat"},
		"a cloze before brackets":      {"{{c1::Rye}}(a grain) is old.", "-", "[…](a grain) is old.", "Rye"},
		"braces in a cloze":            {"It is {{c1::\\frac{1}{2}}}.", "-", "It is […].", "\\frac{1}{2}"},
		"a brace that is alone":        {"It is {{c1::a { b}} here.", "-", "It is […] here.", "a { b"},
		"a cloze that is never closed": {"It is {{c1::open. }", "-", "It is {{c1::open. }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, silent := read(t, tc.front, tc.back)
			if len(found) != 1 || len(silent) != 0 {
				t.Fatalf("%d questions, %d cards left over", len(found), len(silent))
			}
			got := []string{found[0].Text, found[0].Answer}
			if diff := cmp.Diff([]string{tc.question, tc.answer}, got); diff != "" {
				t.Errorf("%q, %q (-want +got):\n%s", tc.front, tc.back, diff)
			}
		})
	}
}

func TestTagsStateADifficultyUnlessTheyDisagree(t *testing.T) {
	t.Parallel()
	for tags, want := range map[string]quarry.Grade{
		"Easy":                    quarry.StatedGrade(quarry.Easy),
		"grains difficulty::hard": quarry.StatedGrade(quarry.Hard),
		"level_advanced":          quarry.StatedGrade(quarry.Hard),
		"#medium":                 quarry.StatedGrade(quarry.Medium),
		"hard-disks":              quarry.NoGrade(),
		"easy hard":               quarry.NoGrade(),
		"easy level:beginner":     quarry.StatedGrade(quarry.Easy),
		"":                        quarry.NoGrade(),
	} {
		text := ingest.NewText([]byte("What is rye?"))
		one := card.Card{Front: "What is rye?", Tags: strings.Fields(tags), Grade: quarry.NoGrade()}
		one.Source.Span = text.LineSpan(1, 1)
		var found ingest.Extraction
		card.NewReader(phrase.New(ingesttest.Lexicon(t))).Add(t.Context(), &found, text, []card.Card{one})
		if len(found.Questions) != 1 || found.Questions[0].Grade != want {
			t.Errorf("%q states %+v; want %+v", tags, found.Questions, want)
		}
	}
}
