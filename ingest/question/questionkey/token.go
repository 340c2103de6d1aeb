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
	text = withoutList(r.plain.Replace(strings.ToValidUTF8(text, " ")))
	if strings.ToUpper(text) == text {
		text = strings.ToLower(text) // capitals say nothing where there is nothing else
	}
	w := writer{formal: isFormal(text)}
	at := 0
	for _, m := range r.known(text) {
		w.write(text[at:m.start])
		w.tokens = append(w.tokens, m.token)
		at = m.end
	}
	w.write(text[at:])
	tokens := r.expanded(w.tokens)
	for i, t := range tokens {
		tokens[i].form = r.form(t)
	}
	return tokens
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
		end := at
		if rest := text[end:]; strings.HasPrefix(rest, "s") && !startsWord(rest[1:]) {
			end++ // a plural
		}
		marks = append(marks, mark{token{word: "@" + string(device.ID), known: true}, start, end})
	}
	for start, q := range r.lexicon.FindAll(quantity.DecimalPoint, text, "") {
		if end := start + len(q.Text); !slices.ContainsFunc(marks, func(m mark) bool { return m.start < end && start < m.end }) {
			marks = append(marks, mark{token{word: r.measured(q), known: true}, start, end})
		}
	}
	slices.SortFunc(marks, func(a, b mark) int { return a.start - b.start })
	return marks
}

