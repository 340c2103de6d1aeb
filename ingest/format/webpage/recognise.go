package webpage

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest"
)

// looked is how much of a file of two bytes a letter is looked at for the first tag.
const looked = 64 << 10

func recognise(content []byte) ingest.Confidence {
	if wide := bytes.HasPrefix(content, []byte{0xff, 0xfe}) || bytes.HasPrefix(content, []byte{0xfe, 0xff}); wide { // two bytes a letter
		content = bytes.ReplaceAll(content[2:min(len(content), looked)], []byte{0}, nil)
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	tokens := html.NewTokenizer(bytes.NewReader(content))
	for {
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
			switch name, _ := tokens.TagName(); string(name) {
			case "html", "head", "body", "title", "meta":
				return ingest.Certain
			}
		case html.ErrorToken, html.EndTagToken, html.SelfClosingTagToken:
		}
		return ingest.NotMine
	}
}
