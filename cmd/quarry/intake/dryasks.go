package intake

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// questionStock knows the questions that are stored.
type questionStock interface {
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
}

// dryAsks tells what a dry run would merge: the store knows of what is stored, and
// not of the documents that the run came by before.
type dryAsks struct {
	ingest.Writer

	stock questionStock
	asked map[string]bool // what earlier documents of the run ask, and nothing that is stored
}

// mostAsked is how many questions of a dry run are remembered, so that memory does
// not grow with the number of documents. What would be merged with further ones
// goes unsaid.
const mostAsked = 200_000

func newDryAsks(writer ingest.Writer, over questionStock) *dryAsks {
	return &dryAsks{Writer: writer, stock: over, asked: map[string]bool{}}
}

// SaveDocument tells what saving would change, and merge with what came before.
func (d *dryAsks) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	difference, err := d.Writer.SaveDocument(ctx, k)
	if err != nil {
		return difference, err
	}
	merged := refSet(difference.Merged)
	stored, err := d.stored(ctx, merged, k)
	if err != nil {
		return difference, err
	}
	added := refSet(difference.Added)
	for _, q := range k.Questions {
		ref := q.Entry().EntryRef
		if q.Asks != "" && !stored[q.Asks] && added[ref] && !merged[ref] && d.came(q.Asks) {
			difference.Merged = append(difference.Merged, ref)
		}
	}
	return difference, nil
}

func refSet(refs []quarry.EntryRef) map[quarry.EntryRef]bool {
	set := make(map[quarry.EntryRef]bool, len(refs))
	for _, ref := range refs {
		set[ref] = true
	}
	return set
}

// stored returns what the stored questions ask that one of the document's would
// stand for.
func (d *dryAsks) stored(
	ctx context.Context, merged map[quarry.EntryRef]bool, k quarry.Knowledge,
) (map[string]bool, error) {
	own := refSet(k.Refs())
	asked := map[string]bool{}
	for ref := range merged {
		if own[ref] {
			continue
		}
		q, _, err := d.stock.Question(ctx, quarry.QuestionID(ref.ID))
		if err != nil {
			return nil, err
		}
		asked[q.Asks] = true
	}
	return asked, nil
}

// came reports whether this was asked before, and remembers it.
func (d *dryAsks) came(asks string) bool {
	if d.asked[asks] {
		return true
	}
	if len(d.asked) < mostAsked {
		d.asked[asks] = true
	}
	return false
}
