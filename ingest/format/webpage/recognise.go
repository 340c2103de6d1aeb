package webpage

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// looked is how much of a file is looked at for tags. Comments before the first
// of them do not count.
const looked = 64 << 10

// Recognise looks at what the bytes begin with: a page announces itself. A part of a
// page without a head is Markdown, which may be HTML throughout.
func (*Extractor) Recognise(content []byte) ingest.Confidence {
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

// recogniseTag looks at the first tag, and at what stands behind it where it is one of a
// part of a page.
func recogniseTag(name string, head []byte) ingest.Confidence {
	switch name {
	case "html", "head", "body", "title", "meta":
		return ingest.Certain
	case "article", "main", "section", "div", "table", "ul", "ol", "dl", "h1", "h2", "h3", "p", "header", "nav", "form":
		if isPart(head) {
			return ingest.Likely
		}
	}
	return ingest.NotMine
}

// isPart reports whether a text is a part of a page: all of it stands in elements that do
// not run along with text, as paragraphs of Markdown do, and most lines have tags.
func isPart(text []byte) bool {
	tree, _ := htmltree.Parse(string(text))
	for node := range tree.ChildNodes() {
		if htmltree.IsInline(node) && htmltree.Text(node, 1) != "" {
			return false
		}
	}
	tags, all := 0, 0
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all++
			if line[0] == '<' || line[len(line)-1] == '>' {
				tags++
			}
		}
	}
	return tags*2 > all
}
