package record

import (
	"github.com/quarrykb/quarry/internal/quantity"
)

// numberStyle is how the texts of some records write their numbers. Numbers that
// are none of a text's have a decimal point in every document.
func (r *Reader) numberStyle(records []Record) quantity.NumberStyle {
	var text []byte
	for _, one := range records {
		for _, field := range one.Fields {
			if field.Value.Kind == Text && len(field.Value.Text) <= longText {
				text = append(append(text, field.Value.Text...), '\n')
			}
		}
	}
	return r.lexicon.NumberStyleOf(text)
}
