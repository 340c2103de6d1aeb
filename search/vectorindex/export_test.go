package vectorindex

import "github.com/quarrykb/quarry"

// Rows returns how many rows there are in memory, the dead ones included.
func (i *Index) Rows() int {
	rows := 0
	for _, b := range i.shown.Load().blocks {
		rows += len(b.cards)
	}
	return rows
}

// Rewrite reads what is known of an entry and writes it again.
func Rewrite(written []byte) ([]byte, error) {
	a, err := decodeAbout(quarry.EntryFact, written)
	if err != nil {
		return nil, err
	}
	return a.encode(), nil
}

// RecordOf writes what is known of an entry.
func RecordOf(e quarry.Entry) []byte { return aboutOf(e, e.Text, nil).encode() }
