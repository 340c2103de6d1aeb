package htmltext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// piece is a part of a line: text, text that is not to be escaped, or a mark.
type piece struct {
	text    string
	raw     bool
	mark    *mark
	closing bool
}

// mark is what stands on both sides of emphasis or of a link.
type mark struct {
	left, right string
	opened      bool // its left side stands in the line
	broken      bool // a block came between
}

// inline collects a line's pieces. White space is one space where there is
// any, and none at the line's ends.
type inline struct {
	pieces []piece
	open   []*mark
	space  bool
}

func (i *inline) empty() bool { return len(i.pieces) == 0 }

// text adds text as HTML has it, with its white space.
func (i *inline) text(text string) {
	text = strings.Map(printable, text)
	words := strings.Fields(text)
	if len(words) == 0 {
		i.space = i.space || text != ""
		return
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	i.space = i.space || unicode.IsSpace(first)
	i.add(piece{text: strings.Join(words, " ")})
	i.space = unicode.IsSpace(last)
}

// printable turns characters that control a terminal into the space that they
// part words by, and drops byte-order marks.
func printable(r rune) rune {
	switch {
	case r == '\ufeff':
		return -1
	case r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\f', r == 0x7f:
		return ' '
	}
	return r
}

// add adds a piece behind the white space and the marks that wait for it.
func (i *inline) add(p piece) {
	if i.space && len(i.pieces) > 0 {
		i.pieces = append(i.pieces, piece{text: " ", raw: true})
	}
	i.space = false
	for _, waiting := range i.open {
		if !waiting.opened {
			waiting.opened = true
			i.pieces = append(i.pieces, piece{mark: waiting})
		}
	}
	i.pieces = append(i.pieces, p)
}

// begin opens a mark, which is written with the first text in it.
func (i *inline) begin(left, right string) {
	i.open = append(i.open, &mark{left: left, right: right})
}

// end closes the innermost mark.
func (i *inline) end() {
	last := i.open[len(i.open)-1]
	i.open = i.open[:len(i.open)-1]
	if last.opened {
		i.pieces = append(i.pieces, piece{mark: last, closing: true})
	}
}

// take returns the line and begins another. Emphasis goes on there; a link does not.
func (i *inline) take() string {
	for _, open := range slices.Backward(i.open) {
		if open.opened {
			open.broken = open.broken || open.left == "["
			i.pieces = append(i.pieces, piece{mark: open, closing: true})
		}
	}
	line := assemble(i.pieces)
	for at, open := range i.open {
		i.open[at] = &mark{left: open.left, right: open.right, broken: open.broken || open.left == "["}
	}
	i.pieces, i.space = i.pieces[:0], false
	return line
}

// assemble writes the pieces down.
func assemble(pieces []piece) string {
	var line strings.Builder
	escape := escaperOf(pieces)
	for _, p := range pieces {
		switch {
		case p.mark == nil && p.raw:
			line.WriteString(p.text)
		case p.mark == nil:
			line.WriteString(escape.text(p.text))
		case p.mark.broken:
		case p.closing:
			line.WriteString(p.mark.right)
		default:
			line.WriteString(p.mark.left)
		}
	}
	text := strings.TrimSpace(line.String())
	if len(pieces) > 0 && !startsRaw(pieces) && needsEscape(text) {
		text = `\` + text
	}
	return text
}

func startsRaw(pieces []piece) bool { return pieces[0].raw || pieces[0].mark != nil }

// Limits of links: a longer address is not for reading, and an ornament is a sign.
const (
	longestAddress  = 2000
	longestOrnament = 400
)

// addressOf returns an address as it can stand in a link, and whether it leads
// to another place on the web.
func addressOf(target string) (string, bool) {
	lower := strings.ToLower(target[:min(len(target), len("https://"))])
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || len(target) > longestAddress {
		return "", false
	}
	written := strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", " ", "%20", `\`, "%5C").Replace(target)
	return strings.Map(func(r rune) rune {
		if r < ' ' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, written), true
}

// isOrnament reports whether a text has nothing to read in it.
func isOrnament(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// isNoteMark reports whether raised text only leads to a note on the same page.
func isNoteMark(node *html.Node) bool {
	link := htmltree.First(node, "a")
	return link != nil && strings.HasPrefix(htmltree.Value(link, "href"), "#") &&
		htmltree.Text(link, longestOrnament) == htmltree.Text(node, longestOrnament)
}
