package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// File is one document and the place where the service embeds it.
type File struct {
	Path    string
	Content []byte
}

// Write puts the files in place and names them on out.
func Write(files []File, out io.Writer) error {
	for _, file := range files {
		if err := os.WriteFile(file.Path, file.Content, 0o644); err != nil { //nolint:gosec // a source file, which everybody may read
			return fmt.Errorf("write the contract: %w", err)
		}
		if _, err := fmt.Fprintf(out, "wrote %s (%d bytes)\n", file.Path, len(file.Content)); err != nil {
			return err
		}
	}
	return nil
}

// Compare returns an error that names each file which is not what it should
// be, with the first line that differs. It writes nothing but its report.
func Compare(files []File, out io.Writer) error {
	var stale []error
	for _, file := range files {
		have, err := os.ReadFile(filepath.Clean(file.Path))
		if err != nil {
			return fmt.Errorf("read the contract: %w", err)
		}
		if err := differ(file.Content, have); err != nil {
			stale = append(stale, fmt.Errorf("%s is stale: %w; run `make generate` and commit the result", file.Path, err))
			continue
		}
		if _, err := fmt.Fprintf(out, "%s matches the annotations\n", file.Path); err != nil {
			return err
		}
	}
	return errors.Join(stale...)
}

// differ names the first line at which two texts part, or returns nil.
func differ(want, have []byte) error {
	wanted, had := bytes.Split(want, []byte("\n")), bytes.Split(have, []byte("\n"))
	for i := range max(len(wanted), len(had)) {
		if a, b := lineAt(wanted, i), lineAt(had, i); a != b {
			return fmt.Errorf("line %d should be %q and is %q", i+1, a, b)
		}
	}
	return nil
}

func lineAt(lines [][]byte, i int) string {
	if i >= len(lines) {
		return "(end of file)"
	}
	return string(lines[i])
}
