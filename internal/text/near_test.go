package text_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestWordsAreNearWhenTheirSlipsAreFewEnough(t *testing.T) {
	t.Parallel()
	words := []string{"", "a", "memory", "memroy", "mamory", "memories", "emory", "größe", "grösse", "zzzzzzzz", "latency", "latncy", "中文", "中国"}
	for _, a := range words {
		for _, b := range words {
			for most := range 4 {
				slips, ok := text.Near(a, b, most)
				if far := text.Slips(a, b); ok != (far <= most) || ok && slips != far {
					t.Errorf("Near(%q, %q, %d) = %d, %t; the words are %d slips apart", a, b, most, slips, ok, far)
				}
			}
		}
	}
}
