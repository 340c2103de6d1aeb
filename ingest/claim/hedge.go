package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// The words that show that a number beside them is not said of a thing as it is.
const (
	deniedWords   lexicon.Cue = "denied"
	neededWords   lexicon.Cue = "needed"
	pastWords     lexicon.Cue = "past"
	portionWords  lexicon.Cue = "portions"
	betweenWords  lexicon.Cue = "between"
	lessenedWords lexicon.Cue = "lessened"
	doubtedWords  lexicon.Cue = "doubted"
	groupWords    lexicon.Cue = "groups"
	figureWords   lexicon.Cue = "figures"
	refutedWords  lexicon.Cue = "refuted"
)

// Those by which a sentence is taken apart.
const (
	assertingWords   lexicon.Cue = "asserting"
	beingWords       lexicon.Cue = "being"
	actingWords      lexicon.Cue = "acting"
	havingWords      lexicon.Cue = "having"
	prepositionWords lexicon.Cue = "prepositions"
	relativeWords    lexicon.Cue = "relatives"
	possessiveWords  lexicon.Cue = "possessive_relatives"
	joiningWords     lexicon.Cue = "joining"
	pairingWords     lexicon.Cue = "pairing"
	includingWords   lexicon.Cue = "including"
	pronounWords     lexicon.Cue = "pronouns"
	determinerWords  lexicon.Cue = "determiners"
	indefiniteWords  lexicon.Cue = "indefinite"
	adverbWords      lexicon.Cue = "adverbs"
	eachWords        lexicon.Cue = "distributing"
	ableWords        lexicon.Cue = "able"
	modalWords       lexicon.Cue = "modal"
	severalWords     lexicon.Cue = "several"
)

// joinsNouns reports whether a word joins two nouns, or two sentences.
func (r *Reader) joinsNouns(word string) bool {
	return r.cues[joiningWords].Has(word) || r.cues[pairingWords].Has(word)
}

// mostSmall is how many small words may stand between a number and the word that
// takes it back.
const mostSmall = 3

// unsays reports whether what stands before or behind a number takes it back, or
// makes it a part, a wish or a change of what is meant: "not 500 W", "half of 48 GB",
// "72 W?", "25 %" of "25 % of 8 TB/s".
func (r *Reader) unsays(before, behind string, q quarry.Quantity) bool {
	return r.takesBack(before, q) || r.lessens(behind, q) || r.isDelta(q)
}

// refuses reports whether what stands beside a number says that it is none of a
// device of a class.
func (r *Reader) refuses(before, behind string, q quarry.Quantity, class quarry.DeviceClass) bool {
	return r.unsays(before, behind, q) || r.isNeeded(before, class)
}

// takesBack reports whether the words right before a number take it back.
func (r *Reader) takesBack(before string, q quarry.Quantity) bool {
	if strings.TrimSpace(before) == "" || r.cues[noMoreThanWords].Prefix(strings.ToLower(q.Text)) != "" {
		return false
	}
	near := wordsBefore(before)
	tokens := tokensOf(near)
	if r.isWas(near, tokens, q) || len(tokens) == 1 && len(near) == len(before) && r.cues[pastWords].Has(tokens[0].text) {
		return true
	}
	of := false
	for i := len(tokens) - 1; i >= max(0, len(tokens)-1-mostSmall); i-- {
		word := tokens[i].text
		switch {
		case !of && r.signals(word, deniedWords, modalWords), r.cues[portionWords].Has(word), r.isRefuting(near, tokens, i):
			return true
		case of && (isNumeric(word) || strings.HasSuffix(strings.TrimRight(near[:tokens[i+1].start], " "), "%")):
			return true
		case !r.cues[betweenWords].Has(word):
			return false
		}
		of = of || r.cues[ofWords].Has(word)
	}
	return false
}

// isWas reports whether the words right before a number say that it was so once: "up
// from 64 GB", "used to be 75 W".
func (r *Reader) isWas(near string, tokens []token, q quarry.Quantity) bool {
	last := len(tokens) - 1
	switch {
	case last < 0:
		return false
	case strings.HasPrefix(strings.ToLower(q.Text), "from "):
		return isOneOf(tokens[last].text, "up", "down")
	case isOneOf(tokens[last].text, "be", "have"):
		return strings.HasSuffix(strings.ToLower(strings.TrimRight(near[:tokens[last].start], " ")), "used to")
	}
	return false
}

// isRefuting reports whether a word before a number takes it back, whatever stands
// between.
func (r *Reader) isRefuting(text string, tokens []token, at int) bool {
	word := tokens[at].text
	return r.cues[refutedWords].Has(word) || word == "instead" || word == "t" && isContracted(text, tokens, at)
}

// isContracted reports whether a word is the end of a "not": of "isn't", "won't".
func isContracted(text string, tokens []token, at int) bool {
	if at < 1 || !strings.HasSuffix(tokens[at-1].text, "n") {
		return false
	}
	gap := text[tokens[at-1].end:tokens[at].start]
	return gap == "'" || gap == "’"
}

