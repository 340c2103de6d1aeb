package webpage

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// longestValue is the most bytes of what a page says of itself.
const longestValue = 500

// metadataOf returns what a page says of itself.
func metadataOf(tree *html.Node) quarry.Metadata {
	var m quarry.Metadata
	for node, skip := range htmltree.All(tree) {
		switch {
		case htmltree.Is(node, "html"):
			fill(&m.Language, htmltree.Value(node, "lang"))
		case htmltree.Is(node, "meta"):
			fillFromMeta(&m, node)
		case htmltree.Is(node, "link", "a"):
			fillFromLink(&m, node)
		case htmltree.Is(node, "time"):
			fill(&m.Date, htmltree.Value(node, "datetime"))
		case htmltree.Is(node, "script", "svg"):
			skip()
		}
	}
	return m
}

func fillFromMeta(m *quarry.Metadata, node *html.Node) {
	name := strings.ToLower(htmltree.Value(node, "name") + htmltree.Value(node, "property") + htmltree.Value(node, "itemprop"))
	for field, names := range map[*string]string{
		&m.Author:    " author article:author dc.creator dcterms.creator ",
		&m.Date:      " article:published_time datepublished date dc.date dcterms.date dcterms.created ",
		&m.Licence:   " license licence dc.rights dcterms.license copyright ",
		&m.SourceURL: " og:url ",
		&m.Language:  " dc.language ",
	} {
		if name != "" && strings.Contains(names, " "+name+" ") {
			fill(field, htmltree.Value(node, "content"))
		}
	}
}

func fillFromLink(m *quarry.Metadata, node *html.Node) {
	target := htmltree.Value(node, "href")
	for rel := range strings.FieldsSeq(strings.ToLower(htmltree.Value(node, "rel"))) {
		switch {
		case rel == "license" && node.Data == "a":
			fill(&m.Licence, htmltree.Text(node, longestValue))
			fill(&m.Licence, target)
		case rel == "license":
			fill(&m.Licence, target)
		case rel == "canonical" && strings.HasPrefix(target, "http"):
			m.SourceURL = target
		case rel == "author" && node.Data == "a":
			fill(&m.Author, htmltree.Text(node, longestValue))
		}
	}
}

// fill keeps the first that is said of something.
func fill(field *string, value string) {
	if *field == "" && len(value) <= longestValue {
		*field = strings.ToValidUTF8(strings.Join(strings.Fields(value), " "), "")
	}
}

// titleOf returns a page's title: its first heading where that is part of what
// the page calls itself, so that the site's name behind it goes; else what it
// calls itself, else the heading.
func titleOf(tree *html.Node) string {
	heading, named, shared := "", "", ""
	for node, skip := range htmltree.All(tree) {
		switch {
		case htmltree.Is(node, "svg", "script"):
			skip()
		case htmltree.Is(node, "h1"):
			fill(&heading, htmltree.Text(node, longestValue))
		case htmltree.Is(node, "title"):
			fill(&named, htmltree.Text(node, longestValue))
		case htmltree.Is(node, "meta") && htmltree.Value(node, "property") == "og:title":
			fill(&shared, htmltree.Value(node, "content"))
		}
	}
	switch {
	case heading != "" && strings.Contains(strings.ToLower(named+"\n"+shared), strings.ToLower(heading)):
		return heading
	case strings.HasPrefix(named, shared):
		return cmp.Or(shared, named, heading)
	}
	return cmp.Or(named, shared)
}
