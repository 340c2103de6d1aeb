package webpage

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// longestValue is the most bytes of what a page says of itself.
const longestValue = 500

// said is what a page says of itself, the first that it says of each.
type said struct {
	quarry.Metadata

	heading, named, shared string // its titles: on the page, of its window, and for others
}

func saidIn(tree *html.Node) said {
	var s said
	for node, skip := range htmltree.All(tree) {
		switch {
		case htmltree.Is(node, "script", "svg"):
			skip()
		case htmltree.Is(node, "html"):
			fill(&s.Language, htmltree.Value(node, "lang"))
		case htmltree.Is(node, "h1"):
			fill(&s.heading, htmltree.Text(node, longestValue))
		case htmltree.Is(node, "title"):
			fill(&s.named, htmltree.Text(node, longestValue))
		case htmltree.Is(node, "time"):
			fill(&s.Date, htmltree.Value(node, "datetime"))
		case htmltree.Is(node, "meta"):
			name := cmp.Or(htmltree.Value(node, "name"), htmltree.Value(node, "property"), htmltree.Value(node, "itemprop"))
			fill(s.field(name), htmltree.Value(node, "content"))
		case htmltree.Is(node, "a", "link"):
			for rel := range strings.FieldsSeq(htmltree.Value(node, "rel")) {
				field := s.field("rel=" + rel)
				fill(field, htmltree.Text(node, longestValue))
				if target := htmltree.Value(node, "href"); field != &s.Author && doc.IsWeb(target) {
					fill(field, target)
				}
			}
		}
	}
	return s
}

// field returns where what a name tells of a page is kept, nil where it is not.
func (s *said) field(name string) *string {
	switch strings.ToLower(name) {
	case "author", "article:author", "dc.creator", "dcterms.creator", "rel=author":
		return &s.Author
	case "article:published_time", "datepublished", "date", "dc.date", "dcterms.date", "dcterms.created":
		return &s.Date
	case "license", "licence", "dc.rights", "dcterms.license", "copyright", "rel=license":
		return &s.Licence
	case "og:url", "rel=canonical":
		return &s.SourceURL
	case "og:title":
		return &s.shared
	case "dc.language":
		return &s.Language
	}
	return nil
}

// fill keeps the first that is said of something that is kept.
func fill(field *string, value string) {
	if field != nil && *field == "" && len(value) <= longestValue {
		*field = strings.ToValidUTF8(strings.Join(strings.Fields(value), " "), "")
	}
}

// title returns a page's title: its first heading where that is part of what the page calls itself,
// so that the site's name behind it goes; else what it calls itself, else the heading.
func (s *said) title() string {
	switch {
	case s.heading != "" && strings.Contains(strings.ToLower(s.named+"\n"+s.shared), strings.ToLower(s.heading)):
		return s.heading
	case strings.HasPrefix(s.named, s.shared):
		return cmp.Or(s.shared, s.named, s.heading)
	}
	return cmp.Or(s.named, s.shared)
}
