package rest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// sentThrough sends a text through a folder in two writes, and does something between them.
func sentThrough(t *testing.T, folder string, text []byte, between func(*SentParts)) []byte {
	t.Helper()
	var sent bytes.Buffer
	out := NewSentParts(&sent, folder)
	defer out.Close()
	for i, some := range [][]byte{text[:len(text)/2], text[len(text)/2:]} {
		if i == 1 {
			between(out)
		}
		if _, err := out.Write(some); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.End(); err != nil {
		t.Fatal(err)
	}
	return sent.Bytes()
}

// readOnly returns what a file has, in one that takes no more.
func readOnly(t *testing.T, from *os.File, length int64) *os.File {
	t.Helper()
	all := make([]byte, length)
	path := filepath.Join(t.TempDir(), "full")
	_, err := from.ReadAt(all, 0)
	if err = errors.Join(err, from.Close(), os.WriteFile(path, all, 0o600)); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAPartIsSentWhereNoFileCanHoldIt(t *testing.T) {
	t.Parallel()
	var text []byte
	for i := range 5 * ExportBuffer {
		text = append(text, byte(i%251))
	}
	for name, tc := range map[string]struct {
		folder  string
		between func(*SentParts)
	}{
		"at all":   {filepath.Join(t.TempDir(), "missing"), func(*SentParts) {}},
		"any more": {t.TempDir(), func(p *SentParts) { p.file = readOnly(t, p.file, p.spilled) }},
	} {
		if sent := sentThrough(t, tc.folder, text, tc.between); !bytes.Equal(sent, text) {
			t.Errorf("%s: %d bytes were sent, want all %d in their order", name, len(sent), len(text))
		}
	}
}
