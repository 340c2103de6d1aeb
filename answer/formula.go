package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// formula is an expression that a reference answer states.
type formula struct {
	expression
	leads bool                // the answer begins with it: it is what was asked for
	signs bool                // it is written in signs, not in words
	names map[string][]string // by variable: the stems of what it stands for
}

// formulaAgreement says how a formula of an answer stands to that of the reference answer.
type formulaAgreement int

const (
	noFormula formulaAgreement = iota
	sameFormula
	partOfFormula
	otherFormula
	unclearFormula // it has variables whose meaning is unknown
)

// compareFormula holds what the answer calculates against what the reference does.
func (m *measured) compareFormula(r *reader) {
	f, ok := r.formulaOf(m.reference.text)
	if !ok || m.question.asks == asksVerdict {
		return
	}
	f.explain(m.reference.text, r, false)
	f.explain(m.question.Text, r, true)
	m.formula, m.calculates = f, noFormula
	known := f.known()
	for _, part := range r.words.stretches(m.answer.text) {
		if len(part) > longestProtected {
			continue
		}
		given, ok := r.words.readFormula(part, strings.HasPrefix(part, "$"), known)
		if !ok {
			continue
		}
		m.calculates = m.calculates.with(f.compare(given, r, isLoose(strings.ToLower(part))))
	}
}

// with joins what two stretches of an answer say: the formula itself outweighs all.
func (a formulaAgreement) with(b formulaAgreement) formulaAgreement {
	switch {
	case a == sameFormula || b == sameFormula:
		return sameFormula
	case a == unclearFormula || b == unclearFormula:
		return unclearFormula
	}
	return max(a, b)
}

// formulaOf finds the formula of a reference answer: the first one between dollars or in
// code, or the first stretch, where it is all a formula.
func (r *reader) formulaOf(text string) (formula, bool) {
	const few = 3
	for _, one := range protectedIn(text) {
		inner := strings.Trim(text[one.start:one.end], "$`")
		e, ok := r.words.wholeFormula(inner, text[one.start] == '$')
		if ok {
			before := text[:one.start]
			leads := len(strings.Fields(before)) <= few && !strings.ContainsAny(before, ".;:,")
			return newFormula(e, leads, true, r), true
		}
	}
	parts := r.words.stretches(text)
	if len(parts) == 0 || len(parts[0]) > longestProtected || strings.ContainsAny(parts[0], "$`") {
		return formula{}, false
	}
	first, at := parts[0], strings.Index(text, parts[0])
	if strings.HasPrefix(strings.TrimLeft(text[at+len(first):], " "), "=") && len(parts) > 1 {
		first = parts[1]
	}
	e, ok := r.words.wholeFormula(first, false)
	e.walk(func(part expression) { ok = ok && !part.beside })
	ok = ok && slices.ContainsFunc([]string{" / ", "×", "·", " * ", "÷", " divided by "}, func(sign string) bool { return strings.Contains(first, sign) })
	const most = 5
	named := !slices.ContainsFunc(e.variables(), func(name string) bool { return len(strings.Fields(name)) > most })
	return newFormula(e, true, strings.ContainsAny(first, "/×·*+÷"), r), ok && named
}

// wholeFormula reads a text that is nothing but a formula with a variable.
func (v *vocabulary) wholeFormula(text string, letters bool) (expression, bool) {
	if at := strings.LastIndexByte(text, '='); at >= 0 {
		text = text[at+1:]
	}
	r := &formulaReader{words: v, text: text, letters: letters}
	e, ok := r.sum()
	r.space()
	whole := r.ends || strings.Trim(text[r.at:], ".,:; ") == ""
	return e, ok && whole && e.operators() > 0 && len(e.variables()) > 0
}

func newFormula(e expression, leads, signs bool, r *reader) formula {
	f := formula{expression: e, leads: leads, signs: signs, names: map[string][]string{}}
	for _, name := range e.variables() {
		f.names[name] = r.stemsOf(name)
	}
	return f
}

func (r *reader) stemsOf(words string) []string {
	var found []string
	for _, word := range strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return strings.ContainsRune(" -_/,.;:?!$`()\\", r) }) {
		if len(word) > 1 && !r.words.isStop(word) && !r.words.is(cueEmptyQuantities, word) {
			found = append(found, r.stems.Stem(word))
		}
	}
	return found
}

