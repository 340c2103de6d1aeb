package contract_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/tools/contract"
)

// ledger keeps a first version, which was released or not.
func ledger(t *testing.T, state string) contract.Ledger {
	t.Helper()
	folder := t.TempDir()
	l := contract.Ledger{Record: filepath.Join(folder, "version.json"), Changelog: filepath.Join(folder, "changelog.md")}
	writeFile(t, l.Changelog, "# Changelog\n\n## 1.0.0 ("+state+")\n\n- The first one.\n")
	if err := contract.RecordVersion(document("1.0.0", "read"), l); err != nil {
		t.Fatalf("record: %v", err)
	}
	return l
}

func document(version, summary string) []byte {
	return fmt.Appendf(nil, `{"openapi":"3.1.1","info":{"title":"Toy","version":%q},"paths":{"/":{"get":{"summary":%q}}}}`, version, summary)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAContractThatIsTheRecordedOnePasses(t *testing.T) {
	t.Parallel()
	l := ledger(t, "2026-11-21")
	if err := contract.CheckVersion(document("1.0.0", "read"), l); err != nil {
		t.Errorf("error = %v, want none", err)
	}
}

func TestAContractThatChangedSaysWhatToDo(t *testing.T) {
	t.Parallel()
	const first = "## 1.0.0 (unreleased)\n\n- The first one.\n"
	for name, tc := range map[string]struct {
		state, changelog, version string
		want                      string
		records                   bool
	}{
		"a change that is not written down":     {"unreleased", first, "1.0.0", "say what changed under \"## 1.0.0 (unreleased)\"", false},
		"a change that is written down":         {"unreleased", first + "- More.\n", "1.0.0", "make contract-record", true},
		"a change of what was released":         {"2026-11-21", "## 1.0.0 (2026-11-21)\n\n- The first one, and more.\n", "1.0.0", "raise @version", false},
		"a version without a section":           {"2026-11-21", "## 1.0.0 (2026-11-21)\n", "1.1.0", "begin one with \"## 1.1.0 (unreleased)\"", false},
		"a new version with a section":          {"2026-11-21", "## 1.1.0 (unreleased)\n\n- More.\n\n" + first, "1.1.0", "make contract-record", true},
		"a version that only begins like it":    {"2026-11-21", "## 1.1.0-rc (unreleased)\n\n- More.\n", "1.1.0", "no section for version 1.1.0", false},
		"the changelog of another version grew": {"unreleased", first + "\n## 0.9.0 (2026-01-01)\n\n- Less.\n", "1.0.0", "say what changed", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := ledger(t, tc.state)
			writeFile(t, l.Changelog, "# Changelog\n\n"+tc.changelog)
			changed := document(tc.version, "read and write")
			if err := contract.CheckVersion(changed, l); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want one that says %q", err, tc.want)
			}
			err := contract.RecordVersion(changed, l)
			if (err == nil) != tc.records {
				t.Errorf("recording it: error = %v, want it recorded %t", err, tc.records)
			}
			if err = contract.CheckVersion(changed, l); (err == nil) != tc.records {
				t.Errorf("behind the recording: error = %v, want none %t", err, tc.records)
			}
		})
	}
}
