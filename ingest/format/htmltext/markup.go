package htmltext

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// HasMarkup reports whether a text has a tag that people write cards with, or an entity.
func HasMarkup(written string) bool {
	const names = " a b i u p s br hr em li ol ul td th tr h1 h2 h3 h4 div img pre sub sup del kbd code span font table tbody" +
		" strong center blockquote small mark dl dt dd "
	for _, rest, ok := strings.Cut(written, "<"); ok; _, rest, ok = strings.Cut(rest, "<") {
		name := strings.ToLower(strings.TrimPrefix(rest[:min(len(rest), longestTag)], "/"))
		if end := strings.IndexAny(name, " >/\t\r\n"); end > 0 && strings.Contains(names, " "+name[:end]+" ") {
			return true
		}
	}
	return text.Resolved(written) != written
}

// longestTag is how much of a tag is looked at.
const longestTag = 16
