package ingest

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Tagged is a document that is ready to be saved.
type Tagged struct {
	Knowledge quarry.Knowledge
}

// tag gives every entry its topics, and a grade of its own where its source
// states none: until one is estimated, it is not known. Questions get the key of
// what they ask.
func (p *Pipeline) tag(ctx context.Context, n Normalised) (Tagged, error) {
	k := n.Knowledge
	for i := range k.Questions {
		if err := ctx.Err(); err != nil {
			return Tagged{}, err
		}
		q := &k.Questions[i]
		q.Grade, q.Asks = stated(q.Grade), p.keys.Key(*q)
	}
	for i := range k.Facts {
		k.Facts[i].Grade = stated(k.Facts[i].Grade)
	}
	for i := range k.Specs {
		k.Specs[i].Grade = stated(k.Specs[i].Grade)
	}
	for i := range k.Passages {
		k.Passages[i].Grade = stated(k.Passages[i].Grade)
	}
	p.topics.tag(k.Document.Title, subjectsOf(k))
	return Tagged{Knowledge: k}, nil
}

func stated(grade quarry.Grade) quarry.Grade {
	if grade.Source == quarry.DifficultyStated {
		return grade
	}
	return quarry.NoGrade()
}
