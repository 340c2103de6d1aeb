package search

import "github.com/quarrykb/quarry"

// stage begins to measure a stage, and returns what ends it: its time, or nothing
// where the searcher has no clock.
func (s *Searcher) stage(name string) func() []quarry.StageTime {
	if s.now == nil {
		return func() []quarry.StageTime { return nil }
	}
	began := s.now()
	return func() []quarry.StageTime { return []quarry.StageTime{{Stage: name, Took: s.now().Sub(began)}} }
}
