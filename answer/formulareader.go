package answer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// formulaReader reads an expression from a text: from a formula of TeX, from code, or from
// words such as "divided by".
type formulaReader struct {
	words   *vocabulary
	text    string
	at      int
	letters bool // every letter is a variable, as between dollars
	known   map[string]bool
	depth   int
	ends    bool // a word ended it
}

// deepest is how far brackets are nested at most.
const deepest = 20

// readFormula reads the expression that a text begins with. Variables that are known may
// stand side by side: "6ND".
func (v *vocabulary) readFormula(text string, letters bool, known map[string]bool) (expression, bool) {
	r := &formulaReader{words: v, text: text, letters: letters, known: known}
	return r.sum()
}

func (r *formulaReader) sum() (expression, bool) {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > deepest {
		return expression{}, false
	}
	left, ok := r.product()
	for ok {
		kind, length := sum, r.operator(cueAdded, "+")
		if length == 0 {
			kind, length = difference, r.operator(cueSubtracted, "-", "−", "–")
		}
		if length == 0 {
			break
		}
		r.at += length
		var right expression
		right, ok = r.product()
		left = expression{kind: kind, of: []expression{left, right}}
	}
	return left, ok
}

func (r *formulaReader) product() (expression, bool) {
	left, ok := r.factor()
	for ok {
		kind, length := product, r.operator(cueMultiplied, "*", "×", "·", "⋅", "\\cdot", "\\times")
		if length == 0 {
			if length = r.operator(cueDivided, "/", "÷"); length > 0 {
				kind = quotientOf
			}
		}
		before := r.at
		r.at += length
		right, more := r.factor()
		if length == 0 && !more { // nothing stands beside it
			r.at = before
			break
		}
		ok = more
		left = expression{kind: kind, of: []expression{left, right}, beside: length == 0}
	}
	return left, ok
}

func (r *formulaReader) factor() (expression, bool) {
	base, ok := r.operand()
	if !ok {
		return base, false
	}
	r.space()
	rest := r.text[r.at:]
	switch {
	case r.operator(cueSquared) > 0:
		r.at += r.operator(cueSquared)
		return expression{kind: power, of: []expression{base, {value: 2}}}, true
	case strings.HasPrefix(rest, "^"), strings.HasPrefix(rest, "**"):
		r.at += len(rest) - len(strings.TrimLeft(rest, "^*"))
		exponent, ok := r.operand()
		return expression{kind: power, of: []expression{base, exponent}}, ok
	}
	if digits, length := superscript(rest); length > 0 {
		r.at += length
		return expression{kind: power, of: []expression{base, {value: digits}}}, true
	}
	return base, true
}

// superscript reads raised digits: "10⁶".
func superscript(text string) (float64, int) {
	const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	value, length := 0.0, 0
	for _, c := range text {
		digit := strings.IndexRune(raised, c)
		if digit < 0 {
			break
		}
		value = value*10 + float64(utf8.RuneCountInString(raised[:digit]))
		length += utf8.RuneLen(c)
	}
	return value, length
}

func (r *formulaReader) operand() (expression, bool) {
	r.space()
	if r.at >= len(r.text) || r.ends {
		return expression{}, false
	}
	switch c := r.text[r.at]; {
	case c == '(' || c == '{' || c == '[':
		return r.group()
	case isDigit(c):
		return r.number()
	case c == '\\':
		return r.command()
	case r.letters && isLetter(c):
		return expression{kind: variable, name: r.symbol()}, true
	}
	return r.phrase()
}

// group reads what stands in brackets.
func (r *formulaReader) group() (expression, bool) {
	r.at++
	e, ok := r.sum()
	r.space()
	r.ends = false
	if !ok || r.at >= len(r.text) || strings.IndexByte(")}]", r.text[r.at]) < 0 {
		return e, false
	}
	r.at++
	return e, true
}

func (r *formulaReader) number() (expression, bool) {
	const thousands = 3
	end := r.at
	for end < len(r.text) {
		rest := r.text[end:]
		switch {
		case isDigit(rest[0]):
			end++
			continue
		case rest[0] == '.' && len(rest) > 1 && isDigit(rest[1]):
			end++
			continue
		case rest[0] == ',' && len(rest) > thousands && isDigit(rest[1]) && isDigit(rest[2]) && isDigit(rest[thousands]):
			end++
			continue
		}
		break
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(r.text[r.at:end], ",", ""), 64)
	r.at = end
	return expression{value: value}, err == nil
}

// symbol reads a letter with what stands below it: "H_{kv}".
func (r *formulaReader) symbol() string {
	start := r.at
	r.at++
	for r.at+1 < len(r.text) && r.text[r.at] == '_' {
		if end := strings.IndexByte(r.text[r.at:], '}'); r.text[r.at+1] == '{' && end > 0 {
			r.at += end + 1
		} else {
			r.at += 2
		}
	}
	return strings.NewReplacer("{", "", "}", "", "\\text", "", "\\mathrm", "").Replace(r.text[start:r.at])
}

// command reads a command of TeX: a fraction, a root, words, a Greek letter.
func (r *formulaReader) command() (expression, bool) {
	end := r.at + 1
	for end < len(r.text) && isLetter(r.text[end]) {
		end++
	}
	name := r.text[r.at+1 : end]
	r.at = end
	if isFunction(name) {
		return r.call(name)
	}
	switch name {
	case "frac", "tfrac", "dfrac":
		above, ok := r.operand()
		below, also := r.operand()
		return expression{kind: quotientOf, of: []expression{above, below}}, ok && also
	case "text", "mathrm", "mathit", "textit", "operatorname":
		length := strings.IndexByte(r.text[r.at:], '}')
		if length < 1 || r.text[r.at] != '{' {
			return expression{}, false
		}
		words := r.text[r.at+1 : r.at+length]
		r.at += length + 1
		return expression{kind: variable, name: words}, true
	case "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu", "rho", "sigma", "tau", "omega", "phi":
		return expression{kind: variable, name: name}, true
	}
	return expression{}, false
}

