package text_test

import (
	"strings"
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

func TestSlipsAreCountedAsPeopleMakeThem(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b string
		want int
	}{
		"the same": {"falcon", "falcon", 0}, "one lost": {"falcn", "falcon", 1}, "one added": {"falcoon", "falcon", 1},
		"one changed": {"falcom", "falcon", 1}, "two swapped": {"faclon", "falcon", 1}, "two apart": {"flacno", "falcon", 2},
		"nothing": {"", "ab", 2}, "umlauts": {"öfen", "ofen", 1}, "equal letters between": {"abcb", "bacb", 1},
		"too long": {strings.Repeat("a", 65), "a", 64},
	} {
		for _, pair := range [][2]string{{tc.a, tc.b}, {tc.b, tc.a}} {
			if got := text.Slips(pair[0], pair[1]); got != tc.want {
				t.Errorf("%s: %q and %q are %d slips apart, want %d", name, pair[0], pair[1], got, tc.want)
			}
		}
	}
}

func TestANameIsAsFarAsItsSlipsAndItsOtherWords(t *testing.T) {
	t.Parallel()
	for written, names := range map[string][]string{ // the nearest first
		"h100":      {"H100", "H-100", "NVIDIA H100", "H100 SXM", "H1000"},
		"rtx4909":   {"RTX 4090"},
		"mi30x":     {"MI300X"},
		"a10o":      {"A100"},
		"orin agx":  {"Jetson AGX Orin", "Jetson AGX Orin 64GB"},
		"bandwith":  {"Bandwidth", "Memory bandwidth"}, //nolint:misspell // that is the case
		"gdr6":      {"GDDR6", "DDR6"},
		"acme h100": {"H100"},
	} {
		asked, last := text.NewName(written), -1
		for _, one := range names {
			name := text.NewName(one)
			like, ok := name.Like(&asked, text.LikeShares)
			if !ok || like.Far < last {
				t.Errorf("%q is %d from %q (%t), want %d at least", one, like.Far, written, ok, last)
			}
			last = like.Far
		}
	}
	for written, names := range map[string][]string{
		"h100": {"H200", "A100", "Hopper"}, "x": {"x200"}, "foo": {"Barefoot"}, "h999": {"H100"}, "tdp": {"TPU"}, "": {"H100", ""},
	} {
		asked := text.NewName(written)
		for _, one := range names {
			name := text.NewName(one)
			if like, ok := name.Like(&asked, text.LikeShares); ok {
				t.Errorf("%q is %d from %q, want nothing", one, like.Far, written)
			}
		}
	}
}

func TestADigitThatIsAnotherOneIsGuessed(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]bool{"nvida h100": false, "nvidia h-100": false, "nvidia h10": true, "nvidia h1001": true, "nvidia j100": true} {
		asked, name := text.NewName(written), text.NewName("NVIDIA H100")
		if like, ok := name.Like(&asked, text.LikeShares); !ok || like.Guessed != want {
			t.Errorf("%q: guessed %t (%t), want %t", written, like.Guessed, ok, want)
		}
	}
}
