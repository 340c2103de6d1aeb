package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
)

func TestAnExportTakesTheFiltersOfAllLists(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{
		"kind=fact", "topic=firing", "difficulty=hard", "difficulty_source=stated", "style=open", "answered=false", "answer_state=gap",
		"subject=kiln", "device=k100", "attribute=power", "precision=none", "sparsity=unstated", "per=unstated", "basis=unstated", "min=1&unit=W", "max=1&unit=kW",
		"conflict=false", "min_confidence=0.5",
	} {
		k := newKit(t)
		head := records(t, k.get(t, "/v1/export?"+filter).Body.String())[0]
		asked := k.store.lastAsked()
		if head["filtered"] != true || cmp.Equal(asked, quarry.Filter{}, cmpopts.EquateEmpty()) {
			t.Errorf("%s: header %v, and the store was asked for %+v", filter, head, asked)
		}
	}
}
