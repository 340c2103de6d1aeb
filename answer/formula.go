package answer

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// The cues of formulas in words.
const (
	cueAdded           lexicon.Cue = "added"
	cueSubtracted      lexicon.Cue = "subtracted"
	cueMultiplied      lexicon.Cue = "multiplied"
	cueDivided         lexicon.Cue = "divided"
	cueSquared         lexicon.Cue = "squared"
	cueFormulaEnds     lexicon.Cue = "formula_ends"
	cueEmptyQuantities lexicon.Cue = "empty_quantities"
	cueEquating        lexicon.Cue = "equating"
)

// expression is a formula or a part of one: a constant, a variable, or what an operator or
// a function makes of others.
type expression struct {
	operator string // "" of a constant, "x" of a variable, else the operator or the function
	value    float64
	name     string
	of       []expression
}

const variable = "x"

// formulaAgreement says how a formula of an answer stands to that of the reference.
type formulaAgreement int

const (
	noFormula      formulaAgreement = iota
	otherFormula                    // of the same variables
	unclearFormula                  // it is a part of it, or has variables that nobody explains
	sameFormula
)

// longestFormula is how many bytes a formula has at most.
const longestFormula = 300

// compareFormula holds what an answer calculates against the formula that the reference
// begins with. It reports false if the reference begins with none.
func (r *reader) compareFormula(question, reference, given string) (formulaAgreement, bool) {
	stretches := r.stretches(reference)
	if len(stretches) == 0 {
		return noFormula, false
	}
	at := 0
	if len(stretches) > 1 && stretches[0].equated { // "U = R * I"
		at = 1
	}
	formula, ok := r.parse(stretches[at].text, nil)
	if at > 0 && !formula.calculates() {
		at = 0
		formula, ok = r.parse(stretches[at].text, nil)
	}
	if !ok || !formula.calculates() || !stretches[at].signs {
		return noFormula, false
	}
	names := r.explain(formula, question+"\n"+reference)
	best := noFormula
	for _, s := range r.stretches(given) {
		other, ok := r.parse(s.text, names)
		if !ok {
			continue
		}
		best = max(best, r.holdAgainst(formula, names, other))
	}
	return best, true
}

// holdAgainst compares an expression of an answer with the formula.
func (r *reader) holdAgainst(formula expression, names map[string][]string, other expression) formulaAgreement {
	known, unknown := map[string]string{}, 0
	for _, name := range other.variables() {
		if own, ok := r.find(name, names); ok {
			known[name] = own
		} else {
			unknown++
		}
	}
	if len(known) == 0 {
		return noFormula
	}
	other = other.renamed(known)
	switch {
	case unknown > 0 && !slices.ContainsFunc(other.parts(), func(part expression) bool { return part.same(formula) }):
		return unclearFormula
	case unknown > 0, other.same(formula):
		return sameFormula
	case !other.calculates(), slices.ContainsFunc(formula.parts(), other.same):
		return unclearFormula
	}
	return otherFormula
}

// stretch is a part of a text that may be a formula.
type stretch struct {
	text    string
	equated bool // "=" follows it
	signs   bool // it has an operator or stands in code or between dollars
}

// mostStretches is how many stretches of a text are read as formulas.
const mostStretches = 40

// quoted is inline code or a formula between dollars; "from $5 to $10" is none.
var quoted = regexp.MustCompile("`[^`\n]+`|\\$[^\\s$](?:[^$\n]*[^\\s$])?\\$")

// stretches cuts a text into what may each be one formula: what stands in code or between
// dollars, or else its clauses, both also parted at signs of equality.
func (r *reader) stretches(s string) []stretch {
	var all []stretch
	add := func(piece string, signs bool) {
		for rest := piece; rest != "" && len(all) < mostStretches; {
			before, behind, equated := cutAtEquality(rest, r.cues[cueEquating])
			if before = strings.TrimSpace(before); before != "" && len(before) <= longestFormula {
				signed := strings.ReplaceAll(before, "/s", "")
				calculated := signs || strings.ContainsAny(signed, "*/×·÷^") || strings.Contains(signed, " + ") || r.calculatesInWords(before)
				all = append(all, stretch{before, equated, calculated})
			}
			rest = behind
		}
	}
	last := 0
	for _, at := range quoted.FindAllStringIndex(s, mostStretches) {
		for _, clause := range clauses(s[last:at[0]]) {
			add(clause, false)
		}
		add(strings.Trim(s[at[0]:at[1]], "`$"), true)
		last = at[1]
	}
	for _, clause := range clauses(s[last:]) {
		add(clause, false)
	}
	return all
}

