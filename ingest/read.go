package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Raw is a document that was read but not yet recognised.
type Raw struct {
	Source   Source
	Text     *Text
	SHA256   string  // of the file's own bytes
	Original []byte  // the file's own bytes, nil where Text is they
	Extract  Extract // what was said of the file where its text was taken out of it
}

// read loads a source, takes the text out of it where it is none itself, and
// refuses what holds none.
func (p *Pipeline) read(ctx context.Context, source Source) (Raw, error) {
	content, err := load(source, p.longest())
	if err != nil {
		return Raw{}, err
	}
	raw := Raw{Source: source, SHA256: Hash(content)}
	if extractor := p.extractor(content); extractor != nil {
		return extract(ctx, raw, content, extractor)
	}
	if len(content) > MaxTextBytes {
		return Raw{}, tooLong(MaxTextBytes)
	}
	if err := checkText(content); err != nil {
		return Raw{}, err
	}
	raw.Text = NewText(content)
	return raw, nil
}

// longest returns the most bytes of a file that anybody reads.
func (p *Pipeline) longest() int {
	longest := MaxTextBytes
	for _, extractor := range p.extractors {
		longest = max(longest, extractor.Limit())
	}
	return longest
}

func load(source Source, longest int) ([]byte, error) {
	file, err := source.Open()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(file, int64(longest)+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, readError(err)
	}
	if len(content) > longest {
		return nil, tooLong(longest)
	}
	return content, nil
}

func tooLong(limit int) error {
	return quarry.Errorf(quarry.KindTooLarge,
		"longer than %d MB, the most that is read of one document of its kind", limit>>20)
}

// Hash returns the SHA-256 of some bytes in lower-case hexadecimal.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// checkText refuses bytes that are not UTF-8 text, and names the line.
func checkText(content []byte) error {
	if len(bytes.TrimFunc(content, isSpace)) == 0 {
		return quarry.Errorf(quarry.KindInvalid, "empty: there is nothing to read")
	}
	if bytes.HasPrefix(content, []byte{0xff, 0xfe}) || bytes.HasPrefix(content, []byte{0xfe, 0xff}) {
		return quarry.Errorf(quarry.KindUnsupported, "UTF-16: save it as UTF-8")
	}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		return atLine(content, at, quarry.Errorf(quarry.KindUnsupported, "binary: there is a zero byte in it"))
	}
	if !utf8.Valid(content) {
		return atLine(content, firstInvalid(content), quarry.Errorf(quarry.KindUnsupported, "not valid UTF-8"))
	}
	return checkLines(content)
}

func checkLines(content []byte) error {
	for line, rest := 1, content; len(rest) > 0; line++ {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest) - 1
		}
		if end > MaxLineBytes {
			return &LineError{Line: line, Err: quarry.Errorf(quarry.KindTooLarge,
				"a line of more than %d MB", MaxLineBytes>>20)}
		}
		rest = rest[end+1:]
	}
	return nil
}

func atLine(content []byte, offset int, err error) error {
	return &LineError{Line: 1 + bytes.Count(content[:offset], []byte{'\n'}), Err: err}
}

func firstInvalid(content []byte) int {
	for at := 0; at < len(content); {
		r, size := utf8.DecodeRune(content[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(content)
}
