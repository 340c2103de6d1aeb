package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestASentenceEndsWhereAnotherMayBegin(t *testing.T) {
	t.Parallel()
	english, german := languageOf(t, "en"), languageOf(t, "de")
	for s, want := range map[string][]string{
		"":                                {},
		" \n ":                            {},
		"One":                             {"One"},
		" One. Two!  Three?\nFour. ":      {"One.", "Two!", "Three?", "Four."},
		"It has 3.5 GB. 80 of them.":      {"It has 3.5 GB.", "80 of them."},
		"It runs, e.g. on Linux. Fine.":   {"It runs, e.g. on Linux.", "Fine."},
		"Cores, e.g. The first. Next.":    {"Cores, e.g. The first.", "Next."},
		"By J. Smith, approx. Two. Done.": {"By J. Smith, approx. Two.", "Done."},
		"See Fig. 3 etc. And so on.":      {"See Fig. 3 etc. And so on."},
		"It draws 350 W. At 20 °C. So.":   {"It draws 350 W.", "At 20 °C.", "So."},
		"It runs 3 m/s. Fast.":            {"It runs 3 m/s.", "Fast."},
		"It is 2 × N. With N of them.":    {"It is 2 × N.", "With N of them."},
		"A matrix of width d. It is big.": {"A matrix of width d.", "It is big."},
		"Wait... What?! Yes. (No.) “So.”": {"Wait...", "What?!", "Yes.", "(No.) “So.”"},
		"See it. then go.":                {"See it. then go."},
		"Go to v1.2.Next thing":           {"Go to v1.2.Next thing"},
		"第一句。第二句！ 第三句？Ende":               {"第一句。", "第二句！", "第三句？", "Ende"},
		"It is «x…». `code` runs.":        {"It is «x…».", "`code` runs."},
		"Step 1. Do it. Écrire. Été.":     {"Step 1.", "Do it.", "Écrire.", "Été."},
		"It draws 700 W. The rest idles.": {"It draws 700 W.", "The rest idles."},
	} {
		var got []string
		for one := range english.Sentences(s) {
			got = append(got, one.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Sentences(%q) = %q, want %q", s, got, want)
		}
	}
	var got []string
	for one := range german.Sentences("RAM bzw. Speicher, z. B. HBM usw. Das ist alles. Ende.") {
		got = append(got, one.Text)
	}
	if want := []string{"RAM bzw. Speicher, z. B. HBM usw. Das ist alles.", "Ende."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzSentences holds what is true of the sentences of any text: they stand in their
// order where they say, without the white space around them, and have all the rest.
func FuzzSentences(f *testing.F) {
	for _, s := range []string{"", "One. Two!", "e.g. a. B", "。x。", "…x. Y", "\xff. A", ". . .", "a.\u00a0B"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sentences := languageOf(t, "en").Sentences(s)
		checkSpans(t, s, sentences, func(r rune) bool { return !unicode.IsSpace(r) })
		for one := range sentences {
			if strings.TrimSpace(one.Text) != one.Text {
				t.Fatalf("%q has the sentence %q", s, one.Text)
			}
		}
	})
}
