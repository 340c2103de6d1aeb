package export_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/export"
	"github.com/quarrykb/quarry/internal/evidence"
)

// bakery returns the lines of an export that Quarry wrote.
func bakery(tb testing.TB) []string {
	tb.Helper()
	content, err := os.ReadFile("testdata/bakery.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(content), "\n"), "\n")
}

// split reads an export to where it ends.
func split(tb testing.TB, content string) ([]ingest.Part, error) {
	tb.Helper()
	var parts []ingest.Part
	for part, err := range export.New(words(tb)).Split(tb.Context(), strings.NewReader(content)) {
		if err != nil {
			return parts, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// lineOf returns the line that an error names.
func lineOf(err error) int {
	if at, ok := errors.AsType[*ingest.LineError](err); ok {
		return at.Line
	}
	return 0
}

func sizes(parts []ingest.Part) map[string]int {
	found := map[string]int{}
	for _, part := range parts {
		found[part.Knowledge.Document.Path] = part.Knowledge.Size()
	}
	return found
}

// whole is what the bakery's export holds, by path.
func whole() map[string]int {
	return map[string]int{"chips.md": 7, "grain.txt": 4, "oven/bread.md": 8}
}

func TestAnExportIsRecognisedByItsFirstLine(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	reader := export.New(words(t))
	for name, tc := range map[string]struct {
		head string
		want bool
	}{
		"an export":                       {strings.Join(lines, ""), true},
		"an export behind a mark":         {"\ufeff" + lines[0], true},
		"its first line alone":            {strings.TrimSpace(lines[0]), true},
		"an export of a later version":    {`{"quarry_export":99}` + "\n", true},
		"other records":                   {lines[1], false},
		"records that mention it":         {`{"a":"{\"quarry_export\":1}"}` + "\n", false},
		"an object over several lines":    {"{\n\"quarry_export\":1}\n", false},
		"nothing":                         {"", false},
		"a first line that does not end":  {`{"quarry_export":1,"x":"` + strings.Repeat("x", ingest.HeadBytes), false},
		"a head full of opening brackets": {strings.Repeat("[", ingest.HeadBytes), false},
	} {
		if got := reader.Recognise([]byte(tc.head)) > ingest.NotMine; got != tc.want {
			t.Errorf("%s: recognised = %t, want %t", name, got, tc.want)
		}
	}
}

func TestDocumentsComeBackWithEverythingThatBelongsToThem(t *testing.T) {
	t.Parallel()
	parts, err := split(t, strings.Join(bakery(t), ""))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole(), sizes(parts)); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	bread := *parts[len(parts)-1].Knowledge
	if d := bread.Document; d.Collection != "küche, 1" || d.Metadata.Author != "A. Baker" || d.Bytes != int64(len(bread.Content.Text)) ||
		d.Report.Counts != (quarry.Counts{Question: 4, Fact: 3, Passage: 1}) || len(d.Report.Warnings) != 0 || d.Root != "" {
		t.Errorf("document = %+v", d)
	}
	first := bread.Questions[0]
	if first.Grade != quarry.StatedGrade(quarry.Easy) || !strings.HasSuffix(first.Answer, "```text\nflour + water\t-> gluten\n```") {
		t.Errorf("first question = %+v", first)
	}
	for _, part := range parts {
		for _, ref := range part.Knowledge.Refs() {
			if quarry.EntryKindOf(ref.ID) != ref.Kind {
				t.Errorf("%q is said to be a %s", ref.ID, ref.Kind)
			}
		}
	}
}

func TestLineEndsAndEmptyLinesChangeNothing(t *testing.T) {
	t.Parallel()
	dressed := "\ufeff" + strings.ReplaceAll(strings.Join(bakery(t), ""), "\n", "\r\n\r\n")
	parts, err := split(t, dressed)
	if diff := cmp.Diff(whole(), sizes(parts)); diff != "" || err != nil {
		t.Errorf("error %v, entries (-want +got):\n%s", err, diff)
	}
}

func TestACutExportKeepsWhatCameWhole(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	full := strings.Join(lines, "")
	rapid.Check(t, func(r *rapid.T) {
		cut := full[:rapid.IntRange(0, len(full)-1).Draw(r, "bytes")]
		parts, err := split(t, cut)
		if err == nil && strings.TrimSpace(cut) != strings.TrimSpace(full) {
			r.Fatalf("it went unnoticed that the export is cut after %d bytes", len(cut))
		}
		if err != nil && (lineOf(err) < 1 || lineOf(err) > len(lines)) {
			r.Fatalf("error = %v, and names line %d", err, lineOf(err))
		}
		for path, size := range sizes(parts) {
			if whole()[path] != size {
				r.Fatalf("%s has %d entries, want %d", path, size, whole()[path])
			}
		}
	})
}

func TestAnExportThatCannotBeReadSaysWhy(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	with := func(line int, text string) string {
		changed := append([]string{}, lines...)
		changed[line-1] = text
		return strings.Join(changed, "")
	}
	long := `{"kind":"document","title":"` + strings.Repeat("x", 33<<20) + "\"}\n"
	for name, tc := range map[string]struct {
		content string
		line    int
		says    string
	}{
		"an empty file":               {"", 1, "cut"},
		"a line that is cut":          {strings.Join(lines[:4], "") + lines[4][:40], 5, "cut"},
		"a newer version":             {with(1, `{"quarry_export":2,"scheme":"quarry-id/1"}`+"\n"), 1, "version 2"},
		"other ids":                   {with(1, `{"quarry_export":1,"scheme":"quarry-id/9"}`+"\n"), 1, "quarry-id/9"},
		"no header":                   {strings.Join(lines[1:], ""), 1, "no export"},
		"a line of another kind":      {with(2, `{"kind":"conflict","id":"c_1"}`+"\n"), 2, `"conflict"`},
		"a line that is no JSON":      {with(2, "What is this?\n"), 2, "no JSON"},
		"a line with a zero byte":     {with(2, "{\"kind\":\"document\",\x00}\n"), 2, "no JSON"},
		"a value of another type":     {with(2, `{"kind":"document","path":7}`+"\n"), 2, `"path"`},
		"a line of 33 MB":             {with(2, long), 2, "32 MB"},
		"a deep line":                 {with(2, strings.Repeat(`{"report":`, 20_000)+"\n"), 2, "no JSON"},
		"an entry that is gone":       {with(4, ""), 9, "an entry"},
		"an entry too many":           {with(4, lines[3]+lines[3]), 10, "a document or the end"},
		"a path with a zero byte":     {with(2, strings.ReplaceAll(lines[1], `"chips.md"`, `"chips\u0000.md"`)), 2, "path"},
		"no collection":               {with(2, strings.ReplaceAll(lines[1], `"küche, 1"`, `""`)), 2, "collection"},
		"a very long path":            {with(2, strings.ReplaceAll(lines[1], `"chips.md"`, `"`+strings.Repeat("a/", 9000)+`"`)), 2, "path"},
		"a text of nothing":           {with(2, strings.ReplaceAll(lines[1], `"text_of":"file"`, `"text_of":"rumour"`)), 2, "text_of"},
		"more lines than there are":   {with(2, strings.ReplaceAll(lines[1], `"entry":2`, `"entry":2000`)), 2, "lines"},
		"a share above all":           {with(2, strings.ReplaceAll(lines[1], `"coverage":1`, `"coverage":7`)), 2, "coverage"},
		"an author of 2 MB":           {with(2, strings.ReplaceAll(lines[1], `"author":null`, `"author":"`+strings.Repeat("x", 2<<20)+`"`)), 2, "longer than a line"},
		"more entries than may be":    {with(2, strings.ReplaceAll(lines[1], `"entries":7`, `"entries":1000000000`)), 2, "100000"},
		"fewer entries than none":     {with(2, strings.ReplaceAll(lines[1], `"entries":7`, `"entries":-1`)), 2, "entries"},
		"content that does not come":  {with(2, strings.ReplaceAll(lines[1], `"more_content":0`, `"more_content":3`)), 3, "content"},
		"a trailer that counts wrong": {with(len(lines), `{"quarry_export_end":{"documents":9,"entries":19}}`), 24, "9 documents"},
		"something behind the end":    {strings.Join(lines, "") + "\n{}\n", 25, "follows"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := split(t, tc.content)
			if err == nil || lineOf(err) != tc.line || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error = %.300v, want one at line %d that says %q", err, tc.line, tc.says)
			}
			if shown := quarry.Explain(err); shown.Kind == quarry.KindInternal {
				t.Errorf("a caller is told %q", shown.Message)
			}
		})
	}
}

func TestAnEntryThatItsTextDoesNotSayIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path, from, to string
		says           string
	}{
		"an edited answer":         {"grain.txt", `"A cereal that bears cold."`, `"A cereal that hates cold."`, "hates"},
		"an edited question":       {"grain.txt", `"question":"What is rye?"`, `"question":"What is rice?"`, "its id"},
		"an id that lies":          {"grain.txt", `{"id":"q_5qchuijlk5imno7k6hjo"`, `{"id":"q_aaaaaaaaaaaaaaaaaaaa"`, "its id"},
		"an ordinal that lies":     {"grain.txt", `"ordinal":0`, `"ordinal":5`, "its id"},
		"a negative ordinal":       {"grain.txt", `"ordinal":0`, `"ordinal":-5`, "its id"},
		"another document's":       {"grain.txt", `"source":{"document_id":"d_`, `"source":{"document_id":"d_x`, "another document"},
		"a span behind the text":   {"grain.txt", `"byte_start":0,"byte_end":39`, `"byte_start":0,"byte_end":99999`, "span"},
		"a span before the text":   {"grain.txt", `"byte_start":0,"byte_end":39`, `"byte_start":-7,"byte_end":39`, "span"},
		"a span of nothing":        {"grain.txt", `"byte_start":0,"byte_end":39`, `"byte_start":38,"byte_end":0`, ""},
		"a span on other lines":    {"grain.txt", `"line_start":1,"line_end":2`, `"line_start":3,"line_end":4`, "span"},
		"an unknown style":         {"grain.txt", `"style":"open"`, `"style":"rude"`, "style"},
		"an unknown grade":         {"grain.txt", `"difficulty":null`, `"difficulty":"brutal"`, "difficulty"},
		"a grade without a source": {"grain.txt", `"difficulty":null`, `"difficulty":"hard"`, "difficulty"},
		"an unknown role":          {"chips.md", `"role":"header"`, `"role":"liar"`, "role"},
		"an unknown qualifier":     {"chips.md", `"qualifier":"exact"`, `"qualifier":"roughly"`, "qualifier"},
		"a citation that runs":     {"oven/bread.md", `"url":"https://example.org/steam`, `"url":"javascript:steam`, "citations"},
		"a vendor of 5 kB":         {"chips.md", `"vendor":"NVIDIA"`, `"vendor":"` + strings.Repeat("x", 5000) + `"`, "too long"},
		"a digit of a thousand":    {"chips.md", `"max":700,"unit":"W"`, `"max":700,"step":1000,"unit":"W"`, "value"},
		"a digit below nothing":    {"chips.md", `"max":700,"unit":"W"`, `"max":700,"step":-1,"unit":"W"`, "value"},
		"bounds turned round":      {"chips.md", `"min":700`, `"min":7000`, "value"},
		"a condition left out":     {"chips.md", `"sparsity":"unstated"`, `"sparsely":"unstated"`, "its id"},
		"a passage made up":        {"oven/bread.md", `"text":"| Oven |`, `"text":"| Stove |`, "its id"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, changed := withEntry(t, tc.path, tc.from, tc.to)
			parts, err := split(t, strings.Join(lines, ""))
			if err != nil {
				t.Fatal(err)
			}
			want := whole()
			want[tc.path]--
			if diff := cmp.Diff(want, sizes(parts)); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			warned(t, parts, tc.path, changed, tc.says)
		})
	}
}

