package ankitext_test

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/ankitext"
	"github.com/quarrykb/quarry/ingest/format/csvrecords"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// formatOf returns the name of the parser that takes a text among those that
// read lines.
func formatOf(t *testing.T, text string) string {
	t.Helper()
	lexicon := ingesttest.Lexicon(t)
	pipeline := ingest.NewPipeline(ingest.Config{
		Parsers: []ingest.Parser{
			csvrecords.New(lexicon), ankitext.New(lexicon), markdown.New(lexicon),
		},
		Lexicon: lexicon, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Unix(1, 0) },
	})
	raw, err := pipeline.Read(t.Context(), ingest.Source{
		Name: "cards", Collection: quarry.DefaultCollection, Root: "/cases", Path: "cards",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := pipeline.Prepare(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	return tagged.Knowledge.Document.Report.Format
}

func TestLinesGoToTheParserWhoseTheyAre(t *testing.T) {
	t.Parallel()
	const fronts = "What is rye?\tA grain.\nWhat is spelt?\tAn older grain.\nWhat is emmer?\tOlder still.\n"
	for name, tc := range map[string]struct{ text, want string }{
		"cards whose fronts all ask":          {fronts, "ankitext"},
		"under a title":                       {"Grains\n\n" + fronts, "ankitext"},
		"one of them without a back":          {fronts + "What is oat?\n", "ankitext"},
		"one of them with two backs":          {fronts + "What is oat?\tA grain.\tFor horses.\n", "ankitext"},
		"backs that ask, too":                 {strings.ReplaceAll(fronts, ".", "?"), "ankitext"},
		"backs that end in a grade":           {strings.ReplaceAll(fronts, "\n", " (easy)\n\n"), "ankitext"},
		"two cards":                           {"Why?\tSo.\nWho is it?\tShe.\n", "ankitext"},
		"backs with colons in pairs":          {strings.ReplaceAll(fronts, "\t", "\tIt is:: "), "ankitext"},
		"cards under the names of columns":    {"Question\tAnswer\n" + fronts, "csvrecords"},
		"terms and definitions":               {"rye\ta grain\nspelt\tan older grain\nemmer\tolder still\n", "ankitext"},
		"cards parted by semicolons":          {strings.ReplaceAll(fronts, "\t", ";"), "csvrecords"},
		"prompts without a tab":               {"What is rye?\nWhat is spelt?\n", "markdown"},
		"a question and then its answer":      {"What is rye?\nA grain.\nWhat is spelt?\nAn older grain.\n", "markdown"},
		"code that is indented":               {"func main() {\n\tprintln(1)\n\tif a {\n\t\tb()\n\t}\n}\n", "markdown"},
		"a table of numbers":                  {"1\t2\n3\t4\n5\t6\n", "markdown"},
		"Markdown that begins like a header":  {"#deck: of cards\n\nSome words, and what they mean.\n", "markdown"},
		"a heading with a colon":              {"#columns of a temple\n\nDoric: plain. Ionic: with scrolls.\n", "markdown"},
		"header lines above names of columns": {"#separator:tab\n#columns:Front\tBack\nFront\tBack\n" + fronts, "ankitext"},
		"a header line that names its marks":  {"#separator:pipe\nrye|a grain\n", "ankitext"},
		"a header that names no known marks":  {"#separator:none at all\n\nrye and a grain\n", "markdown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := formatOf(t, tc.text); got != tc.want {
				t.Errorf("%q went to %s; want %s", tc.text, got, tc.want)
			}
		})
	}
}

func TestEveryPartOfALongExportHasItsHeader(t *testing.T) {
	t.Parallel()
	const records = ingest.PartRecords + 10
	file := "#separator:semicolon\n#html:false\n#deck:Grains\n" + strings.Repeat("What is \"rye\"?;\"A grain;\nold\"\n", records)
	splitter, parser := ankitext.NewSplitter(ingesttest.Lexicon(t)), ankitext.New(ingesttest.Lexicon(t))
	if sure := splitter.Recognise([]byte(file[:ingest.HeadBytes])); sure < ingest.Certain {
		t.Fatalf("sure to %v", sure)
	}
	questions, parts := 0, 0
	for part, err := range splitter.Split(t.Context(), strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		found, err := parser.Parse(t.Context(), ingest.NewText(part.Text))
		if err != nil {
			t.Fatal(err)
		}
		parts++
		questions += len(found.Questions)
		if found.Title != "Grains" || found.Questions[0].Answer != "A grain;\nold" {
			t.Errorf("part %d: title %q, first answer %q", parts, found.Title, found.Questions[0].Answer)
		}
	}
	if questions != records || parts != 2 {
		t.Errorf("%d questions in %d parts; want %d in two", questions, parts, records)
	}
}

func TestHostileExportsAreReadOrRefused(t *testing.T) {
	t.Parallel()
	parser := ankitext.New(ingesttest.Lexicon(t))
	for name, text := range map[string]string{
		"a million quotes":      "#html:true\n" + strings.Repeat("\"", 1_000_000) + "\n",
		"quotes that never end": "#html:true\n" + strings.Repeat("\"a\t", 300_000) + "\n",
		"clozes in clozes":      "#html:true\n" + strings.Repeat("{{c1::", 200_000) + "\ta\n",
		"brackets":              "#html:false\n" + strings.Repeat("[", 1_000_000) + "\ta\n",
		"links":                 "#html:false\na\t" + strings.Repeat("[a](", 200_000) + ")\n",
		"sounds":                "#html:true\n" + strings.Repeat("[sound:", 200_000) + "\ta\n",
		"tags":                  "#html:true\n" + strings.Repeat("<b>", 300_000) + "\ta\n",
		"columns":               "#html:true\n" + strings.Repeat("a\t", 3000) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := ingest.NewText([]byte(text))
			if parser.Recognise(content) < ingest.Certain {
				t.Fatal("it is not taken for an export")
			}
			if found, err := parser.Parse(t.Context(), content); err != nil && !quarry.IsKind(err, quarry.KindTooLarge) {
				t.Errorf("%d questions, %v", len(found.Questions), err)
			}
		})
	}
}
