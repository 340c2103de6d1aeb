package questionkey

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// token is a word, a number, a thing that the lexicon knows, or a mark that means something.
type token struct {
	word  string // in lower case
	form  string // as it counts: in the singular, spelled the American way
	caps  bool   // written in capitals
	known bool   // a device or a quantity
	ends  bool   // a comma or the like follows
}

// mark is a token that stands where the text has it.
type mark struct {
	token

	start, end int
}

// tokens splits a text into tokens.
func (r *Reader) tokens(said string) []token {
	said = r.listMark.ReplaceAllString(r.plain.Replace(text.Plain(said)), "$1")
	if strings.ToUpper(said) == said {
		said = strings.ToLower(said) // capitals say nothing where there is nothing else
	}
	formal := r.formula.MatchString(said)
	var tokens []token
	at := 0
	for _, m := range append(r.known(said), mark{start: len(said), end: len(said)}) {
		tokens = r.appendWords(tokens, said[at:m.start], formal)
		if m.known {
			tokens = append(tokens, m.token)
		}
		at = m.end
	}
	for i, t := range tokens {
		tokens[i].form = r.form(t)
	}
	return tokens
}

// Patterns of what questions are made of.
const (
	// listMark is what stands before a question in a list: "3.", "b)", "Q4:", "-". It keeps
	// what follows a letter and a point, which is no small letter: "E. coli".
	listMark = `^(?:[\s*•#(]|[->+] )*(?:(?:[qQ]?\d{1,3}[.):]|[a-zA-Z][):])\s+|[a-zA-Z]\.\s+(\P{Ll}))?`

	// formula is a mark of a formula or of code, where every mark counts: one that
	// prose does not have, or one between two terms.
	formula = `[=+^<≤≥≠±×÷√∫∑~]|\d!|(?:[\d()]|\b[a-zA-Z]) *[*/>-] *(?:[\d()]|[a-zA-Z]\b)`

	// piece is a number or a word, "don't", "3.5", "1,024", a blank or a mark.
	piece = `\d+(?:[.,]\d+)+[\pL\pN\pM]*|[\pL\pN][\pL\pN\pM]*(?:'[\pL\pN][\pL\pN\pM]*)*|__+|\S`

	// Marks that are the sentence's own, and those that mean something in formulas only.
	sentenceMarks = ".,;:?'\"`…•¿¡"
	formulaMarks  = "!()[]{}_-–—/\\*|"
)

// appendWords appends the words of a text and the marks that mean something: "C#", "a = b".
func (r *Reader) appendWords(tokens []token, said string, formal bool) []token {
	for _, at := range r.piece.FindAllStringIndex(said, -1) {
		written, behind := said[at[0]:at[1]], said[at[1]:]
		first, _ := utf8.DecodeRuneInString(written)
		isSign := first == '-' && behind != "" && text.IsDigit(behind[0]) // and no hyphen
		switch {
		case unicode.IsLetter(first) || unicode.IsNumber(first):
			tokens = r.appendWord(tokens, written)
		case strings.HasPrefix(written, "__"):
			tokens = append(tokens, token{word: "_"})
		case strings.ContainsRune(",;:", first) && len(tokens) > 0:
			tokens[len(tokens)-1].ends = true
		case unicode.IsMark(first) || strings.ContainsRune(sentenceMarks, first):
		case formal || isSign || !strings.ContainsRune(formulaMarks, first):
			tokens = append(tokens, token{word: written})
		}
	}
	return tokens
}

// appendWord appends a word without what is contracted with it: "what's", "CPU's".
func (r *Reader) appendWord(tokens []token, written string) []token {
	folded := strings.ToLower(written)
	t := token{word: folded, caps: folded != written && strings.ToUpper(written) == written}
	if acronym, many := text.AcronymPlural(written); many {
		t = token{word: strings.ToLower(acronym), caps: true} // "LLMs"
	}
	if text.IsDigit(folded[0]) {
		t.word = strings.ReplaceAll(folded, ",", "")
	}
	stem, tail, short := strings.Cut(t.word, "'")
	switch {
	case !short:
		return append(tokens, t)
	case tail == "s" && r.cues["shortened_is"].Has(stem):
		return append(tokens, token{word: stem}, token{word: "is"})
	case tail == "s":
		return append(tokens, token{word: stem, caps: t.caps})
	}
	return append(tokens, token{word: stem + tail})
}

