package judged

import (
	"fmt"
	"io"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Difficulty is how hard a person finds an entry of a document.
type Difficulty struct {
	LineStart  int               `json:"line_start"`
	LineEnd    int               `json:"line_end"`
	Text       string            `json:"text"` // the first 80 characters of the question, the statement or the row
	Kind       quarry.EntryKind  `json:"kind"`
	Difficulty quarry.Difficulty `json:"difficulty"`
}

// ReadDifficulties reads a file of judged difficulties. What is none is quarry.KindInvalid.
func ReadDifficulties(from io.Reader) ([]Difficulty, error) {
	return Lines(from, func(one *Difficulty) error {
		if !slices.Contains(quarry.Difficulties(), one.Difficulty) {
			return fmt.Errorf("%q is no difficulty", one.Difficulty)
		}
		return nil
	})
}

// Match returns how hard the entries of a document are that were judged, and how many of the
// judged ones were not read.
func Match(k *quarry.Knowledge, difficulties []Difficulty) (map[quarry.EntryID]quarry.Difficulty, int) {
	entries := make([]quarry.Entry, 0, len(k.Questions)+len(k.Facts)+len(k.Specs))
	for _, q := range k.Questions {
		entries = append(entries, q.Entry())
	}
	for _, f := range k.Facts {
		entries = append(entries, f.Entry())
	}
	for _, s := range k.Specs {
		entries = append(entries, s.Entry())
	}
	known, missed := map[quarry.EntryID]quarry.Difficulty{}, 0
	for _, one := range difficulties {
		if id, found := one.in(entries); found {
			known[id] = one.Difficulty
		} else {
			missed++
		}
	}
	return known, missed
}

// in returns the entry that was judged, of those of its document: the one on its lines whose
// words are most alike, of the same kind rather than of another. None is alike by half where
// it was not read.
func (d Difficulty) in(entries []quarry.Entry) (quarry.EntryID, bool) {
	const alike, ofKind = 0.5, 0.1
	var found quarry.EntryID
	best := alike
	for _, entry := range entries {
		if entry.Source.LineEnd < d.LineStart || entry.Source.LineStart > d.LineEnd {
			continue
		}
		score := max(d.likeness(entry.Title), d.likeness(entry.Text), d.likeness(entry.Title+" "+entry.Text))
		if score > 0 && entry.Kind == d.Kind {
			score += ofKind
		}
		if score > best {
			found, best = entry.ID, score
		}
	}
	return found, found != ""
}

// likeness is the share of the words of two texts that both have (Dice). Of a longer text the
// beginning counts, for no more was noted of the other.
func (d Difficulty) likeness(written string) float64 {
	const noted = 80
	if len([]rune(d.Text)) >= noted {
		written = text.Clip(written, len(d.Text))
	}
	mine, words := text.SetOf(text.WordsPlain(d.Text)), text.SetOf(text.WordsPlain(written))
	both := 0
	for word := range words {
		if mine[word] {
			both++
		}
	}
	return 2 * float64(both) / float64(max(1, len(mine)+len(words)))
}
