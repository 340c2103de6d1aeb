package ingest_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

func TestWhatIsNoTextIsRefusedWithItsLineAndReason(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	for name, tc := range map[string]struct {
		content string
		kind    quarry.Kind
		line    int
		reason  string
	}{
		"an empty file":      {"", quarry.KindInvalid, 0, "empty"},
		"only white space":   {" \t\r\n\n\u00a0\u2003\n", quarry.KindInvalid, 0, "empty"},
		"only a mark":        {"\ufeff\n", quarry.KindInvalid, 0, "empty"},
		"a zero byte":        {"a\nb\nc\x00d\n", quarry.KindUnsupported, 3, "binary"},
		"a picture":          {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", quarry.KindUnsupported, 0, "an image (PNG)"},
		"invalid UTF-8":      {"a\nb\xffc\n", quarry.KindUnsupported, 2, "UTF-8"},
		"half a character":   {"a\n\n\ne\xcc", quarry.KindUnsupported, 4, "UTF-8"},
		"a surrogate":        {"\xed\xa0\x80\n", quarry.KindUnsupported, 1, "UTF-8"},
		"DOS":                {"a\nM\x84nner und Fr\x81chte\n", quarry.KindUnsupported, 2, "0x84 stands here; which encoding it is in cannot be told"},
		"a few words of GBK": {"The \xcf\xd4\xb4\xe6 of this card is large.\n", quarry.KindUnsupported, 1, "iconv -f ENCODING"},
		"broken XML":         {"<?xml version='1.0' encoding='utf-8'?>\n<a>caf\xe9</a>\n", quarry.KindUnsupported, 2, "0xE9"},
		"one torn character": {"Crème fraîche\nJus d’oran\xe9\n", quarry.KindUnsupported, 2, "1 such bytes in a text that is UTF-8 otherwise"},
		"a text like UTF-16": {"a\x00b\x00", quarry.KindUnsupported, 1, "binary"},
		"UTF-16 with a zero": {"\xff\xfea\x00\n\x00\x00\x00", quarry.KindUnsupported, 2, "binary"},
		"nothing but a mark": {"\xff\xfe", quarry.KindInvalid, 0, "empty"},
		"one line of 50 MB":  {strings.Repeat("b", 50<<20), quarry.KindTooLarge, 0, "4 MB"},
		"more than 4 MB":     {strings.Repeat("b\n", 2<<20+1), quarry.KindTooLarge, 0, "4 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := p.Read(t.Context(), textSource("a.md", tc.content))
			refused, ok := errors.AsType[*ingest.StageError](err)
			if !ok || !quarry.IsKind(err, tc.kind) {
				t.Fatalf("error = %v, want one of kind %d", err, tc.kind)
			}
			got := refused.Rejection()
			if got.Stage != "read" || got.Source != "/notes/a.md" || got.Line != tc.line || !strings.Contains(got.Reason, tc.reason) {
				t.Errorf("rejection = %+v; want line %d, a reason with %q", got, tc.line, tc.reason)
			}
		})
	}
}

func TestTextUpToTheLimitsIsRead(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	for name, content := range map[string]string{
		"4 MB":                 strings.Repeat("b\n", 2<<20),
		"a line of 1 MB":       strings.Repeat("b", 1<<20) + "\n",
		"the same, at the end": strings.Repeat("b", 1<<20),
		"a mark and a letter":  "\ufeffa",
		"control characters":   "a\x01\x0b\x7f\n",
		"the last character":   "\U0010ffff",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := p.Read(t.Context(), textSource("a.md", content))
			if err != nil || string(raw.Text.Bytes) != content {
				t.Errorf("read %d bytes, error %v; want %d", len(raw.Text.Bytes), err, len(content))
			}
		})
	}
}

func TestAFileThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	p := pipeline(t)
	for name, tc := range map[string]struct {
		file   string
		reason string
	}{
		"a folder":            {folder, "not a regular file"},
		"a pipe":              {pipe, "not a regular file"},
		"a device":            {os.DevNull, "not a regular file"},
		"a file that is gone": {filepath.Join(folder, "gone.md"), "no such file"},
		"a file as a folder":  {filepath.Join(pipe, "a.md"), "not a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := p.Read(t.Context(), ingest.FileSource("main", folder, "a.md", tc.file))
			if err == nil || !strings.Contains(err.Error(), tc.reason) {
				t.Errorf("error = %v, want one that says %q", err, tc.reason)
			}
		})
	}
}

// A test that runs as root can read every file; a disk that fails mid-way
// cannot be read by anybody.
func TestAFileThatFailsMidWayIsRefused(t *testing.T) {
	t.Parallel()
	broken := textSource("a.md", "")
	broken.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(iotest.ErrReader(&os.PathError{Op: "read", Path: "/secret", Err: syscall.EIO})), nil
	}
	_, err := pipeline(t).Read(t.Context(), broken)
	refused, ok := errors.AsType[*ingest.StageError](err)
	if !ok || !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Fatalf("error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
	if reason := refused.Rejection().Reason; !strings.Contains(reason, "input/output error") || strings.Contains(reason, "/secret") {
		t.Errorf("reason = %q; want the system's words without the path", reason)
	}
}

// recordParser is a lineParser for lines of any length.
type recordParser struct{ lineParser }

func (recordParser) ReadsAnyLine() {}

func TestALineOfSeveralMegabytesIsForThoseThatReadAnyLine(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"in the middle": "a\n" + strings.Repeat("b", 2<<20) + "\n",
		"at the end":    "a\n" + strings.Repeat("b", 2<<20),
	} {
		raw, err := pipeline(t).Read(t.Context(), textSource("a.md", text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = pipeline(t).Prepare(t.Context(), raw)
		refused, ok := errors.AsType[*ingest.StageError](err)
		if !ok || !quarry.IsKind(err, quarry.KindTooLarge) || refused.Rejection().Line != 2 {
			t.Errorf("%s: error = %v, want the line to be too long", name, err)
		}
		surer := lineParser{recognise: func(*ingest.Text) ingest.Confidence { t.Error("it is asked"); return ingest.Certain }}
		tagged, err := pipeline(t, surer, recordParser{}).Prepare(t.Context(), raw)
		if err != nil || tagged.Knowledge.Document.Report.Format != "lines" {
			t.Errorf("%s: error = %v, want the text to be read", name, err)
		}
	}
}
