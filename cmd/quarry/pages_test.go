package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

// docPages returns the README and the pages of docs, by their paths from the root.
func docPages(t *testing.T) map[string]string {
	t.Helper()
	found, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(found) < 20 {
		t.Fatalf("found the pages %q: %v", found, err)
	}
	texts := map[string]string{}
	for _, path := range append(found, "../../README.md") {
		texts[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = readText(t, path)
	}
	return texts
}

// allScripts returns all scripts, one behind the other.
func allScripts(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(found) == 0 {
		t.Fatalf("found no scripts: %v", err)
	}
	var all strings.Builder
	for _, path := range found {
		all.WriteString("\n" + readText(t, path))
	}
	return all.String()
}

// Every command in a block of shell is one that a script runs, or a target of the Makefile.
func TestEveryCommandOfThePagesIsTested(t *testing.T) {
	t.Parallel()
	tested, makefile := allScripts(t), readText(t, "../../Makefile")
	for page, text := range docPages(t) {
		commands := shellCommands(text)
		if page == "README.md" && len(commands) < 5 || page == "docs/ingesting.md" && len(commands) < 10 {
			t.Errorf("found only the commands %q in %s", commands, page)
		}
		for _, command := range commands {
			if target, ok := strings.CutPrefix(command, "make "); ok {
				target, _, _ = strings.Cut(target, " ")
				if !strings.Contains(makefile, "\n"+target+":") {
					t.Errorf("%s says %q, and the Makefile has no such target", page, command)
				}
				continue
			}
			if line := asTested(command); !strings.Contains(tested, "\n"+line+"\n") {
				t.Errorf("%s says %q, and no script runs %q", page, command, line)
			}
		}
	}
}

// asTested is how a script writes a command of a page. A script has no shell that would keep
// what a command prints.
func asTested(command string) string {
	if name, rest, kept := strings.Cut(command, "=$("); kept {
		return asTested(strings.TrimSuffix(rest, ")")) + "\nkeep " + name
	}
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(command, "./bin/"), "quarry "); ok {
		return "exec quarry " + rest
	}
	return command
}

// shellCommands returns the lines of a text's sh blocks, without comments and with continued
// lines joined. Cloning is not ours to test.
func shellCommands(text string) []string {
	var commands []string
	inside := false
	for line := range strings.Lines(regexp.MustCompile(`\\\n *`).ReplaceAllString(text, "")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			inside = line == "```sh"
			continue
		}
		line, _, _ = strings.Cut(line, "  #")
		if line = strings.TrimSpace(line); inside && line != "" && !strings.HasPrefix(line, "git clone") {
			commands = append(commands, line)
		}
	}
	return commands
}

// Every answer that the README shows is compared with the real one.
func TestEveryAnswerOfTheReadmeIsCompared(t *testing.T) {
	t.Parallel()
	tested, shown := allScripts(t), len(answersOf(readText(t, "../../README.md")))
	if shown < 3 {
		t.Errorf("found only %d answers in the README", shown)
	}
	for n := range shown {
		if line := fmt.Sprintf("\nshows README.md %d\n", n+1); !strings.Contains(tested, line) {
			t.Errorf("no script has the line %q", line)
		}
	}
}

// shows compares what the last command printed with an answer that a page shows, counted
// from 1.
//
//	shows PAGE NUMBER
func shows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shows PAGE NUMBER")
	}
	text, err := os.ReadFile(filepath.Join(ts.Getenv("PAGES"), args[0]))
	ts.Check(err)
	number, err := strconv.Atoi(args[1])
	ts.Check(err)
	answers := answersOf(string(text))
	if number < 1 || number > len(answers) {
		ts.Fatalf("%s shows %d answers", args[0], len(answers))
	}
	if err := shortens(answers[number-1], ts.ReadFile("stdout")); err != nil {
		ts.Fatalf("answer %d of %s: %v", number, args[0], err)
	}
}

// A terminal that nobody made larger.
const (
	terminalLines   = 24
	terminalColumns = 100
)

// wrapped returns how many lines of a terminal a text takes.
func wrapped(text string) int {
	lines := 0
	for line := range strings.Lines(text) {
		letters := utf8.RuneCountInString(strings.TrimRight(line, "\n"))
		lines += max(1, (letters+terminalColumns-1)/terminalColumns)
	}
	return lines
}

// fits reports whether what the last command printed takes no more lines of a terminal.
//
//	fits LINES
func fits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fits LINES")
	}
	room, err := strconv.Atoi(args[0])
	ts.Check(err)
	if lines := wrapped(ts.ReadFile("stdout")); lines > room {
		ts.Fatalf("it takes %d lines of %d columns, and there is room for %d", lines, terminalColumns, room)
	}
}

