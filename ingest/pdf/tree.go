package pdf

import (
	"bytes"
	"errors"
	"io"

	library "github.com/ledongthuc/pdf"
)

// page is a page with what it inherits.
type page struct {
	content   library.Value
	resources library.Value
	turn      int // clockwise, in degrees
}

// Limits of the tree of pages.
const (
	deepestTree = 40
	maxNodes    = 20_000
)

// pages returns the pages in their order, and whether there are more than are
// read.
func (f *file) pages() ([]page, bool) {
	w := treeWalk{}
	w.add(f.reader.Trailer().Key("Root").Key("Pages"), page{}, 0)
	return w.pages, w.cut
}

type treeWalk struct {
	pages []page
	nodes int
	cut   bool
}

func (w *treeWalk) add(node library.Value, inherited page, depth int) {
	w.nodes++
	if depth > deepestTree || w.nodes > maxNodes || len(w.pages) >= maxPages {
		w.cut = true
		return
	}
	if own := node.Key("Resources"); own.Kind() == library.Dict {
		inherited.resources = own
	}
	if own := node.Key("Rotate"); own.Kind() == library.Integer {
		inherited.turn = int(own.Int64() % 360)
	}
	kids := node.Key("Kids")
	if kids.Kind() != library.Array {
		if node.Kind() == library.Dict {
			inherited.content = node.Key("Contents")
			w.pages = append(w.pages, inherited)
		}
		return
	}
	for i := range kids.Len() {
		if w.cut {
			return
		}
		w.add(kids.Index(i), inherited, depth+1)
	}
}

// maxContent is the most bytes that are drawn on one page.
const maxContent = 8 << 20

// bytesOf unpacks what is drawn on a page.
func bytesOf(content library.Value) ([]byte, error) {
	var all bytes.Buffer
	switch content.Kind() { //nolint:exhaustive // anything else is an empty page
	case library.Stream:
		return limited(content, maxContent)
	case library.Array:
		for i := range content.Len() {
			part, err := limited(content.Index(i), maxContent-all.Len())
			if err != nil {
				return nil, err
			}
			all.Write(part)
			all.WriteByte('\n')
		}
	}
	return all.Bytes(), nil
}

// limited unpacks a stream that is not too long. One that is damaged gives what
// could be read of it.
func limited(stream library.Value, limit int) ([]byte, error) {
	if stream.Kind() != library.Stream {
		return nil, nil
	}
	content, err := io.ReadAll(io.LimitReader(stream.Reader(), int64(limit)+1))
	if len(content) > limit {
		return nil, errors.New("a stream is too long")
	}
	if err != nil && len(content) == 0 {
		return nil, err
	}
	return content, nil
}
