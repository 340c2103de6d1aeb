package fold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// fold is something with a title, and a body that the title opens.
type fold struct {
	start, end int    // its bytes, all of it
	family     string // folds of one family are weighed together
	kind       string // the words that it calls itself by, in lower case: details, faq item, question, tip
	title      string // one line without tags, "" where there is none
	body       string // without the marks and the indentation that make it a body
	grade      string // the difficulty that one of its attributes states, as written
}

// foldsOf returns the folds of a text in their order, an outer one before those
// inside of it.
func (f *Finder) foldsOf(text *ingest.Text) []fold {
	if !mayFold(text.Cut(spanOf(0, len(text.Bytes)))) {
		return nil
	}
	fenced := text.Fences()
	all := f.elementFolds(text, fenced)
	for _, s := range f.syntaxes {
		all = append(all, s.folds(text, fenced)...)
	}
	slices.SortStableFunc(all, func(a, b fold) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	return all
}

// mayFold reports whether a text has any of the marks that a fold has.
func mayFold(text string) bool {
	return slices.ContainsFunc([]string{"<", ":::", "[!", "!!!", "???"}, func(mark string) bool { return strings.Contains(text, mark) })
}

func spanOf(start, end int) quarry.Span { return quarry.Span{ByteStart: start, ByteEnd: end} }