// withEntry changes the first entry of a document that says something, and
// returns all lines and the number of the changed one.
func withEntry(t *testing.T, path, from, to string) ([]string, int) {
	t.Helper()
	lines := bakery(t)
	for i, line := range lines {
		isEntry := !strings.HasPrefix(line, `{"kind":"document"`) && strings.Contains(line, `"path":"`+path+`"`)
		if isEntry && strings.Contains(line, from) {
			lines[i] = strings.Replace(line, from, to, 1)
			return lines, i + 1
		}
	}
	t.Fatalf("no line of %s has %s", path, from)
	return nil, 0
}

// warned checks that a document's report names a line and a reason.
func warned(t *testing.T, parts []ingest.Part, path string, line int, says string) {
	t.Helper()
	for _, part := range parts {
		report := part.Knowledge.Document.Report
		if part.Knowledge.Document.Path != path {
			if len(report.Warnings) > 0 {
				t.Errorf("%s: warnings = %q, want none", part.Knowledge.Document.Path, report.Warnings)
			}
			continue
		}
		if all := strings.Join(report.Warnings, "\n"); !strings.Contains(all, "line "+strconv.Itoa(line)+" of the export") || !strings.Contains(all, says) {
			t.Errorf("%s: warnings = %q, want line %d and %q", path, report.Warnings, line, says)
		}
		counts := report.Counts
		if got := counts.Question + counts.Fact + counts.Spec + counts.Passage; got != part.Knowledge.Size() {
			t.Errorf("%s: the report counts %d entries, and there are %d", path, got, part.Knowledge.Size())
		}
	}
}