// Each journey of the README fits a terminal as it is shown, with its answers.
func TestTheJourneysOfTheReadmeFitATerminal(t *testing.T) {
	t.Parallel()
	_, tries, _ := strings.Cut(readText(t, "../../README.md"), "\n## Try it\n")
	tries, _, _ = strings.Cut(tries, "\n## ")
	journeys := strings.Split(tries, "\n**")[1:]
	if len(journeys) != 3 {
		t.Fatalf("found %d journeys in the README, want 3", len(journeys))
	}
	for _, journey := range journeys {
		title, _, _ := strings.Cut(journey, "**")
		lines := 0
		for _, block := range regexp.MustCompile("(?ms)^```(?:sh|json)\n(.*?)^```$").FindAllStringSubmatch(journey, -1) {
			lines += wrapped(block[1])
		}
		if lines == 0 || lines > terminalLines {
			t.Errorf("%s takes %d lines, want at most %d", title, lines, terminalLines)
		}
	}
}

// answersOf returns the json blocks of a page.
func answersOf(page string) []string {
	var found []string
	for _, block := range regexp.MustCompile("(?ms)^```json\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		found = append(found, block[1])
	}
	return found
}

// shortens reports how an answer that is shown differs from the whole one. Fields and the
// last elements of a list may be left out, numbers rounded, and a text may end in "…".
func shortens(shown, whole string) error {
	short, err := decoded(shown)
	if err != nil {
		return fmt.Errorf("what is shown: %w", err)
	}
	full, err := decoded(whole)
	if err != nil {
		return err
	}
	return sameValue("answer", short, full)
}

func decoded(text string) (any, error) {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	err := decoder.Decode(&value)
	return value, err
}

func sameValue(at string, shown, whole any) error {
	same := shown == nil && whole == nil
	switch shown := shown.(type) {
	case map[string]any:
		return sameObject(at, shown, whole)
	case []any:
		return sameList(at, shown, whole)
	case string:
		text, isText := whole.(string)
		begin, isCut := strings.CutSuffix(shown, "…")
		same = isText && (text == shown || isCut && strings.HasPrefix(text, begin))
	case json.Number:
		number, isNumber := whole.(json.Number)
		same = isNumber && roundedLike(number, shown) == shown
	case bool:
		same = whole == shown
	}
	if !same {
		return fmt.Errorf("%s is %v, shown as %v", at, whole, shown)
	}
	return nil
}

func sameObject(at string, shown map[string]any, whole any) error {
	object, _ := whole.(map[string]any)
	for name, value := range shown {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("%s has no %s", at, name)
		}
		if err := sameValue(at+"."+name, value, object[name]); err != nil {
			return err
		}
	}
	return nil
}

func sameList(at string, shown []any, whole any) error {
	list, _ := whole.([]any)
	if len(list) < len(shown) {
		return fmt.Errorf("%s has %d elements, %d are shown", at, len(list), len(shown))
	}
	for i, value := range shown {
		if err := sameValue(fmt.Sprintf("%s[%d]", at, i), value, list[i]); err != nil {
			return err
		}
	}
	return nil
}

// roundedLike returns a number with as many digits behind its point as another one.
func roundedLike(number, like json.Number) json.Number {
	value, err := number.Float64()
	if err != nil {
		return number
	}
	_, digits, _ := strings.Cut(like.String(), ".")
	return json.Number(strconv.FormatFloat(value, 'f', len(digits), 64))
}

func TestAShownAnswerMatchesTheWholeOneThatItShortens(t *testing.T) {
	t.Parallel()
	const whole = `{"text": "one two three", "number": 1.5094, "list": [{"a": 1, "b": null}, {"a": 2}], "yes": true}`
	for shown, want := range map[string]bool{
		whole:                                 true,
		`{}`:                                  true,
		`{"text": "one …", "number": 1.51}`:   true,
		`{"list": [{"b": null}]}`:             true,
		`{"list": [{"a": 1}, {"a": 2}]}`:      true,
		`{"yes": true}`:                       true,
		`{"yes": false}`:                      false,
		`{"text": "one"}`:                     false,
		`{"text": "two …"}`:                   false,
		`{"number": 1.52}`:                    false,
		`{"number": "1.51"}`:                  false,
		`{"other": null}`:                     false,
		`{"list": [{"a": 2}]}`:                false,
		`{"list": [{}, {}, {}]}`:              false,
		`{"list": [{"a": 1, "b": {"c": 1}}]}`: false,
		`{"text": }`:                          false,
	} {
		if err := shortens(shown, whole); (err == nil) != want {
			t.Errorf("%s: %v, want a match: %t", shown, err, want)
		}
	}
}

func TestCommandsAreFoundInBlocksOfShell(t *testing.T) {
	t.Parallel()
	page := "```sh\ngit clone x && cd x\nmake run\nquarry a  # why\ncurl b \\\n  -d c\n```\n```json\nno\n```\nquarry no\n"
	if got, want := shellCommands(page), []string{"make run", "quarry a", "curl b -d c"}; !slices.Equal(got, want) {
		t.Errorf("commands = %q, want %q", got, want)
	}
	for command, want := range map[string]string{
		"quarry a":                 "exec quarry a",
		"./bin/quarry a b":         "exec quarry a b",
		"KEY=$(quarry key create)": "exec quarry key create\nkeep KEY",
		"curl x":                   "curl x",
	} {
		if got := asTested(command); got != want {
			t.Errorf("%q is tested as %q, want %q", command, got, want)
		}
	}
}
