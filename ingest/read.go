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
	head, file, err := p.open(source)
	if err != nil {
		return Loaded{}, err
	}
	if err := p.refuse(head); err != nil {
		return Loaded{}, errors.Join(err, file.Close())
	}
	return p.whole(source, head, file)
}

// whole loads a source of which the head was read already to its end.
func (p *Pipeline) whole(source Source, head []byte, file io.ReadCloser) (Loaded, error) {
	content, err := p.readAll(head, file)
	if err != nil {
		return Loaded{}, err
	}
	return Loaded{Source: source, Content: content, SHA256: Hash(content)}, nil
}

// read brings a document into UTF-8, takes the text out of it where it is none itself, and
// refuses what holds none.
func (p *Pipeline) read(ctx context.Context, loaded Loaded) (Raw, error) {
	raw := Raw{Source: loaded.Source, SHA256: loaded.SHA256}
	if loaded.Part {
		return part(raw, loaded)
	}
	plain := decode(loaded.Content)
	var err error
	if extractor := p.extractor(plain.text); extractor != nil {
		raw, err = extract(ctx, raw, plain.text, extractor)
	} else {
		plain = plain.told("")
		err = checkPlain(plain.text)
		raw.Text, raw.longLine = NewText(plain.text), checkLines(plain.text)
	}
	if err != nil {
		return Raw{}, err
	}
	raw.keep(plain, loaded.Content)
	return raw, nil
}

// keep keeps a file's own bytes where its text is decoded from them.
func (r *Raw) keep(from decoded, content []byte) {
	if len(from.warnings) > 0 {
		r.Original = content
		r.Extract.Warnings = slices.Concat(from.warnings, r.Extract.Warnings)
	}
	r.Encoding = cmp.Or(from.encoding, r.Extract.Encoding)
}

// checkPlain refuses what is no text, and one that is too long.
func checkPlain(text []byte) error {
	if len(text) > MaxTextBytes {
		return tooLong(MaxTextBytes)
	}
	return checkEncoding(text)
}

// part reads a part of a file of records, in which a line may be of any length.
func part(raw Raw, loaded Loaded) (Raw, error) {
	if len(loaded.Content) > PartBytes+MaxRecordBytes {
		return Raw{}, quarry.Errorf(quarry.KindTooLarge, "a record of more than %d MB", MaxRecordBytes>>20)
	}
	plain := decoded{text: loaded.Content}.told(loaded.Encoding)
	if err := checkEncoding(plain.text); err != nil {
		return Raw{}, err
	}
	raw.Text = NewText(plain.text)
	raw.keep(plain, loaded.Content)
	return raw, nil
}

// longest returns the most bytes of a file that anybody reads. A text in UTF-16
// has up to twice as many as it has in UTF-8.
func (p *Pipeline) longest() int {
	longest := 2 * MaxTextBytes
	for _, extractor := range p.extractors {
		longest = max(longest, extractor.Limit())
	}
	return longest
}

// Limit returns how many bytes a file may have that begins with this head, of up to
// HeadBytes: 0 for a file of records, which is read part by part, however long it is.
func (p *Pipeline) Limit(head []byte) int64 {
	by, err := guarded(func() (Splitter, error) { return p.splitter(head), nil })
	if err == nil && by != nil {
		return 0
	}
	if extractor := p.extractor(head); extractor != nil {
		return int64(extractor.Limit())
	}
	if decode(head).encoding != "" {
		return 2 * MaxTextBytes // in UTF-16, which the stored text is not
	}
	return MaxTextBytes
}

// open reads a file's head.
func (p *Pipeline) open(source Source) ([]byte, io.ReadCloser, error) {
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

// readAll reads a file to its end and closes it.
func (p *Pipeline) readAll(head []byte, file io.ReadCloser) ([]byte, error) {
	longest := p.longest()
	rest, err := readUpTo(file, longest+1-len(head), 0)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, readError(err)
	}
	content := slices.Concat(head, rest)
	if len(content) > longest {
		return nil, p.tooLongFor(head)
	}
	return content, nil
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
	if found := foreignFormat(head); found != nil && p.extractor(head) == nil {
		return found.refuse()
	}
	return nil
}

// tooLongFor names the limit for a file of some beginning.
func (p *Pipeline) tooLongFor(head []byte) error {
	if extractor := p.extractor(head); extractor != nil {
		return tooLong(extractor.Limit())
	}
	return tooLong(MaxTextBytes)
}

func tooLong(limit int) error {
	return quarry.Errorf(quarry.KindTooLarge,
		"longer than %d MB, the most that is read of one document of its kind", limit>>20)
}

// Hash returns the SHA-256 of some bytes in lower-case hexadecimal.
func Hash(content []byte) string { return hashOf(content) }

// hashOf returns the hash of some pieces, one behind the other.
func hashOf(pieces ...[]byte) string {
	sum := sha256.New()
	for _, piece := range pieces {
		_, _ = sum.Write(piece) // it never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// checkText refuses bytes that are not UTF-8 text in lines, and names the line.
func checkText(content []byte) error {
	if err := checkEncoding(content); err != nil {
		return err
	}
	return checkLines(content)
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
		at := firstInvalid(content)
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
