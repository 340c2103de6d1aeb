package fact

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Item is a line that states something, with a key ("Warp size") or without, or a formula
// that stands by itself.
type Item struct {
	Key       string
	Value     string
	Span      quarry.Span
	Place     Place
	Citations []quarry.Citation
}

// Fact returns what an item states under its place and its key; false where its value is
// blank.
func (i Item) Fact() (quarry.Fact, bool) {
	about := i.Place.subject()
	return i.about(about.of(i.Key, i.Value)), strings.TrimSpace(i.Value) != ""
}

func (i Item) about(subject string) quarry.Fact {
	return quarry.Fact{Subject: subject, Statement: i.Value, Citations: i.Citations, Source: i.Place.source(i.Span)}
}
