package ingest

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// decoded is a file's text as UTF-8 with line breaks that everybody knows, and
// what had to be done for that; nothing where the text is the file itself.
type decoded struct {
	text     []byte
	warnings []string
}

// decode turns UTF-16, UTF-32 and the line ends of old Macintoshes into what
// the parsers read. Any other text, and what is none, comes back as it is.
func decode(content []byte) decoded {
	d := decoded{text: content}
	if name, from := unicodeForm(content); from != nil {
		if text, err := from.NewDecoder().Bytes(content); err == nil {
			d.text = text
			d.warnings = append(d.warnings, name+" was converted to UTF-8; the file's own bytes are kept")
			if bytes.ContainsRune(text, utf8.RuneError) {
				d.warnings = append(d.warnings, "broken "+name+": some characters are shown as "+string(utf8.RuneError))
			}
		}
	}
	if lone := loneReturns(d.text); lone > bytes.Count(d.text, []byte{'\n'}) && !isBinary(d.text) {
		d.text = unixReturns(d.text)
		d.warnings = append(d.warnings, fmt.Sprintf("%d line ends of one carriage return were converted", lone))
	}
	return d
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

// loneReturns counts the carriage returns that no line feed follows.
func loneReturns(text []byte) int {
	return bytes.Count(text, []byte{'\r'}) - bytes.Count(text, []byte("\r\n"))
}

func unixReturns(text []byte) []byte {
	unix := bytes.Clone(text)
	for i, c := range unix {
		if c == '\r' && (i+1 == len(unix) || unix[i+1] != '\n') {
			unix[i] = '\n'
		}
	}
	return unix
}

// likelyEncoding says what a text that is not valid UTF-8 probably is, and what
// to do. It is a guess for a person: nothing is converted on the strength of
// it, for a letter that was guessed wrong would be served as the source's own.
func likelyEncoding(content []byte) string {
	const remedy = "save it as UTF-8"
	found := foreignBytes(content)
	switch {
	case found.whole > found.broken:
		return fmt.Sprintf("%d such bytes in a text that is UTF-8 otherwise: mend them, or save it anew", found.broken)
	case 4*found.broken > len(content):
		return "the text seems to be in an encoding for another script than Latin: " + remedy
	case found.smart > 0:
		return "the text seems to be in Windows-1252: " + remedy
	}
	return "the text seems to be in Latin-1 (ISO 8859-1) or Windows-1252: " + remedy
}

// encodingSigns are what an encoding is told by.
type encodingSigns struct {
	broken int // bytes that are no part of a UTF-8 character
	smart  int // those among them that are quotes and dashes in Windows-1252 and nothing in Latin-1
	whole  int // characters of several bytes
}

func foreignBytes(content []byte) encodingSigns {
	var found encodingSigns
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		switch {
		case r == utf8.RuneError && size == 1:
			found.broken++
			if content[0] < 0xa0 {
				found.smart++
			}
		case size > 1:
			found.whole++
		}
		content = content[size:]
	}
	return found
}
