package ingesttest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finding is a finder under test. Its cases are a layout's: documents in
// testdata, and beside them what the finder alone makes of them. What it leaves
// shows up as passages.
type Finding struct {
	// New returns the finder.
	New func(lexicon *lexicon.Lexicon) ingest.Finder
	// Update writes the golden files anew instead of comparing with them.
	Update bool
}

// Golden compares what the finder finds with the golden files.
func (f Finding) Golden(t *testing.T) {
	t.Helper()
	f.layout().Golden(t)
}

// Fuzz gives the finder whatever the fuzzer makes of the cases, with all lines
// free and with some of them taken.
func (f Finding) Fuzz(fuzz *testing.F) { f.layout().Fuzz(fuzz) }

func (f Finding) layout() Layout {
	return Layout{
		New:    func(lexicon *lexicon.Lexicon) ingest.Parser { return alone{f.New(lexicon)} },
		Update: f.Update,
	}
}

// alone is a parser that has one finder, and keeps everything else as prose.
type alone struct{ finder ingest.Finder }

// Format names the finder's layout.
func (a alone) Format() ingest.Format { return a.finder.Format() }

// Recognise takes any text.
func (alone) Recognise(*ingest.Text) ingest.Confidence { return ingest.Plain }

// eachTaken is how far the lines are apart that something else has taken
// already.
const eachTaken = 5

// Parse fails where the finder breaks a promise of its interface.
func (a alone) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	some := ingest.NewLines(text)
	for n := 1; n <= text.Lines(); n += eachTaken {
		some.Take(n, n)
	}
	lines := ingest.NewLines(text)
	found := a.finder.Find(lines)
	if err := errors.Join(fault(lines, found), fault(some, a.finder.Find(some))); err != nil {
		return ingest.Extraction{}, err
	}
	var all ingest.Extraction
	var titles []string
	for _, one := range found {
		if one.Title != "" {
			titles = []string{one.Title}
			all.Title = cmp.Or(all.Title, one.Title)
		}
		if titles != nil {
			one.Question.Source.Heading = slices.Clone(titles)
		}
		all.Questions = append(all.Questions, one.Question)
		all.Marks = append(all.Marks, one.Marks...)
		lines.Take(one.Lines.LineStart, one.Lines.LineEnd)
	}
	all.Passages = prose(lines)
	return all, nil
}

// fault returns what is wrong with what a finder found among some lines.
func fault(lines *ingest.Lines, found []ingest.Found) error {
	last := 0
	for _, one := range found {
		at, span := one.Lines, one.Question.Source.Span
		switch {
		case at.LineStart <= last || at.LineEnd < at.LineStart:
			return fmt.Errorf("lines %+v do not lie behind line %d", at, last)
		case span.LineStart < at.LineStart || span.LineEnd > at.LineEnd:
			return fmt.Errorf("span %+v is not within lines %+v", span, at)
		case one.Question.Text == "":
			return fmt.Errorf("no text at lines %+v", at)
		}
		if err := faultWithin(lines, one); err != nil {
			return err
		}
		last = at.LineEnd
	}
	return nil
}

func faultWithin(lines *ingest.Lines, one ingest.Found) error {
	for n := one.Lines.LineStart; n <= one.Lines.LineEnd; n++ {
		if !lines.Free(n) {
			return fmt.Errorf("line %d of %+v is not free", n, one.Lines)
		}
	}
	for _, mark := range one.Marks {
		if mark.Lines.LineStart < one.Lines.LineStart || mark.Lines.LineEnd > one.Lines.LineEnd {
			return fmt.Errorf("mark %+v is not within lines %+v", mark, one.Lines)
		}
	}
	return nil
}

// prose returns the lines that are left, the runs of them as passages.
func prose(lines *ingest.Lines) []quarry.Passage {
	var all []quarry.Passage
	for n := 1; n <= lines.Lines(); n++ {
		if !lines.Free(n) || lines.Blank(n) {
			continue
		}
		first := n
		for lines.Free(n+1) && !lines.Blank(n+1) {
			n++
		}
		span := lines.LineSpan(first, n)
		all = append(all, quarry.Passage{Text: lines.Cut(span), Source: quarry.Source{Span: span}})
	}
	return all
}
