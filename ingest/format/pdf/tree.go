package pdf

// page is a page with what it inherits.
type page struct {
	content   object
	resources object // what it may draw with
	turn      int    // clockwise, in degrees
}

// deepestTree is how deep the tree of pages is.
const deepestTree = 40

// pages returns the pages in their order, and whether there are more than are
// read.
func (f *file) pages() ([]page, bool) {
	w := treeWalk{file: f}
	w.add(f.key(f.trailer["Root"], "Pages"), page{}, 0)
	return w.pages, w.cut
}

type treeWalk struct {
	file  *file
	pages []page
	cut   bool
}

func (w *treeWalk) add(node object, inherited page, depth int) {
	said, isNode := w.file.get(node).(dict)
	if depth > deepestTree || len(w.pages) >= maxPages || !w.file.work.spend(costOfNode) {
		w.cut = true
		return
	}
	if _, own := w.file.get(said["Resources"]).(dict); own {
		inherited.resources = said["Resources"]
	}
	if own, turns := w.file.get(said["Rotate"]).(float64); turns {
		inherited.turn = integer(own) % 360
	}
	kids, inner := w.file.get(said["Kids"]).(list)
	if !inner && isNode {
		inherited.content = said["Contents"]
		w.pages = append(w.pages, inherited)
	}
	for _, one := range kids {
		if w.cut {
			return
		}
		w.add(one, inherited, depth+1)
	}
}
