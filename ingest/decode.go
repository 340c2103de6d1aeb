package ingest

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/quarrykb/quarry/ingest/format/charset"
)

// decoded is a file's text as UTF-8 with line breaks that everybody knows, and
// what had to be done for that; nothing where the text is the file itself.
type decoded struct {
	text     []byte
	encoding string // that the file is in; "" where nothing was decoded
	warnings []string
}

// decode turns UTF-16, UTF-32 and the line ends of old Macintoshes into what
// the parsers read. Any other text, and what is none, comes back as it is.
func decode(content []byte) decoded {
	d := decoded{text: content}
	if name, from := unicodeForm(content); from != nil {
		if text, err := from.NewDecoder().Bytes(content); err == nil {
			d.text, d.encoding = text, strings.ToLower(name)
			d.warnings = append(d.warnings, converted(name))
			if bytes.ContainsRune(text, utf8.RuneError) {
				d.warnings = append(d.warnings, "broken "+name+": some characters are shown as "+string(utf8.RuneError))
			}
		}
	}
	lone := bytes.Count(d.text, []byte{'\r'}) - bytes.Count(d.text, []byte("\r\n"))
	if lone > bytes.Count(d.text, []byte{'\n'}) && !isBinary(d.text) {
		d.text = bytes.Clone(d.text)
		for i, c := range d.text {
			if c == '\r' && (i+1 == len(d.text) || d.text[i+1] != '\n') {
				d.text[i] = '\n'
			}
		}
		d.warnings = append(d.warnings, fmt.Sprintf("%d line ends of one carriage return were converted", lone))
	}
	return d
}

func converted(name string) string {
	return name + " was converted to UTF-8; the file's own bytes are kept"
}

// told brings a text that is in none of the forms of Unicode into UTF-8: from the encoding
// that it declares, that its file was told to be in, or that it seems to be in, of which the
// report says so. What cannot be told stays as it is, and is refused as no UTF-8.
func (d decoded) told(file string) decoded {
	if utf8.Valid(d.text) || bytes.IndexByte(d.text, 0) >= 0 || charset.Torn(d.text) > 0 {
		return d
	}
	name := charset.DeclaredByXML(d.text)
	said := name
	if name == "" {
		name = cmp.Or(file, charset.Guess(d.text))
		said = name + ", by the look of it,"
	}
	if name == "" || name == charset.UTF8 {
		return d
	}
	text, err := charset.Decode(d.text, name)
	if err != nil {
		return d
	}
	return decoded{text: text, encoding: name, warnings: append([]string{converted(said)}, d.warnings...)}
}

// encodingOfHead returns the encoding that a file is in by its beginning, cut anywhere; ""
// where that is UTF-8 as far as it goes, or does not tell.
func encodingOfHead(head []byte) string {
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
		head = head[:end+1]
	}
	return decoded{text: head}.told("").encoding
}

// unicodeForm returns the form of Unicode, other than UTF-8, that a file is in.
// A byte-order mark tells it; without one it takes a text that leaves no doubt.
func unicodeForm(content []byte) (string, encoding.Encoding) {
	switch {
	case bytes.HasPrefix(content, []byte{0xff, 0xfe, 0, 0}):
		return "UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.ExpectBOM)
	case bytes.HasPrefix(content, []byte{0, 0, 0xfe, 0xff}):
		return "UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}):
		return "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		return "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	case highZeros(content, 1):
		return "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case highZeros(content, 0):
		return "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	switch charset.Wide(content) {
	case "utf-16le":
		return "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "utf-16be":
		return "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return "", nil
}

// fewestUnits is how many characters it takes to be sure without a byte-order
// mark.
const fewestUnits = 16

// highZeros reports whether a file's every second byte, from a first one on, is
// zero but for one in ten, while each byte beside a zero is one of a text and
// none of the others is zero.
func highZeros(content []byte, first int) bool {
	if len(content) < 2*fewestUnits || len(content)%2 != 0 {
		return false
	}
	zeros := 0
	for i := 0; i < len(content); i += 2 {
		high, low := content[i+first], content[i+1-first]
		if high != 0 {
			continue
		}
		if low < ' ' && low != '\t' && low != '\n' && low != '\r' && low != '\f' {
			return false
		}
		zeros++
	}
	return zeros*10 >= len(content)/2*9
}

// isBinary reports whether bytes are no text: in a PDF a carriage return may be
// one of the bytes of a picture.
func isBinary(content []byte) bool {
	return bytes.IndexByte(content, 0) >= 0 || foreignFormat(content) != nil
}

// remedyOf says what can be done about a text that is not UTF-8, and of which it cannot be
// told what it is: a letter that was guessed wrong would be served as the source's own.
func remedyOf(content []byte) string {
	if torn := charset.Torn(content); torn > 0 {
		return fmt.Sprintf("%d such bytes in a text that is UTF-8 otherwise: mend them, or save it anew", torn)
	}
	return "which encoding it is in cannot be told for sure: save it as UTF-8, or convert it, such as with iconv -f ENCODING -t UTF-8"
}
