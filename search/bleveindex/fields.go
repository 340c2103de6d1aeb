package bleveindex

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// The fields whose terms count, by their place in arrays.
const (
	scoredFields = 3
	titleField   = 0
	textField    = 1
	headingField = 2
)

// scoredNames names them.
func scoredNames() [scoredFields]string {
	return [scoredFields]string{fieldTitle, fieldText, fieldHeading}
}

// scoredTexts returns what an entry has in the scored fields, as it is seen. Headings are a
// passage's only: a fact's title says them, and a question speaks for itself.
func scoredTexts(e quarry.Entry) [scoredFields]string {
	texts := [scoredFields]string{e.Title, e.Text}
	if above := len(e.Source.Heading) - 1; e.Kind == quarry.EntryPassage && above > 0 {
		for _, heading := range e.Source.Heading[:above] {
			texts[headingField] += heading + "\n"
		}
	}
	for i := range texts {
		texts[i] = text.Visible(texts[i])
	}
	return texts
}
