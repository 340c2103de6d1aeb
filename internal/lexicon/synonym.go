package lexicon

import "strings"

// joinSynonyms joins groups that share a term: to mean the same is transitive,
// so a later file extends a group by naming any term of it.
func joinSynonyms(groups, later [][]scalar) [][]scalar {
	for _, group := range later {
		var apart [][]scalar
		for _, standing := range groups {
			if sharesTerm(standing, group) {
				group = union(standing, group)
			} else {
				apart = append(apart, standing)
			}
		}
		groups = append(apart, group)
	}
	return groups
}

func sharesTerm(a, b []scalar) bool {
	terms := map[string]bool{}
	for _, term := range a {
		terms[strings.ToLower(term.value)] = true
	}
	for _, term := range b {
		if terms[strings.ToLower(term.value)] {
			return true
		}
	}
	return false
}

// checkSynonyms wants at least two terms in a group: one alone says nothing.
func checkSynonyms(groups [][]scalar) error {
	for _, group := range groups {
		if len(group) == 1 {
			return group[0].at.errorf("synonym %q stands alone", group[0].value)
		}
	}
	return nil
}
