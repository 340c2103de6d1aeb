package pdf_test

import (
	"bytes"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/format/pdf"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/ingesttest/pdffile"
)

// hostile returns files about so many bytes long that are made to be dear.
func hostile(size int) map[string]string {
	drawn := func(b book, content string) string {
		page := (&sheet{}).text(72, 700, 12, "Madder").in("M", 72, 600, 12, "\x00\x01")
		page.content.WriteString(content)
		b.sheets = []*sheet{page}
		return string(b.bytes())
	}
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	ranges := func(piece string) string {
		return "1 begincodespacerange endcodespacerange 9 beginbfrange " + fill(piece)
	}
	return map[string]string{
		"codes again and again":   drawn(book{codes: ranges("<0000> <ffff> <0041> endbfrange ")}, ""),
		"codes without letters":   drawn(book{codes: ranges("<00000000> <ffffffff> 0 endbfrange ")}, ""),
		"a list of too few codes": drawn(book{codes: ranges("<00000000> <ffffffff> [<0041>] endbfrange ")}, ""),
		"widths again and again":  drawn(book{widths: fill("0 69999 5 ")}, ""),
		"widths of no code":       drawn(book{widths: fill("9 0 5 ")}, ""),
		"open texts":              drawn(book{}, fill("(")),
		"open lists":              drawn(book{}, fill("[")),
		"open dictionaries":       drawn(book{}, fill("<<")),
		"pictures":                drawn(book{}, fill("ID ")),
		"letters":                 drawn(book{}, fill("BT (a) Tj ET ")),
		"states":                  drawn(book{}, fill("q ")),
	}
}

func TestTheCostOfHostileFilesIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	reader := extractor(t)
	ingesttest.Linear(t, hostile, func(content []byte) {
		if _, err := reader.Extract(t.Context(), content); err != nil && quarry.Explain(err).Kind == quarry.KindInternal {
			t.Fatal(err)
		}
	})
}

// What is dear is not damaged: a page of one endless list takes more work than it has text.
func TestAFileThatTakesTooMuchWorkSaysSoAndWhere(t *testing.T) {
	t.Parallel()
	plain, dear := (&sheet{}).text(72, 700, 12, "Madder"), &sheet{}
	dear.content.WriteString("BT /F 12 Tf [(" + strings.Repeat("ab cd ) 1 (", 100_000) + ")] TJ ET")
	_, err := extractor(t).Extract(t.Context(), book{packed: true, sheets: []*sheet{{}, dear}}.bytes())
	if got := quarry.Explain(err); got.Code != "parse_timeout" || !strings.Contains(got.Message, "(page 2)") {
		t.Errorf("error = %+v, want parse_timeout on page 2", got)
	}
	extract, err := extractor(t).Extract(t.Context(), book{packed: true, sheets: []*sheet{plain, dear, plain}}.bytes())
	said := strings.Join(extract.Warnings, "; ")
	if err != nil || !strings.Contains(said, "only the first 2 of 3 pages were read, the last in part") || strings.Contains(said, "damaged") {
		t.Errorf("warnings = %q, error %v, want how far it was read, and no damage", said, err)
	}
}

// Sizes of hostile files, and how often as much one may take: of an ordinary file, and
// of a quarter of it. What is quadratic takes sixteen times the quarter.
const (
	smallHostile  = 250 << 10
	largeHostile  = 1 << 20
	ordinaryWords = 100_000
	leastWords    = 20_000 // below which fixed costs count
	besideWords   = 3
	besideQuarter = 8
)

func TestAHostileFileTakesAtMostThreeTimesAnOrdinaryOne(t *testing.T) { //nolint:paralleltest // others would be counted too
	small, large := pdffile.Hostile(smallHostile), pdffile.Hostile(largeHostile)
	peer, reader := pdffile.Ordinary(ordinaryWords), extractor(t)
	for name, content := range large {
		extract, _ := reader.Extract(t.Context(), content)
		words := max(leastWords, len(bytes.Fields(extract.Text)))
		ordinary := max(float64(words)/ordinaryWords, float64(len(content))/float64(len(peer)))
		if times := timesAsDear(t, reader, content, peer, besideWords*ordinary) / ordinary; times > besideWords {
			t.Errorf("%s: %.1f times an ordinary file of %d words and %d bytes, want at most %d times", name, times, words, len(content), besideWords)
		}
		const few = float64(leastWords) / ordinaryWords // what a quarter is taken for that takes next to nothing
		if timesAsDear(t, reader, content, peer, besideQuarter*few) <= besideQuarter*few {
			continue
		}
		if times := timesAsDear(t, reader, content, small[name], besideQuarter); times > besideQuarter {
			t.Errorf("%s: %.1f times what a quarter of it takes, want at most %d times", name, times, besideQuarter)
		}
	}
}

// timesAsDear returns how many times the processor time of another file one takes: the least
// of readings in turns, which whatever else the machine does slows alike, until that is few
// enough.
func timesAsDear(t *testing.T, reader *pdf.Extractor, one, other []byte, enough float64) float64 {
	t.Helper()
	least := math.Inf(1)
	for round := 0; round < 5 && least > enough; round++ {
		least = min(least, float64(took(t, reader, one))/float64(max(1, took(t, reader, other))))
	}
	return least
}

// took returns the processor time of a reading. The file may be refused.
func took(t *testing.T, reader *pdf.Extractor, content []byte) time.Duration {
	t.Helper()
	runtime.GC()
	before := ingesttest.ProcessorTime(t)
	if _, err := reader.Extract(t.Context(), content); err != nil && quarry.Explain(err).Kind == quarry.KindInternal {
		t.Fatal(err)
	}
	return ingesttest.ProcessorTime(t) - before
}

func TestATableThatClaimsTooMuchIsNotNeeded(t *testing.T) {
	t.Parallel()
	for name, junk := range map[string]string{
		"within another": "xref 500 500 " + strings.Repeat("5 5 n ", 100),
		"behind remarks": "xref % here\n% and here\n999999999999 % what\n10\n",
	} {
		content := book{junk: junk, sheets: []*sheet{(&sheet{}).text(72, 700, 12, "Madder")}}.bytes()
		large := []byte(strings.Replace(string(content), "xref\n0 ", "xref\n999999999999 ", 1))
		if extract, err := extractor(t).Extract(t.Context(), large); err != nil || string(extract.Text) != "Madder\n" {
			t.Errorf("%s: text %q, error %v", name, extract.Text, err)
		}
	}
}

func TestATextBehindADictionaryIsRead(t *testing.T) {
	t.Parallel()
	page := (&sheet{}).text(72, 700, 12, "Madder")
	page.content.WriteString("BT /F 12 Tf 1 0 0 1 72 600 Tm /Span <</E 1>><616c756d> Tj ET\n")
	extract, err := extractor(t).Extract(t.Context(), book{sheets: []*sheet{page}}.bytes())
	if err != nil || !strings.Contains(string(extract.Text), "alum") {
		t.Errorf("text %q, error %v", extract.Text, err)
	}
}
