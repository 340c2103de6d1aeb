package csvrecords_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/csvrecords"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestProseWithSeparatorsIsNoTable(t *testing.T) {
	t.Parallel()
	parser := csvrecords.New(ingesttest.Lexicon(t))
	for name, text := range map[string]string{
		"a comma in every line":     "Roses are red, violets are blue,\nSugar is sweet, and so are you,\n",
		"keys and values":           "apple,banana\ncarrot,potato\nrye,wheat\n",
		"keys and values of prose":  "Flour, 500 grams\nWater, 350 grams\nSalt, 10 grams\n",
		"questions with a comma":    "What is rye, and why?\nWhat is wheat, and where?\n",
		"an address":                "12 High Street, Oxford, England\n7 Low Street, Leeds, England\n",
		"code":                      "int a, b;\nint c, d;\nint e, f;\n",
		"a Markdown table":          "| Question | Answer |\n|---|---|\n| What? | That. |\n",
		"one below a title":         "# Grains\n\n| Question | Answer |\n|---|---|\n| What is rye? | a grain |\n| What is bran? | a husk |\n",
		"one without outer pipes":   "Question | Answer\n:--|--:\nWhat is rye? | a grain\nWhat is bran? | a husk\n",
		"one record":                "question,answer\n",
		"a list of names":           "Anna; Berta; Clara\nDora; Emma; Frieda\n",
		"numbers in sentences":      "In 1648, it ended.\nIn 1713, another did.\nIn 1815, a third.\n",
		"a heading and paragraphs":  "# Treaties\n\nUtrecht, Rastatt, Baden.\n\nVienna, Paris, Berlin.\n",
		"a title like column names": "Questions, answers\n\nThe first part, on law.\n\nThe second part, on courts.\n",
		"front matter":              "---\ntitle: a, b\ntags: c, d\n---\n\nText.\n",
		"a quote that swallows all": "\"a,b\nc,d\ne,f\n",
	} {
		if sure := parser.Recognise(ingest.NewText([]byte(text))); sure != ingest.NotMine {
			t.Errorf("%s: sure to %v; want not at all", name, sure)
		}
	}
}

func TestATableOfMoreRowsThanADocumentMayHoldIsRefused(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte("question,answer\n" + strings.Repeat(",a grain\n", ingest.MaxEntries+1)))
	_, err := csvrecords.New(ingesttest.Lexicon(t)).Parse(t.Context(), text)
	if !quarry.IsKind(err, quarry.KindTooLarge) {
		t.Errorf("got %v, want an error that the table is too large", err)
	}
}

func TestBrokenTablesAreRefusedByTheirLine(t *testing.T) {
	t.Parallel()
	const table = "question,answer\nWhat is rye?,a grain\nWhat is spelt?,an older grain\n"
	for name, tc := range map[string]struct {
		text string
		line int
		kind quarry.Kind
	}{
		"a quote that is never closed": {table + "Who mills?,\"a miller\nWho bakes?,a baker\n", 4, quarry.KindInvalid},
		"at the end":                   {table + "Who mills?,\"", 4, quarry.KindInvalid},
		"three thousand columns":       {table + strings.Repeat("a,", 2999) + "a\n", 4, quarry.KindTooLarge},
		"an odd million of quotes":     {table + "Who?," + strings.Repeat("\"", 1_000_001) + "\n", 4, quarry.KindInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parser, text := csvrecords.New(ingesttest.Lexicon(t)), ingest.NewText([]byte(tc.text))
			if parser.Recognise(text) != ingest.Certain {
				t.Fatal("it is not taken for a table")
			}
			_, err := parser.Parse(t.Context(), text)
			at, ok := errors.AsType[*ingest.LineError](err)
			if !ok || at.Line != tc.line || !quarry.IsKind(err, tc.kind) {
				t.Errorf("the error is %v; want kind %v on line %d", err, tc.kind, tc.line)
			}
		})
	}
}

func TestAHeadIsKnownWhereverItIsCut(t *testing.T) {
	t.Parallel()
	file := []byte("question,answer\n" + strings.Repeat("\"What is rye, here?\",\"a grain,\nwith \"\"gluten\"\"\"\n", 4000))
	splitter := csvrecords.NewSplitter(ingesttest.Lexicon(t))
	for cut := range 60 {
		head := file[:ingest.HeadBytes]
		head = append(bytes.Clone(file[:16]), head[16+cut*len("\"What is rye, here?\",\"a grain,\nwith \"\"gluten\"\"\"\n"):]...)
		head = append(head, file[len(head):ingest.HeadBytes-cut]...)
		if sure := splitter.Recognise(head); sure != ingest.Certain {
			t.Errorf("cut at %d: sure to %v", len(head), sure)
		}
	}
	if sure := splitter.Recognise([]byte("question,answer\nWhat?,\x00\nWho?,a\n")); sure != ingest.NotMine {
		t.Errorf("bytes that are no text: sure to %v", sure)
	}
}

func TestALongFileIsSplitAndReadLikeAShortOne(t *testing.T) {
	t.Parallel()
	lexicon := ingesttest.Lexicon(t)
	const records = ingest.PartRecords + 10
	file := "sep=;\nFrage;Antwort\n" + strings.Repeat("Was ist Roggen?;ein \"altes\" Getreide\n", records)
	splitter, parser := csvrecords.NewSplitter(lexicon), csvrecords.New(lexicon)
	if sure := splitter.Recognise([]byte(file[:ingest.HeadBytes])); sure != ingest.Certain {
		t.Fatalf("sure to %v", sure)
	}
	questions := 0
	for part, err := range splitter.Split(t.Context(), strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(part.Text, []byte("sep=;\nFrage;Antwort\nWas")) {
			t.Errorf("the part on line %d begins with %.40q", part.Line, part.Text)
		}
		found, err := parser.Parse(t.Context(), ingest.NewText(part.Text))
		if err != nil {
			t.Fatal(err)
		}
		questions += len(found.Questions)
	}
	if questions != records {
		t.Errorf("%d questions; want %d", questions, records)
	}
}
