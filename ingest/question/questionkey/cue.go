package questionkey

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// The cues of questions: what the lexicon says of each stands beside its words.
const (
	questionCourtesies lexicon.Cue = "question_courtesies"
	interjections      lexicon.Cue = "interjections"
	politeRequests     lexicon.Cue = "polite_requests"
	askedToExplain     lexicon.Cue = "asked_to_explain"
	askedWhatIs        lexicon.Cue = "asked_what_is"
	askedWhatMeans     lexicon.Cue = "asked_what_means"
	openingAuxiliaries lexicon.Cue = "opening_auxiliaries"
	shortenedIs        lexicon.Cue = "shortened_is"
	askedArticles      lexicon.Cue = "asked_articles"
	spokenOnly         lexicon.Cue = "spoken_only"
	pointingAround     lexicon.Cue = "pointing_around"
	vagueReferences    lexicon.Cue = "vague_references"
	wordsOfAnyQuestion lexicon.Cue = "words_of_any_question"
	orderingWords      lexicon.Cue = "ordering_words"
	askedDifference    lexicon.Cue = "asked_difference"
	askedComparison    lexicon.Cue = "asked_comparison"
	betweenCompared    lexicon.Cue = "between_compared"
	askedDistinction   lexicon.Cue = "asked_distinction"
	differing          lexicon.Cue = "differing"
	trueFalseOffers    lexicon.Cue = "true_false_offers"
)

// openings are phrases by their first word, the longest first.
type openings map[string][][]string

// openingsIn returns the phrases by which parts of questions open.
func openingsIn(cues lexicon.Cues) map[lexicon.Cue]openings {
	all := map[lexicon.Cue]openings{}
	for _, cue := range []lexicon.Cue{
		questionCourtesies, interjections, politeRequests, askedToExplain, askedWhatIs, askedWhatMeans,
		askedDifference, askedComparison, askedDistinction, trueFalseOffers,
	} {
		all[cue] = openingsOf(cues[cue])
	}
	return all
}

func openingsOf(phrases lexicon.Words) openings {
	byFirst := openings{}
	for _, phrase := range phrases.List() {
		words := strings.Fields(phrase)
		byFirst[words[0]] = append(byFirst[words[0]], words)
	}
	for _, all := range byFirst {
		slices.SortFunc(all, func(a, b []string) int { return len(b) - len(a) })
	}
	return byFirst
}

// cut returns what follows the longest of some openings that the tokens have.
func cut(tokens []token, all openings) ([]token, bool) {
	if len(tokens) == 0 {
		return tokens, false
	}
	for _, words := range all[tokens[0].word] {
		if len(words) <= len(tokens) && slices.EqualFunc(tokens[:len(words)], words, func(t token, word string) bool { return t.word == word }) {
			return tokens[len(words):], true
		}
	}
	return tokens, false
}
