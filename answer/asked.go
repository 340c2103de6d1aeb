package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// asking is what a question asks for, which decides what of a reference answer is
// required.
type asking int

const (
	asksExplanation asking = iota // why, how, explain: its sentences, the first above all
	asksDefinition                // what something is: the first sentence
	asksFact                      // who, where, which: the first clause
	asksNumber                    // how many, when: the first number
	asksList                      // name the three: every item
	asksContrast                  // the difference between: every sentence
	asksVerdict                   // true or false, yes or no
	asksSome                      // how, where the reference lists many ways: some of them
)

// question is a question as it is judged.
type question struct {
	quarry.Question

	reading reading
	asks    asking
	stems   map[string]bool // of its words
	wanted  float64         // how many things are to be named; 0 if the question does not say
	several []int           // the numbers of the reference answer that are asked for, where it is more than one
	why     bool            // whether it also asks for a reason
	further bool            // whether it asks for what "yes" does not say
	words   string          // in small letters, with a space before, between and behind them
}

func (j *Judge) question(q quarry.Question) question {
	v, r := &j.words.vocabulary, newReader(j.lexicon, j.words)
	asked := question{Question: q, reading: r.read(cut(q.Text, mostQuestion), 0), stems: map[string]bool{}}
	for _, w := range asked.reading.spoken {
		if w.number < 0 {
			asked.stems[w.stem] = true
		}
	}
	words := " " + strings.Join(lowerWords(asked.reading), " ") + " "
	asked.words = words
	asked.why = v.holds(words, cueAsksReason)
	asked.further = v.asksFurther(words, q.Text)
	asked.asks = v.asksOf(words, q)
	if asked.asks == asksList && len(asked.reading.numbers) == 1 && v.begins(words, cueAsksList) {
		asked.wanted = asked.reading.numbers[0].Middle()
	}
	return asked
}

func lowerWords(r reading) []string {
	words := make([]string, 0, len(r.spoken))
	for _, w := range r.spoken {
		if w.number >= 0 {
			words = append(words, strings.ToLower(r.text[w.start:w.end]))
		} else {
			words = append(words, w.lower)
		}
	}
	return words
}

func (v *vocabulary) asksOf(words string, q quarry.Question) asking {
	_, ruled := v.verdictOf(q.Answer)
	switch {
	case q.Style == quarry.StyleTrueFalse, v.holds(words, cueAsksTruth), ruled && v.begins(words, cueAsksVerdict):
		return asksVerdict
	case v.holds(words, cueAsksNumber), v.begins(words, cueAsksTime):
		return asksNumber
	case v.holds(words, cueAsksContrast):
		return asksContrast
	case v.asksForList(words):
		return asksList
	case v.begins(words, cueAsksName), v.holds(words, cueAsksChoice) && strings.Contains(words, " or "):
		return asksFact
	case strings.HasPrefix(words, " what ") && !v.begins(words, cueAsksWhatIs) && isNamed(q.Answer):
		return asksFact
	case v.begins(words, cueAsksDefinition) && !v.holds(words, cueAsksExplanation):
		return asksDefinition
	}
	return asksExplanation
}

// isNamed reports whether an answer names one thing before it explains: "A separate
// condenser: the cylinder …".
func isNamed(answer string) bool {
	const fewWords = 5
	name, rest, ok := strings.Cut(answer, ": ")
	return ok && rest != "" && len(strings.Fields(name)) <= fewWords && !strings.ContainsAny(name, ".;,\n")
}

// asksFurther reports whether a question asks for a thing, alone or besides a yes or no.
// "What goes up comes down" asks for none.
func (v *vocabulary) asksFurther(words, text string) bool {
	if !strings.Contains(text, "?") || v.holds(words, cueAsksTruth) {
		return false
	}
	return v.begins(words, cueAsksThing) || slices.ContainsFunc(v.cues[cueAsksBesides].List(), func(and string) bool {
		return slices.ContainsFunc(v.cues[cueAsksThing].List(), func(thing string) bool { return strings.Contains(words, " "+and+" "+thing+" ") })
	})
}

func (v *vocabulary) asksForList(words string) bool {
	fields := strings.Fields(words)
	which, these := v.begins(words, cueAsksWhich), v.begins(words, cueAsksForThese)
	switch {
	case v.begins(words, cueAsksList) && !v.begins(words, cueAsksForOne):
		return true
	case which && v.holds(words, cuePluralVerbs) && v.isPlural(fields[1:2]):
		return true
	case (which || these) && slices.ContainsFunc(fields, v.isSeveral):
		return true
	}
	return v.holds(words, cueAsksParts) || these && v.isPlural(fields[2:]) // "name the stages"
}

// isSeveral reports whether a word is a number of things that can be named.
func (v *vocabulary) isSeveral(word string) bool {
	const fewest, most = 2, 7
	number, known := v.numerals.Value(word)
	if len(word) == 1 && isDigit(word[0]) {
		number, known = float64(word[0]-'0'), true
	}
	return known && number >= fewest && number <= most
}

// isPlural reports whether one of some words is a plural.
func (v *vocabulary) isPlural(words []string) bool {
	const shortest = 4
	return slices.ContainsFunc(words, func(word string) bool {
		return len(word) >= shortest && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !v.isStop(word)
	})
}

// isPolar reports whether a question can be answered by yes or no.
func (q question) isPolar() bool { return q.reading.words.begins(q.words, cueAsksVerdict) }

// perhapsNames reports whether a name may answer a question.
func (q question) perhapsNames() bool {
	return q.reading.words.begins(q.words, cueAsksPerhapsName) && !q.reading.words.holds(q.words, cueAsksExplanation)
}
