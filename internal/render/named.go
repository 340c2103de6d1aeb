package render

import (
	"html"
	"iter"
	"regexp"
)

// naming finds the addresses of pictures that a text names, and some more: what a link
// leads to may be a picture, too.
type naming []*regexp.Regexp

func newNaming() naming {
	return naming{
		regexp.MustCompile(`\]\(\s*(?:<([^>\n]*)>|((?:[^\s()]|\([^\s()]*\))+))`),
		regexp.MustCompile(`(?i)<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))`),
		regexp.MustCompile(`(?m)^[ >\t]*\[[^\]\n]+\]:[ \t]*(?:<([^>\n]*)>|(\S+))`),
	}
}

// Named returns the addresses that a text of Markdown names as pictures may be named. It takes
// time in proportion to the text.
func (r *Renderer) Named(markdown []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, pattern := range r.naming {
			for _, found := range pattern.FindAllSubmatch(markdown, -1) {
				for _, address := range found[1:] {
					if len(address) > 0 && !yield(html.UnescapeString(string(address))) {
						return
					}
				}
			}
		}
	}
}
