package separated

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/card"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// shape is how a text parts its cards.
type shape struct {
	side, end string
	pieces    []piece
	sure      ingest.Confidence
}

// Of the pieces of a text at most one in twenty is no card, such as a title.
const (
	fewestCards = 3
	fewestPairs = 4 // that a dash parts
	otherOneIn  = 20
)

// mostKinds is how many kinds of marks are tried, the most frequent first.
const mostKinds = 4

// shapeOf returns the shape of a text, false where marks do not part it into
// cards.
func shapeOf(text *ingest.Text) (shape, bool) {
	marks, ok := marksOf(string(text.Bytes))
	if !ok || isMarkup(text) {
		return shape{}, false
	}
	counts := map[string]int{}
	sides := map[string]int{}
	for _, one := range marks {
		counts[one.kind]++
		if one.parts() {
			sides[one.kind]++
		}
	}
	for _, side := range frequent(sides) {
		for _, end := range ends(counts, side, sides[side]) {
			found := shape{side: side, end: end, pieces: split(text, marks, side, end)}
			if found.weigh(string(text.Bytes)) {
				return found, true
			}
		}
	}
	return shape{}, false
}

// isMarkup reports whether a text has headings, fences or comments of a markup
// language, whose readers see more.
func isMarkup(text *ingest.Text) bool {
	for n := 1; n <= text.Lines(); n++ {
		line := strings.TrimSpace(text.Line(n))
		if strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ") || strings.HasPrefix(line, "<!--") || ingest.FenceOf(line) != "" && line[0] != '~' {
			return true
		}
	}
	return false
}

// frequent returns the kinds that occur often enough, the most frequent first.
func frequent(counts map[string]int) []string {
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return counts[kind] < fewestCards })
	return kinds[:min(len(kinds), mostKinds)]
}

// ends returns what may end the cards that a mark parts: another mark that
// stands about as often, and lines, unless readers of lines know the mark.
func ends(counts map[string]int, side string, often int) []string {
	var all []string
	for _, kind := range frequent(counts) {
		few, many := min(counts[kind], often), max(counts[kind], often)
		isEnd := kind != side && kind != "\t" && utf8.RuneCountInString(kind) > 1
		if isEnd && many-few <= 1+many/otherOneIn {
			all = append(all, kind)
		}
	}
	switch side {
	case "::", "->", "=>", "-->", "==>", "||":
		return all
	case "\t":
		return append(all, blankLine)
	}
	return append(all, lineBreak, blankLine)
}

// weigh reports whether the pieces are cards, and says how sure that is.
func (s *shape) weigh(text string) bool {
	seen := census{fronts: map[string]bool{}}
	others := 0
	for _, one := range s.pieces {
		if s.isCard(text, one) {
			seen.add(one.front(text), one.back(text))
		} else {
			others++
		}
	}
	weak := mark{kind: s.side}.isDash()
	fewest := fewestCards
	if weak {
		fewest = fewestPairs
	}
	if seen.cards < fewest || others*otherOneIn > seen.cards+otherOneIn-1 || !seen.areFronts() || (weak && !seen.arePairs()) {
		return false
	}
	s.sure = ingest.Likely
	if 2*seen.asking > seen.cards || !s.byLines() {
		s.sure = ingest.Certain
	}
	return true
}

// byLines reports whether lines end the cards.
func (s *shape) byLines() bool { return s.end == lineBreak || s.end == blankLine }

// isCard reports whether a piece has two sides. A mark on a line of its own
// that underlines a heading, or opens a block, parts sides only where another
// mark ends the card; a dash may stand in a back again.
func (s *shape) isCard(text string, one piece) bool {
	if one.sides == 0 || (one.sides > 1 && !one.side.isDash()) || one.front(text) == "" || one.back(text) == "" {
		return false
	}
	if s.byLines() && strings.Contains("-=~+:", one.side.kind[:1]) {
		return !strings.HasSuffix(strings.TrimRight(text[one.start:one.side.start], " \t"), "\n")
	}
	return true
}

// census counts what the sides of cards are like.
type census struct {
	cards, asking int
	wordy         int // fronts that begin with a letter, and are no longer than a front
	short         int // fronts of a few words without the end of a sentence
	running       int // backs that run on like a sentence, not like a name
	marked        int // fronts with a bullet or another mark of Markdown
	fronts        map[string]bool
}

// How long fronts are.
const (
	longestFront = 400 // bytes
	mostTermWord = 6
)

func (c *census) add(front, back string) {
	c.cards++
	c.fronts[front] = true
	if phrase.IsQuestion(front) {
		c.asking++
	}
	if phrase.IsBullet(front) || phrase.IsMarked(front) {
		c.marked++
	}
	bare := phrase.Strip(front)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(bare, "¿¡\"'“‘«([$"))
	if len(front) <= longestFront && (unicode.IsLetter(first) || card.HasCloze(front)) {
		c.wordy++
	}
	if !strings.ContainsAny(bare, ".!,;:") && len(strings.Fields(bare)) <= mostTermWord {
		c.short++
	}
	if runsOn(back) {
		c.running++
	}
}

// runsOn reports whether most words of a text begin with small letters.
func runsOn(text string) bool {
	words, small := 0, 0
	for word := range strings.FieldsSeq(text) {
		first, _ := utf8.DecodeRuneInString(word)
		words++
		if unicode.IsLower(first) {
			small++
		}
	}
	return 2*small > words
}

// areFronts reports whether nearly all fronts are words, and no two the same.
func (c *census) areFronts() bool {
	return 5*c.wordy >= 4*c.cards && 10*len(c.fronts) >= 9*c.cards
}

// arePairs reports whether a dash parts questions from answers, or terms from
// what they mean, and not the words of sentences, names or lists.
func (c *census) arePairs() bool {
	return c.marked == 0 && 4*c.running >= 3*c.cards && 10*(c.short+c.asking) >= 9*c.cards
}