// calculatesInWords reports whether a text multiplies or divides in words that say nothing
// else: "divided by", and not "per".
func (r *reader) calculatesInWords(s string) bool {
	return slices.ContainsFunc(slices.Concat(r.cues[cueMultiplied].List(), r.cues[cueDivided].List()), func(phrase string) bool {
		return (strings.Contains(phrase, " ") || r.is(cueMultiplied, phrase)) && strings.Contains(strings.ToLower(s), " "+phrase+" ")
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

func cutAtEquality(s string, words lexicon.Words) (string, string, bool) {
	before, behind, ok := strings.Cut(s, "=")
	for _, word := range words.List() {
		if b, a, found := strings.Cut(s, " "+word+" "); found && len(b) < len(before) {
			before, behind, ok = b, a, true
		}
	}
	return before, behind, ok
}

// explain returns the variables of a formula, each with the stems of its name and of the
// words beside it where a text writes it: "$N$ parameters", "the width $w$".
func (r *reader) explain(formula expression, s string) map[string][]string {
	names := map[string][]string{}
	for _, name := range formula.variables() {
		names[name] = r.stemsOf(name)
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
		if explains := r.stemsOf(beside); len(explains) > 0 {
			names[name] = append(names[name], explains...)
		} else if i > 0 {
			names[name] = append(names[name], r.stemsOf(words[i-1])...)
		}
	}
	return names
}

func (r *reader) stemsOf(s string) []string {
	var stems []string
	for _, word := range text.WordsPlain(s) {
		if len(word) > 1 && !r.isStop(word) && !r.is(cueEmptyQuantities, word) && !r.is(cueFormulaEnds, word) {
			stems = append(stems, r.stems.Stem(word))
		}
	}
	return stems
}

// find returns the variable that a name of an answer stands for: by its letters, or by the
// first of its words that only one of them has.
func (r *reader) find(name string, names map[string][]string) (string, bool) {
	for own := range names {
		if strings.EqualFold(own, name) {
			return own, true
		}
	}
	for _, stem := range r.stemsOf(name) {
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

// parser reads an expression by operator precedence (Pratt, "Top down operator precedence",
// 1973).
type parser struct {
	*reader

	tokens []string
	names  map[string][]string // whose letters may stand side by side
	depth  int
}

var (
	subscript = regexp.MustCompile(`_\{(?:\\text)?\{?(\w+)\}?\}`)
	token     = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?|\pL[\pL\d_'’-]*|\*\*|\S`)
	markup    = strings.NewReplacer(
		"\\cdot", "*", "\\times", "*", "×", "*", "·", "*", "⋅", "*", "÷", "/", "−", "-", "–", "-", "**", "^", "\\frac", "", "}{", ")/(", "{", "(", "}", ")",
		"\\left", "", "\\right", "", "\\text", "", "\\mathrm", "", "\\,", " ", "\\;", " ", "\\ ", " ", "\\", "", "²", "^2", "³", "^3", "[", "(", "]", ")", "/s", "",
	)
)

// parse reads the expression that a text is, with the words before it and behind it that
// are of no formula.
func (r *reader) parse(s string, names map[string][]string) (expression, bool) {
	s = markup.Replace(subscript.ReplaceAllString(s, "_$1"))
	lower := " " + s + " "
	for _, words := range []struct {
		cue  lexicon.Cue
		sign string
	}{{cueDivided, "/"}, {cueMultiplied, "*"}, {cueAdded, "+"}, {cueSubtracted, "-"}, {cueSquared, "^2"}} {
		for _, word := range r.cues[words.cue].List() {
			lower = strings.ReplaceAll(lower, " "+word+" ", " "+words.sign+" ")
		}
	}
	p := &parser{reader: r, tokens: token.FindAllString(lower, -1), names: names}
	e, ok := p.expression(0)
	return e, ok && (len(p.tokens) == 0 || r.is(cueFormulaEnds, strings.ToLower(p.tokens[0])))
}

// precedences are how strongly operators bind; what stands side by side is a product.
var precedences = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}

const deepestFormula = 30

func (p *parser) expression(least int) (expression, bool) {
	if p.depth++; p.depth > deepestFormula {
		return expression{}, false
	}
	defer func() { p.depth-- }()
	left, ok := p.operand()
	for ok && len(p.tokens) > 0 {
		operator := p.tokens[0]
		precedence, known := precedences[operator]
		if !known {
			if !p.beginsOperand(operator) || least > precedences["*"] {
				break
			}
			operator, precedence = "*", precedences["*"]
		}
		if precedence <= least {
			break
		}
		if known {
			p.tokens = p.tokens[1:]
		}
		var right expression
		right, ok = p.expression(precedence)
		left = expression{operator: operator, of: []expression{left, right}}
	}
	return left, ok
}

func (p *parser) beginsOperand(t string) bool {
	c := []rune(t)[0]
	return t == "(" || unicode.IsDigit(c) || unicode.IsLetter(c) && !p.is(cueFormulaEnds, strings.ToLower(t))
}

func (p *parser) operand() (expression, bool) {
	if len(p.tokens) == 0 {
		return expression{}, false
	}
	t := p.tokens[0]
	switch {
	case t == "(":
		p.tokens = p.tokens[1:]
		e, ok := p.expression(0)
		return e, ok && p.pass(")")
	case t == "-":
		p.tokens = p.tokens[1:]
		e, ok := p.expression(precedences["*"])
		return expression{operator: "-", of: []expression{{}, e}}, ok
	case unicode.IsDigit(rune(t[0])):
		p.tokens = p.tokens[1:]
		value, err := strconv.ParseFloat(strings.ReplaceAll(t, ",", ""), 64)
		return expression{value: value}, err == nil
	case slices.Contains(functions, strings.ToLower(t)) && len(p.tokens) > 1 && p.tokens[1] == "(":
		return p.call(strings.ToLower(t))
	}
	return p.words()
}

func (p *parser) pass(mark string) bool {
	if len(p.tokens) == 0 || p.tokens[0] != mark {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

var functions = []string{"min", "max", "sqrt", "log", "ln", "exp"}

func (p *parser) call(name string) (expression, bool) {
	e := expression{operator: name}
	p.tokens = p.tokens[2:]
	for {
		one, ok := p.expression(0)
		if !ok {
			return e, false
		}
		e.of = append(e.of, one)
		if !p.pass(",") {
			return e, p.pass(")")
		}
	}
}

// words reads what stands for a number in words: a letter, letters side by side that are
// known, a number in words, or the words of a thing.
func (p *parser) words() (expression, bool) {
	var name []string
	before := len(p.tokens)
	for len(p.tokens) > 0 {
		t := p.tokens[0]
		lower := strings.ToLower(t)
		if !unicode.IsLetter([]rune(t)[0]) || p.is(cueFormulaEnds, lower) && len(t) > 1 {
			break
		}
		value, numeral := p.numerals.Value(lower)
		_, known := p.names[t]
		alone := len([]rune(t)) == 1 || strings.ContainsAny(t, "_0123456789") // and no word of a name: "volume of the body"
		letter := alone && (known || len([]rune(t)) == 1 && lower != "a")
		if (letter || numeral || p.sideBySide(t)) && len(name) > 0 {
			break
		}
		p.tokens = p.tokens[1:]
		switch {
		case letter:
			return expression{operator: variable, name: t}, true
		case numeral && value != 1:
			return expression{value: value}, true
		case p.sideBySide(t):
			e := expression{value: 1}
			for _, c := range t {
				e = expression{operator: "*", of: []expression{e, {operator: variable, name: string(c)}}}
			}
			return e, true
		case !p.isStop(lower) && !p.is(cueEmptyQuantities, lower):
			name = append(name, lower)
		}
	}
	if len(name) == 0 {
		if len(p.tokens) > 0 && p.tokens[0] != "(" && len(p.tokens) < before {
			return p.operand()
		}
		return expression{}, false
	}
	return expression{operator: variable, name: strings.Join(name, " ")}, true
}

func (p *parser) sideBySide(word string) bool {
	return len(p.names) > 0 && !strings.ContainsFunc(word, func(c rune) bool { return p.names[string(c)] == nil })
}

// calculates reports whether an expression has an operator and a variable.
func (e expression) calculates() bool { return len(e.of) > 0 && len(e.variables()) > 0 }

// parts returns an expression and all parts of it that calculate.
func (e expression) parts() []expression {
	all := []expression{e}
	for _, part := range e.of {
		if len(part.of) > 0 || part.operator == variable {
			all = append(all, part.parts()...)
		}
	}
	return all
}

// variables returns the names of the variables, each once.
func (e expression) variables() []string {
	var names []string
	if e.operator == variable {
		names = append(names, e.name)
	}
	for _, part := range e.of {
		for _, name := range part.variables() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// renamed calls the variables as others.
func (e expression) renamed(names map[string]string) expression {
	if own, ok := names[e.name]; ok && e.operator == variable {
		e.name = own
	}
	of := make([]expression, len(e.of))
	for i, part := range e.of {
		of[i] = part.renamed(names)
	}
	e.of = of
	return e
}

// same reports whether two expressions are the same number whatever their variables are
// worth, where their numbers may be rounded.
func (e expression) same(other expression) bool {
	const trials, share = 12, 0.02
	for trial := range trials {
		a, b := e.at(trial), other.at(trial)
		if math.IsNaN(a) || math.IsNaN(b) || math.Abs(a-b) > share*math.Abs(a) {
			return false
		}
	}
	return true
}

// at returns what an expression is worth in a trial, in which each variable has a value
// that its name and the trial decide.
func (e expression) at(trial int) float64 {
	parts := make([]float64, len(e.of))
	for i, part := range e.of {
		parts[i] = part.at(trial)
	}
	switch e.operator {
	case variable:
		const prime, spread = 7919, 4
		seed := float64(prime + 101*trial)
		for i, c := range e.name {
			seed += float64(int(c) * (i + 13))
		}
		_, fraction := math.Modf(math.Sqrt(seed))
		return math.Exp(spread*fraction - spread/2)
	case "+":
		return parts[0] + parts[1]
	case "-":
		return parts[0] - parts[1]
	case "*":
		return parts[0] * parts[1]
	case "/":
		return parts[0] / parts[1]
	case "^":
		return math.Pow(parts[0], parts[1])
	case "min":
		return slices.Min(parts)
	case "max":
		return slices.Max(parts)
	case "sqrt":
		return math.Sqrt(parts[0])
	case "log", "ln":
		return math.Log(parts[0])
	case "exp":
		return math.Exp(parts[0])
	}
	return e.value
}
