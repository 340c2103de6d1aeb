package card

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/htmltree"
)

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
