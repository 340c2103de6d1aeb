package questionkey

import "slices"

// The kinds of asking that are no words of the question's own.
const (
	kindWhat = "what" // it is, means, or is to be explained
	kindSay  = "say"  // none of the others
)

// asked is how a question asks, and what about.
type asked struct {
	kind  string
	words []token
}

// read tells the way of asking from what is asked about.
func (r *Reader) read(tokens []token) asked {
	tokens = leadingLast(r.withoutCourtesy(tokens))
	rest, instructed := cut(tokens, r.cues["asked_to_explain"])
	rest = r.withoutCourtesy(rest)
	if a, ok := r.definition(rest); ok {
		return a
	}
	switch {
	case len(rest) == 0:
		return asked{kind: kindWhat}
	case r.phrases.IsQuestionWord(rest[0].word):
		return r.wondering(rest)
	case instructed:
		return asked{kind: kindWhat, words: rest}
	case r.isAuxiliary(rest[0].form) && len(rest) > 1:
		return asked{kind: "whether " + rest[0].form, words: rest[1:]}
	case len(r.withoutArticles(rest)) <= mostNamed:
		return asked{kind: kindWhat, words: rest}
	}
	return asked{kind: kindSay, words: rest}
}

// mostNamed is up to how many words are a mere name, which asks what it is.
const mostNamed = 2

func (r *Reader) isAuxiliary(word string) bool { return r.cues["opening_auxiliaries"].Has(word) }

// withoutCourtesy cuts what is said before the question is put, and a request such as "can
// you" where an instruction or a question word follows.
func (r *Reader) withoutCourtesy(tokens []token) []token {
	for {
		rest, polite := cut(tokens, r.cues["question_courtesies"])
		if !polite {
			rest, polite = cut(tokens, r.cues["polite_requests"])
			_, instructed := cut(rest, r.cues["asked_to_explain"])
			polite = polite && (instructed || len(rest) > 0 && r.phrases.IsQuestionWord(rest[0].word))
		}
		if !polite && len(tokens) > 0 && tokens[0].ends {
			rest, polite = cut(tokens, r.cues["interjections"])
		}
		if !polite || len(rest) == 0 {
			return tokens
		}
		tokens = rest
	}
}

// definition reads what asks what something is, however it is put.
func (r *Reader) definition(tokens []token) (asked, bool) {
	if rest, ok := cut(tokens, r.cues["asked_what_is"]); ok && len(rest) > 0 && rest[0].word != "not" {
		return asked{kind: kindWhat, words: rest}, true
	}
	rest, ok := cut(tokens, r.cues["asked_what_means"])
	last := len(rest) - 1
	if !ok || last < 1 {
		return asked{}, false
	}
	a := asked{kind: kindWhat, words: rest[:last]}
	switch rest[last].word {
	case "mean": // "what does rubato mean"
		return a, tokens[1].form == "do"
	case "means", "is", "are": // "explain what a warp is"
		noun := len(a.words) == 1 || r.isArticle(a.words[0].word) // "what bread is" may ask which
		return a, noun && !r.isAuxiliary(tokens[1].form)
	}
	return asked{}, false
}

// wondering reads a question that a question word opens. What only makes a sentence of it falls
// away: "does" in "how does it work", "is" in "why is the sky blue" and "why the sky is blue".
func (r *Reader) wondering(tokens []token) asked {
	a := asked{kind: tokens[0].word, words: tokens[1:]}
	if a.kind == kindWhat {
		a.kind = "what else" // "what causes …" is not "what is …"
	}
	if len(a.words) > 0 && a.words[0].form == "do" {
		a.words = a.words[1:]
		return a
	}
	isVerb := func(t token) bool { return t.form == "is" }
	if at := slices.IndexFunc(a.words, isVerb); at >= 0 && a.kind != "what else" && a.kind != "which" && a.kind != "who" {
		a.kind += withIs
		a.words = slices.Concat(a.words[:at], a.words[at+1:])
	}
	return a
}

// withIs tells "how is a knife cut" from "how does a knife cut".
const withIs = " is"

// leadingLast moves what a question is about behind it: "In CUDA, what is …".
func leadingLast(tokens []token) []token {
	const most = 6
	if len(tokens) == 0 || tokens[0].word != "in" {
		return tokens
	}
	for i := 1; i < min(len(tokens)-1, most); i++ {
		if tokens[i].ends {
			about := slices.Clone(tokens[:i+1])
			about[i].ends = false
			return slices.Concat(tokens[i+1:], about)
		}
	}
	return tokens
}

// flipped puts what a thing is of or in before it, as people may themselves: "a
// warp in CUDA" is "a CUDA warp", "the size of a warp" "the warp size". Where any
// other word sets two things in relation, nothing is moved.
func (r *Reader) flipped(tokens []token) []token {
	var out []token
	end := len(tokens)
	for i, t := range slices.Backward(tokens) {
		switch {
		case !t.known && (t.word == "of" || t.word == "in"):
			if i == 0 || i+1 == end {
				return tokens
			}
			out = append(out, tokens[i+1:end]...)
			end = i
		case !t.known && r.relates(t.word):
			return tokens
		}
	}
	return append(out, tokens[:end]...)
}

// relates reports whether a word sets things in a relation that their order is part of.
func (r *Reader) relates(word string) bool { return r.cues["ordering_words"].Has(word) }
