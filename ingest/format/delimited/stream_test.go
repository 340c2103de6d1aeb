package delimited_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

func parts(t *testing.T, s delimited.Stream, text string) ([]ingest.Part, error) {
	t.Helper()
	var found []ingest.Part
	for part, err := range s.Parts(t.Context(), strings.NewReader(text)) {
		if err != nil {
			return found, err
		}
		found = append(found, part)
	}
	return found, nil
}

func TestEveryPartRepeatsTheHead(t *testing.T) {
	t.Parallel()
	const records = ingest.PartRecords*2 + 5
	var file strings.Builder
	file.WriteString("number,\"a\nname\"\n")
	for n := range records {
		fmt.Fprintf(&file, "%d,\"of\ntwo lines\"\n", n)
	}
	found, err := parts(t, delimited.Stream{Separator: ',', Head: 1, Strict: true}, file.String())
	if err != nil || len(found) != 3 {
		t.Fatalf("%d parts, %v; want three", len(found), err)
	}
	const head = "number,\"a\nname\"\n"
	var joined strings.Builder
	joined.WriteString(head)
	lines := strings.Split(file.String(), "\n")
	for i, part := range found {
		rest, ok := strings.CutPrefix(string(part.Text), head)
		if !ok {
			t.Fatalf("part %d begins with %.40q", i+1, part.Text)
		}
		joined.WriteString(rest)
		if first, _, _ := strings.Cut(rest, "\n"); lines[part.Line+2-1] != first {
			t.Errorf("part %d is said to begin on line %d, %q; its first record is %q", i+1, part.Line, lines[part.Line+2-1], first)
		}
	}
	if joined.String() != file.String() {
		t.Error("the parts together are not the file")
	}
}

func TestAShortFileIsOnePartAsItIs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a,b\n", "\ufeffa,b\r\n\r\nc,\"d\r\ne\"", "a,b\n\n\n", "\n\na,b\n"} {
		found, err := parts(t, delimited.Stream{Separator: ',', Head: 1, Strict: true}, text)
		if err != nil || len(found) != 1 || string(found[0].Text) != text || found[0].Line != 1 {
			t.Errorf("%q became %+v, %v", text, found, err)
		}
	}
}

func TestAQuoteThatIsNeverClosedEndsAStrictFile(t *testing.T) {
	t.Parallel()
	const text = "a,b\nc,d\ne,\"f\ng,h\n"
	_, err := parts(t, delimited.Stream{Separator: ',', Head: 1, Strict: true}, text)
	at, ok := errors.AsType[*ingest.LineError](err)
	if !ok || at.Line != 3 || !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("the error is %v; want an invalid line 3", err)
	}
	found, err := parts(t, delimited.Stream{Separator: ',', Head: 1}, text)
	if err != nil || len(found) != 1 || string(found[0].Text) != text {
		t.Errorf("where a quote may be a character: %v, %v", found, err)
	}
}

func TestARecordThatIsTooLongIsRefusedByItsLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", ingest.MaxRecordBytes)
	for name, tc := range map[string]struct {
		text string
		line int
		kind quarry.Kind
	}{
		"a field":                {"a,b\nc," + long + "\n", 2, quarry.KindTooLarge},
		"a quote that is open":   {"a,b\nc,d\ne,\"f\n" + long, 3, quarry.KindInvalid},
		"several million quotes": {"a,b\n" + strings.Repeat("\"", ingest.MaxRecordBytes+1), 2, quarry.KindTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parts(t, delimited.Stream{Separator: ',', Head: 1, Strict: true}, tc.text)
			at, ok := errors.AsType[*ingest.LineError](err)
			if !ok || at.Line != tc.line || !quarry.IsKind(err, tc.kind) {
				t.Errorf("the error is %v; want kind %v on line %d", err, tc.kind, tc.line)
			}
		})
	}
}

func TestAFileThatCannotBeReadSaysSo(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is gone")
	for _, err := range (delimited.Stream{Separator: ',', Head: 1}).Parts(t.Context(), iotest.ErrReader(broken)) {
		if !errors.Is(err, broken) {
			t.Errorf("the error is %v; want %v", err, broken)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range (delimited.Stream{Separator: ',', Head: 1}).Parts(ctx, strings.NewReader("a,b\n")) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v; want %v", err, context.Canceled)
		}
	}
}
