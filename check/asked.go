package check

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
	wanted  float64         // how many things are to be named; 0 where nobody says
	several []int           // the numbers of the reference answer that are asked for, where it is more than one
	why     bool            // whether it also asks for a reason
	further bool            // whether it asks for what "yes" does not say
	words   string          // in small letters, with a space before, between and behind them
}

func (j *Judge) question(q quarry.Question) question {
	r := newReader(j.lexicon, j.words)
	asked := question{Question: q, reading: r.read(cut(q.Text, mostQuestion), 0), stems: map[string]bool{}}
	for _, w := range asked.reading.spoken {
		if w.number < 0 {
			asked.stems[w.stem] = true
		}
	}
	words := " " + strings.Join(lowerWords(asked.reading), " ") + " "
	asked.words = words
	asked.why = holds(words, "why", "explain", "justify", "reason", "if so", "what kind", "which kind")
	asked.further = asksFurther(words, q.Text)
	asked.asks = asksOf(words, q)
	if asked.asks == asksList && len(asked.reading.numbers) == 1 && begins(words, "name", "list", "give", "state") {
		asked.wanted = middle(asked.reading.numbers[0].Bounds)
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

// holds reports whether a text of words between spaces has one of some phrases.
func holds(words string, phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(words, " "+phrase+" ") })
}

// begins reports whether it begins with one of them.
func begins(words string, phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasPrefix(words, " "+phrase+" ") })
}

func asksOf(words string, q quarry.Question) asking {
	_, ruled := verdictOf(q.Answer)
	switch {
	case q.Style == quarry.StyleTrueFalse, holds(words, "true or false"), ruled && isPolar(words):
		return asksVerdict
	case asksForNumber(words):
		return asksNumber
	case holds(words, "difference", "differences", "differ", "compare", "contrast", "versus", "vs", "distinguish", "distinguishes", "each"):
		return asksContrast
	case asksForList(words):
		return asksList
	case asksForFact(words):
		return asksFact
	case begins(words, "what") && !begins(words, notNaming()...) && isNamed(q.Answer):
		return asksFact
	case begins(words, "what is", "what are", "what does", "what do", "define", "what's", "who is", "who was") && !holds(words, "why", "how"):
		return asksDefinition
	}
	return asksExplanation
}

// notNaming returns how questions begin that ask what something is.
func notNaming() []string {
	return []string{"what is", "what are", "what does", "what do", "what was", "what were", "what happens"}
}

// isNamed reports whether an answer names one thing before it explains: "A separate
// condenser: the cylinder …".
func isNamed(answer string) bool {
	const fewWords = 5
	name, rest, ok := strings.Cut(answer, ": ")
	return ok && rest != "" && len(strings.Fields(name)) <= fewWords && !strings.ContainsAny(name, ".;,\n")
}

// isPolar reports whether a question can be answered by yes or no.
func isPolar(words string) bool {
	return begins(words, "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "must", "has", "have", "may")
}

// asksFurther reports whether a question asks for a thing, alone or besides a yes or no.
// "What goes up comes down" asks for none.
func asksFurther(words, text string) bool {
	if !strings.Contains(text, "?") || holds(words, "true or false") {
		return false
	}
	asking := []string{"what", "which", "who", "whom", "whose", "where", "when", "how"}
	return begins(words, asking...) || slices.ContainsFunc(asking, func(word string) bool { return holds(words, "and "+word, "and if so "+word) })
}

func asksForNumber(words string) bool {
	return holds(words, "how many", "how much", "how long", "how old", "how far", "how fast", "how large", "how big", "how high",
		"how hot", "how often", "how wide", "how deep", "how tall", "within how", "how heavy") ||
		begins(words, "when was", "when did", "when were", "when is") ||
		holds(words, "what year", "which year", "what temperature", "which temperature", "what percentage", "what number", "what size",
			"what rate", "what speed", "what date")
}

func asksForList(words string) bool {
	if begins(words, "name", "list", "enumerate", "give", "state") && !begins(words, "name one", "name an", "name a", "give an", "give a", "state why", "name the") {
		return true
	}
	many := holds(words, "two", "three", "four", "five", "six", "seven", "2", "3", "4", "5", "6", "7")
	if begins(words, "which", "what") && holds(words, "are", "were", "do") && isPlural(strings.Fields(words)[1:2]) {
		return true
	}
	return many && begins(words, "which", "what", "name the", "what are the") || holds(words, "stand for", "what are the", "made of", "consist of") ||
		begins(words, "name the") && endsMany(words)
}

// endsMany reports whether "name the" is followed by a plural: "name the stages".
func endsMany(words string) bool {
	const named = 2
	fields := strings.Fields(words)
	return isPlural(fields[min(len(fields), named):])
}

// isPlural reports whether one of some words is a plural.
func isPlural(words []string) bool {
	const shortest = 4
	return slices.ContainsFunc(words, func(word string) bool {
		return len(word) >= shortest && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !isStop(word)
	})
}

func asksForFact(words string) bool {
	return begins(words, "who", "where", "which", "whose", "in which", "to whom", "by whom", "at which", "on which", "when") ||
		holds(words, "first", "what is traded") && strings.Contains(words, " or ")
}
