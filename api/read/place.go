package read

import (
	"context"
	"net/url"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/render"
)

// What the addresses of one text may cost: each is looked for in the store, or on the disk.
const (
	mostLinks    = 20
	mostPictures = 50
)

// place says where the addresses in an entry lead: to documents beside its own one, and to
// pictures of the folder that its document came from.
type place struct {
	h      *Handlers
	ctx    context.Context //nolint:containedctx // it lives as long as the request
	source quarry.Source

	links    map[string]string // what was looked for
	pictures int               // that were looked for
	document *quarry.Document  // nil as long as nobody asked for it
}

// Link returns the page of the document that an address names, "" where there is none.
func (p *place) Link(address string) string {
	named, inside := resolve(path.Dir(p.source.Path), address)
	if !inside {
		return ""
	}
	if known, found := p.links[named]; found || len(p.links) == mostLinks {
		return known
	}
	identity := quarry.Document{Collection: p.source.Collection, Path: norm.NFC.String(named)}.Identity()
	id := quarry.DocumentID(quarry.NewID(identity))
	p.links[named] = ""
	if _, _, err := p.h.Store.Document(p.ctx, id); err == nil {
		p.links[named] = "/documents/" + string(id)
	}
	return p.links[named]
}

// Picture returns where a picture of the document's folder is read, and its size.
func (p *place) Picture(address string) (render.Picture, bool) {
	if p.pictures++; p.pictures > mostPictures {
		return render.Picture{}, false
	}
	if p.document == nil {
		document, _, err := p.h.Store.Document(p.ctx, p.source.DocumentID)
		if err != nil {
			return render.Picture{}, false
		}
		p.document = &document
	}
	named, inside := pictureOf(*p.document, address)
	if !inside {
		return render.Picture{}, false
	}
	width, height, found := sizeOf(*p.document, named)
	return render.Picture{URL: pictureURL(p.source.DocumentID, named), Width: width, Height: height}, found
}

// pictureURL is where a picture of a document is read.
func pictureURL(id quarry.DocumentID, named string) string {
	escaped := (&url.URL{Path: named}).EscapedPath()
	return "/v1/documents/" + string(id) + "/pictures/" + escaped
}

// pictureOf returns which file of a document's folder an address in its text names.
func pictureOf(d quarry.Document, address string) (string, bool) {
	own := strings.TrimPrefix(strings.TrimPrefix(d.Path, d.As), "/")
	return resolve(path.Dir(own), address)
}

// resolve returns the path that a relative address names from a folder, and whether it is one
// below the root: it names no host, leads nowhere else in the page, and not out.
func resolve(folder, address string) (string, bool) {
	if at := strings.IndexAny(address, "?#"); at >= 0 {
		address = address[:at]
	}
	named, err := url.PathUnescape(address)
	if err != nil || named == "" || strings.HasPrefix(named, "/") || strings.ContainsAny(named, "\\\x00:") {
		return "", false
	}
	joined := path.Join(folder, named)
	return joined, joined != "." && joined != ".." && !strings.HasPrefix(joined, "../") && !strings.HasPrefix(joined, "/")
}
