package pdf

import "slices"

// page is a page with what it inherits.
type page struct {
	content   object
	resources object // what it may draw with
	turn      int    // clockwise, in degrees
}

// deepestTree is how deep the tree of pages is.
const deepestTree = 40

// pages returns the pages in their order, and whether there are more than are read.
func (f *file) pages() ([]page, bool) {
	var pages []page
	whole := f.addPages(&pages, f.key(f.trailer["Root"], "Pages"), page{}, 0)
	return pages, !whole
}

// addPages adds the pages below a node of the tree, and reports whether the reading goes on.
func (f *file) addPages(pages *[]page, node object, inherited page, depth int) bool {
	said, isNode := f.get(node).(dict)
	if depth > deepestTree || len(*pages) >= maxPages || !f.work.spend(costOfNode) {
		return false
	}
	if _, own := f.get(said["Resources"]).(dict); own {
		inherited.resources = said["Resources"]
	}
	if own, turns := f.get(said["Rotate"]).(float64); turns {
		inherited.turn = integer(own) % 360
	}
	kids, inner := f.get(said["Kids"]).(list)
	if !inner && isNode {
		inherited.content = said["Contents"]
		*pages = append(*pages, inherited)
	}
	return !slices.ContainsFunc(kids, func(one object) bool { return !f.addPages(pages, one, inherited, depth+1) })
}
