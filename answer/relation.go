package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// relation is what a sign says of the words beside it: "x < y". What is greater stands
// on the right, and of two that may change places the first in the alphabet on the left.
type relation struct {
	left, sign, right string

	worded bool // "x is less than y"
	denied bool // something near it is denied
	clause int  // the first one of its sentence
}

// relations returns those of a text. Words for signs are read as such.
func (r reading) relations() []relation {
	const near = 4
	var found []relation
	clauses := r.clauses[:min(len(r.clauses), mostClauses)]
	for from := 0; from < len(clauses); {
		to := from + 1
		for to < len(clauses) && clauses[to].sentence == clauses[from].sentence {
			to++
		}
		words := strings.Fields(spelled(r.words.signs.Replace(strings.ToLower(r.text[clauses[from].start:clauses[to-1].end]))))
		for at := 1; at+1 < len(words); at++ {
			if one, ok := relationOf(words[at-1], words[at], words[at+1]); ok {
				around := words[max(0, at-near):min(len(words), at+near+1)]
				one.denied = slices.ContainsFunc(around, func(word string) bool { return r.words.denialOf(word) == denies })
				one.clause = from
				found = append(found, one)
			}
		}
		from = to
	}
	return found
}

// signsForWords writes "is less than" as a sign, with a mark that says so.
func (v *vocabulary) signsForWords() *strings.Replacer {
	var pairs []string
	for _, one := range []struct {
		cue  lexicon.Cue
		sign string
	}{{cueRelatesAtLeast, " >=~ "}, {cueRelatesAtMost, " <=~ "}, {cueRelatesGreater, " >~ "}, {cueRelatesLess, " <~ "}} {
		for _, phrase := range v.cues[one.cue].List() {
			pairs = append(pairs, " is "+phrase+" ", one.sign, " "+phrase+" ", one.sign)
		}
	}
	return strings.NewReplacer(pairs...)
}

func relationOf(left, sign, right string) (relation, bool) {
	sign, worded := strings.CutSuffix(sign, "~")
	r := relation{left: left, sign: sign, right: right, worded: worded}
	switch sign {
	case ">", ">=":
		r.left, r.right, r.sign = right, left, "<"+sign[1:]
	case "<", "<=":
	case "=", "==", "===", "!=", "!==":
		if r.sign = strings.Replace(sign, "!==", "!=", 1); right < left {
			r.left, r.right = right, left
		}
	case "+", "*":
		if right < left {
			r.left, r.right = right, left
		}
		return r, ofFormula(left) || ofFormula(right)
	case "-", "/", "^", "%":
		return r, ofFormula(left) || ofFormula(right)
	default:
		return r, false
	}
	return r, true
}

// ofFormula reports whether a word is a number or a letter: "n-1" is a formula, and
// "read-write" is none.
func ofFormula(word string) bool {
	return isDigit(word[0]) || utf8.RuneCountInString(word) == 1
}

// sameSides reports whether two relations are of the same things.
func (r relation) sameSides(o relation) bool {
	return r.left == o.left && r.right == o.right || r.left == o.right && r.right == o.left
}

func (r relation) same(o relation) bool {
	return r.left == o.left && r.right == o.right && r.sign == o.sign
}

// contradicts reports whether two relations of the same things cannot both hold: the
// one is turned round, or says that they differ where the other says that they do not.
// Others are only not the same: "<" and "<=", "=" and "==", a minus and a plus.
func (r relation) contradicts(o relation) bool {
	ordered := func(sign string) bool { return sign[0] == '<' }
	equal := func(sign string) bool { return sign[0] == '=' }
	switch {
	case !isRelation(r.sign) || !isRelation(o.sign) || r.denied || o.denied:
		return false
	case ordered(r.sign) && ordered(o.sign):
		return r.left != o.left
	}
	return equal(r.sign) != equal(o.sign)
}

// relate holds what signs say in the answer against what they say in the reference: one
// that is turned round is wrong, and another one may be.
func (m *measured) relate() {
	known, asked := m.reference.relations(), m.question.reading.relations()
	for _, given := range m.answer.relations() {
		if m.own == 0 && !slices.ContainsFunc(asked, given.same) { // its sign is what it says
			m.own = numberWeight
		}
		if slices.ContainsFunc(known, given.same) {
			continue
		}
		for _, r := range known {
			m.relateOne(r, given)
		}
	}
}

// relateOne holds one relation of the answer against one of the reference.
func (m *measured) relateOne(known, given relation) {
	switch {
	case !known.sameSides(given) || known.worded && given.worded:
	case known.contradicts(given):
		m.turned = true
		m.fault(known.clause, given.clause, faultyDirection)
	default:
		m.misread = true
	}
}
