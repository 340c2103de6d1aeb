package formula

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads an expression by operator precedence (Pratt, "Top down operator precedence",
// 1973).
type parser struct {
	*Reader

	tokens []string
	names  map[string][]string // whose letters may stand side by side
	quoted bool                // "a" is a variable
	depth  int
}

// parse reads the expression that a text is, with the words before it and behind it that
// are of no formula. Variables that are known by one letter may stand side by side: "6ND".
func (r *Reader) parse(from stretch, names map[string][]string) (expression, bool) {
	s := " " + r.markup.Replace(r.subscript.ReplaceAllString(from.text, "_$1")) + " "
	for _, by := range []struct {
		words []string
		sign  string
	}{{r.words.Divided, "/"}, {r.words.Multiplied, "*"}, {r.words.Added, "+"}, {r.words.Subtracted, "-"}, {r.words.Squared, "^2"}} {
		for _, word := range by.words {
			s = strings.ReplaceAll(s, " "+word+" ", " "+by.sign+" ")
		}
	}
	p := &parser{Reader: r, tokens: r.token.FindAllString(s, -1), names: names, quoted: from.quoted}
	e, ok := p.expression(0)
	return e, ok && (len(p.tokens) == 0 || r.words.Ends(strings.ToLower(p.tokens[0])))
}

// How strongly operators bind.
const (
	ofSums = iota + 1
	ofProducts
	ofPowers
)

// deepest is how far brackets and operators are nested.
const deepest = 60

func (p *parser) expression(least int) (expression, bool) {
	if p.depth++; p.depth > deepest {
		return expression{}, false
	}
	defer func() { p.depth-- }()
	left, ok := p.operand()
	for ok {
		operator, precedence := p.operator()
		if precedence <= least {
			break
		}
		if operator == p.tokens[0] {
			p.tokens = p.tokens[1:]
		}
		var right expression
		right, ok = p.expression(precedence)
		left = expression{operator: operator, of: []expression{left, right}}
	}
	return left, ok
}

// operator returns the operator that comes next and how strongly it binds, 0 if none does.
// What stands side by side is a product.
func (p *parser) operator() (string, int) {
	if len(p.tokens) == 0 {
		return "", 0
	}
	t := p.tokens[0]
	switch t {
	case "+", "-":
		return t, ofSums
	case "*", "/":
		return t, ofProducts
	case "^":
		return t, ofPowers
	}
	first, _ := utf8.DecodeRuneInString(t)
	if first == '(' || unicode.IsDigit(first) || unicode.IsLetter(first) && !p.words.Ends(strings.ToLower(t)) {
		return "*", ofProducts
	}
	return "", 0
}

func (p *parser) operand() (expression, bool) {
	if len(p.tokens) == 0 {
		return expression{}, false
	}
	t := p.tokens[0]
	switch {
	case p.pass("("):
		e, ok := p.expression(0)
		return e, ok && p.pass(")")
	case p.pass("-"):
		e, ok := p.expression(ofProducts)
		return expression{operator: "-", of: []expression{{}, e}}, ok
	case unicode.IsDigit(rune(t[0])):
		p.tokens = p.tokens[1:]
		value, err := strconv.ParseFloat(strings.ReplaceAll(t, ",", ""), 64)
		return expression{value: value}, err == nil
	case isFunction(strings.ToLower(t)) && len(p.tokens) > 1 && p.tokens[1] == "(":
		return p.call(strings.ToLower(t))
	}
	return p.phrase()
}

// pass passes a mark, if it comes next.
func (p *parser) pass(mark string) bool {
	if len(p.tokens) == 0 || p.tokens[0] != mark {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

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

// phrase reads what stands for a number in words: a letter, a number in words, or the words
// of a thing. Words that say nothing are passed.
func (p *parser) phrase() (expression, bool) {
	var name []string
	passed := 0
	for len(p.tokens) > 0 && p.isName(p.tokens[0]) {
		if e, alone := p.alone(p.tokens[0]); alone {
			if len(name) > 0 {
				break
			}
			p.tokens = p.tokens[1:]
			return e, true
		}
		if lower := strings.ToLower(p.tokens[0]); !p.words.Empty(lower) {
			name = append(name, lower)
		}
		p.tokens = p.tokens[1:]
		passed++
	}
	switch {
	case len(name) > 0:
		return expression{operator: variable, name: strings.Join(name, " ")}, true
	case passed > 0 && len(p.tokens) > 0 && p.tokens[0] != "(":
		return p.operand()
	}
	return expression{}, false
}

// isName reports whether a token is of a name: a word that does not end a formula.
func (p *parser) isName(t string) bool {
	first, size := utf8.DecodeRuneInString(t)
	return unicode.IsLetter(first) && (len(t) == size || !p.words.Ends(strings.ToLower(t)))
}

// alone returns what a word is that no other word belongs to: a variable of one letter, or
// that is known, variables side by side, or a number in words.
func (p *parser) alone(t string) (expression, bool) {
	lower := strings.ToLower(t)
	_, known := p.names[t]
	letter := utf8.RuneCountInString(t) == 1
	if letter && (known || p.quoted || lower != "a") || known && strings.ContainsAny(t, "_0123456789") {
		return expression{operator: variable, name: t}, true
	}
	if value, ok := p.words.Value(lower); ok && value != 1 {
		return expression{value: value}, true
	}
	unknown := func(c rune) bool {
		_, known := p.names[string(c)]
		return !known
	}
	if strings.ContainsFunc(t, unknown) {
		return expression{}, false
	}
	e := expression{value: 1}
	for _, c := range t {
		e = expression{operator: "*", of: []expression{e, {operator: variable, name: string(c)}}}
	}
	return e, true
}