// call reads a function and what it is applied to.
func (r *formulaReader) call(name string) (expression, bool) {
	r.space()
	if r.at >= len(r.text) || r.text[r.at] != '(' && r.text[r.at] != '{' {
		return expression{}, false
	}
	e := expression{kind: applied, name: name}
	for r.at < len(r.text) && strings.IndexByte("({,", r.text[r.at]) >= 0 {
		r.at++
		one, ok := r.sum()
		if !ok {
			return e, false
		}
		e.of = append(e.of, one)
		r.space()
	}
	if r.at >= len(r.text) || strings.IndexByte(")}", r.text[r.at]) < 0 {
		return e, false
	}
	r.at++
	return e, true
}

// phrase reads words that stand for a number: a variable, a number in words, or the name of
// a thing such as "bytes of the weights".
func (r *formulaReader) phrase() (expression, bool) {
	start := r.at
	var words []string
	for {
		r.space()
		word := r.word()
		if word == "" || r.operatorAt() {
			break
		}
		lower := strings.ToLower(word)
		if read := r.ending(words, word); read != nil {
			return read()
		}
		r.at += len(word)
		r.perSecond()
		if !r.words.isStop(lower) && !r.words.is(cueEmptyQuantities, lower) {
			words = append(words, word)
		}
	}
	if len(words) == 0 && r.at > start && !r.operatorAt() { // "about 6 N"
		return r.operand()
	}
	return named(words)
}

// ending returns how what has begun with some words is read where the next one ends it,
// or stands for itself; nil where that word goes on with them.
func (r *formulaReader) ending(words []string, word string) func() (expression, bool) {
	lower := strings.ToLower(word)
	value, number := r.words.numerals.Value(lower)
	number = number && value != 1
	alone := r.known[word] || r.known[lower] || len(word) == 1 && lower != "a"
	switch {
	case len(words) > 0 && (number || alone):
		return func() (expression, bool) { return named(words) }
	case alone:
		return r.taking(len(word), expression{kind: variable, name: word})
	case number:
		return r.taking(len(word), expression{value: value})
	case isFunction(lower) && strings.HasPrefix(r.text[r.at+len(word):], "("):
		r.at += len(word)
		return func() (expression, bool) { return r.call(lower) }
	case len(words) == 0 && r.sideBySide(word):
		return r.taking(1, expression{kind: variable, name: word[:1]})
	case r.words.is(cueFormulaEnds, lower):
		r.ends = true
		return func() (expression, bool) { return named(words) }
	}
	return nil
}

// taking passes so many bytes, which say an expression.
func (r *formulaReader) taking(length int, e expression) func() (expression, bool) {
	return func() (expression, bool) {
		r.at += length
		return e, true
	}
}

func named(words []string) (expression, bool) {
	return expression{kind: variable, name: strings.Join(words, " ")}, len(words) > 0
}

// perSecond passes the "/s" of a unit.
func (r *formulaReader) perSecond() {
	if rest := r.text[r.at:]; strings.HasPrefix(rest, "/s") && (len(rest) == 2 || !isWordByte(rest[2])) {
		r.at += 2
	}
}

// sideBySide reports whether a word consists of variables that are known: "ND".
func (r *formulaReader) sideBySide(word string) bool {
	for i := range len(word) {
		if !r.known[word[i:i+1]] {
			return false
		}
	}
	return true
}

// word returns the word that comes next, with the hyphens within it.
func (r *formulaReader) word() string {
	end := r.at
	for end < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[end:])
		hyphen := c == '-' && end > r.at+1 && end+2 < len(r.text) && isLetter(r.text[end+1]) && isLetter(r.text[end+2])
		if !unicode.IsLetter(c) && c != '_' && c != '\'' && c != '’' && !hyphen && (end == r.at || !unicode.IsDigit(c)) {
			break
		}
		end += size
	}
	return r.text[r.at:end]
}

func (r *formulaReader) operatorAt() bool {
	return slices.ContainsFunc([]lexicon.Cue{cueMultiplied, cueDivided, cueAdded, cueSubtracted, cueSquared}, func(cue lexicon.Cue) bool { return r.operator(cue) > 0 })
}

// operator returns how long the operator is that comes next, if it is one of some signs or
// of the words for them.
func (r *formulaReader) operator(words lexicon.Cue, signs ...string) int {
	r.space()
	if r.ends {
		return 0
	}
	rest := r.text[r.at:]
	for _, s := range append(signs, r.words.cues[words].List()...) {
		if len(rest) < len(s) || !strings.EqualFold(rest[:len(s)], s) {
			continue
		}
		if !isLetter(s[len(s)-1]) || s[0] == '\\' && (len(rest) <= len(s) || !isLetter(rest[len(s)])) || endsThere(rest, len(s)) {
			return len(s)
		}
	}
	return 0
}

// space passes what says nothing.
func (r *formulaReader) space() {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		length := 0
		for _, nothing := range []string{" ", "\n", "\t", "\\,", "\\;", "\\!", "\\ ", "\\left", "\\right", "\\quad", "~", "$", "`"} {
			if strings.HasPrefix(rest, nothing) {
				length = len(nothing)
				break
			}
		}
		if length == 0 {
			return
		}
		r.at += length
	}
}

func isFunction(word string) bool {
	switch word {
	case "min", "max", "sqrt", "log", "ln", "exp":
		return true
	}
	return false
}
