package htmltext

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/htmltree"
)

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
	var address strings.Builder
	for _, r := range target {
		switch {
		case r == '(' || r == ')' || r == '<' || r == '>' || r == ' ' || r == '\\':
			const hex = "0123456789ABCDEF"
			address.WriteString("%" + string(hex[r>>4]) + string(hex[r&0xf]))
		case r < ' ' || unicode.IsSpace(r):
		default:
			address.WriteRune(r)
		}
	}
	return address.String(), true
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