// plainMarks puts a hyphen for a minus, and whole words for contractions with "not".
func plainMarks() *strings.Replacer {
	return strings.NewReplacer("−", "-", "can't", "can not", "Can't", "can not", "cannot", "can not", "Cannot", "can not",
		"won't", "will not", "Won't", "will not", "shan't", "shall not", "n't", " not")
}

// known finds the devices and the quantities that a text names.
func (r *Reader) known(text string) []mark {
	var marks []mark
	at := 0
	for _, device := range r.lexicon.DevicesIn(text) {
		found := strings.Index(text[at:], device.Written)
		if found < 0 {
			continue
		}
		start := at + found
		at = start + len(device.Written)
		marks = append(marks, mark{token{word: "@" + string(device.ID), known: true}, start, at})
	}
	for start, q := range r.lexicon.FindAll(quantity.DecimalPoint, text, "") {
		if end := start + len(q.Text); !slices.ContainsFunc(marks, func(m mark) bool { return m.start < end && start < m.end }) {
			marks = append(marks, mark{token{word: r.measured(q), known: true}, start, end})
		}
	}
	slices.SortFunc(marks, func(a, b mark) int { return a.start - b.start })
	return marks
}

// measured writes a quantity in its base unit, so that the same amount is the same word.
func (r *Reader) measured(q quarry.Quantity) string {
	bounds := r.lexicon.Normalize(q.Bounds)
	if bounds.Empty() {
		return "#" + strings.ToLower(strings.Join(strings.Fields(q.Text), ""))
	}
	return fmt.Sprintf("#%s%s..%s%s", q.Qualifier, bound(bounds.Min), bound(bounds.Max), bounds.Unit)
}

func bound(value *float64) string {
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'g', 10, 64)
}

// form returns a token as it counts. It folds the forms of a word that mean the same in any
// sentence: plural and singular, British and American. It leaves "training" and "train" apart.
func (r *Reader) form(t token) string {
	if t.known || t.caps {
		return t.word // "HTTPS" is no plural
	}
	switch t.word {
	case "are":
		return "is"
	case "were":
		return "was"
	case "does":
		return "do"
	case "has":
		return "have"
	case "an":
		return "a"
	case "v", "vs":
		return "versus"
	}
	return r.english.American(r.english.Singular(t.word))
}

func (r *Reader) isArticle(word string) bool { return r.cues["asked_articles"].Has(word) }

// withoutArticles drops articles. An "A" that nothing follows is none, nor is one
// in capitals: "vitamin A".
func (r *Reader) withoutArticles(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		last := i == len(tokens)-1 || t.ends
		if r.isArticle(t.word) && (t.word == "the" || !last) && (i == 0 || !t.caps) {
			continue
		}
		out = append(out, t)
	}
	return out
}

func joined(tokens []token) string {
	words := make([]string, 0, len(tokens))
	for _, t := range tokens {
		words = append(words, t.form)
	}
	return strings.Join(words, " ")
}

// pointsElsewhere reports whether words speak of what only stands around them.
func (r *Reader) pointsElsewhere(tokens []token, offers bool) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		return r.cues["pointing_around"].Has(t.word) || t.word == "following" && !offers
	})
}

// isEmpty reports whether words name nothing: none of them does, or it takes what stands around
// them to know what "it" is. "What is a trie and why use it" says what.
func (r *Reader) isEmpty(tokens []token) bool {
	const enough = 3
	ofAnyQuestion := func(word string) bool {
		return r.isAuxiliary(word) || r.phrases.IsQuestionWord(word) || r.cues["words_of_any_question"].Has(word) || word == "_"
	}
	names, vague := 0, false
	for _, t := range tokens {
		switch {
		case r.cues["vague_references"].Has(t.word):
			vague = vague || names == 0
		case !ofAnyQuestion(t.form):
			names++
		}
	}
	return names == 0 || (vague && names < enough)
}

// mostWords is how many words the phrases have at most by which parts of questions open.
const mostWords = 8

// longestPhrase returns how many of the first tokens make the longest phrase that is known.
func longestPhrase(tokens []token, written func(token) string, known func(string) bool) int {
	phrase, size := "", 0
	for i, t := range tokens[:min(len(tokens), mostWords)] {
		if phrase += written(t); known(phrase) {
			size = i + 1
		}
		phrase += " "
	}
	return size
}

// cut returns what follows the longest of some phrases that the tokens open with.
func cut(tokens []token, phrases lexicon.Words) ([]token, bool) {
	size := longestPhrase(tokens, func(t token) string { return t.word }, phrases.Has)
	return tokens[size:], size > 0
}