func startsWord(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
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

// writer appends the words of a text and the marks that mean something.
type writer struct {
	tokens []token
	formal bool // the text has a formula or code in it, where every mark counts
}

func (w *writer) write(text string) {
	for text != "" {
		first, size := utf8.DecodeRuneInString(text)
		if unicode.IsLetter(first) || unicode.IsNumber(first) {
			length := wordLength(text)
			w.tokens = append(w.tokens, wordOf(text[:length]))
			text = text[length:]
			continue
		}
		switch {
		case strings.HasPrefix(text, "__"):
			size = len(text) - len(strings.TrimLeft(text, "_"))
			w.tokens = append(w.tokens, token{word: "_"})
		case strings.ContainsRune(",;:", first) && len(w.tokens) > 0:
			w.tokens[len(w.tokens)-1].ends = true
		case first == '-' && isMinus(text), means(first), w.formal && counts(first):
			w.tokens = append(w.tokens, token{word: string(first)})
		}
		text = text[size:]
	}
}

// isFormal reports whether a text has a formula or code in it.
func isFormal(said string) bool {
	for i, mark := range said {
		switch {
		case strings.ContainsRune("=+^<≤≥≠±×÷√∫∑~", mark):
			return true
		case mark == '!' && i > 0 && text.IsDigit(said[i-1]):
			return true
		case strings.ContainsRune("*/->", mark) && i > 0 && i+1 < len(said) && joinsTerms(said, i):
			return true
		}
	}
	return false
}

// joinsTerms reports whether the mark there stands between two terms: digits, or
// letters that are words of their own, with or without spaces.
func joinsTerms(text string, at int) bool {
	before, behind := strings.TrimRight(text[:at], " "), strings.TrimLeft(text[at+1:], " ")
	return isTerm(before, len(before)-1, len(before)-2) && isTerm(behind, 0, 1)
}

func isTerm(said string, edge, next int) bool {
	if edge < 0 || edge >= len(said) {
		return false
	}
	letter := func(at int) bool { return at >= 0 && at < len(said) && text.IsLetter(said[at]) }
	return text.IsDigit(said[edge]) || (letter(edge) && !letter(next)) || said[edge] == '(' || said[edge] == ')'
}

// isMinus tells a sign from a hyphen: a number follows it at once.
func isMinus(said string) bool {
	return len(said) > 1 && text.IsDigit(said[1])
}

// means reports whether a mark is more than the sentence's own: "C#", "a = b".
func means(mark rune) bool {
	return counts(mark) && !strings.ContainsRune("!()[]{}_-–—/\\*|", mark)
}

// counts reports whether a mark counts in a formula.
func counts(mark rune) bool {
	return !unicode.IsSpace(mark) && !unicode.IsControl(mark) && !unicode.IsMark(mark) &&
		!strings.ContainsRune(".,;:?'\"`…“”„«»¿¡•", mark)
}

// wordLength returns how long the word is that a text begins with: letters,
// digits and the marks within them. Points and commas belong to a number.
func wordLength(text string) int {
	length := 0
	for length < len(text) {
		r, size := utf8.DecodeRuneInString(text[length:])
		inside := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
		if !inside && !joinsWord(text, length, r) {
			break
		}
		length += size
	}
	return length
}

// joinsWord reports whether a mark is within a word: "don't", "3.5", "1,024".
func joinsWord(said string, at int, mark rune) bool {
	behind := said[at+utf8.RuneLen(mark):]
	if mark == '\'' {
		return startsWord(behind)
	}
	return strings.ContainsRune(".,", mark) && text.IsDigit(said[at-1]) && behind != "" && text.IsDigit(behind[0])
}

func wordOf(written string) token {
	folded := strings.ToLower(written)
	t := token{word: folded, caps: folded != written && strings.ToUpper(written) == written}
	if acronym, many := text.AcronymPlural(written); many {
		t = token{word: strings.ToLower(acronym), caps: true} // "LLMs"
	}
	if text.IsDigit(folded[0]) {
		t.word = strings.ReplaceAll(folded, ",", "")
	}
	return t
}

// withoutList cuts the number or the mark of a list: "3.", "b)", "Q4:", "-".
func withoutList(said string) string {
	said = strings.TrimLeft(said, " \t\n*•#(")
	for _, bullet := range []string{"- ", "> ", "+ "} {
		said = strings.TrimLeft(strings.TrimPrefix(said, bullet), " \t\n*•#(")
	}
	end := strings.IndexAny(said, ".):")
	if end < 1 || end+1 >= len(said) || !isLabel(said[:end]) || !strings.ContainsRune(" \t\n", rune(said[end+1])) {
		return said
	}
	rest := strings.TrimLeft(said[end+1:], " \t\n")
	first, _ := utf8.DecodeRuneInString(rest)
	if unicode.IsLower(first) && said[end] == '.' && !text.IsDigit(said[end-1]) {
		return said // "E. coli"
	}
	return rest
}

// isLabel reports whether a list counts so: up to three digits, also behind a
// "Q", or a letter.
func isLabel(mark string) bool {
	const most = 3
	digits := strings.TrimPrefix(strings.ToLower(mark), "q")
	if len(digits) <= most && text.AllDigits(digits) {
		return true
	}
	return len(mark) == 1 && text.IsLetter(mark[0])
}

// expanded undoes contractions and possessives: "isn't", "what's", "CPU's".
func (r *Reader) expanded(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for _, t := range tokens {
		stem, tail, short := strings.Cut(t.word, "'")
		switch {
		case t.known || !short:
			out = append(out, plainOf(t)...)
		case tail == "t" && strings.HasSuffix(stem, "n"):
			out = append(out, token{word: positive(strings.TrimSuffix(stem, "n"))}, token{word: "not", ends: t.ends})
		case tail == "s" && r.cues[shortenedIs].Has(stem):
			out = append(out, token{word: stem}, token{word: "is", ends: t.ends})
		case tail == "s" || tail == "":
			out = append(out, token{word: stem, caps: t.caps, ends: t.ends})
		default:
			out = append(out, token{word: stem + tail, ends: t.ends})
		}
	}
	return out
}

func plainOf(t token) []token {
	if t.word == "cannot" {
		return []token{{word: "can"}, {word: "not", ends: t.ends}}
	}
	return []token{t}
}

// positive returns the verb of a contraction: "wo", "ca" and "sha" are short.
func positive(verb string) string {
	switch verb {
	case "wo":
		return "will"
	case "ca":
		return "can"
	case "sha":
		return "shall"
	}
	return verb
}
