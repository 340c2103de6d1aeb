package webpage

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest"
)

// looked is how much of a file is looked at for tags. Comments before the first
// of them do not count.
const looked = 64 << 10

func recognise(content []byte) ingest.Confidence {
	if wide := bytes.HasPrefix(content, []byte{0xff, 0xfe}) || bytes.HasPrefix(content, []byte{0xfe, 0xff}); wide { // two bytes a letter
		content = bytes.ReplaceAll(content[2:min(len(content), looked)], []byte{0}, nil)
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	tokens := html.NewTokenizer(bytes.NewReader(content))
	for at := 0; ; at += len(tokens.Raw()) {
		switch tokens.Next() {
		case html.CommentToken: // the declaration of XML is one
			continue
		case html.TextToken:
			if len(bytes.TrimSpace(tokens.Raw())) == 0 {
				continue
			}
		case html.DoctypeToken:
			if strings.HasPrefix(strings.TrimSpace(strings.ToLower(string(tokens.Text()))), "html") {
				return ingest.Certain
			}
		case html.StartTagToken:
			name, _ := tokens.TagName()
			return recogniseTag(string(name), content[at:min(len(content), at+looked)])
		case html.ErrorToken, html.EndTagToken, html.SelfClosingTagToken:
		}
		return ingest.NotMine
	}
}

func recogniseTag(name string, head []byte) ingest.Confidence {
	switch name {
	case "html", "head", "body", "title", "meta":
		return ingest.Certain
	}
	if isPart(name, head) {
		return ingest.Likely
	}
	return ingest.NotMine
}

// fewestTags is how many tags a part of a page has at least.
const fewestTags = 4

// isPart reports whether a text is a part of a page: it begins with a block, has
// tags on most of its lines and none that are Markdown.
func isPart(name string, text []byte) bool {
	switch name {
	case "article", "main", "section", "div", "table", "ul", "ol", "dl", "h1", "h2", "h3", "p", "header", "nav", "form":
	default:
		return false
	}
	tags, all := 0, 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if isMarkdown(line) {
			return false
		}
		all++
		if line[0] == '<' || line[len(line)-1] == '>' {
			tags++
		}
	}
	return tags*2 > all && bytes.Count(text, []byte("</")) >= fewestTags
}

// isMarkdown reports whether a line can hardly be HTML.
func isMarkdown(line []byte) bool {
	for _, mark := range []string{"# ", "## ", "### ", "#### ", "```", "~~~", "- ", "* ", "> ", "|", "**", "[!", "![", "[", "1. ", ":::", "import ", "export "} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(line, []byte("](")) || bytes.Contains(line, []byte("={"))
}
