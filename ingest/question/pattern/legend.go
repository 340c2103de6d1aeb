package pattern

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// legend is what the marks of a text say about difficulty: "🥚 easy, 🐔 hard".
type legend map[string]quarry.Difficulty

// Limits of what is looked at for a legend.
const (
	longestLegend = 300 // bytes of a line
	longestMark   = 24  // bytes of a mark
	fewestGrades  = 2   // that a legend tells apart
)

// legendOf reads the legend of a text.
func legendOf(lexicon *lexicon.Lexicon, lines *ingest.Lines) legend {
	found := legend{}
	for n := 1; n <= lines.Lines(); n++ {
		if written := lines.Line(n); lines.Free(n) && len(written) <= longestLegend {
			found.read(lexicon, written)
		}
	}
	if found.grades() < fewestGrades {
		return nil
	}
	return found
}

// read adds what a line says, if it is nothing but marks and grades, a label
// before them aside: two or more of them, or one as an item of a list.
func (g legend) read(lexicon *lexicon.Lexicon, written string) {
	if at := strings.IndexAny(written, ":："); at >= 0 {
		_, size := utf8.DecodeRuneInString(written[at:])
		written = written[at+size:]
	}
	tokens := strings.FieldsFunc(written, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|=:*–—-，、；·", r) })
	if len(tokens) == 0 || len(tokens)%2 != 0 {
		return
	}
	found := legend{}
	for i := 0; i < len(tokens); i += 2 {
		mark, word := tokens[i], tokens[i+1]
		if !isMark(mark) {
			mark, word = word, mark
		}
		grade, ok := lexicon.GradeOf(strings.Trim(word, "()."))
		if !ok || !isMark(mark) {
			return
		}
		found[foldMark(mark)] = grade
	}
	maps.Copy(g, found)
}

// grades returns how many difficulties the legend tells apart.
func (g legend) grades() int {
	told := make(map[quarry.Difficulty]bool)
	for _, grade := range g {
		told[grade] = true
	}
	return len(told)
}

// isMark reports whether a token is a sign without letters, or a letter or two
// in brackets.
func isMark(token string) bool {
	if len(token) > longestMark {
		return false
	}
	if strings.HasPrefix(token, "[") {
		return strings.HasSuffix(token, "]") && len(token) >= 3 && len(token) <= 5
	}
	signs := false
	for _, r := range token {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r < 0x80 {
			return false
		}
		signs = signs || unicode.IsSymbol(r)
	}
	return signs
}

// foldMark takes off a sign what only says how it is drawn.
func foldMark(mark string) string { return strings.Trim(mark, "\u200d\ufe0f") }

// cut takes a mark off the front or the end of words, the marks of emphasis
// behind it left where they are.
func (g legend) cut(words string) (string, quarry.Difficulty) {
	if len(g) == 0 {
		return words, ""
	}
	if head, rest, ok := strings.Cut(words, " "); ok && len(head) <= longestMark {
		if grade, known := g[foldMark(head)]; known {
			return strings.TrimSpace(rest), grade
		}
	}
	bare := strings.TrimRight(words, " *_")
	at := strings.LastIndexAny(bare[max(0, len(bare)-longestMark):], " *?？.")
	if at < 0 {
		return words, ""
	}
	at += max(0, len(bare)-longestMark)
	end := at + len(bare[at:]) - len(strings.TrimLeft(bare[at:], " *?？."))
	if grade, known := g[foldMark(bare[end:])]; known {
		return strings.TrimRight(bare[:end], " ") + words[len(bare):], grade
	}
	return words, ""
}
