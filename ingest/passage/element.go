package passage

import (
	"regexp"
	"strings"

	"golang.org/x/net/html/atom"
)

// tags matches code, which stays as it is, an element that holds a few words, and a
// single tag.
func tags() *regexp.Regexp {
	return regexp.MustCompile("(?s)" +
		"```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\n]+`" +
		`|[ \t]?<([A-Za-z][\w.:-]*)(\s[^<>]*)>([^<>]{0,40})</([A-Za-z][\w.:-]*)\s*>` +
		`|<(/?)([A-Za-z][\w.:-]*)(\s[^<>]*?)?(/?)>`)
}

const (
	shortName = 1 + iota
	shortAttributes
	shortContent
	shortEnd
	tagEnds
	tagName
	tagAttributes
	tagCloses
)

// withoutElements returns a text without the tags of elements that are none of HTML's own:
// a program that wrote the text left them there. A citation mark, which carries a web
// address, falls away with what it shows. "vector<float>", which has no attribute and is
// never closed, is no tag.
func (c *Cutter) withoutElements(written string) string {
	if !strings.Contains(written, "<") {
		return written
	}
	if c.tags == nil {
		c.tags = tags()
	}
	closed := map[string]bool{}
	all := c.tags.FindAllStringSubmatch(written, -1)
	for _, m := range all {
		if m[tagEnds] != "" {
			closed[m[tagName]] = true
		}
		closed[m[shortEnd]] = true
	}
	return c.tags.ReplaceAllStringFunc(written, func(whole string) string {
		m := all[0]
		all = all[1:]
		switch {
		case isForeign(m[shortName]) && m[shortName] == m[shortEnd] && strings.Contains(m[shortAttributes], "://"):
			return ""
		case isForeign(m[shortName]) && m[shortName] == m[shortEnd]:
			return whole[:strings.Index(whole, "<")] + m[shortContent]
		case isForeign(m[tagName]) && (m[tagEnds]+m[tagCloses] != "" || strings.Contains(m[tagAttributes], "=") || closed[m[tagName]]):
			return ""
		}
		return whole
	})
}

// isForeign reports whether an element is none of HTML's own.
func isForeign(name string) bool {
	return name != "" && atom.Lookup([]byte(strings.ToLower(name))) == 0
}
