package webpage_test

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/format/webpage"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/fold"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/internal/evidence"
)

// read takes a page through the whole pipeline and returns its questions, each
// with the beginning of its answer, after verifying them.
func read(t *testing.T, name string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	lexicon := ingesttest.Lexicon(t)
	pipeline := ingest.NewPipeline(ingest.Config{
		Parsers:    []ingest.Parser{markdown.New(lexicon, fold.New(lexicon), pattern.New(lexicon))},
		Extractors: []ingest.Extractor{webpage.New(lexicon)},
		Lexicon:    lexicon, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return time.Unix(1_700_000_000, 0).UTC() },
	})
	raw, err := pipeline.Read(t.Context(), ingest.Source{
		Name: name, Collection: quarry.DefaultCollection, Root: "/cases", Path: name,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := pipeline.Prepare(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	k := tagged.Knowledge
	if k.Document.TextOf != quarry.TextOfExtract || !bytes.Equal(k.Content.Original, content) || k.Document.Report.Coverage != 1 {
		t.Errorf("text of %s, coverage %v; want an extract of which every line is accounted for", k.Document.TextOf, k.Document.Report.Coverage)
	}
	found := map[string]string{}
	for _, q := range k.Questions {
		if checked := evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256).Verify(q.Source, q.Claims()...); !checked.Verified {
			t.Errorf("%q is not verified: %q are missing", q.Text, checked.MissingWords)
		}
		found[q.Text], _, _ = strings.Cut(q.Answer, "\n")
	}
	return found
}

func TestTheQuestionsOfAPageAreFound(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[string]string{
		"accordion-faq.html": {
			"How often must a starter be fed?": "Once a day at 24 °C, once a week in the cold.",
			"Why does it smell of pear drops?": "It is hungry: *ethyl acetate* forms.",
			"What is autolyse?":                "A rest of flour and water, before salt is added.",
			"Is salt needed?":                  "Yes, about 2 % of the flour.",
			"How hot must it be?":              "At least 230 °C.",
			"Can I bake without a stone?":      "Yes. A heavy pan does as well.",
		},
		"dl-faq.html": {
			"Who led the fleet?":       "Enrico Dandolo, who was nearly blind.",
			"When did the walls fall?": "On 13 April.",
		},
		"schema-faq.html": {
			"What is an indicator?": "A dye that changes colour with the pH.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := read(t, name)
			for question, answer := range want {
				if diff := cmp.Diff(answer, got[question]); diff != "" {
					t.Errorf("%s: answer differs (-want +got):\n%s", question, diff)
				}
			}
		})
	}
}
