package ingest

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func span(from, to int) quarry.Span { return quarry.Span{ByteStart: from, ByteEnd: to} }

func TestWhatNothingHoldsIsAlone(t *testing.T) {
	t.Parallel()
	by := []quarry.Span{span(40, 60), span(0, 10), span(5, 20)}
	spans := []quarry.Span{span(0, 10), span(2, 8), span(8, 20), span(8, 21), span(12, 21), span(39, 45), span(40, 60), span(60, 61)}
	if got, want := unheld(spans, by, outerFirst), []int{3, 5, 7}; !slices.Equal(got, want) {
		t.Errorf("%v stand alone, want %v", got, want)
	}
}

// Each span is looked at as often among many as among few, but for their order.
func TestHowOftenSpansAreCompared(t *testing.T) {
	t.Parallel()
	const size, most = 1 << 12, 2 * 12 // a sort's, and some
	var spans, by []quarry.Span
	for i := range size {
		spans, by = append(spans, span(10*i, 10*i+9)), append(by, span(10*i+1, 10*i+8))
	}
	count := 0
	alone := unheld(spans, by, func(a, b quarry.Span) int { count++; return outerFirst(a, b) })
	if len(alone) != size || count > most*size {
		t.Errorf("%d of %d stand alone after %d comparisons, want at most %d", len(alone), size, count, most*size)
	}
}
