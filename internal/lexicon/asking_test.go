package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestAnAspectIsAskedForByItsWords(t *testing.T) {
	t.Parallel()
	good := lexicon.Aspect{Asked: []string{"merit", "merits"}}
	inner := lexicon.Aspect{Asked: []string{"work", "works"}, Behind: []string{"how"}}
	for question, want := range map[string]struct {
		aspect lexicon.Aspect
		asking []string
	}{
		"what are the merits of lime mortar": {good, []string{"merits"}},
		"what is lime mortar":                {good, nil},
		"how does a canal lock work":         {inner, []string{"work"}},
		"which work is how a lock works":     {inner, []string{"works"}},
		"what work does a lock keeper do":    {inner, nil},
		"":                                   {inner, nil},
	} {
		if got := want.aspect.In(strings.Fields(question)); !slices.Equal(got, want.asking) {
			t.Errorf("%q asks with %q, want %q", question, got, want.asking)
		}
	}
}
