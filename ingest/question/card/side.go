package card

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// withoutSounds takes "[sound:…]" and "[anki:play:…]" out of a side.
func withoutSounds(side string) string {
	var kept strings.Builder
	for {
		open := strings.IndexByte(side, '[')
		if open < 0 {
			kept.WriteString(side)
			return kept.String()
		}
		rest := side[open:]
		end := strings.IndexAny(rest[1:], "[]\n")
		isSound := strings.HasPrefix(rest, "[sound:") || strings.HasPrefix(rest, "[anki:play:")
		if end < 0 || !isSound || rest[1+end] != ']' {
			kept.WriteString(side[:open+1])
			side = rest[1:]
			continue
		}
		kept.WriteString(side[:open])
		side = rest[1+end+1:]
	}
}

// withoutPictures takes the pictures out of Markdown, and links that show
// nothing else, and leaves of other links what they show. Code stays as it is.
func withoutPictures(text string) string {
	var kept strings.Builder
	for range mostBrackets {
		next := strings.IndexAny(text, "`[!")
		if next < 0 {
			break
		}
		kept.WriteString(text[:next])
		text = text[next:]
		if length := codeLength(text); length > 0 {
			kept.WriteString(text[:length])
			text = text[length:]
			continue
		}
		seen, length := linkAt(text)
		if length == 0 {
			seen, length = text[:1], 1
		}
		kept.WriteString(seen)
		text = text[length:]
	}
	kept.WriteString(text)
	return kept.String()
}

// mostBrackets is how many brackets and marks of code are looked at in one
// side. Each may cost the length of a link.
const mostBrackets = 4000

// longestLink is the longest link or picture, in bytes, that is one.
const longestLink = 4 << 10

// linkAt returns what a reader sees of the link or picture that a text begins
// with, and its length; 0 where it begins with none.
func linkAt(text string) (string, int) {
	text = text[:min(len(text), longestLink)]
	switch {
	case strings.HasPrefix(text, "![") && !strings.HasPrefix(text, "![]]"):
		_, length := bracketed(text[1:])
		if length == 0 {
			return "", 0
		}
		return "", 1 + length
	case strings.HasPrefix(text, "["):
		label, length := bracketed(text)
		if length == 0 {
			return "", 0
		}
		if strings.HasPrefix(label, "![") {
			if _, picture := linkAt(label); picture > 0 {
				return strings.TrimSpace(label[picture:]), length
			}
		}
		return label, length
	}
	return "", 0
}

// bracketed reads "[label](target)" and returns the label and its length.
func bracketed(text string) (string, int) {
	end := closing(text, '[', ']')
	if end < 0 || !strings.HasPrefix(text[end+1:], "(") {
		return "", 0
	}
	target := closing(text[end+1:], '(', ')')
	if target < 0 {
		return "", 0
	}
	return text[1:end], end + 1 + target + 1
}

// closing returns the offset of the bracket that closes the one that a text
// begins with, -1 where none does.
func closing(text string, open, shut byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// codeLength returns the length of the code, between as many backticks on
// either side, that a text begins with; of the backticks alone where nothing
// closes them.
func codeLength(text string) int {
	bare := strings.TrimLeft(text, "`")
	ticks := len(text) - len(bare)
	if ticks == 0 {
		return 0
	}
	if end := strings.Index(bare, text[:ticks]); end >= 0 {
		return ticks + end + ticks
	}
	return ticks
}

// HasHTML reports whether a text has a tag that people write cards with, or a
// named entity.
func HasHTML(text string) bool {
	for at := 0; at < len(text); at++ {
		next := strings.IndexAny(text[at:], "<&")
		if next < 0 {
			return false
		}
		at += next
		rest := text[at+1 : min(len(text), at+1+longestTag)]
		if text[at] == '&' {
			if end := strings.IndexByte(rest, ';'); end > 1 && isEntity(rest[:end]) {
				return true
			}
			continue
		}
		if isTagName(rest) {
			return true
		}
	}
	return false
}

// longestTag is how much of a tag or an entity is looked at.
const longestTag = 16

func isEntity(name string) bool {
	switch name {
	case "nbsp", "amp", "lt", "gt", "quot", "apos", "mdash", "ndash", "hellip", "rarr", "times", "deg":
		return true
	}
	return name[0] == '#' && strings.Trim(name[1:], "0123456789abcdefABCDEFx") == ""
}

func isTagName(rest string) bool {
	name := strings.ToLower(strings.TrimPrefix(rest, "/"))
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 1 || !strings.ContainsRune(" >/\t\r\n", rune(name[end])) {
		return false
	}
	switch name[:end] {
	case "a", "b", "i", "u", "p", "s", "br", "hr", "em", "li", "ol", "ul", "td", "th", "tr", "h1", "h2", "h3", "h4",
		"div", "img", "pre", "sub", "sup", "del", "kbd", "code", "span", "font", "table", "tbody", "strong", "center",
		"blockquote", "small", "mark", "dl", "dt", "dd":
		return true
	}
	return false
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
