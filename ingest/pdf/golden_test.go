package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/pdf"
)

var update = flag.Bool("update", false, "write the golden files anew")

func extraction() ingesttest.Extraction {
	return ingesttest.Extraction{
		New:    func() ingest.Extractor { return pdf.New() },
		Files:  files(),
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	extraction().Golden(t)
}

func FuzzExtract(f *testing.F) { extraction().Fuzz(f) }

func TestACancelledRunEndsBetweenPages(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pdf.New().Extract(ctx, files()["quiz.pdf"]); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that the run was cancelled", err)
	}
}

func TestAHeaderMayStandBehindOtherBytes(t *testing.T) {
	t.Parallel()
	content := append(bytes.Repeat([]byte{'x'}, 900), files()["quiz.pdf"]...)
	content = append(content, "\n\x00\x00trailing\n"...)
	if sure := pdf.New().Recognise(content); sure != ingest.Certain {
		t.Fatalf("sure = %v, want certain", sure)
	}
	extract, err := pdf.New().Extract(t.Context(), content)
	if err != nil || !bytes.Contains(extract.Text, []byte("2. May an offer be withdrawn?")) {
		t.Errorf("text %q, error %v", extract.Text, err)
	}
	if sure := pdf.New().Recognise(bytes.Repeat([]byte{'x'}, 2000)); sure != ingest.NotMine {
		t.Errorf("sure = %v of no PDF", sure)
	}
}

func TestAPageThatUnpacksToTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	s := &sheet{}
	for range 20 << 20 / 8 {
		s.content.WriteString("1 2 3 4 ")
	}
	_, err := pdf.New().Extract(t.Context(), book{sheets: []*sheet{s}, packed: true}.bytes())
	if !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("error = %v, want a reason", err)
	}
}
