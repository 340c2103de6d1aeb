package search_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
)

func TestATopicIsCountedWithTheOneThatItStandsWithin(t *testing.T) {
	t.Parallel()
	lexicon, err := lexicon.New(lexicon.Data{Topics: []lexicon.Topic{
		{ID: "craft", Name: "Craft"}, {ID: "baking", Name: "Baking", Parent: "craft"}, {ID: "pottery", Name: "Pottery", Parent: "craft"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	count := func(topics search.TopicNames, of ...[]byte) []quarry.Facet {
		counter := search.NewFacetCounter(quarry.FacetTopic, topics)
		for _, topic := range of {
			counter.Count(1, topic)
		}
		return counter.Sorted()
	}
	craft, baking, pottery := []byte("craft"), []byte("baking"), []byte("pottery")
	for name, tc := range map[string]struct {
		topics [][]byte
		want   []string
	}{
		"none":          {nil, nil},
		"a child":       {[][]byte{baking}, []string{"baking", "craft"}},
		"both":          {[][]byte{craft, baking}, []string{"baking", "craft"}},
		"two children":  {[][]byte{baking, pottery}, []string{"baking", "craft", "pottery"}},
		"one that none": {[][]byte{[]byte("other"), []byte("law")}, []string{"law", "other"}},
	} {
		var got []string
		for _, facet := range count(lexicon, tc.topics...) {
			got = append(got, facet.Value)
			if facet.Count != 1 {
				t.Errorf("%s: %s is counted %d times, want once", name, facet.Value, facet.Count)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: counted as %v, want %v", name, got, tc.want)
		}
	}
	if got := count(nil, baking); !slices.Equal(got, []quarry.Facet{{Value: "baking", Count: 1}}) {
		t.Errorf("without names: counted as %v", got)
	}
}
