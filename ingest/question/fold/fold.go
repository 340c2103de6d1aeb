package fold

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// fold is something with a title, and a body that the title opens.
type fold struct {
	start, end int    // its bytes, all of it
	kind       string // the words that it calls itself by, in lower case: details, faq item, question, tip
	title      string // one line without tags, "" where there is none
	body       string // without the marks and the indentation that make it a body
}

// foldsOf returns the folds of a text in their order, an outer one before those
// inside of it. Most texts have no mark of one, which costs little to know.
func (f *Finder) foldsOf(text *ingest.Text) []fold {
	has := func(mark string) bool { return bytes.Contains(text.Bytes, []byte(mark)) }
	if !slices.ContainsFunc([]string{"<", colons, "[!", "!!! ", "???"}, has) {
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

// plainTitle returns a title on one line, without tags and entities.
func plainTitle(written string) string { return text.OneLine(text.Resolved(text.WithoutTags(written))) }

// sense is what a title says of what it hides.
type sense int

const (
	ofItself   sense = iota // it says something itself
	ofAnswer                // that an answer is below it: "Show the solution", "Réponse 3"
	ofNothing               // no more than that something is: "Hint 2", "Click to expand", "Question 3", "FAQ"
	rhetorical              // it asks, and wants no answer: "Did you know?"
)

// senseOf returns what a title says, by its words.
func (f *Finder) senseOf(title string) sense {
	words := text.WordsPlain(title)
	if f.cues["rhetorical_openings"].Prefix(strings.Join(words, " ")) != "" {
		return rhetorical
	}
	if len(words) > 0 && f.cues["hint_labels"].Has(words[0]) && !f.phrases.EndsAsking(title) {
		return ofNothing // "Hint for the next one"
	}
	said, names := ofNothing, 0
	for _, word := range words {
		name := strings.TrimRight(word, "0123456789")
		if name != "" {
			names++
		}
		switch {
		case name == "", f.cues["question_names"].Has(name), f.cues["around_answers"].Has(word), f.cues["hint_labels"].Has(word):
		case f.cues["answer_names"].Has(word):
			said = ofAnswer
		default:
			return ofItself
		}
	}
	switch {
	case title != "" && names == 0, f.phrases.EndsAsking(title):
		return ofItself
	case strings.EqualFold(title, "show"): // what, if not the answer
		return ofAnswer
	}
	return said
}

// hides reports whether a fold says no more than that an answer is in it, by its
// title, or by its kind where it has none.
func (f *Finder) hides(one fold) bool { return f.senseOf(cmp.Or(one.title, one.kind)) == ofAnswer }
