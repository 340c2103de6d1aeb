package formula

import (
	"regexp"
	"slices"
	"strings"
)

// Words are what a language calls things in formulas.
type Words struct {
	Added, Subtracted, Multiplied, Divided, Squared []string // "plus", "divided by"
	Equating                                        []string // "is"

	Ends  func(word string) bool // whether it begins what explains a formula: "where"
	Empty func(word string) bool // whether it names no number by itself: "the", "number"
	Value func(word string) (float64, bool)
	Stems func(text string) []string // of its words that tell something
}

// Reader reads formulas of one language. It is not for use by several goroutines, unless
// its words are.
type Reader struct {
	words     Words
	quoted    *regexp.Regexp
	subscript *regexp.Regexp
	token     *regexp.Regexp
	markup    *strings.Replacer
}

// NewReader returns a reader.
func NewReader(words Words) *Reader {
	return &Reader{
		words:     words,
		quoted:    regexp.MustCompile(Quoted),
		subscript: regexp.MustCompile(`_\{(?:\\text)?\{?(\w+)\}?\}`),
		token:     regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?|\pL[\pL\d_'’-]*|\*\*|\S`),
		markup: strings.NewReplacer(
			"\\cdot", "*", "\\times", "*", "×", "*", "·", "*", "⋅", "*", "÷", "/", "−", "-", "–", "-", "**", "^", "\\frac", "", "}{", ")/(", "{", "(", "}", ")",
			"\\left", "", "\\right", "", "\\text", "", "\\mathrm", "", "\\,", " ", "\\;", " ", "\\ ", " ", "\\", "", "²", "^2", "³", "^3", "[", "(", "]", ")", "/s", "",
		),
	}
}

// Quoted matches inline code and formulas between dollars; "from $5 to $10" is none.
const Quoted = "`[^`\n]+`|\\$[^\\s$](?:[^$\n]*[^\\s$])?\\$"

// Agreement says how a formula of a text stands to another one.
type Agreement int

// The agreements.
const (
	None    Agreement = iota // there is none
	Other                    // of the same variables
	Unclear                  // it is a part of it, or has variables that nobody explains
	Same
)

// longest is how many bytes a formula has at most.
const longest = 300

// Compare holds what a text calculates against the formula that a reference begins with. It
// reports false if the reference begins with none.
func (r *Reader) Compare(question, reference, given string) (Agreement, bool) {
	formula, ok := r.leading(reference)
	if !ok {
		return None, false
	}
	names := r.explain(formula, question+"\n"+reference)
	best := None
	for _, s := range r.stretches(given) {
		if other, ok := r.parse(s, names); ok {
			best = max(best, r.holdAgainst(formula, names, other))
		}
	}
	return best, true
}

// leading returns the formula that a text begins with, behind the "U =" of "U = R * I".
func (r *Reader) leading(text string) (expression, bool) {
	stretches := r.stretches(text)
	if len(stretches) > 1 && stretches[0].equated {
		stretches = slices.Concat(stretches[1:2], stretches[:1])
	} else {
		stretches = stretches[:min(1, len(stretches))]
	}
	for _, s := range stretches {
		if e, ok := r.parse(s, nil); ok && s.signs && e.calculates() {
			return e, true
		}
	}
	return expression{}, false
}

// holdAgainst compares an expression of an answer with the formula.
func (r *Reader) holdAgainst(formula expression, names map[string][]string, other expression) Agreement {
	known, unknown := map[string]string{}, 0
	for _, name := range other.variables() {
		if own, ok := r.find(name, names); ok {
			known[name] = own
		} else {
			unknown++
		}
	}
	if len(known) == 0 {
		return None
	}
	other = other.renamed(known)
	switch {
	case unknown > 0 && !slices.ContainsFunc(other.parts(), func(part expression) bool { return part.same(formula) }):
		return Unclear
	case unknown > 0, other.same(formula):
		return Same
	case !other.calculates(), formula.holds(other):
		return Unclear
	}
	return Other
}

// stretch is a part of a text that may be a formula.
type stretch struct {
	text    string
	equated bool // "=" follows it
	signs   bool // it has an operator, or is quoted
	quoted  bool // it stands in code or between dollars: an "a" is a variable there
}

// mostStretches is how many stretches of a text are read as formulas.
const mostStretches = 40

// stretches cuts a text into what may each be one formula: what stands in code or between
// dollars, or else its clauses, both also parted at signs of equality.
func (r *Reader) stretches(s string) []stretch {
	var all []stretch
	last := 0
	for _, at := range append(r.quoted.FindAllStringIndex(s, mostStretches), []int{len(s), len(s)}) {
		for _, clause := range clauses(s[last:at[0]]) {
			all = append(all, r.parted(clause, false)...)
		}
		all = append(all, r.parted(strings.Trim(s[at[0]:at[1]], "`$"), true)...)
		last = at[1]
	}
	return all[:min(len(all), mostStretches)]
}

// parted parts a clause, or what is quoted, at its signs of equality.
func (r *Reader) parted(clause string, quoted bool) []stretch {
	var all []stretch
	for rest := clause; rest != "" && len(all) < mostStretches; {
		before, behind, equated := strings.Cut(rest, "=")
		for _, word := range r.words.Equating {
			if b, a, found := strings.Cut(rest, " "+word+" "); found && len(b) < len(before) {
				before, behind, equated = b, a, true
			}
		}
		if before = strings.TrimSpace(before); before != "" && len(before) <= longest {
			all = append(all, stretch{before, equated, quoted || r.calculates(before), quoted})
		}
		rest = behind
	}
	return all
}

// calculates reports whether a text has a sign of a formula, or multiplies or divides in words
// that say nothing else: "divided by", and not "per".
func (r *Reader) calculates(s string) bool {
	signed, lower := strings.ReplaceAll(s, "/s", ""), strings.ToLower(s)
	if strings.ContainsAny(signed, "*/×·÷^") || strings.Contains(signed, " + ") {
		return true
	}
	says := func(phrase string) bool { return strings.Contains(lower, " "+phrase+" ") }
	return slices.ContainsFunc(r.words.Multiplied, says) || slices.ContainsFunc(r.words.Divided, func(phrase string) bool {
		return strings.Contains(phrase, " ") && says(phrase)
	})
}

// clauses parts a text at its marks, but for those within brackets and numbers.
func clauses(s string) []string {
	depth, from := 0, 0
	var all []string
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '\n', depth == 0 && strings.IndexByte(".,:;", c) >= 0 && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n'):
			all = append(all, s[from:i])
			from = i + 1
		}
	}
	return append(all, s[from:])
}

