package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Version is what stands in the file that keeps a version of the contract: the
// document that it described last, and what the changelog said of it.
type Version struct {
	Version  string `json:"version"`
	Document string `json:"document"` // SHA-256 of the document without its version
	Entry    string `json:"entry"`    // SHA-256 of the version's section in the changelog
}

// Ledger names the files that keep the versions of the contract.
type Ledger struct {
	Record    string // the file that holds one Version
	Changelog string // a section a version: "## 1.2.0 (unreleased)", or with its date
}

// CheckVersion returns an error that says what to do where the document is not the
// recorded one: the changelog tells people what changed, and the version tells programs
// that something did.
func CheckVersion(document []byte, l Ledger) error {
	_, err := l.compare(document)
	return err
}

// RecordVersion writes what CheckVersion compares with. It refuses a document that has
// changed without a word in the changelog.
func RecordVersion(document []byte, l Ledger) error {
	now, err := l.compare(document)
	if now == nil {
		return err
	}
	raw, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(l.Record, append(raw, '\n'), 0o644) //nolint:gosec // a source file, which everybody may read
}

// compare returns what should be recorded, or nil where something has to be done before,
// and an error where that is not what is recorded.
func (l Ledger) compare(document []byte) (*Version, error) {
	now, heading, err := l.describe(document)
	if err != nil {
		return nil, err
	}
	recorded, err := l.read()
	if err != nil {
		return nil, err
	}
	switch {
	case now == recorded:
		return &now, nil
	case now.Document == recorded.Document && now.Version == recorded.Version: // the changelog alone was edited
		return &now, nil
	case now.Version == recorded.Version && !strings.Contains(heading, "(unreleased)"):
		return nil, fmt.Errorf("the contract has changed since version %s was released: raise @version in api/doc.go, "+
			"begin a section \"## VERSION (unreleased)\" in %s, and run `make generate contract-record`", now.Version, l.Changelog)
	case now.Entry == recorded.Entry:
		return nil, fmt.Errorf("the contract has changed and its changelog has not: say what changed under \"%s\" in %s, "+
			"and run `make contract-record`", heading, l.Changelog)
	}
	return &now, fmt.Errorf("the contract is not the recorded one: see that %s says what changed, and run `make contract-record`", l.Changelog)
}

func (l Ledger) read() (Version, error) {
	var recorded Version
	raw, err := os.ReadFile(filepath.Clean(l.Record))
	if os.IsNotExist(err) {
		return recorded, nil
	}
	if err != nil {
		return recorded, err
	}
	return recorded, json.Unmarshal(raw, &recorded)
}

// describe returns the version of a document, and the heading of its section in the
// changelog.
func (l Ledger) describe(document []byte) (Version, string, error) {
	root, err := decode(document)
	if err != nil {
		return Version{}, "", err
	}
	version, _ := childTree(root, "info")["version"].(string)
	delete(childTree(root, "info"), "version")
	normal, err := json.Marshal(root)
	if err != nil {
		return Version{}, "", err
	}
	changelog, err := os.ReadFile(filepath.Clean(l.Changelog))
	if err != nil {
		return Version{}, "", err
	}
	heading, section := sectionOf(changelog, version)
	if heading == "" {
		return Version{}, "", fmt.Errorf("%s has no section for version %s of the contract: begin one with \"## %s (unreleased)\"",
			l.Changelog, version, version)
	}
	return Version{version, digest(normal), digest(section)}, heading, nil
}

// sectionOf returns the heading of a version and what stands under it.
func sectionOf(changelog []byte, version string) (string, []byte) {
	for section := range bytes.SplitSeq(changelog, []byte("\n## ")) {
		heading, rest, _ := bytes.Cut(section, []byte("\n"))
		if name, _, _ := strings.Cut(string(heading), " "); name == version {
			return "## " + string(heading), bytes.TrimSpace(rest)
		}
	}
	return "", nil
}

func digest(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:])
}
