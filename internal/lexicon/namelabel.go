package lexicon

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// NameLabels returns the titles of columns, rows and keys whose values name
// what the numbers beside them are of: "Model", "Device", "Engine".
func (l *Lexicon) NameLabels() []string { return l.data.NameLabels }

// IsNameLabel reports whether a title is one of the name labels, in any case
// and in the singular or the plural, or made of nothing else: "Switch model".
func (l *Lexicon) IsNameLabel(title string) bool {
	slug := text.Slug(title)
	if l.nameLabels[slug] || l.nameLabels[strings.TrimSuffix(slug, "s")] {
		return true
	}
	words := strings.Split(slug, "-")
	for _, word := range words {
		if !l.nameLabels[word] {
			return false
		}
	}
	return len(words) > 1
}
