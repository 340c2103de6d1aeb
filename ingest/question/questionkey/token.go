package questionkey

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// token is a word, a number, a thing that the lexicon knows, or a mark that
// means something.
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
func (r *Reader) tokens(text string) []token {
	text = r.withoutList(r.plain.Replace(strings.ToValidUTF8(text, " ")))
	if strings.ToUpper(text) == text {
		text = strings.ToLower(text) // capitals say nothing where there is nothing else
	}
	formal := strings.ContainsAny(text, "=+^<≤≥≠±×÷√∫∑~!*/>-") && r.formula.MatchString(text)
	var tokens []token
	at := 0
	for _, m := range append(r.known(text), mark{start: len(text), end: len(text)}) {
		tokens = r.appendWords(tokens, text[at:m.start], formal)
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
	// listMark is what stands before a question in a list: "3.", "b)", "Q4:", "-".
	listMark = `^((?:[\s*•#(]|[->+] )*)(?:(?:[qQ]?\d{1,3}|[a-zA-Z])[.):]\s+)?`

	// formula is a mark of a formula or of code, where every mark counts: one that
	// prose does not have, or one between two terms.
	formula = `[=+^<≤≥≠±×÷√∫∑~]|\d!|(?:[\d()]|\b[a-zA-Z]) *[*/>-] *(?:[\d()]|[a-zA-Z]\b)`

	// piece is a number or a word, "don't", "3.5", "1,024", a blank or a mark.
	piece = `\d+(?:[.,]\d+)+[\pL\pN\pM]*|[\pL\pN][\pL\pN\pM]*(?:'[\pL\pN][\pL\pN\pM]*)*|__+|\S`
)

// withoutList cuts the number or the mark of a list: "3.", "b)", "Q4:", "-".
func (r *Reader) withoutList(said string) string {
	at := r.listMark.FindStringSubmatchIndex(said)
	label, rest := strings.TrimSpace(said[at[3]:at[1]]), said[at[1]:]
	first, _ := utf8.DecodeRuneInString(rest)
	if strings.HasSuffix(label, ".") && text.IsLetter(label[len(label)-2]) && unicode.IsLower(first) {
		return said[at[3]:] // "E. coli"
	}
	return rest
}

// appendWords appends the words of a text and the marks that mean something.
func (r *Reader) appendWords(tokens []token, said string, formal bool) []token {
	for _, at := range r.piece.FindAllStringIndex(said, -1) {
		written, behind := said[at[0]:at[1]], said[at[1]:]
		first, _ := utf8.DecodeRuneInString(written)
		switch {
		case unicode.IsLetter(first) || unicode.IsNumber(first):
			tokens = r.appendWord(tokens, written)
		case strings.HasPrefix(written, "__"):
			tokens = append(tokens, token{word: "_"})
		case strings.ContainsRune(",;:", first) && len(tokens) > 0:
			tokens[len(tokens)-1].ends = true
		case first == '-' && behind != "" && text.IsDigit(behind[0]), // a sign and no hyphen
			counts(first) && (formal || !strings.ContainsRune("!()[]{}_-–—/\\*|", first)):
			tokens = append(tokens, token{word: written})
		}
	}
	return tokens
}

// counts reports whether a mark may be more than the sentence's own: "C#", "a = b".
func counts(mark rune) bool {
	return !unicode.IsSpace(mark) && !unicode.IsControl(mark) && !unicode.IsMark(mark) &&
		!strings.ContainsRune(".,;:?'\"`…“”„«»¿¡•", mark)
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
	case tail == "s" || tail == "":
		return append(tokens, token{word: stem, caps: t.caps})
	}
	return append(tokens, token{word: stem + tail})
}

// plainMarks puts plain marks for others that mean the same, and whole words for
// contractions with "not".
func plainMarks() *strings.Replacer {
	marks := []string{"’", "'", "‘", "'", "−", "-", "\u00a0", " "}
	for _, apostrophe := range []string{"'", "’"} {
		for _, verb := range [][2]string{{"ca", "can"}, {"Ca", "can"}, {"wo", "will"}, {"Wo", "will"}, {"sha", "shall"}, {"", ""}} {
			marks = append(marks, verb[0]+"n"+apostrophe+"t", verb[1]+" not")
		}
	}
	return strings.NewReplacer(append(marks, "cannot", "can not", "Cannot", "can not")...)
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

// measured writes a quantity in its base unit, so that the same amount is the
// same word.
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