// wordsBefore returns the end of a text, behind the last mark that parts what stands
// before it from what stands behind it.
func wordsBefore(text string) string {
	near := text[max(0, len(text)-widest):]
	return strings.ToValidUTF8(near[strings.LastIndexAny(near, ",;:()[]|")+1:], "")
}

// isNeeded reports whether the words right before a number say that it is needed, by
// another thing than a model.
func (r *Reader) isNeeded(before string, class quarry.DeviceClass) bool {
	if class == quarry.ClassModel || before == "" {
		return false
	}
	tokens := tokensOf(wordsBefore(before))
	for len(tokens) > 0 && r.cues[betweenWords].Has(tokens[len(tokens)-1].text) {
		tokens = tokens[:len(tokens)-1]
	}
	return len(tokens) > 0 && r.cues[neededWords].Has(tokens[len(tokens)-1].text)
}

// isAble reports whether the words before a number say that something can be so, and not
// that it is: "can draw 700 W". With an "up to" it is at most so.
func (r *Reader) isAble(before string) bool {
	able := false
	for word := range text.CutPlain(wordsBefore(before)) {
		lower := strings.ToLower(word.Text)
		able = r.cues[ableWords].Has(lower) || able && !r.joinsNouns(lower)
	}
	return able
}

// lessens reports whether what stands right behind a number takes it back, or
// doubts it.
func (r *Reader) lessens(behind string, q quarry.Quantity) bool {
	behind = strings.TrimLeft(behind, " \u00a0")
	if strings.HasPrefix(behind, "?") || strings.HasPrefix(behind, "(?)") {
		return true
	}
	if behind == "" {
		return false
	}
	if r.isRefuted(behind) {
		return true
	}
	if !isWordByte(behind[0]) {
		return false
	}
	words := tokensOf(firstWordsOf(behind, 1))
	if len(words) == 0 {
		return false
	}
	if r.cues[ofWords].Has(words[0].text) && (q.Unit == "" || r.kindOf(q.Unit) == ratioKind) {
		return startsNumber(strings.TrimLeft(behind[words[0].end:], " "))
	}
	return r.cues[lessenedWords].Has(words[0].text)
}

// mostRefuting is how many words say of a number that it is wrong.
const mostRefuting = 3

// isRefuted reports whether what stands right behind a number calls it wrong, and says
// no more: "(fake)", "- wrong!", "is false".
func (r *Reader) isRefuted(behind string) bool {
	said := strings.TrimLeft(behind, "([-–— ")
	if end := strings.IndexAny(said, ".,;:!?()[]|\n"); end >= 0 {
		said = said[:end]
	}
	if len(said) > longestRefuting {
		return false
	}
	words := tokensOf(said)
	last := len(words) - 1
	if last < 0 || last >= mostRefuting || !r.cues[refutedWords].Has(words[last].text) {
		return false
	}
	return !slices.ContainsFunc(words[:last], func(word token) bool { return !r.isArticle(word.text) && !r.cues[wrongLeads].Has(word.text) })
}

// longestRefuting is the longest text, in bytes, that is read for such words.
const longestRefuting = 40

// isDelta reports whether a number is written as what is added: "+50 W". What may be
// below zero is written so too.
func (r *Reader) isDelta(q quarry.Quantity) bool {
	if q.Text == "" || q.Text[0] != '+' {
		return false
	}
	switch r.kindOf(q.Unit) {
	case "power", "data", "data_rate", "bit_rate", "transfer_rate", "frequency", "mass", kindOfFLOPS, kindOfOPS:
		return true
	}
	return false
}

// isHedged reports whether a number of a line is taken back by what stands beside
// it, or is one of two between which something changed: "80 GB → 96 GB".
func (l *line) isHedged(i int) bool {
	n := l.said.numbers[i]
	if l.isBesideArrow(i) || l.isBesideArrow(i+1) {
		return true
	}
	lead := l.lead(i)
	return n.Qualifier == quarry.Exact && l.reader.isAble(lead) || l.reader.unsays(lead, l.said.text[n.end:], n.Quantity)
}

// lead returns what the clause of a number says before it.
func (l *line) lead(i int) string {
	n := l.said.numbers[i]
	return l.said.text[min(n.start, l.said.clauses[l.said.of[i]].start):n.start]
}

// isBesideArrow reports whether an arrow leads from the number before one to it.
func (l *line) isBesideArrow(i int) bool {
	if i < 1 || i >= len(l.said.numbers) || l.said.numbers[i-1].end > l.said.numbers[i].start {
		return false
	}
	switch strings.TrimSpace(l.said.text[l.said.numbers[i-1].end:l.said.numbers[i].start]) {
	case "→", "->", "-->", "=>", "⇒", "➔", "➜", "minus":
		return true
	}
	return false
}
