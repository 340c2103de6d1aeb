package ingest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Loaded is a document whose bytes are in memory, and not looked into yet.
type Loaded struct {
	Source  Source
	Content []byte // the file's own bytes, or those of a part of it
	SHA256  string // of Content
	Part    bool   // whether a splitter cut it out of a file of records

	// Encoding is the one that the file of a part is in; "" where its beginning does not tell.
	Encoding string
}

// Raw is a document that was read but not yet recognised.
type Raw struct {
	Source   Source
	Text     *Text
	SHA256   string  // of the file's own bytes
	Original []byte  // the file's own bytes, nil where Text is they
	Encoding string  // that the file is in; "" for UTF-8, and for what is no text
	Extract  Extract // what was said of the file where its text was taken out of it

	longLine error // that a line is longer than most parsers read, nil where none is
}

// load loads a source, and refuses what no extractor reads.
func (p *Pipeline) load(_ context.Context, source Source) (Loaded, error) {
	head, file, err := open(source)
	if err != nil {
		return Loaded{}, err
	}
	if err := p.refuse(head); err != nil {
		return Loaded{}, errors.Join(err, file.Close())
	}
	return p.whole(source, head, file)
}

// open reads a file's head.
func open(source Source) ([]byte, io.ReadCloser, error) {
	file, err := source.Open()
	if err != nil {
		return nil, nil, err
	}
	head, err := readUpTo(file, HeadBytes, source.Size)
	if err != nil {
		return nil, nil, errors.Join(readError(err), file.Close())
	}
	return head, file, nil
}

// whole loads a source of which the head was read already to its end, and closes it.
func (p *Pipeline) whole(source Source, head []byte, file io.ReadCloser) (Loaded, error) {
	longest := p.longest()
	rest, err := readUpTo(file, longest+1-len(head), 0)
	if err := errors.Join(err, file.Close()); err != nil {
		return Loaded{}, readError(err)
	}
	content := slices.Concat(head, rest)
	if len(content) > longest {
		if extractor, known := p.extractor(head); known {
			return Loaded{}, tooLong(extractor.Limit())
		}
		return Loaded{}, tooLong(MaxTextBytes)
	}
	return Loaded{Source: source, Content: content, SHA256: Hash(content)}, nil
}

// read brings a document into UTF-8, takes the text out of it where it is none itself, and
// refuses what holds none.
func (p *Pipeline) read(ctx context.Context, loaded Loaded) (Raw, error) {
	raw := Raw{Source: loaded.Source, SHA256: loaded.SHA256}
	plain := decoded{text: loaded.Content}
	extractor, extracts := Extractor(nil), false
	if !loaded.Part {
		plain = decode(loaded.Content)
		extractor, extracts = p.extractor(plain.text)
	}
	var err error
	switch {
	case loaded.Part && len(loaded.Content) > PartBytes+MaxRecordBytes:
		err = quarry.Errorf(quarry.KindTooLarge, "a record of more than %d MB", MaxRecordBytes>>20)
	case loaded.Part: // a line of it may be of any length
		plain = plain.told(loaded.Encoding)
		raw.Text, err = NewText(plain.text), checkEncoding(plain.text)
	case extracts:
		raw, err = extract(ctx, raw, plain.text, extractor)
	default:
		plain = plain.told("")
		raw.Text, err = NewText(plain.text), checkEncoding(plain.text)
		raw.longLine = checkLines(plain.text)
		if len(plain.text) > MaxTextBytes {
			err = tooLong(MaxTextBytes)
		}
	}
	if err != nil {
		return Raw{}, err
	}
	if len(plain.warnings) > 0 { // the text is not the file's own bytes
		raw.Original = loaded.Content
		raw.Extract.Warnings = slices.Concat(plain.warnings, raw.Extract.Warnings)
	}
	raw.Encoding = cmp.Or(plain.encoding, raw.Extract.Encoding)
	return raw, nil
}

// longest returns the most bytes of a file that anybody reads. A text in UTF-16
// has up to twice as many as it has in UTF-8.
func (p *Pipeline) longest() int {
	longest := 2 * MaxTextBytes
	for _, extractor := range p.config.Extractors {
		longest = max(longest, extractor.Limit())
	}
	return longest
}

// Limit returns how many bytes a file may have that begins with this head, of up to
// HeadBytes: 0 for a file of records, which is read part by part, however long it is.
func (p *Pipeline) Limit(head []byte) int64 {
	if by, err := p.splitter(head); err == nil && by != nil {
		return 0
	}
	if extractor, known := p.extractor(head); known {
		return int64(extractor.Limit())
	}
	if decode(head).encoding != "" {
		return 2 * MaxTextBytes // in UTF-16, which the stored text is not
	}
	return MaxTextBytes
}

// readUpTo reads a file's end, or so much of it. Room for what is expected is
// made at once, whatever the header says: more is made for what is longer.
func readUpTo(file io.Reader, most int, expected int64) ([]byte, error) {
	room := max(bytes.MinRead, min(int64(most), expected+bytes.MinRead))
	read := bytes.NewBuffer(make([]byte, 0, room))
	_, err := read.ReadFrom(io.LimitReader(file, int64(most)))
	return read.Bytes(), err
}

// refuse refuses a format that no extractor reads, such as a video. An extractor of one that is
// not text knows it by its beginning.
func (p *Pipeline) refuse(head []byte) error {
	found := foreignFormat(head)
	if found == nil {
		return nil
	}
	if _, known := p.extractor(head); known {
		return nil
	}
	return quarry.Errorf(quarry.KindUnsupported, "%s: %s", found.name, found.advice).WithCode(found.code)
}

func tooLong(limit int) error {
	return quarry.Errorf(quarry.KindTooLarge,
		"longer than %d MB, the most that is read of one document of its kind", limit>>20)
}

// Hash returns the SHA-256 of some pieces, one behind the other, in lower-case hexadecimal.
func Hash(pieces ...[]byte) string {
	sum := sha256.New()
	for _, piece := range pieces {
		_, _ = sum.Write(piece) // it never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// checkEncoding refuses bytes that are not UTF-8 text, and names the line.
func checkEncoding(content []byte) error {
	if len(bytes.TrimFunc(content, isSpace)) == 0 {
		return quarry.Errorf(quarry.KindInvalid, "empty: there is nothing to read").WithCode(codeEmpty)
	}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		return atLine(content, at,
			quarry.Errorf(quarry.KindUnsupported, "binary: there is a zero byte in it").WithCode(codeBinary))
	}
	if !utf8.Valid(content) {
		at := 0
		for r, size := rune(0), 0; r != utf8.RuneError || size > 1; {
			at += size
			r, size = utf8.DecodeRune(content[at:])
		}
		return atLine(content, at, quarry.Errorf(quarry.KindUnsupported,
			"not UTF-8: the byte 0x%02X stands here; %s", content[at], remedyOf(content)).WithCode(codeEncoding))
	}
	return nil
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
