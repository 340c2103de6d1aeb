package webpage

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/quarrykb/quarry"
)

// decode returns a page's text as UTF-8, and says so where it was none. Bytes
// that are valid UTF-8 are taken for it, whatever the page says of itself,
// unless they are the letters and escapes of a set of seven bits.
func decode(content []byte) (string, []string, error) {
	encoding, name, _ := charset.DetermineEncoding(content, "")
	shifts := slices.Contains([]string{"iso-2022-jp", "utf-16be", "utf-16le"}, name)
	if !shifts && utf8.Valid(content) {
		return string(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))), nil, nil
	}
	if name == "utf-8" {
		return string(bytes.ToValidUTF8(content, []byte("\ufffd"))),
			[]string{"bytes that are not valid UTF-8 are shown as \ufffd"}, nil
	}
	decoded, err := encoding.NewDecoder().Bytes(content)
	if err != nil {
		return "", nil, quarry.Errorf(quarry.KindUnsupported, "a page in %s that cannot be read", name).Because(err)
	}
	return string(bytes.ToValidUTF8(bytes.TrimPrefix(decoded, []byte("\ufeff")), []byte("\ufffd"))),
		[]string{"read as " + name + " and kept as UTF-8"}, nil
}