func TestAnEntryComesOnce(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	joined := strings.Join(lines, "")
	at := strings.Index(joined, `{"id":"q_5qchuijlk5imno7k6hjo"`)
	end := at + strings.Index(joined[at:], "\n") + 1
	twice := strings.Replace(joined[:end]+joined[at:end]+joined[end:], `"path":"grain.txt"`, `"path":"grain.txt"`, 1)
	twice = strings.Replace(twice, `"entries":4`, `"entries":5`, 1)
	twice = strings.Replace(twice, `"entries":19`, `"entries":20`, 1)
	parts, err := split(t, twice)
	if diff := cmp.Diff(whole(), sizes(parts)); diff != "" || err != nil {
		t.Errorf("error %v, entries (-want +got):\n%s", err, diff)
	}
}

func TestNoEntryIsLeftOfADocumentWithAnotherText(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(strings.Join(bakery(t), ""), `"text":"What is rye?\r\n`, `"text":"What is rye?\r\n\r\n`, 1)
	parts, err := split(t, changed)
	want := whole()
	want["grain.txt"] = 0
	if diff := cmp.Diff(want, sizes(parts)); diff != "" || err != nil {
		t.Errorf("error %v, entries (-want +got):\n%s", err, diff)
	}
}

func TestManyRefusalsAreCounted(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	lines[1] = strings.Replace(lines[1], `"entries":7`, `"entries":57`, 1)
	lines[2] += strings.Repeat(`{"kind":"fact","id":"f_x"}`+"\n", 50)
	lines[len(lines)-1] = strings.Replace(lines[len(lines)-1], `"entries":19`, `"entries":69`, 1)
	parts, err := split(t, strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	if warnings := parts[0].Knowledge.Document.Report.Warnings; len(warnings) != 21 || !strings.HasPrefix(warnings[20], "30 further") {
		t.Errorf("%d warnings, the last %q", len(warnings), warnings[len(warnings)-1])
	}
}

func TestAReportHasNoMoreToSayThanIngestsOwn(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	lines[1] = strings.Replace(lines[1], `"warnings":[]`, `"warnings":["x"`+strings.Repeat(`,"x"`, 5000)+`]`, 1)
	lines[1] = strings.Replace(lines[1], `"unaccounted":[]`,
		`"unaccounted":[{"line_start":1,"line_end":1}`+strings.Repeat(`,{"line_start":1,"line_end":1}`, 5)+`]`, 1)
	parts, err := split(t, strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	if report := parts[0].Knowledge.Document.Report; len(report.Warnings) != 2*ingest.MostWarnings || len(report.Unaccounted) != 6 {
		t.Errorf("%d warnings, %d places", len(report.Warnings), len(report.Unaccounted))
	}
}

func TestADocumentOfANarrowedExportIsMarked(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	lines[0] = strings.Replace(lines[0], `"filtered":false`, `"filtered":true`, 1)
	parts, err := split(t, strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		d := part.Knowledge.Document
		if !strings.HasSuffix(d.Fingerprint, " partial") || len(d.Report.Warnings) != 1 {
			t.Errorf("fingerprint %q, warnings %q", d.Fingerprint, d.Report.Warnings)
		}
	}
}

func TestContentOfManyPiecesIsPutTogether(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	text := lines[1][strings.Index(lines[1], `"text":"`):]
	raw := []byte{0, 0xff, '<', 'p', '>'}
	lines[1] = strings.Replace(strings.Replace(lines[1], `"more_content":0,`+text, `"more_content":3}`+"\n", 1),
		`"text_of":"file"`, `"text_of":"extract"`, 1) +
		`{"kind":"content",` + strings.TrimSuffix(text, "\n") + "\n" +
		`{"kind":"content","original_base64":"` + base64.StdEncoding.EncodeToString(raw[:2]) + `"}` + "\n" +
		`{"kind":"content","original_base64":"` + base64.StdEncoding.EncodeToString(raw[2:]) + `"}` + "\n"
	parts, err := split(t, strings.Join(lines, ""))
	if diff := cmp.Diff(whole(), sizes(parts)); diff != "" || err != nil {
		t.Fatalf("error %v, entries (-want +got):\n%s", err, diff)
	}
	if k := parts[0].Knowledge; !bytes.Equal(k.Content.Original, raw) || k.Document.Bytes != int64(len(raw)) {
		t.Errorf("original = %q of %d bytes, want %q", k.Content.Original, k.Document.Bytes, raw)
	}
}

// endless is a file that never ends.
type endless struct{ line string }

func (e endless) Read(to []byte) (int, error) { return copy(to, e.line), nil }

func TestReadingEndsWhenTheCallerStops(t *testing.T) {
	t.Parallel()
	lines := bakery(t)
	bomb := io.MultiReader(strings.NewReader(lines[0]), endless{"{"})
	count := 0
	for _, err := range export.New(words(t)).Split(t.Context(), bomb) {
		if count++; err == nil || lineOf(err) != 2 {
			t.Errorf("error = %v, want one at line 2", err)
		}
	}
	if count != 1 {
		t.Errorf("%d parts of a file that is none", count)
	}
}

func FuzzSplit(f *testing.F) {
	lines := bakery(f)
	f.Add(strings.Join(lines, ""))
	for i := range lines {
		f.Add(strings.Join(append(append([]string{}, lines[:i]...), lines[min(i+1, len(lines)-1):]...), ""))
	}
	f.Fuzz(func(t *testing.T, content string) {
		parts, err := split(t, content)
		if err != nil && lineOf(err) == 0 {
			t.Errorf("the error %v names no line", err)
		}
		for _, part := range parts {
			holds(t, *part.Knowledge)
		}
	})
}

// holds checks that whatever was taken over says what its text says.
func holds(t *testing.T, k quarry.Knowledge) {
	t.Helper()
	verifier := evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256)
	check := func(entry quarry.Claimant) {
		if claim := quarry.ClaimOf(entry); !verifier.Verify(claim.Source, claim.Words...).Verified {
			t.Errorf("%q was taken over, and the text does not say it", claim.ID)
		}
	}
	for _, q := range k.Questions {
		check(q)
	}
	for _, f := range k.Facts {
		check(f)
	}
	for _, s := range k.Specs {
		check(s)
	}
	for _, p := range k.Passages {
		check(p)
	}
}