// known returns the variables of one letter or with a letter below, which may stand side by
// side.
func (f formula) known() map[string]bool {
	known := map[string]bool{}
	for _, name := range f.variables() {
		if len(name) == 1 || strings.Contains(name, "_") {
			known[name] = true
		}
	}
	return known
}

// explain takes in what a text says the variables stand for: "$N$ parameters", "the pause
// $C$".
func (f formula) explain(text string, r *reader, bare bool) { //nolint:revive // bare is how they are written
	words := strings.Fields(text)
	for i, word := range words {
		marked := strings.Trim(word, ",.;:()?")
		name := strings.Trim(marked, "$`")
		if _, ok := f.names[name]; !ok || len(marked) != len(name)+2 && (!bare || marked != name || name == "a") {
			continue
		}
		explained := r.words.nameIn(words[min(i+1, len(words)):min(i+2, len(words))])
		if explained == "" || strings.ContainsAny(word[len(word)-1:], ",.;:") {
			explained = r.words.nameIn(words[max(0, i-1):i])
		}
		f.names[name] = append(f.names[name], r.stemsOf(explained)...)
	}
}

// nameIn returns a word that may say what a variable beside it stands for.
func (v *vocabulary) nameIn(words []string) string {
	if len(words) == 0 || strings.ContainsAny(words[0], "$`0123456789=") || v.isStop(words[0]) || v.is(cueFormulaEnds, words[0]) {
		return ""
	}
	return words[0]
}

// compare holds an expression of an answer against the formula.
func (f formula) compare(given expression, r *reader, perhaps bool) formulaAgreement {
	known := map[string]string{}
	for _, name := range given.variables() {
		if own, ok := f.find(name, r); ok {
			known[name] = own
		}
	}
	given, ok := given.withoutUnits(known).renamed(known)
	names := f.variables()
	switch {
	case len(known) == 0:
		return noFormula
	case !ok:
		return unclearFormula
	case f.same(given, names):
		return sameFormula
	case f.has(given, names):
		return partOfFormula
	case given.operators() == 0:
		return noFormula
	case perhaps:
		return unclearFormula
	}
	return otherFormula
}

// isLoose reports whether words leave open what is divided by what: "6 operations per token
// and parameter" are as many for each, and "a divided by b times c" may have brackets.
func isLoose(lower string) bool {
	_, behind, divided := strings.Cut(lower, " divided by ")
	return strings.Contains(lower, " per ") || divided && strings.Contains(behind, " times ")
}

// has reports whether an expression is a part of the formula.
func (f formula) has(given expression, names []string) bool {
	found := false
	f.walk(func(part expression) { found = found || part.same(given, names) })
	return found
}

// find returns the variable of the formula that a name of an answer stands for: by its
// letter, or by the words that explain it.
func (f formula) find(name string, r *reader) (string, bool) {
	if _, ok := f.names[name]; ok {
		return name, true
	}
	said := r.stemsOf(name)
	best, most, several := "", 0, false
	for _, own := range f.variables() {
		common := 0
		for _, stem := range said {
			if slices.Contains(f.names[own], stem) {
				common++
			}
		}
		if strings.EqualFold(own, name) {
			common = len(name)
		}
		switch {
		case common > most:
			best, most, several = own, common, false
		case common == most:
			several = true
		}
	}
	return best, most > 0 && !several
}

// withoutUnits leaves out what stands beside an expression and is no variable of the
// formula: "it is 6 N D FLOP".
func (e expression) withoutUnits(known map[string]string) expression {
	parts := make([]expression, len(e.of))
	for i, part := range e.of {
		parts[i] = part.withoutUnits(known)
	}
	unit := func(part expression) bool {
		return part.kind == variable && known[part.name] == "" && len(part.name) > 1
	}
	switch {
	case e.beside && unit(parts[1]):
		return parts[0]
	case e.beside && unit(parts[0]):
		return parts[1]
	}
	e.of = parts
	return e
}

