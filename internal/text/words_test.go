package text_test

import (
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

func TestAWordHasTheMarksThatStandWithinIt(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]string{
		"":                           {},
		" -- ":                       {},
		"What is a warp?":            {"what", "is", "a", "warp"},
		"Don't; it’s the CPU's":      {"don't", "it's", "the", "cpu's"},
		"rock 'n' roll, the '90s'":   {"rock", "n", "roll", "the", "90s"},
		"cudaʼs ＇core":               {"cuda's", "core"},
		"3.35 TB/s":                  {"3.35", "tb", "s"},
		"1,024 of 1,2, 3. And 4":     {"1,024", "of", "1,2", "3", "and", "4"},
		"v1.2.3-rc":                  {"v1.2.3", "rc"},
		"H100,80GB":                  {"h100,80gb"},
		"e.g. cuda_malloc":           {"e", "g", "cuda", "malloc"},
		"½ m² of CO₂":                {"½", "m²", "of", "co₂"},
		"cafe\u0301 NAI\u0308VE":     {"cafe\u0301", "nai\u0308ve"},
		"⚠\ufe0f 1\ufe0f\u20e3 done": {"1", "done"},
		"GPU是什么 第3章":                 {"gpu", "是什么", "第", "3", "章"},
		"データセンター向けGPU":               {"データセンター向け", "gpu"},
		"ÄPFEL und Größe":            {"äpfel", "und", "größe"},
		"l’été":                      {"l'été"},
		"\xffbroken\xfe bytes":       {"broken", "bytes"},
		"don’":                       {"don"},
		"а́нглийский язык, что-то ещё.": {"а́нглийский", "язык", "что", "то", "ещё"},
	} {
		if got := text.Words(s); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestAPlainWordHasNothingWithinIt(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]string{
		"":                           {},
		"Don't use 3.5, v2":          {"don", "t", "use", "3", "5", "v2"},
		"Größe cafe\u0301":           {"größe", "cafe\u0301"},
		"H100² and m₂ at 5½":         {"h100", "and", "m", "at", "5"},
		"昇腾910B芯片":                   {"昇腾910b芯片"},
		"NVIDIA_H100 @ 80GB":         {"nvidia", "h100", "80gb"},
		"⚠\ufe0f 1\ufe0f\u20e3 done": {"1", "done"},
		"\xffbroken\xfe bytes":       {"broken", "bytes"},
		"４０ＧＢ":                       {"４０ｇｂ"},
	} {
		if got := text.WordsPlain(s); !slices.Equal(got, want) {
			t.Errorf("WordsPlain(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestWordsAreCountedBetweenSpaces(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"": 0, " \t\n": 0, "H100": 1, " don't  stop\nat 3.5 ": 4} {
		if got := text.WordCount(s); got != want {
			t.Errorf("WordCount(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestCuttingStopsWhenNoMoreWordsAreAskedFor(t *testing.T) {
	t.Parallel()
	var got []string
	for word := range text.CutPlain("One two three") {
		if got = append(got, word.Text); len(got) == 2 {
			break
		}
	}
	if want := []string{"One", "two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzCut holds what is true of the words of any text: they have every letter and
// digit, and plain ones nothing else, each where it says.
func FuzzCut(f *testing.F) {
	for _, s := range []string{
		"", "What is a warp?", "don't ’tis 3.5 1,024, x's", "GPU是什么ー ", "cafe\u0301 \u0301x 1\u20e3", "\xff\xc3a", "a'", "½²Ⅳ", "'’'a", "000ʼ",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		typed := strings.ReplaceAll(strings.ToLower(s), "ʼ", "'") // a letter to Unicode, and an apostrophe as it is typed
		if got, want := lettersOf(strings.Join(text.Words(s), " ")), lettersOf(typed); got != want {
			t.Fatalf("Words(%q) have the letters %q, want %q", s, got, want)
		}
		checkSpans(t, s, text.CutPlain(s), isLetterOrDigit)
		for word := range text.CutPlain(s) {
			if strings.ContainsFunc(word.Text, func(r rune) bool { return !text.IsWord(r) }) {
				t.Fatalf("CutPlain(%q) has %q", s, word.Text)
			}
		}
	})
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lettersOf returns the letters and digits of a text alone.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if isLetterOrDigit(r) {
			return r
		}
		return -1
	}, s)
}

// checkSpans holds that the parts of a text stand in their order where they say, and
// that no character that belongs to a part is left out.
func checkSpans(t *testing.T, s string, spans iter.Seq[text.Span], belongs func(rune) bool) {
	t.Helper()
	at := 0
	for one := range spans {
		if one.Start < at || one.End <= one.Start || s[one.Start:one.End] != one.Text {
			t.Fatalf("%q has %+v behind place %d", s, one, at)
		}
		if strings.ContainsFunc(s[at:one.Start], belongs) {
			t.Fatalf("%q is left out of %q", s[at:one.Start], s)
		}
		at = one.End
	}
	if strings.ContainsFunc(s[at:], belongs) {
		t.Fatalf("%q is left out of %q", s[at:], s)
	}
}
