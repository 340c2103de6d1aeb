package webpage

import (
	"bytes"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// looked is how much of a file is looked at for tags. Comments before the first
// of them do not count.
const looked = 64 << 10

func recognise(content []byte) ingest.Confidence {
	head := start(content)
	if len(head) == 0 || head[0] != '<' {
		return ingest.NotMine
	}
	head = head[:min(len(head), looked)]
	switch name := tagName(head); name {
	case "!doctype":
		if strings.HasPrefix(strings.TrimSpace(strings.ToLower(string(head[len("<!doctype"):min(len(head), 100)]))), "html") {
			return ingest.Certain
		}
		return ingest.NotMine
	case "html", "head", "body", "title", "meta":
		return ingest.Certain
	default:
		if isPart(name, head) {
			return ingest.Likely
		}
		return ingest.NotMine
	}
}

// start returns what stands behind white space, comments and the declaration
// of XML at the beginning of a file. Files of two bytes a letter are narrowed.
func start(content []byte) []byte {
	if wide := bytes.HasPrefix(content, []byte{0xff, 0xfe}) || bytes.HasPrefix(content, []byte{0xfe, 0xff}); wide {
		content = bytes.ReplaceAll(content[2:min(len(content), looked)], []byte{0}, nil)
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	for {
		content = bytes.TrimLeft(content, " \t\r\n\f")
		var end string
		switch {
		case bytes.HasPrefix(content, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(content, []byte("<?xml")):
			end = "?>"
		default:
			return content
		}
		at := bytes.Index(content, []byte(end))
		if at < 0 {
			return nil
		}
		content = content[at+len(end):]
	}
}

// tagName returns the name of the tag that a text begins with, in lower case.
func tagName(text []byte) string {
	text = text[1:]
	end := bytes.IndexAny(text, " \t\r\n\f/><")
	if end < 0 {
		return ""
	}
	return strings.ToLower(string(text[:end]))
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
