package jsonlines_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/jsonlines"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestLinesOfObjectsAreRecognisedByTheirHead(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		head string
		mine bool
	}{
		"two objects":           {"{\"a\": 1}\n{\"a\": 2}\n", true},
		"two and a beginning":   {"{\"a\": 1}\n{\"a\": 2}\n{\"a", true},
		"a blank line between":  {"\ufeff{\"a\": 1}\r\n\r\n{\"a\": 2}\r\n", true},
		"no line break behind":  {"{\"a\": 1}\n{\"a\": 2}", true},
		"one object":            {"{\"a\": 1}\n", false},
		"a document":            {"{\n\"a\": 1\n}\n", false},
		"a list":                {"[\n{\"a\": 1},\n{\"a\": 2}\n]\n", false},
		"lists":                 {"[1]\n[2]\n", false},
		"an export":             {"{\"quarry_export\": 1}\n{\"a\": 2}\n", false},
		"a bad second line":     {"{\"a\": 1}\n{\"a\": 2,}\n", false},
		"prose":                 {"{a}\n{b}\n", false},
		"nothing":               {"", false},
		"a long second line":    {"{\"a\": 1}\n{\"a\": \"" + strings.Repeat("x", ingest.HeadBytes), true},
		"a long first line":     {"{\"a\": \"" + strings.Repeat("x", ingest.HeadBytes), false},
		"a line of many values": {"{\"a\": 1} {\"b\": 2}\n{\"c\": 3}\n", false},
	} {
		if got := jsonlines.NewSplitter().Recognise([]byte(tc.head)); got > ingest.NotMine != tc.mine {
			t.Errorf("%s: sure to %v, want mine %t", name, got, tc.mine)
		}
	}
}

func TestPartsAreWholeLinesAndTogetherTheFile(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	for n := range ingest.PartRecords + 7 {
		fmt.Fprintf(&file, "{\"question\": \"What is number %d?\", \"answer\": %q}\n", n, strings.Repeat("x", 300))
	}
	var all bytes.Buffer
	line := 1
	for part, err := range jsonlines.NewSplitter().Split(t.Context(), bytes.NewReader(file.Bytes())) {
		if err != nil {
			t.Fatal(err)
		}
		if part.Line != line || !bytes.HasSuffix(part.Text, []byte("}\n")) || len(part.Text) > ingest.PartBytes+400 {
			t.Errorf("a part of %d bytes on line %d, want line %d", len(part.Text), part.Line, line)
		}
		line += bytes.Count(part.Text, []byte("\n"))
		all.Write(part.Text)
	}
	if !bytes.Equal(all.Bytes(), file.Bytes()) {
		t.Errorf("the parts have %d bytes, want %d", all.Len(), file.Len())
	}
}

func TestManyShortRecordsArePartedByTheirNumber(t *testing.T) {
	t.Parallel()
	parts := 0
	file := strings.NewReader(strings.Repeat("{\"a\": 1}\n", 2*ingest.PartRecords) + "\n \n")
	for _, err := range jsonlines.NewSplitter().Split(t.Context(), file) {
		if err != nil {
			t.Fatal(err)
		}
		parts++
	}
	if parts != 2 {
		t.Errorf("%d parts, want 2", parts)
	}
}

func TestARecordThatIsTooLongIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	file := io.MultiReader(strings.NewReader("{\"a\": 1}\n\"{"), io.LimitReader(endless{}, 2*ingest.MaxRecordBytes))
	parts, last := 0, error(nil)
	for _, err := range jsonlines.NewSplitter().Split(t.Context(), file) {
		if last = err; err == nil {
			parts++
		}
	}
	at, ok := errors.AsType[*ingest.LineError](last)
	if !ok || at.Line != 2 || !quarry.IsKind(last, quarry.KindTooLarge) || parts != 1 {
		t.Errorf("%d parts, then %v; want one part and line 2 too large", parts, last)
	}
}

type endless struct{}

func (endless) Read(to []byte) (int, error) {
	for i := range to {
		to[i] = 'x'
	}
	return len(to), nil
}

func TestWhatEndsReadingIsReturnedBehindWhatWasRead(t *testing.T) {
	t.Parallel()
	broken := io.MultiReader(strings.NewReader("{\"a\": 1}\n"), iotest.ErrReader(io.ErrClosedPipe))
	var last error
	for _, err := range jsonlines.NewSplitter().Split(t.Context(), broken) {
		last = err
	}
	if !errors.Is(last, io.ErrClosedPipe) {
		t.Errorf("ended with %v", last)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range jsonlines.NewSplitter().Split(ctx, strings.NewReader("{\"a\": 1}\n")) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	}
}

func TestADocumentIsRefusedWithItsFirstBadLineWhereHalfOfThemAreBad(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("{\"q\": \"What is rye?\"}\n", 10) + "{\"q\": 1, \"q\": 2}\n" + strings.Repeat("[1]\n", 8)
	if found, err := jsonlines.New(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(lines))); err != nil || len(found.Warnings) < 9 {
		t.Errorf("of 10 good lines and 9 bad ones: %q, %v; want a warning for each bad one", found.Warnings, err)
	}
	lines += "[1]\n"
	text := ingest.NewText([]byte(lines))
	parser := jsonlines.New(ingesttest.Lexicon(t))
	if parser.Recognise(text) == ingest.NotMine {
		t.Error("not recognised")
	}
	_, err := parser.Parse(t.Context(), text)
	at, ok := errors.AsType[*ingest.LineError](err)
	if !ok || at.Line != 11 || !strings.Contains(err.Error(), `"q" stands twice`) {
		t.Errorf("refused with %v; want the key that stands twice, on line 11", err)
	}
}
