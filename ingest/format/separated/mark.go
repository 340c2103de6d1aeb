package separated

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
)

// mark is a run of signs in a text that may part something.
type mark struct {
	kind       string
	start, end int
	apart      bool // white space, or the end of a line, stands on both sides
	joined     bool // text, or the end of a line, stands on both sides
}

// mostMarks is how many marks a text has at most: two for each of as many cards
// as one document may yield.
const mostMarks = 2 * ingest.MaxEntries

// longestMark is the most bytes of a mark: what is longer is a line for the eye.
const longestMark = 8

// signs are what marks are made of. Those that sentences, sums, links or
// emphasis are written with are none.
const signs = "-–—|;:=~&@%^+→⇒#*_"

// marksOf returns the marks of a text, false where it has more than any text of cards.
func marksOf(text string) ([]mark, bool) {
	var found []mark
	for at := 0; at < len(text); {
		next := strings.IndexAny(text[at:], signs+"\t")
		if next < 0 {
			break
		}
		start := at + next
		if at = start + 1; text[start] != '\t' {
			at = len(text) - len(strings.TrimLeft(text[start:], signs))
		}
		if one := markAt(text, start, at); one.kind != "" {
			found = append(found, one)
		}
		if len(found) > mostMarks {
			return nil, false
		}
	}
	return found, true
}

// markAt returns the mark that some signs are. One sign alone is a mark only
// where it is a dash between spaces, or a tab.
func markAt(text string, start, end int) mark {
	kind := text[start:end]
	left, _ := utf8.DecodeLastRuneInString(text[:start])
	right, _ := utf8.DecodeRuneInString(text[end:])
	opens, closes := start == 0 || left == '\n', end == len(text) || right == '\n' || right == '\r'
	one := mark{
		kind: kind, start: start, end: end,
		apart:  (opens || unicode.IsSpace(left)) && (closes || unicode.IsSpace(right)),
		joined: (opens || !unicode.IsSpace(left)) && (closes || !unicode.IsSpace(right)),
	}
	isSign := utf8.RuneCountInString(kind) == 1 && kind != "\t" && (!one.isDash() || !one.apart)
	if end-start > longestMark || isSign || slices.Contains(others(), kind) {
		return mark{}
	}
	return one
}

// others returns the marks that readers of lines know, and those of sums.
func others() []string {
	return []string{"::", "->", "=>", "-->", "==>", "||", ":=", "==", "+=", "-=", "&&", "%%"}
}

// isDash reports whether a mark is one dash, which parts words of a sentence as well.
func (m mark) isDash() bool { return m.kind == "-" || m.kind == "–" || m.kind == "—" }

// longMark is how many signs make a mark that needs no space around it.
const longMark = 3

// parts reports whether a mark may part the sides of a card: it leans on neither of them.
func (m mark) parts() bool {
	return m.kind == "\t" || m.apart || m.joined && utf8.RuneCountInString(m.kind) >= longMark
}
