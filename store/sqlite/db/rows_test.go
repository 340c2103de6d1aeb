package db_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

func TestAListComesBackWhateverStandsInIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`","`, `"`, `\`, `]`, `["`, "<", "\n", ""}))
		list := rapid.SliceOfN(piece, 0, 5).Draw(t, "list")
		got, err := db.ListOf[string](db.JSONList(list))
		if err != nil || !slices.Equal(got, list) {
			t.Fatalf("list = %q (%v), want %q", got, err, list)
		}
	})
}
