package grading

import (
	"math"

	"github.com/quarrykb/quarry"
)

// surroundings are what the entries of one kind have in common in a document: who wrote
// it is brief or talkative, and puts what is harder behind what is easier.
type surroundings struct {
	asked, answered, letters spread
	sections                 map[string]int // entries by section
}

// surroundingsOf returns them by kind.
func surroundingsOf(all []entry) map[quarry.EntryKind]*surroundings {
	by := make(map[quarry.EntryKind]*surroundings)
	for _, e := range all {
		s := by[e.Kind]
		if s == nil {
			s = &surroundings{sections: map[string]int{}}
			by[e.Kind] = s
		}
		s.sections[e.section]++
		s.asked.add(size(len(e.askedWords)))
		s.letters.add(letters(e.askedWords))
		if len(e.answerWords) > 0 {
			s.answered.add(size(len(e.answerWords)))
		}
	}
	return by
}

// spread is what is known of some numbers.
type spread struct{ count, sum, squares float64 }

func (s *spread) add(value float64) {
	s.count++
	s.sum += value
	s.squares += value * value
}

// place returns by how many standard deviations a value is above the mean, at most two to
// either side; 0 where there are too few to tell.
func (s *spread) place(value float64) float64 {
	const fewest, most, tiny = 4, 2, 1e-6
	mean := s.sum / max(1, s.count)
	deviation := math.Sqrt(max(0, s.squares/max(1, s.count)-mean*mean))
	if s.count < fewest || deviation < tiny {
		return 0
	}
	return max(-most, min(most, (value-mean)/deviation))
}

// along returns where one of some stands in their order, from -1 to 1; 0 where there are
// too few to tell.
func along(at, of int) float64 {
	const fewest = 3
	if of < fewest {
		return 0
	}
	return 2*float64(at)/float64(of-1) - 1
}

// size is about how large a count is: twice as much is as much more, however much there is.
func size(count int) float64 { return math.Log1p(float64(count)) }
