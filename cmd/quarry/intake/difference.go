package intake

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// differenceReport is what a dry run says of one document's entries. Its JSON
// form is part of the command's contract; what is derived from the whole corpus
// will stand beside these.
type differenceReport struct {
	Added   []entryLine `json:"added"`
	Changed []entryEdit `json:"changed"`
	Removed []entryLine `json:"removed"`
	Merged  []entryLine `json:"merged"` // what another question would stand for
}

// entryLine names an entry for a person.
type entryLine struct {
	ID    quarry.EntryID   `json:"id"`
	Kind  quarry.EntryKind `json:"kind"`
	Title string           `json:"title"`
	Line  int              `json:"line"` // where it stands, or stood
}

// entryEdit is an entry that stays and is not the same.
type entryEdit struct {
	entryLine

	Changes []string `json:"changes"`          // what is another: answer, difficulty, place …
	Before  string   `json:"before,omitempty"` // the text, where that is another
	After   string   `json:"after,omitempty"`
}

func describe(e quarry.Entry) entryLine {
	title := e.Title
	if e.Kind == quarry.EntryFact || e.Kind == quarry.EntrySpec {
		title += ": " + e.Text
	}
	if title == "" {
		title = e.Text
	}
	return entryLine{ID: e.ID, Kind: e.Kind, Title: text.OneLine(title), Line: e.Source.LineStart}
}

// moved is the change of an entry that says what it said, elsewhere.
const moved = "place"

// changesOf names what is another. What an entry is told by in a search is
// compared; where that is all the same, it is a detail.
func changesOf(was, next quarry.Entry) []string {
	var changes []string
	note := func(what string, same bool) {
		if !same {
			changes = append(changes, what)
		}
	}
	note(textName(next.Kind), was.Text == next.Text)
	note("title", was.Title == next.Title)
	note("style", was.Style == next.Style)
	note("difficulty", was.Grade.Difficulty == next.Grade.Difficulty && was.Grade.Source == next.Grade.Source)
	note("topics", slices.Equal(was.Topics, next.Topics))
	note("headings", slices.Equal(was.Source.Heading, next.Source.Heading))
	note("document title", was.Source.Title == next.Source.Title)
	switch {
	case len(changes) > 0: // its place is another with it
		return changes
	case was.Source.Span != next.Source.Span:
		return []string{moved}
	}
	return []string{"details"}
}

func textName(kind quarry.EntryKind) string {
	switch kind {
	case quarry.EntryQuestion:
		return "answer"
	case quarry.EntrySpec:
		return "value"
	case quarry.EntryFact, quarry.EntryPassage, quarry.EntryDocument, quarry.EntryConflict, quarry.EntryGenerated:
	}
	return "text"
}

// How much of a difference a person is shown; the JSON report has all of it.
const (
	shownEntries = 10  // of each sort, in one document
	shownLines   = 3   // of each side of a text
	shownLetters = 100 // of a line
)

// text prints the difference under its document's line.
func (d *differenceReport) text(out io.Writer) {
	printSome(out, d.Added, func(e entryLine) { printEntry(out, '+', e, "") })
	printSome(out, d.Removed, func(e entryLine) { printEntry(out, '-', e, "") })
	printSome(out, d.Merged, func(e entryLine) { printEntry(out, '=', e, "  (asks what another one does)") })
	edited := make([]entryEdit, 0, len(d.Changed))
	for _, e := range d.Changed {
		if !slices.Equal(e.Changes, []string{moved}) {
			edited = append(edited, e)
		}
	}
	printSome(out, edited, func(e entryEdit) {
		printEntry(out, '~', e.entryLine, "  ("+strings.Join(e.Changes, ", ")+")")
		printTexts(out, e.Before, e.After)
	})
	if only := len(d.Changed) - len(edited); only > 0 {
		_, _ = fmt.Fprintf(out, "  ~ %d only moved\n", only)
	}
}

func printSome[T any](out io.Writer, all []T, show func(T)) {
	for _, one := range all[:min(len(all), shownEntries)] {
		show(one)
	}
	if more := len(all) - shownEntries; more > 0 {
		_, _ = fmt.Fprintf(out, "    and %d more\n", more)
	}
}

func printEntry(out io.Writer, mark rune, e entryLine, note string) {
	_, _ = fmt.Fprintf(out, "  %c %-8s %s  %s%s\n", mark, e.Kind, e.ID, clipped(e.Title), note)
}

// printTexts prints where two texts part.
func printTexts(out io.Writer, before, after string) {
	was, next := strings.Split(before, "\n"), strings.Split(after, "\n")
	for len(was) > 0 && len(next) > 0 && was[0] == next[0] {
		was, next = was[1:], next[1:]
	}
	for len(was) > 0 && len(next) > 0 && was[len(was)-1] == next[len(next)-1] {
		was, next = was[:len(was)-1], next[:len(next)-1]
	}
	printLines(out, '-', was)
	printLines(out, '+', next)
}

func printLines(out io.Writer, mark rune, lines []string) {
	for _, line := range lines[:min(len(lines), shownLines)] {
		if line != "" {
			_, _ = fmt.Fprintf(out, "      %c %s\n", mark, clipped(line))
		}
	}
	if more := len(lines) - shownLines; more > 0 {
		_, _ = fmt.Fprintf(out, "      %c and %d more lines\n", mark, more)
	}
}

// clipped returns the beginning of a line, fit for a terminal.
func clipped(line string) string {
	letters := []rune(present.Printable(strings.ReplaceAll(line, "\t", " ")))
	if len(letters) <= shownLetters {
		return string(letters)
	}
	return string(letters[:shownLetters-1]) + "…"
}
