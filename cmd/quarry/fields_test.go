package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// mostLexiconLines is how long the lexicon of a field may be: a field that needs more
// for a table of their own will not write it.
const mostLexiconLines = 30

// Tables of other fields come out typed with a short lexicon file and no code.
// In testdata/fields, beside each document and its lexicon, stands what a reader
// finds in it: one claim a line.
func TestTablesOfOtherFieldsComeOutTyped(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "fields", "*.yaml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("lexicons %q, %v; want three or more", files, err)
	}
	for _, file := range files {
		field := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(field), func(t *testing.T) {
			t.Parallel()
			written := must(os.ReadFile(file))(t)
			if lines := bytes.Count(written, []byte("\n")); lines > mostLexiconLines {
				t.Errorf("%s has %d lines, more than %d", file, lines, mostLexiconLines)
			}
			words := must(lexicon.Parse(lexicon.File{Name: file, Data: written}))(t)
			got := claimed(t, words, field)
			want := string(must(os.ReadFile(field + ".want.txt"))(t))
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("claims of %s (-want +got):\n%s", field, diff)
			}
		})
	}
}

// claimed returns every claim of the document beside a lexicon, one a line.
func claimed(t *testing.T, words *lexicon.Lexicon, field string) string {
	t.Helper()
	var given []string
	for _, found := range must(filepath.Glob(field + ".*"))(t) {
		if !strings.HasSuffix(found, ".yaml") && !strings.HasSuffix(found, ".want.txt") {
			given = append(given, found)
		}
	}
	collected := &harvest{t: t}
	run := ingest.Run{Pipeline: app.NewPipeline(words, slog.New(slog.DiscardHandler), nil), Library: collected, Writer: collected, Workers: 1}
	summary, err := run.Ingest(t.Context(), ingest.Find(ingest.Request{Paths: given, Collection: quarry.DefaultCollection}))
	if err != nil || len(given) != 1 || summary.Documents[ingest.Rejected] > 0 {
		t.Fatalf("%q: %v, %+v", given, err, summary.Rejections)
	}
	var lines strings.Builder
	for _, spec := range collected.specs {
		fmt.Fprintf(&lines, "%s: %s = %s (%s)%s\n", spec.Device.ID, spec.Attribute.ID, spec.Value.Text, plain(spec.Normalized), saidOf(spec.Conditions))
	}
	return lines.String()
}

// plain returns one number in its base unit, or both ends of a range.
func plain(b quarry.Bounds) string {
	end := func(value *float64) string {
		if value == nil {
			return "…"
		}
		return fmt.Sprintf("%.6g", *value)
	}
	low, high := end(b.Min), end(b.Max)
	if low == high {
		return low + " " + b.Unit
	}
	return low + " to " + high + " " + b.Unit
}

// saidOf returns the conditions that say something.
func saidOf(conditions quarry.Conditions) string {
	var said strings.Builder
	for _, pair := range conditions.Pairs() {
		if !strings.HasSuffix(pair, "="+quarry.Unstated) && !strings.HasSuffix(pair, "="+quarry.NoneCondition) {
			said.WriteString(" " + pair)
		}
	}
	return said.String()
}

// What the documentation shows is what was tried.
func TestTheDocumentedLexiconIsTheOneThatIsTried(t *testing.T) {
	t.Parallel()
	shown := string(must(os.ReadFile(filepath.Join("..", "..", "docs", "lexicon.md")))(t))
	for fence, file := range map[string]string{"yaml": "engines.yaml", "markdown": "engines.md", "text": "engines.want.txt"} {
		tried := string(must(os.ReadFile(filepath.Join("testdata", "fields", file)))(t))
		if !strings.Contains(shown, "```"+fence+"\n"+tried+"```\n") {
			t.Errorf("docs/lexicon.md does not show testdata/fields/%s as it is", file)
		}
	}
}

func TestEveryKindThatIsBuiltInIsDocumented(t *testing.T) {
	t.Parallel()
	documented := string(must(os.ReadFile(filepath.Join("..", "..", "docs", "lexicon.md")))(t))
	for _, unit := range must(lexicon.Load())(t).Units() {
		if row := fmt.Sprintf("| `%s` | `%s` |", unit.Kind, unit.Base); !strings.Contains(documented, row) {
			t.Errorf("docs/lexicon.md has no row %q", row)
		}
	}
}

// A cue is explained in the manual, or where its words stand.
func TestEveryCueIsDocumented(t *testing.T) {
	t.Parallel()
	documented := string(must(os.ReadFile(filepath.Join("..", "..", "docs", "lexicon.md")))(t))
	explained := explainedCues(t)
	for cue := range must(lexicon.Load())(t).Cues() {
		if row := fmt.Sprintf("| `%s` |", cue); !explained[string(cue)] && !strings.Contains(documented, row) {
			t.Errorf("docs/lexicon.md has no row %q, and no comment stands above the words", row)
		}
	}
}

// A cue that has no words signals nothing: its name has a slip.
func TestEveryCueOfTheCodeHasWords(t *testing.T) {
	t.Parallel()
	cues, declared := must(lexicon.Load())(t).Cues(), regexp.MustCompile(`(?:\bCue += |\bcues\[)"([a-z_.]+)"`)
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, found := range declared.FindAllStringSubmatch(string(must(os.ReadFile(path))(t)), -1) {
			if len(cues[lexicon.Cue(found[1])].List()) == 0 {
				t.Errorf("%s: the lexicon has no words of %q", path, found[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// explainedCues returns the keys of the lexicon's files above which a comment stands.
func explainedCues(t *testing.T) map[string]bool {
	t.Helper()
	explained := map[string]bool{}
	for _, path := range must(filepath.Glob(filepath.Join("..", "..", "internal", "lexicon", "data", "*", "*", "*.yaml")))(t) {
		before := ""
		for line := range strings.Lines(string(must(os.ReadFile(path))(t))) {
			if cue, _, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(strings.TrimSpace(before), "#") {
				explained[strings.TrimSpace(cue)] = true
			}
			before = line
		}
	}
	return explained
}

func TestEverySortOfAskingWordsIsDocumented(t *testing.T) {
	t.Parallel()
	documented := string(must(os.ReadFile(filepath.Join("..", "..", "docs", "lexicon.md")))(t))
	for field := range reflect.TypeFor[lexicon.AskingWords]().Fields() {
		if row := fmt.Sprintf("| `%s` |", strings.ToLower(field.Name)); !strings.Contains(documented, row) {
			t.Errorf("docs/lexicon.md has no row %q", row)
		}
	}
}
