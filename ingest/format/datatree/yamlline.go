package datatree

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// OpensYAML reports whether every line that is not indented may be one of YAML, and any of them, or
// the line below a mark of a list, has a key. That is cheap, and most of what is no YAML ends here.
func OpensYAML(text *ingest.Text) bool {
	keyed := false
	for line := range text.Each() {
		bare := strings.TrimLeft(line, " ")
		item, isItem := cutItem(bare)
		switch {
		case strings.TrimSpace(bare) == "" || bare[0] == '#':
			continue
		case isKey(item):
			keyed = true
		case len(bare) < len(line) || isItem || isMark(bare):
		default:
			return false
		}
	}
	return keyed
}

// cutItem takes the marks of lists off the front of a line.
func cutItem(bare string) (string, bool) {
	rest := bare
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[1:], " ")
	}
	return rest, len(rest) < len(bare) || rest == "-"
}

// isMark reports whether a line parts documents, closes what is open in flow
// style, or tells the version.
func isMark(line string) bool {
	return strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || strings.HasPrefix(line, "%YAML") ||
		strings.Trim(line, "]}, \r") == ""
}

// longestKey is the most bytes of a key.
const longestKey = 300

// isKey reports whether a line begins with a key and its colon.
func isKey(line string) bool {
	at := strings.Index(strings.TrimRight(line, "\r")+" ", ": ")
	return at > 0 && at <= longestKey && !strings.ContainsRune("[{|>#*`~!", rune(line[0]))
}
