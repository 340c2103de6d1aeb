package text

import (
	_ "embed" // how rare words are
	"encoding/json"
)

//go:embed rarity.json
var rarityFile []byte

// Rarity tells how rare English words are in running text of a field: by how much more they
// tell in a text of another.
type Rarity struct {
	of      map[string]float64
	unknown float64 // of a stem that is not there
}

// NewRarity reads what is a part of the program. It panics where that cannot be read: a fault
// of the program.
func NewRarity() Rarity {
	var r Rarity
	if err := json.Unmarshal(rarityFile, &r.of); err != nil {
		panic(err)
	}
	for _, weight := range r.of {
		r.unknown = max(r.unknown, weight)
	}
	return r
}

// Of returns the inverse document frequency of a stem: 0 of one in every paragraph.
func (r Rarity) Of(stem string) float64 {
	if weight, known := r.of[stem]; known {
		return weight
	}
	return r.unknown
}

// Share returns how rare a stem is beside one that is not known, from 0 to 1.
func (r Rarity) Share(stem string) float64 { return r.Of(stem) / r.unknown }
