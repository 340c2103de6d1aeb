package search

import (
	"math"

	"github.com/quarrykb/quarry"
)

// How likely it is that a query is answered is read off the largest share of its
// words that one of the best hits by words has: a logistic function of it, fitted
// to questions of which it is known. Cosines were tried beside it and told no
// more: among many texts, everything has something near it.
const (
	confidenceSlope = 7.5
	confidenceShift = -3.4

	confidentYes = 0.7 // and above
	confidentNo  = 0.3 // and below
	mostLookedAt = 5   // hits
)

// confidence returns how likely it is that something that was found answers the
// query; "" where no engine went by its words.
func (h heard) confidence() (float64, quarry.Answerable) {
	for _, one := range h.answers {
		if one.name == EngineLexical {
			return confidenceIn(one.ranking.Hits)
		}
	}
	return 0, ""
}

func confidenceIn(hits []Ranked) (float64, quarry.Answerable) {
	share := 0.0
	for _, hit := range hits[:min(mostLookedAt, len(hits))] {
		share = max(share, hit.Share)
	}
	confidence := 1 / (1 + math.Exp(-confidenceSlope*share-confidenceShift))
	switch {
	case len(hits) == 0, confidence < confidentNo:
		return confidence, quarry.AnswerableNo
	case confidence < confidentYes:
		return confidence, quarry.AnswerablePartly
	}
	return confidence, quarry.AnswerableYes
}