// explain returns the variables of a formula, each with the stems of its name and of the
// words beside it where a text writes it: "$N$ parameters", "the width $w$".
func (r *Reader) explain(formula expression, s string) map[string][]string {
	names := map[string][]string{}
	for _, name := range formula.variables() {
		names[name] = r.words.Stems(name)
	}
	words := strings.Fields(s)
	for i, word := range words {
		bare := strings.Trim(word, ",.;:()?")
		name := strings.Trim(bare, "$`")
		if _, ok := names[name]; !ok || len(name) > 1 || bare == "a" || len(bare) != 1 && len(bare) != len("$N$") {
			continue
		}
		beside := ""
		if i+1 < len(words) && !strings.ContainsAny(word[len(word)-1:], ",.;:") {
			beside = words[i+1]
		}
		if explains := r.words.Stems(beside); len(explains) > 0 {
			names[name] = append(names[name], explains...)
		} else if i > 0 {
			names[name] = append(names[name], r.words.Stems(words[i-1])...)
		}
	}
	return names
}

// find returns the variable that a name of an answer stands for: by its letters, or by the
// first of its words that only one of them has.
func (r *Reader) find(name string, names map[string][]string) (string, bool) {
	for own := range names {
		if strings.EqualFold(own, name) {
			return own, true
		}
	}
	for _, stem := range r.words.Stems(name) {
		found, count := "", 0
		for own, explained := range names {
			if slices.Contains(explained, stem) {
				found = own
				count++
			}
		}
		if count == 1 {
			return found, true
		}
	}
	return "", false
}
