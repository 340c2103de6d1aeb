package ingest_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/ingest"
)

// The line that is guessed for a span makes no difference but in time.
func TestASpanIsTheSameWhateverLineIsGuessedForIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		written := rapid.StringMatching(`([ab|é\x{feff}\n \t]|\r\n){0,30}`).Draw(t, "text")
		text := ingest.NewText([]byte(written))
		start := rapid.IntRange(0, len(written)).Draw(t, "start")
		end := rapid.IntRange(start, len(written)).Draw(t, "end")
		guess := rapid.IntRange(-1, text.Lines()+1).Draw(t, "guess")
		if near, span := text.SpanNear(guess, start, end), text.Span(start, end); near != span {
			t.Fatalf("near line %d: %+v, want %+v", guess, near, span)
		}
	})
}
