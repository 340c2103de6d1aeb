package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// fewestFields is how many lines make the header of a posting.
const fewestFields = 2

// dropHeader gives the header of a posting no words of its own: "From:",
// "Subject:" and their like on the first lines of a text.
func dropHeader(all []line, lines *ingest.Lines) {
	n := 1
	for n < len(all) && all[n].kind == blank {
		n++
	}
	first, fields := n, 0
	for ; n < len(all) && all[n].kind == text; n++ {
		name, _, ok := strings.Cut(lines.Line(n), ":")
		switch {
		case all[n].indent > 0 && n > first: // a field goes on
		case !ok || strings.ContainsAny(name, " \t"):
			return
		case isField(name):
			fields++
		}
	}
	if fields < fewestFields {
		return
	}
	for ; first < n; first++ {
		all[first] = line{kind: filler, number: -1}
	}
}

// isField reports whether a name is that of a field of a posting's header.
func isField(name string) bool {
	switch strings.ToLower(name) {
	case "from", "to", "cc", "date", "subject", "newsgroups", "followup-to", "reply-to", "message-id", "organization",
		"archive-name", "posting-frequency", "last-modified", "approved", "summary", "keywords", "sender", "references":
		return true
	}
	return false
}
