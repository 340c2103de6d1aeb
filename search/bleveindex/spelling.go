package bleveindex

import (
	"context"

	"github.com/quarrykb/quarry/search"
)

var _ search.Repairer = (*Index)(nil)

// Repaired returns a query's text as it is searched for: words that no entry has
// are read as the nearest that one has. Where all words are known it costs a look
// into the dictionaries.
func (i *Index) Repaired(ctx context.Context, text string) (string, error) {
	words := search.ParseExpression(text).Words
	asked := i.asked()
	written, names := asked.withKnown(i.schema.written(words)), i.schema.identifiers(words)
	if len(written)+len(names) == 0 {
		return text, ctx.Err()
	}
	better := text
	err := i.look(func(s *snapshot) error {
		missing, err := s.missingOf(asked.forms(text), written)
		if err != nil {
			return err
		}
		if better, err = s.mended(text, names); err == nil {
			better, err = s.repaired(better, written, missing)
		}
		return err
	})
	return better, err
}

// missingOf returns the terms that no entry has in any form in a field that counts.
func (s *snapshot) missingOf(forms otherForms, written []spelled) (map[string]bool, error) {
	missing := make(map[string]bool, len(written))
	for _, word := range written {
		missing[word.term] = true
	}
	for _, field := range scoredNames() {
		columns, err := openColumns(s.IndexSnapshot, field)
		if err != nil {
			return nil, err
		}
		for term := range missing {
			there, err := occurs(columns, forms.of(term)...)
			if err != nil {
				return nil, err
			}
			if there {
				delete(missing, term)
			}
		}
	}
	return missing, nil
}
