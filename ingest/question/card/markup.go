package card

import (
	"html"
	"regexp"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// markup finds in the sides of cards what is no word of theirs.
type markup struct {
	sound    *regexp.Regexp // "[sound:…]" and "[anki:play:…]"
	picture  *regexp.Regexp // of Markdown; or code, which it keeps
	link     *regexp.Regexp // of Markdown, and what it shows; or code
	trailing *regexp.Regexp // a link that a text ends with
}

func newMarkup() markup {
	const (
		code   = "(`[^`]*`|```)"
		label  = `\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]`
		target = `\((?:[^()\\]|\\.|\([^()]*\))*\)`
	)
	return markup{
		sound:    regexp.MustCompile(`\[(?:sound|anki:play):[^\[\]\n]*\]`),
		picture:  regexp.MustCompile(code + `|!` + label + target),
		link:     regexp.MustCompile(code + `|` + label + target),
		trailing: regexp.MustCompile(`(?:^|[^!\\])()` + label + target + `$`),
	}
}

// longestLink is the longest link at the end of an answer, in bytes.
const longestLink = 4 << 10

// withoutPictures takes the pictures out of Markdown, and links that show
// nothing else, and leaves of other links what they show. Code stays as it is.
func (m markup) withoutPictures(text string) string {
	if !strings.Contains(text, "](") {
		return text
	}
	return m.link.ReplaceAllString(m.picture.ReplaceAllString(text, "$1"), "$1$2")
}

// HasHTML reports whether a text has a tag that people write cards with, or an
// entity.
func HasHTML(text string) bool {
	for at := strings.IndexAny(text, "<&"); at >= 0; at = strings.IndexAny(text, "<&") {
		written := text[at:min(len(text), at+longestTag)]
		if text = text[at+1:]; isEntity(written) || isTag(written) {
			return true
		}
	}
	return false
}

// longestTag is how much of a tag or an entity is looked at.
const longestTag = 16

func isEntity(written string) bool {
	end := strings.IndexByte(written, ';') + 1
	return written[0] == '&' && end > 0 && html.UnescapeString(written[:end]) != written[:end]
}

func isTag(written string) bool {
	const names = " a b i u p s br hr em li ol ul td th tr h1 h2 h3 h4 div img pre sub sup del kbd code span font table tbody" +
		" strong center blockquote small mark dl dt dd "
	name := strings.ToLower(strings.TrimPrefix(written[1:], "/"))
	end := strings.IndexAny(name, " >/\t\r\n")
	return written[0] == '<' && end > 0 && strings.Contains(names, " "+name[:end]+" ")
}

// mostPictures is how many pictures of one side are shown.
const mostPictures = 10

// pictures returns the pictures of a side in HTML as Markdown, a line each.
func pictures(side string) string {
	if !strings.Contains(side, "<") {
		return ""
	}
	tree, _ := htmltree.Parse(side)
	var found []string
	for node := range htmltree.All(tree) {
		source := strings.TrimSpace(htmltree.Value(node, "src"))
		if htmltree.Is(node, "img") && source != "" && !strings.HasPrefix(source, "data:") {
			found = append(found, "![]("+strings.ReplaceAll(source, " ", "%20")+")")
		}
		if len(found) == mostPictures {
			break
		}
	}
	return strings.Join(found, "\n")
}
