package lexicon_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestWordsAreFoundWholeAndThePhraseBeforeTheWord(t *testing.T) {
	t.Parallel()
	built, err := lexicon.New(lexicon.Data{Cues: []lexicon.CueWords{
		{Cue: "limits", Language: "en", Words: []string{"up", "up to", "at most"}},
		{Cue: "limits", Language: "de", Words: []string{"bis zu", "up", "für"}},
		{Cue: "limits", Language: "ja", Words: []string{"最大"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	limits := built.Cues()["limits"]
	for s, want := range map[string][2]string{
		"up to 5":     {"up to", ""},
		"up":          {"up", "up"},
		"upwards":     {"", ""},
		"up tomorrow": {"up", ""},
		"bis zu":      {"bis zu", "bis zu"},
		"it goes up":  {"", "up"},
		"the setup":   {"", ""},
		"wofür":       {"", ""},
		"für":         {"für", "für"},
		"最大で5":        {"最大", ""},
		"これは最大":       {"", "最大"},
		"":            {"", ""},
	} {
		if got := [2]string{limits.Prefix(s), limits.Suffix(s)}; got != want {
			t.Errorf("%q begins and ends with %q, want %q", s, got, want)
		}
	}
	if rest, ok := limits.Cut("up to  5"); rest != "5" || !ok {
		t.Errorf("behind the limit stands %q, %t, want 5", rest, ok)
	}
	if !limits.Has("at most") || limits.Has("At most") || limits.Has("at") {
		t.Error("whole entries in lower case are members, and nothing else")
	}
	if strings.Join(limits.List(), ",") != "up,up to,at most,bis zu,für,最大" {
		t.Errorf("the words are %q, want each once in their order", limits.List())
	}
	if none := built.Cues()["unknown"]; none.Has("up") || none.Prefix("up") != "" {
		t.Error("a cue without words is signalled by none")
	}
}

func TestAFileAddsWordsToTheCuesThatThereAre(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		"language: nl\ncues:\n  denied: [geenszins]\n",
		"no_things:\n  denied: [geenszins]\n",
	} {
		built, err := lexicon.Parse(lexicon.File{Name: "mine.yaml", Data: []byte(data)})
		if err != nil {
			t.Errorf("%q: %v", data, err)
			continue
		}
		if denied := built.Cues()["denied"]; !denied.Has("geenszins") || !denied.Has("not") {
			t.Errorf("%q: the words of the file do not stand beside the built-in ones", data)
		}
	}
}

func TestACueThatIsNotReadIsRefused(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"  denied: [Geenszins]\n":  `mine.yaml:2: word "Geenszins" of denied is not in lower case`,
		"  deniend: [geenszins]\n": `mine.yaml:2: nothing is known that words of "deniend" would signal: "denied" may be meant`,
		"  denied: ['—']\n":        `mine.yaml:2: word of denied "—" holds neither letter nor digit`,
		"  colours: [red]\n":       `mine.yaml:2: nothing is known that words of "colours" would signal: internal/lexicon/data/words lists the cues`,
	} {
		_, err := lexicon.Parse(lexicon.File{Name: "mine.yaml", Data: []byte("cues:\n" + data)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error = %v, want %s", data, err, want)
		}
	}
}

// An entry that stands twice in the built-in files would be extended without a word.
func TestABuiltInEntryStandsOnce(t *testing.T) {
	t.Parallel()
	places := map[string]string{}
	err := filepath.WalkDir("data", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		for _, entry := range entriesOf(t, path) {
			if place, twice := places[entry]; twice {
				t.Errorf("%s stands in %s and in %s", entry, place, path)
			}
			places[entry] = path
		}
		return nil
	})
	if err != nil || len(places) < 1000 {
		t.Errorf("%d entries, %v", len(places), err)
	}
}

// entriesOf returns the entries of a file by what they are known by.
func entriesOf(t *testing.T, path string) []string {
	t.Helper()
	type entry struct{ ID, Symbol, Axis, Value, Kind string }
	var file struct{ Topics, Devices, Attributes, Units, Aspects, Conditions []entry }
	data, err := os.ReadFile(path)
	if err := errors.Join(err, yaml.Unmarshal(data, &file)); err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, one := range file.Conditions {
		entries = append(entries, "condition "+one.Axis+"="+one.Value+one.Kind)
	}
	for noun, all := range map[string][]entry{
		"topic": file.Topics, "device": file.Devices, "attribute": file.Attributes, "unit": file.Units, "aspect": file.Aspects,
	} {
		for _, one := range all {
			entries = append(entries, noun+" "+one.ID+one.Symbol)
		}
	}
	return entries
}

// Files of one theme add to a cue language by language. Two themes with one name would widen
// each other without a word.
func TestACueStandsInOneTheme(t *testing.T) {
	t.Parallel()
	themes := map[string]string{}
	paths, err := filepath.Glob(filepath.Join("data", "words", "*", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		var file struct{ Cues map[string]any }
		if err := errors.Join(err, yaml.Unmarshal(data, &file)); err != nil {
			t.Fatal(err)
		}
		for cue := range file.Cues {
			if theme, known := themes[cue]; known && theme != filepath.Base(path) {
				t.Errorf("%s stands in %s and in %s", cue, theme, filepath.Base(path))
			}
			themes[cue] = filepath.Base(path)
		}
	}
}
