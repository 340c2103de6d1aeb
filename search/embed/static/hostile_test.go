package static_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/search"
)

func TestALongTextCostsNoMoreThanItsLimit(t *testing.T) {
	t.Parallel()
	for name, tokenizer := range map[string]string{"word pieces": wordPieces, "unigrams": unigrams} {
		model := load(t, square(), tokenizer)
		for _, unit := range []string{"a", "!", "bread", "面", "bread ", "\xff", "e\u0301"} {
			text := strings.Repeat(unit, 4<<20/len(unit))
			begun := time.Now()
			if _, err := model.Embed(t.Context(), []string{text}, search.TextEntry); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("%s: 4 MB of %q took %v", name, unit, took)
			}
		}
	}
}
