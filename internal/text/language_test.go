package text_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

// languageOf returns a language with a few exceptions of each sort.
func languageOf(t *testing.T, code string) *text.Language {
	t.Helper()
	l, ok := text.NewLanguage(code, text.Exceptions{
		AlwaysPlural: []string{"news", "lens", "kubernetes", "always", "gas"},
		PluralByS:    []string{"caches", "gpus", "fabrics"},
		SpellingKept: []string{"noise", "raise", "precise", "exercise", "promise"},
		ShortForms:   []string{"approx", "etc", "fig", "vs", "bzw", "usw", "z"},
	})
	if !ok {
		t.Fatalf("no language %q", code)
	}
	return l
}

func TestALanguageWithoutAStemmerIsUnknown(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"", "fr", "EN", "english"} {
		if _, ok := text.NewLanguage(code, text.Exceptions{}); ok {
			t.Errorf("language %q is known", code)
		}
	}
}

func TestTheFormsOfAnEnglishWordHaveOneStem(t *testing.T) {
	t.Parallel()
	stemmer := languageOf(t, "en").Stemmer(map[string]string{"built": "build", "wrote": "write"})
	for _, forms := range [][]string{
		{"organise", "organize", "organised", "organizing", "organisation", "organizations"},
		{"analyse", "analyze", "analysed", "analysing", "analyses"},
		{"colour", "color", "colours", "coloured", "coloring"},
		{"catalogue", "catalog", "catalogues"},
		{"kilometre", "kilometer", "kilometres"},
		{"quantisation", "quantization", "quantise"},
		{"build", "built", "building"},
		{"write", "wrote", "writing"},
		{"noise", "noises"},
	} {
		for _, form := range forms[1:] {
			if one, other := stemmer.Stem(forms[0]), stemmer.Stem(form); one != other {
				t.Errorf("%q has the stem %q, %q has %q", forms[0], one, form, other)
			}
		}
	}
}

func TestWordsOfDifferentMeaningHaveTheirOwnStems(t *testing.T) {
	t.Parallel()
	stemmer := languageOf(t, "en").Stemmer(nil)
	for _, pair := range [][2]string{{"four", "for"}, {"hours", "hors"}, {"memory", "memo"}, {"build", "built"}, {"your", "yor"}} {
		if stem := stemmer.Stem(pair[0]); stem == stemmer.Stem(pair[1]) {
			t.Errorf("%q and %q have the stem %q", pair[0], pair[1], stem)
		}
	}
	const long = "pneumonoultramicroscopicsilicovolcanoconioses"
	if got := stemmer.Stem(long); got != long {
		t.Errorf("Stem(%q) = %q, want it as it is", long, got)
	}
}

func TestAGermanWordHasOneStemHoweverItsUmlautsAreWritten(t *testing.T) {
	t.Parallel()
	stemmer := languageOf(t, "de").Stemmer(nil)
	for _, forms := range [][]string{
		{"größe", "groesse", "größen", "grosse"},
		{"übung", "uebung", "übungen"},
		{"wärme", "waerme"},
		{"speicher", "speichers"},
		{"frage", "fragen"},
		{"läufe", "laeufe", "laufe"},
	} {
		for _, form := range forms[1:] {
			if one, other := stemmer.Stem(forms[0]), stemmer.Stem(form); one != other {
				t.Errorf("%q has the stem %q, %q has %q", forms[0], one, form, other)
			}
		}
	}
	for _, pair := range [][2]string{{"neue", "neu"}, {"quelle", "qulle"}, {"frauen", "fraun"}} {
		if got := stemmer.Stems(pair[:]); pair[0] != "neue" && got[0] == got[1] {
			t.Errorf("%q lost an \"e\" that is none of an umlaut: stem %q", pair[0], got[0])
		}
	}
}

func TestABritishWordIsWrittenTheAmericanWay(t *testing.T) {
	t.Parallel()
	english := languageOf(t, "en")
	for word, want := range map[string]string{
		"organise": "organize", "organisations": "organizations", "tokenisers": "tokenizers", "analyse": "analyze", "analysing": "analyzing",
		"behaviour": "behavior", "coloured": "colored", "dialogue": "dialog", "dialogues": "dialogs", "metre": "meter", "kilometres": "kilometers",
		"centre": "center", "fibre": "fiber",
		"noise": "noise", "noises": "noises", "raised": "raised", "exercising": "exercising", "promise": "promise",
		"four": "four", "our": "our", "hours": "hours", "rise": "rise", "rogue": "rogue", "ising": "ising", "there": "there", "": "",
		"basis": "basis", "analysis": "analysis", "organize": "organize",
	} {
		if got := english.American(word); got != want {
			t.Errorf("American(%q) = %q, want %q", word, got, want)
		}
	}
	if got := languageOf(t, "de").American("gemeinsame präzise"); got != "gemeinsame präzise" {
		t.Errorf("a German word became %q", got)
	}
}

func TestTwoSpellingsAreHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"travelled", "traveled"},
		{"colour", "color"},
		{"analysed", "analyzed"},
		{"defence", "defense"},
		{"theatres", "theaters"},
		{"catalogue", "catalog"},
		{"organisational", "organizational"},
		{"same", "same"},
	} {
		if !text.SameSpelling(same[0], same[1]) || !text.SameSpelling(same[1], same[0]) {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"color", "colon"}, {"memory", "memroy"}, {"four", "fore"}, {"", "a"}} {
		if text.SameSpelling(other[0], other[1]) {
			t.Errorf("%q and %q are the same", other[0], other[1])
		}
	}
}

func TestAPluralHasItsSingular(t *testing.T) {
	t.Parallel()
	english := languageOf(t, "en")
	for word, want := range map[string]string{
		"gpus": "gpu", "Fabrics": "Fabric", "cores": "core", "libraries": "library", "ties": "tie", "classes": "class", "boxes": "box", "batches": "batch",
		"hashes": "hash", "buzzes": "buzz", "caches": "cache", "sizes": "size", "Units": "Unit", "Libraries": "Library", "GPUs": "GPU",
		"ASICs": "ASIC", "SSDs": "SSD", "ICs": "IC", "SMs": "SM", "größen": "größen", "menüs": "menü",
		"news": "news", "lens": "lens", "always": "always", "gas": "gas", "bus": "bus", "status": "status", "process": "process",
		"basis": "basis", "graphics": "graphics", "https": "https", "yes": "yes", "": "", "s": "s", "men": "men", "BUS": "BUS",
	} {
		if got := english.Singular(word); got != want {
			t.Errorf("Singular(%q) = %q, want %q", word, got, want)
		}
		if got := english.IsPlural(word); got != (want != word) {
			t.Errorf("IsPlural(%q) = %t, want %t", word, got, want != word)
		}
	}
	if got := languageOf(t, "de").Singular("chips"); got != "chips" {
		t.Errorf("the rules of English made %q of a German word", got)
	}
}

func TestThePluralOfAShortFormIsToldByItsCapitals(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"GPUs": "GPU", "LLMs": "LLM", "A4s": "A4", "ÄÖs": "ÄÖ",
		"GPU": "", "gpus": "", "Gpus": "", "As": "", "1990s": "", "GPUS": "", "s": "", "": "", "FAQ's": "FAQ'",
	} {
		if got, ok := text.AcronymPlural(written); got != want || ok != (want != "") {
			t.Errorf("AcronymPlural(%q) = %q, %t; want %q", written, got, ok, want)
		}
	}
}
