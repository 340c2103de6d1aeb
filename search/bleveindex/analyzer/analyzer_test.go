package analyzer_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

// FuzzWordsOfASCII holds the quick way of splitting texts against the one that reads
// every script.
func FuzzWordsOfASCII(f *testing.F) {
	for _, text := range []string{
		"A warp has 32 threads.", "it's e.g. 3.14, 1,000;2 and 1.a a.1 a:b 1:2 a,b", "_a_ __ 1_2 1_.2 a_.b __1 a_:b", "don't; 'quoted' a'1",
		"torch.cuda.synchronize() C++ F# fine-tuning\r\n\tx\vy\fz", "GPU’s – 3×4 naïve co\u00adop a\u0301b \u0301c \u200bd 東京 カタカナ한글",
		"a \u0301", "a\xffb c d", "\xc3 a b", "1\u0301.2 a\u0301:b", "🇩🇪🇫🇷 👩‍💻 x", "\x00a\x7fb", "a\u2028b\u0085c\u00a0d", "א'ב א\"ב",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, want := analyzer.SplitWords(text)
		if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
			t.Errorf("%q (-every script +quick):\n%s", text, diff)
		}
	})
}

// FuzzMarks holds what is marked in texts, gap by gap, against what comes of reading
// them whole.
func FuzzMarks(f *testing.F) {
	a, err := analyzer.New(nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][2]string{
		{"warp threads", "A (warp) has 32 threads; Threads' warps, \"warp\"."},
		{"C++ F# c", "C++, (F#) and c# in C, C++11 or +c."},
		{"finetuning", "fine-tuning, fine- tuning, fine-\ntuning -fine-tuning-"},
		{"the who", "The Who: to be or not"},
		{"the warp", "the, the"},
		{"item", "loss.item() .item item."},
		{"gpu naïve", "GPU’s – naïve, na\u00adïve\u200bgpu"},
		{"it's e.g. 3.14", "it's (e.g. 3.14)."},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		if strings.ContainsAny(query, "\"-") || !utf8.ValidString(text) || !norm.NFC.IsNormalString(text) {
			return
		}
		got, want := a.Marked(query, text)
		if !slices.Equal(got, want) {
			t.Errorf("%q in %q: marked %v, want %v", query, text, got, want)
		}
	})
}

func TestAWordHasOneStemHoweverOftenItIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"", "a", "threads", "relational", "caching", strings.Repeat("long", 20), "naïve", "32"} {
		if stems := analyzer.StemsOf(word); stems[0] != stems[2] || stems[1] != stems[2] {
			t.Errorf("%q: %q, want the last one each time", word, stems)
		}
	}
}
