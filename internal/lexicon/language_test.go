package lexicon_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestTheCommonestWordsTellTheLanguageOfAText(t *testing.T) {
	t.Parallel()
	built, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]string{
		"Eine Wärmepumpe holt die Wärme aus der Luft.":                      "de",
		"ÜBER DEN KLEE GELOBT WIRD DIE BIENE NICHT.":                        "de",
		"Die Frage ist, wie man die Karte mit dem Kernel auslastet.":        "de",
		"A heat pump takes the heat out of the air.":                        "en",
		"The die of the chip: a die of 814 mm², and a die beside it.":       "en",
		"Wärmepumpe, Luft, Wasser":                                          "en",
		"":                                                                  "en",
		"Le chat est dans le jardin avec les autres.":                       "en",
		"The word \"und\" is German, and so are \"der\", \"die\", \"das\".": "en",
		strings.Repeat("the ", 5000) + strings.Repeat("und ", 20000):        "en",
	} {
		if got := built.LanguageOf(s); got != want {
			t.Errorf("LanguageOf(%.40q) = %q, want %q", s, got, want)
		}
	}
}
