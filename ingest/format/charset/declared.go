package charset

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/charset"
)

// looked is how many bytes of a file are looked at for what it declares: where a page has
// to say it.
const looked = 1024

// DeclaredByXML returns the encoding that a file's XML declaration names; "" where there is
// none, or none that is known.
func DeclaredByXML(content []byte) string {
	head := string(bytes.TrimLeft(content[:min(len(content), looked)], " \t\r\n"))
	declaration, found := strings.CutPrefix(head, "<?xml")
	declaration, _, whole := strings.Cut(declaration, "?>")
	_, said, names := strings.Cut(declaration, "encoding")
	said, equals := strings.CutPrefix(strings.TrimSpace(said), "=")
	said = strings.TrimSpace(said)
	if !found || !whole || !names || !equals || said == "" {
		return ""
	}
	label, _, _ := strings.Cut(said[1:], said[:1])
	return nameOf(label)
}

// DeclaredByPage returns the encoding that an HTML page says it is in; "" where it does not.
func DeclaredByPage(page []byte) string {
	if name := DeclaredByXML(page); name != "" {
		return name
	}
	head := bytes.Clone(page[:min(len(page), looked)])
	for i, c := range head {
		if c >= 0x80 {
			head[i] = ' ' // or the library takes what is valid UTF-8 for a declaration
		}
	}
	_, name, _ := charset.DetermineEncoding(head, "")
	if !bytes.Contains(bytes.ToLower(head), []byte("charset")) {
		return "" // the name is what browsers fall back to
	}
	return name
}

// nameOf returns the name of the encoding that a label means; "" for none that is known.
func nameOf(label string) string {
	_, name := charset.Lookup(strings.TrimSpace(label))
	return name
}
