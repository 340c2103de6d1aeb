package lexicon

import "github.com/quarrykb/quarry"

// checkNameLabels wants something to look for in every title.
func checkNameLabels(labels []text) error {
	for _, label := range labels {
		if quarry.Slug(label.value) == "" {
			return label.at.errorf("name label %q holds neither letter nor digit", label.value)
		}
	}
	return nil
}
