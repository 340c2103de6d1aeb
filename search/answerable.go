package search

import (
	"math"

	"github.com/quarrykb/quarry"
)

// How likely it is that a query is answered is read off the words that one of the
// best hits by words has: which share of the query's words these are, and how many,
// for four words of ten are hardly there by chance, and one of two may be. It is a
// logistic function of the two, fitted to questions of which it is known. Cosines,
// their distances from the next ones and from their mean were tried beside them and
// told nothing more: among many texts, everything has something near it.
const (
	confidenceByShare  = 6.7
	confidenceByNumber = 1.65 // of the logarithm of how many words it has
	confidenceShift    = -3.6
	fewestHeld         = 0.1

	confidentYes = 0.7 // and above
	confidentNo  = 0.3 // and below
	mostLookedAt = 5   // hits
)

// confidence returns how likely it is that something that was found answers the
// query: a question without an answer does not. It is "" where no engine went by
// the query's words.
func (h engineResults) confidence(asking askingWords) (float64, quarry.Answerable) {
	for _, one := range h.answers {
		if one.name == EngineLexical {
			return confidenceIn(one.ranking.Hits, h.kept(asking))
		}
	}
	return 0, ""
}

// confidenceIn takes hits by the words that were searched for, of which so much is
// what the query asks for.
func confidenceIn(hits []Ranked, kept float64) (float64, quarry.Answerable) {
	confidence, looked := 0.0, 0
	for _, hit := range hits {
		if hit.Open {
			continue
		}
		if looked++; looked > mostLookedAt {
			break
		}
		confidence = max(confidence, hit.confidence(kept))
	}
	switch {
	case confidence < confidentNo:
		return confidence, quarry.AnswerableNo
	case confidence < confidentYes:
		return confidence, quarry.AnswerablePartly
	}
	return confidence, quarry.AnswerableYes
}

// confidence returns how likely it is that a hit by words answers the query. Who
// asks for a frequent word alone, and gets it, has asked for one word at least. Of the
// words that were searched for so much is what the query asks for.
func (r Ranked) confidence(kept float64) float64 {
	share := kept * r.Share
	held := max(kept*r.Held, share)
	return 1 / (1 + math.Exp(-confidenceByShare*share-confidenceByNumber*math.Log(fewestHeld+held)-confidenceShift))
}
