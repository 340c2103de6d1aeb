package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/pdf"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/ingesttest/pdffile"
)

var update = flag.Bool("update", false, "write the golden files anew")

func extractor(tb testing.TB) *pdf.Extractor {
	tb.Helper()
	return pdf.New(ingesttest.Lexicon(tb))
}

func extraction(tb testing.TB) ingesttest.Extraction {
	tb.Helper()
	one := extractor(tb)
	return ingesttest.Extraction{
		New:    func() ingest.Extractor { return one },
		Files:  files(),
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	extraction(t).Golden(t)
}

func FuzzExtract(f *testing.F) { extraction(f).Fuzz(f) }

func TestACancelledRunEndsBetweenPages(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := extractor(t).Extract(ctx, files()["quiz.pdf"]); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that the run was cancelled", err)
	}
}

func TestAHeaderMayStandBehindOtherBytes(t *testing.T) {
	t.Parallel()
	content := append(bytes.Repeat([]byte{'x'}, 900), files()["quiz.pdf"]...)
	content = append(content, "\n\x00\x00trailing\n"...)
	if sure := extractor(t).Recognise(content); sure != ingest.Certain {
		t.Fatalf("sure = %v, want certain", sure)
	}
	extract, err := extractor(t).Extract(t.Context(), content)
	if err != nil || !bytes.Contains(extract.Text, []byte("2. May an offer be withdrawn?")) {
		t.Errorf("text %q, error %v", extract.Text, err)
	}
	if sure := extractor(t).Recognise(bytes.Repeat([]byte{'x'}, 2000)); sure != ingest.NotMine {
		t.Errorf("sure = %v of no PDF", sure)
	}
}

func TestAPageThatUnpacksToTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	s := &sheet{}
	for range 20 << 20 / 8 {
		s.content.WriteString("1 2 3 4 ")
	}
	_, err := extractor(t).Extract(t.Context(), book{sheets: []*sheet{s}, packed: true}.bytes())
	if !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("error = %v, want a reason", err)
	}
}

func TestObjectsWithinAStreamAreReadLikeOthers(t *testing.T) {
	t.Parallel()
	const words = 5000
	plain, err := extractor(t).Extract(t.Context(), pdffile.Ordinary(words))
	within, errToo := extractor(t).Extract(t.Context(), pdffile.Within(words))
	if err != nil || errToo != nil || !bytes.Equal(plain.Text, within.Text) || len(bytes.Fields(plain.Text)) != words {
		t.Errorf("%d and %d bytes of text, errors %v and %v, want the same text of %d words", len(plain.Text), len(within.Text), err, errToo, words)
	}
}

func TestWhatIsSaidLastOfAnObjectCounts(t *testing.T) {
	t.Parallel()
	first := book{sheets: []*sheet{(&sheet{}).text(72, 700, 12, "Weld dyes wool blue.")}}.bytes()
	content := strings.Replace(string(first), "%%EOF", "%%EOF\n5 0 obj\n"+book{}.stream((&sheet{}).text(72, 700, 12, "Weld dyes wool yellow.").content.String())+"\nendobj\n%%EOF", 1)
	extract, err := extractor(t).Extract(t.Context(), []byte(content))
	if err != nil || string(extract.Text) != "Weld dyes wool yellow.\n" {
		t.Errorf("text %q, error %v", extract.Text, err)
	}
}

func TestObjectsAreFoundBesideWhatLooksLikeOne(t *testing.T) {
	t.Parallel()
	page := (&sheet{}).text(72, 700, 12, "Here 1 0 obj begins, a stream of words,").text(72, 685, 12, "and a trailer.")
	b := book{info: "/Title (The stream of 5 0 objects)", sheets: []*sheet{page}}
	extract, err := extractor(t).Extract(t.Context(), b.bytes())
	if err != nil || string(extract.Text) != "Here 1 0 obj begins, a stream of words, and a trailer.\n" || extract.Title != "The stream of 5 0 objects" {
		t.Errorf("title %q, text %q, error %v", extract.Title, extract.Text, err)
	}
}

func TestAFileEncryptedWithoutAPasswordIsRead(t *testing.T) {
	t.Parallel()
	for _, cipher := range []string{"RC4", "AES"} {
		b := book{info: "/Title (Madder and weld)", sheets: []*sheet{(&sheet{}).text(72, 700, 12, "Weld dyes wool yellow.")}}
		extract, err := extractor(t).Extract(t.Context(), b.encrypted(cipher))
		if err != nil || string(extract.Text) != "Weld dyes wool yellow.\n" || extract.Title != "Madder and weld" {
			t.Errorf("%s: title %q, text %q, error %v", cipher, extract.Title, extract.Text, err)
		}
	}
}

// endsSoon is a context that ends when it was looked at so often.
type endsSoon struct {
	context.Context //nolint:containedctx // it is one

	looks int
}

func (c *endsSoon) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestACancelledRunEndsWithinAPage(t *testing.T) {
	t.Parallel()
	const words = 500_000
	page := &sheet{}
	page.content.WriteString("BT /F 12 Tf " + strings.Repeat("(wool ) Tj ", words) + "ET")
	const looks = 3
	ctx := &endsSoon{Context: t.Context(), looks: looks}
	if _, err := extractor(t).Extract(ctx, book{sheets: []*sheet{page}}.bytes()); !errors.Is(err, context.Canceled) || ctx.looks < -looks {
		t.Errorf("error = %v, looked at the context %d times after its end, want that the run ends", err, -ctx.looks)
	}
}
