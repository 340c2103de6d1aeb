package quantity_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/quarrykb/quarry/internal/quantity"
)

// wordsDir holds the words of some languages, one folder each.
const wordsDir = "../lexicon/data/words"

// numerals reads the words of some languages.
func numerals(t *testing.T, languages ...string) quantity.Numerals {
	t.Helper()
	all := make([]quantity.Words, len(languages))
	for i, language := range languages {
		data, err := os.ReadFile(filepath.Join(wordsDir, language, "numbers.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Language string
			Numerals struct {
				Numbers  map[string]float64
				Ordinals map[string]int
				Parts    map[string]string
				Minus    []string
				Per      []string
				OutOf    []string `yaml:"out_of"`
				Joined   bool
				And      string
				One      string
			}
		}
		if err := yaml.UnmarshalWithOptions(data, &file, yaml.Strict()); err != nil {
			t.Fatal(err)
		}
		said := file.Numerals
		all[i] = quantity.Words{
			Language: file.Language, Numbers: said.Numbers, Ordinals: said.Ordinals, Parts: map[string]float64{},
			Minus: said.Minus, Per: said.Per, OutOf: said.OutOf, Joined: said.Joined, And: said.And, One: said.One,
		}
		for phrase, written := range said.Parts {
			all[i].Parts[phrase] = fraction(t, written)
		}
	}
	return quantity.NewNumerals(all...)
}

func fraction(t *testing.T, written string) float64 {
	t.Helper()
	over, under, _ := strings.Cut(written+"/1", "/")
	under, _, _ = strings.Cut(under, "/")
	numerator, err := strconv.ParseFloat(over, 64)
	denominator, wrong := strconv.ParseFloat(under, 64)
	if err != nil || wrong != nil {
		t.Fatalf("%q is no fraction", written)
	}
	return numerator / denominator
}

func TestANumberInWordsIsComposed(t *testing.T) {
	t.Parallel()
	for language, cases := range map[string]map[string]struct {
		value float64
		words string
	}{
		"en": {
			"two cores":                         {2, "two"},
			"Thirty-two GPUs":                   {32, "Thirty-two"},
			"thirty two":                        {32, "thirty two"},
			"two hundred":                       {200, "two hundred"},
			"a thousand watts":                  {1000, "a thousand"},
			"a hundred and five":                {100, "a hundred"},
			"a lute":                            {0, ""},
			"two hundred five":                  {205, "two hundred five"},
			"nineteen hundred ninety":           {1990, "nineteen hundred ninety"},
			"two thousand three hundred twelve": {2312, "two thousand three hundred twelve"},
			"five million two thousand times":   {5_002_000, "five million two thousand"},
			"two three":                         {2, "two"},
			"thirty twelve":                     {30, "thirty"},
			"eleven two":                        {11, "eleven"},
			"hundred of them":                   {0, ""},
			"thousands":                         {0, ""},
			"tenfold":                           {0, ""},
			"none":                              {0, ""},
			"":                                  {0, ""},
		},
		"de": {
			"zwei Kerne":                             {2, "zwei"},
			"zweiunddreißig Kerne":                   {32, "zweiunddreißig"},
			"Einundzwanzig":                          {21, "Einundzwanzig"},
			"dreihundertfünf":                        {305, "dreihundertfünf"},
			"hundert":                                {100, "hundert"},
			"hunderteins":                            {101, "hunderteins"},
			"hundertundeins":                         {101, "hundertundeins"},
			"hundertzwanzig Watt":                    {120, "hundertzwanzig"},
			"dreihundertfünfundzwanzig":              {325, "dreihundertfünfundzwanzig"},
			"neunzehnhundertneunundneunzig":          {1999, "neunzehnhundertneunundneunzig"},
			"tausendzweihundert":                     {1200, "tausendzweihundert"},
			"zweihundertfünfzigtausend Stück":        {250_000, "zweihundertfünfzigtausend"},
			"zwei Millionen dreihunderttausend Euro": {2_300_000, "zwei Millionen dreihunderttausend"},
			"Millionen von Euro":                     {0, ""},
			"dreieck":                                {0, ""},
			"Achtung":                                {0, ""},
			"zweidrei":                               {0, ""},
			"zweiund":                                {0, ""},
			"zwanzigeins":                            {0, ""},
			"undzwei":                                {0, ""},
			"zwei und dreißig":                       {2, "zwei"},
		},
	} {
		n := numerals(t, language)
		for text, want := range cases {
			t.Run(language+" "+text, func(t *testing.T) {
				t.Parallel()
				value, length := n.Read(text)
				if text[:length] != want.words || value != want.value {
					t.Errorf("Read(%q) = %v of %q, want %v of %q", text, value, text[:length], want.value, want.words)
				}
			})
		}
	}
}

func TestAWordThatJoinsStandsBehindHundreds(t *testing.T) {
	t.Parallel()
	n := quantity.NewNumerals(quantity.Words{Numbers: map[string]float64{"two": 2, "five": 5, "hundred": 100}, And: "and"})
	for text, want := range map[string]float64{"two hundred and five": 205, "two hundred and": 200, "two and five": 2, "and five": 0} {
		if value, _ := n.Read(text); value != want {
			t.Errorf("Read(%q) = %v, want %v", text, value, want)
		}
	}
}

func TestThePartThatATextBeginsWithIsRead(t *testing.T) {
	t.Parallel()
	n := numerals(t, "en", "de")
	for text, want := range map[string]struct {
		value float64
		words string
	}{
		"half of it":          {1.0 / 2, "half"},
		"Two thirds of it":    {2.0 / 3, "Two thirds"},
		"three-quarters":      {3.0 / 4, "three-quarters"},
		"twice as much":       {2, "twice"},
		"halfway":             {0, ""},
		"Ein Drittel davon":   {1.0 / 3, "Ein Drittel"},
		"die Hälfte aller":    {1.0 / 2, "die Hälfte"},
		"doppelt so schnell":  {2, "doppelt"},
		"zwei Dritteln":       {0, ""},
		"no part of anything": {0, ""},
	} {
		value, length := n.Part(text)
		if text[:length] != want.words || value != want.value {
			t.Errorf("Part(%q) = %v of %q, want %v of %q", text, value, text[:length], want.value, want.words)
		}
	}
}

func TestASingleWordHasAValue(t *testing.T) {
	t.Parallel()
	n := numerals(t, "en", "de")
	for word, want := range map[string]float64{"Twelve": 12, "hundred": 100, "zwölf": 12, "thirty-two": 0, "third": 0} {
		if value, ok := n.Value(word); value != want || ok != (want != 0) {
			t.Errorf("Value(%q) = %v, %t, want %v", word, value, ok, want)
		}
	}
	for word, want := range map[string]int{"Second": 2, "dritter": 3, "two": 0} {
		if number, ok := n.Ordinal(word); number != want || ok != (want != 0) {
			t.Errorf("Ordinal(%q) = %v, %t, want %v", word, number, ok, want)
		}
	}
}
