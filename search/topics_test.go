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
	for name, tc := range map[string]struct{ topics, want []quarry.TopicID }{
		"none":          {nil, nil},
		"a child":       {[]quarry.TopicID{"baking"}, []quarry.TopicID{"baking", "craft"}},
		"both":          {[]quarry.TopicID{"craft", "baking"}, []quarry.TopicID{"craft", "baking"}},
		"two children":  {[]quarry.TopicID{"baking", "pottery"}, []quarry.TopicID{"baking", "craft", "pottery"}},
		"one that none": {[]quarry.TopicID{"other", "law"}, []quarry.TopicID{"other", "law"}},
	} {
		if got := search.CountedTopics(lexicon, tc.topics); !slices.Equal(got, tc.want) {
			t.Errorf("%s: counted as %v, want %v", name, got, tc.want)
		}
	}
	if got := search.CountedTopics(nil, []quarry.TopicID{"baking"}); !slices.Equal(got, []quarry.TopicID{"baking"}) {
		t.Errorf("without names: counted as %v", got)
	}
}