// renamed calls variables as the formula does; false where one is none of it.
func (e expression) renamed(known map[string]string) (expression, bool) {
	ok := true
	if e.kind == variable {
		e.name, ok = known[e.name], known[e.name] != ""
	}
	parts := make([]expression, len(e.of))
	for i, part := range e.of {
		var also bool
		parts[i], also = part.renamed(known)
		ok = ok && also
	}
	e.of = parts
	return e, ok
}

// mostStretches is how many stretches of a text are read as formulas.
const mostStretches = 60

// stretches cuts a text into what may each be one formula; those between dollars begin
// with one.
func (v *vocabulary) stretches(text string) []string {
	var parts []string
	last := 0
	for _, one := range protectedIn(text) {
		parts = append(parts, v.plainStretches(text[last:one.start])...)
		inner := strings.Trim(text[one.start:one.end], "$`")
		if at := strings.LastIndexByte(inner, '='); at >= 0 {
			inner = inner[at+1:]
		}
		if text[one.start] == '$' {
			inner = "$" + inner
		}
		parts = append(parts, inner)
		last = one.end
	}
	parts = append(parts, v.plainStretches(text[last:])...)
	return parts[:min(len(parts), mostStretches)]
}

func (v *vocabulary) plainStretches(text string) []string {
	var parts []string
	from, depth := 0, 0
	end := func(at, behind int) {
		if part := strings.TrimSpace(text[from:at]); part != "" {
			parts = append(parts, part)
		}
		from = behind
	}
	for at := range len(text) {
		apart := strings.TrimLeft(text[at+1:min(at+2, len(text))], " \t\r\n") == ""
		switch c := text[at]; {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '\n', depth == 0 && (c == ';' || c == '=' || apart && strings.IndexByte(".,:", c) >= 0):
			end(at, at+1)
		case depth == 0 && at >= from:
			if verb := v.equating(text[at:]); verb > 0 {
				end(at, at+verb)
			}
		}
	}
	end(len(text), len(text))
	return parts
}

// equating returns how long the word is that a text begins with and that says that two
// sides are the same, 0 where it begins with none.
func (v *vocabulary) equating(text string) int {
	if text[0] != ' ' {
		return 0
	}
	for _, verb := range slices.Concat(v.cues[cueEquating].List(), []string{"≈"}) {
		if strings.HasPrefix(text[1:], verb+" ") {
			return len(verb) + 2
		}
	}
	return 0
}

// regardFormula takes the formula for what was asked for where the reference answer begins
// with it: the numbers of an example are not.
func (m *measured) regardFormula() {
	if !m.formula.leads || m.calculates != sameFormula {
		return
	}
	m.turned = false
	m.faults = slices.DeleteFunc(m.faults, func(f fault) bool { return f.kind != faultyPolarity && f.kind != faultyBinding })
	for i := range m.points {
		p := &m.points[i]
		p.contradicted = slices.ContainsFunc(m.faults, func(f fault) bool { return slices.Contains(p.clauses, f.reference) })
		if i == 0 {
			p.present = p.total
		}
	}
	for i := range m.numbers {
		if !m.numbers[i].Agrees {
			m.numbers[i].Given = nil
		}
	}
}

// decideFormula decides by the formula that the reference answer begins with, where the
// answer has one.
func (m *measured) decideFormula() (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	switch {
	case !m.formula.leads:
	case m.calculates == sameFormula && len(m.faults) == 0:
		return quarry.VerdictCorrect, quarry.ReasonCovered, true
	case m.calculates == otherFormula:
		return quarry.VerdictIncorrect, quarry.ReasonContradicts, true
	}
	return "", "", false
}

// weighFormula says what becomes of a verdict by words, where a formula was asked for.
func (m *measured) weighFormula(verdict quarry.AnswerVerdict, reason quarry.AnswerReason) (quarry.AnswerVerdict, quarry.AnswerReason) {
	asked := m.formula.leads && m.formula.signs
	switch {
	case verdict == quarry.VerdictCorrect && asked && m.calculates == partOfFormula, verdict == quarry.VerdictIncorrect && asked && m.calculates == partOfFormula:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case verdict == quarry.VerdictCorrect && asked && m.calculates != sameFormula,
		verdict == quarry.VerdictCorrect && m.formula.signs && m.calculates == otherFormula,
		verdict == quarry.VerdictIncorrect && m.formula.leads && m.calculates == unclearFormula:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	}
	return verdict, reason
}
