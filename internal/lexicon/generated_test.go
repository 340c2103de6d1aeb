package lexicon_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the generated file anew")

func TestTheGeneratedFileSaysWhatTheYAMLSays(t *testing.T) {
	t.Parallel()
	want, err := lexicon.Generate()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(lexicon.Generated, want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(lexicon.Generated)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the YAML beside it says: run make generate", lexicon.Generated)
	}
}
