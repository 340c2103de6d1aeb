package contract_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/tools/contract"
)

func TestAStaleFileIsNamedWithItsFirstDifference(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ have, want string }{
		"a changed line":    {"a\nB\nc\n", `line 2 should be "b" and is "B"`},
		"a missing line":    {"a\nb\n", `line 3 should be "c" and is ""`},
		"one line too many": {"a\nb\nc\nd\n", `line 4 should be "" and is "d"`},
		"a changed indent":  {"a\n b\nc\n", `line 2 should be "b" and is " b"`},
		"an empty file":     {"", `line 1 should be "a" and is ""`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "document.json")
			if err := os.WriteFile(path, []byte(tc.have), 0o600); err != nil {
				t.Fatal(err)
			}
			err := contract.Compare([]contract.File{{Path: path, Content: []byte("a\nb\nc\n")}}, io.Discard)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error = %v, want %s and the path", err, tc.want)
			}
		})
	}
}

func TestWhatWasWrittenIsNotStale(t *testing.T) {
	t.Parallel()
	files := []contract.File{{Path: filepath.Join(t.TempDir(), "document.json"), Content: []byte("{}\n")}}
	if err := contract.Write(files, io.Discard); err != nil {
		t.Fatalf("write: %v", err)
	}
	var report strings.Builder
	if err := contract.Compare(files, &report); err != nil {
		t.Errorf("error = %v, want none", err)
	}
	if !strings.Contains(report.String(), "matches the annotations") {
		t.Errorf("report = %q, want a line for the file", report.String())
	}
}

func TestAMissingFileIsAnErrorNotADifference(t *testing.T) {
	t.Parallel()
	files := []contract.File{{Path: filepath.Join(t.TempDir(), "nowhere.json")}}
	if err := contract.Compare(files, io.Discard); err == nil || strings.Contains(err.Error(), "stale") {
		t.Errorf("error = %v, want one about reading", err)
	}
}
