package quarry_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAPathThatIsHandedInStaysInItsCollection(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"a.md":                        "a.md",
		"notes/2026/gpu notes.md":     "notes/2026/gpu notes.md",
		"cafe\u0301.md":               "caf\u00e9.md",
		"\u0645\u06cc\u200c\u062f.md": "\u0645\u06cc\u200c\u062f.md",
		".hidden":                     ".hidden",
		"a..b/...md":                  "a..b/...md",
		strings.Repeat("a", 255):      strings.Repeat("a", 255),
		"":                            "",
		".":                           "",
		"..":                          "",
		"a/..":                        "",
		"../a":                        "",
		"a/./b":                       "",
		"a//b":                        "",
		"a/":                          "",
		"/a":                          "",
		`a\b`:                         "",
		"c:a":                         "",
		"C:/a":                        "",
		"a\nb":                        "",
		"a\x7f":                       "",
		"a\u202eb":                    "",
		"a\u2028b":                    "",
		"\ufeffa":                     "",
		"\xff":                        "",
		"a/ /b":                       "",
		strings.Repeat("a", 256):      "",
		strings.Repeat("a/", 256):     "",
	} {
		got, err := quarry.DocumentPath(given)
		if got != want || (err == nil) != (want != "") || (err != nil && !quarry.IsKind(err, quarry.KindInvalid)) {
			t.Errorf("path %q = %q (%v), want %q", given, got, err, want)
		}
	}
}

func TestACollectionThatIsHandedInHasAPlainName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "main", "main": "main", "exams-2.b_C": "exams-2.b_C", strings.Repeat("a", 64): strings.Repeat("a", 64),
		"starter": "", "-a": "", ".": "", "_a": "", "a b": "", "a/b": "", "caf\u00e9": "", strings.Repeat("a", 65): "", "a,b": "",
	} {
		got, err := quarry.CollectionName(given)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("collection %q = %q (%v), want %q", given, got, err, want)
		}
	}
}
