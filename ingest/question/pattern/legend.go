package pattern

import (
	"maps"
	"slices"
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
			maps.Copy(found, gradesOf(lexicon, written))
		}
	}
	if len(slices.Compact(slices.Sorted(maps.Values(found)))) < fewestGrades {
		return nil
	}
	return found
}

// gradesOf returns what a line says that, behind a label or not, is nothing but marks with grades.
func gradesOf(lexicon *lexicon.Lexicon, written string) legend {
	if _, behind, labelled := strings.Cut(strings.ReplaceAll(written, "：", ":"), ":"); labelled {
		written = behind
	}
	tokens := strings.FieldsFunc(written, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|=:*–—-，、；·", r) })
	if len(tokens)%2 != 0 {
		return nil
	}
	found := legend{}
	for pair := range slices.Chunk(tokens, 2) {
		if !isMark(pair[0]) {
			slices.Reverse(pair)
		}
		grade, ok := lexicon.GradeOf(strings.Trim(pair[1], "()."))
		if !ok || !isMark(pair[0]) {
			return nil
		}
		found[foldMark(pair[0])] = grade
	}
	return found
}

// isMark reports whether a token is a sign without letters, or a letter or two in brackets.
func isMark(token string) bool {
	if strings.HasPrefix(token, "[") {
		return strings.HasSuffix(token, "]") && len(token) >= len("[a]") && len(token) <= len("[abc]")
	}
	isWord := func(r rune) bool { return r < utf8.RuneSelf || unicode.IsLetter(r) || unicode.IsDigit(r) }
	return len(token) <= longestMark && strings.ContainsFunc(token, unicode.IsSymbol) && !strings.ContainsFunc(token, isWord)
}

// foldMark takes off a sign what only says how it is drawn.
func foldMark(mark string) string { return strings.Trim(mark, "\u200d\ufe0f") }

// cut takes a mark off the front or the end of words, and leaves the marks of emphasis behind it.
func (g legend) cut(words string) (string, quarry.Difficulty) {
	head, rest, spaced := strings.Cut(words, " ")
	if grade, known := g[foldMark(head)]; known && spaced {
		return strings.TrimSpace(rest), grade
	}
	bare := strings.TrimRight(words, " *_")
	before := strings.TrimRightFunc(bare, func(r rune) bool { return !strings.ContainsRune(" *?？.", r) })
	if grade, known := g[foldMark(bare[len(before):])]; known && before != "" {
		return strings.TrimRight(before, " ") + words[len(bare):], grade
	}
	return words, ""
}
