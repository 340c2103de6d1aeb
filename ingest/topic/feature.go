package topic

import (
	"math"

	"github.com/quarrykb/quarry/internal/fit"
)

// scene is a candidate of an entry in its document.
type scene struct {
	*paper

	entry  *read
	at     int // of the candidate
	rivals int // other candidates in what the entry says
}

// feature is something that the model is told.
type feature struct {
	name string
	of   func(s *scene) float64
}

// features returns what a model is told, in its order: where a candidate's words stand and how
// much of that they are; of what the lexicon knows, whether it is meant; of what the document
// brings, whether it is a term of the document, which its headings alone do not tell.
func features(known bool) []feature { //nolint:revive // there are two models
	both := []feature{
		{"title_cover", func(s *scene) float64 {
			if h := s.title(); h != nil {
				return min(1, float64(h.covered)/float64(max(1, s.entry.titleWords)))
			}
			return 0
		}},
		{"text_early", func(s *scene) float64 {
			if h := s.body(); h != nil {
				return 1 / (1 + float64(h.first)/earlyWords)
			}
			return 0
		}},
		{"above", (*scene).above},
	}
	if known {
		return append(both,
			feature{"distinct", func(s *scene) float64 { return math.Log2(1 + float64(s.title().keywords()+s.body().keywords())) }},
			feature{"child", func(s *scene) float64 { return fit.Yes(s.childSays()) }},
			feature{"rivals", func(s *scene) float64 { return math.Log2(1 + float64(s.rivals)) }},
			feature{"everyday", func(s *scene) float64 {
				return fit.Yes(!s.title().isSure() && !s.body().isSure() && !s.near().isSure())
			}})
	}
	return append(both,
		feature{"near", func(s *scene) float64 { return s.ifNear(1) }},
		feature{"near_series", func(s *scene) float64 { return s.ifNear(s.standing().series) }},
		feature{"outside", func(s *scene) float64 { return math.Log2(1 + float64(s.standing().outside)) }},
		feature{"rare", func(s *scene) float64 { return s.subject().rare }},
		feature{"title_rare", func(s *scene) float64 { return fit.Yes(s.title() != nil) * s.subject().rare }})
}

func (s *scene) subject() *subject   { return &s.subjects[s.at] }
func (s *scene) standing() *standing { return &s.standings[s.at] }
func (s *scene) title() *hit         { return s.entry.inTitle.of[s.at] }
func (s *scene) body() *hit          { return s.entry.inText.of[s.at] }

// ifNear returns a value where the heading right above says the candidate, else 0.
func (s *scene) ifNear(value float64) float64 { return fit.Yes(s.near() != nil) * value }

// near is what the heading right above says of the candidate.
func (s *scene) near() *hit {
	if n := len(s.entry.Heading); n > 0 {
		return s.inHeading[s.entry.Heading[n-1]].of[s.at]
	}
	return nil
}

// earlyWords is how many words of a text are its beginning.
const earlyWords = 8

// Features are the names of what a model is told, in their order: of topics that the lexicon
// knows, or of those that a document brings.
func Features(known bool) []string {
	var names []string
	for _, f := range features(known) {
		names = append(names, f.name)
	}
	return names
}

// above is 1 where the heading over the nearest has a candidate's words, half of it one above
// that, and so on. The document's own title is no heading.
func (s *scene) above() float64 {
	weight := 1.0
	for i := len(s.entry.Heading) - 2; i >= 0; i-- {
		if heading := s.entry.Heading[i]; heading != s.name.written && s.inHeading[heading].of[s.at] != nil {
			return weight
		}
		weight /= 2
	}
	return 0
}

// childSays reports whether what the entry says has words of a topic below a candidate.
func (s *scene) childSays() bool {
	for _, found := range []hits{s.entry.inTitle, s.entry.inText} {
		for at := range found.of {
			if s.subjects[at].Parent == s.subjects[s.at].ID {
				return true
			}
		}
	}
	return false
}
