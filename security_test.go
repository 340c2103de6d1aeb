package quarry_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What SECURITY.md says stands there is what tests hold: every line of its tables
// names some, and each of them exists.
func TestEveryLineOfSecurityIsTested(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	known := testNames(t)
	lines := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.TrimSpace(cells[2]) == "tests" {
			continue
		}
		lines++
		for _, complaint := range judgeTests(cells[2], known) {
			t.Errorf("%s: %s", strings.TrimSpace(cells[0]), complaint)
		}
	}
	if lines < 30 {
		t.Errorf("found %d lines only: the test looks in the wrong place", lines)
	}
}

// judgeTests says what is wrong with the tests that a line names.
func judgeTests(cell string, known map[string]bool) []string {
	named := regexp.MustCompile("`[^`]+`").FindAllString(cell, -1)
	if len(named) == 0 {
		return []string{"no test is named"}
	}
	var wrong []string
	for _, name := range named {
		if name = strings.Trim(name, "`"); !known[name] && !isScript(name) {
			wrong = append(wrong, "there is no "+name)
		}
	}
	return wrong
}

func isScript(name string) bool {
	_, err := os.Stat("cmd/quarry/testdata/script/" + name)
	return err == nil && strings.HasSuffix(name, ".txtar")
}

// testNames returns the names of all tests and fuzz targets.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, file := range goFiles(t) {
		if !file.isTest() {
			continue
		}
		for _, found := range declared.FindAllStringSubmatch(file.text, -1) {
			known[found[1]] = true
		}
	}
	return known
}
