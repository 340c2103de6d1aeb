package read

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	_ "image/gif"  // so that the size of one is known
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// Limits of pictures.
const (
	largestPicture = 16 << 20
	headOfPicture  = 64 << 10 // bytes in which a size is looked for
)

// drawingPolicy lets a drawing that is opened as a page run and load nothing.
const drawingPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

// GetPicture answers a picture that a document names.
//
//	@Summary		Read a picture of a document
//	@Description	A picture that the document's text names, from the folder that the document came from: PNG, JPEG, GIF, WebP, AVIF or SVG of 16 MB at most. The path is relative to that folder, and its slashes are not escaped. Nothing else of that folder is read.
//	@Produce		image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml
//	@Param			id		path		string	true	"document id"	example(d_k5mzqxw2a7tr4c6nybvh)
//	@Param			picture	path		string	true	"path of the picture"	example(figures/die.png)
//	@Success		200		{file}		file	"the picture"
//	@Success		304		"the caller has it already"
//	@Header			200		{string}	ETag	"weak tag for If-None-Match"
//	@x-fresh		true
//	@Router			/v1/documents/{id}/pictures/{picture} [get]
func (h *Handlers) GetPicture(c *gin.Context) error {
	id, named := quarry.DocumentID(c.Param("id")), strings.TrimPrefix(c.Param("picture"), "/")
	document, _, err := h.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	content, _, err := h.Store.Content(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if !h.names(document, content.Text, named) {
		return quarry.Errorf(quarry.KindNotFound, "the text of the document names no picture %q", named)
	}
	picture, err := readPicture(document, named)
	if err != nil {
		return err
	}
	mediaType := pictureType(named, picture)
	if mediaType == "" {
		return quarry.Errorf(quarry.KindNotFound, "%q is no picture of a kind that is shown", named)
	}
	sum := sha256.Sum256(picture)
	tag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:rest.EtagBytes]) + `"`
	c.Header(rest.HeaderETag, tag)
	c.Header(rest.HeaderCacheControl, "no-cache")
	c.Header("Content-Security-Policy", drawingPolicy)
	if rest.Matches(c.GetHeader("If-None-Match"), tag) {
		c.AbortWithStatus(http.StatusNotModified)
		return nil
	}
	c.Header("Content-Length", strconv.Itoa(len(picture)))
	c.Data(http.StatusOK, mediaType, picture)
	return nil
}

// names reports whether a document names a picture of its folder.
func (h *Handlers) names(d quarry.Document, text []byte, picture string) bool {
	for address := range h.Render.Named(text) {
		if named, inside := pictureOf(d, address); inside && named == picture {
			return true
		}
	}
	return false
}

// openPicture opens a file of the folder that a document came from. Nothing outside that folder
// can be opened, whatever links lie in it, and nothing that is no file.
func openPicture(d quarry.Document, named string) (*os.File, error) {
	if !filepath.IsAbs(d.Root) || d.As == d.Path {
		return nil, quarry.Errorf(quarry.KindNotFound, "the document came from no folder, so there are no pictures of it")
	}
	root, err := os.OpenRoot(d.Root)
	if err != nil {
		return nil, quarry.Errorf(quarry.KindNotFound, "the folder that the document came from is not there").Because(err)
	}
	defer func() { _ = root.Close() }() // what was opened in it stays open
	missing := func(err error) error {
		return quarry.Errorf(quarry.KindNotFound, "the picture %q is not there", named).Because(err)
	}
	info, err := root.Stat(filepath.FromSlash(named))
	switch {
	case err != nil:
		return nil, missing(err)
	case !info.Mode().IsRegular():
		return nil, quarry.Errorf(quarry.KindNotFound, "%q is no file", named)
	case info.Size() > largestPicture:
		return nil, quarry.Errorf(quarry.KindNotFound, "the picture %q has %d bytes, more than %d", named, info.Size(), largestPicture)
	}
	file, err := root.Open(filepath.FromSlash(named))
	if err != nil {
		return nil, missing(err)
	}
	return file, nil
}

func readPicture(d quarry.Document, named string) ([]byte, error) {
	file, err := openPicture(d, named)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	picture, err := io.ReadAll(io.LimitReader(file, largestPicture))
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	return picture, nil
}

// sizeOf returns the width and height of a picture in pixels, 0 where its kind does not tell
// them cheaply, and whether it is there.
func sizeOf(d quarry.Document, named string) (int, int, bool) {
	file, err := openPicture(d, named)
	if err != nil {
		return 0, 0, false
	}
	defer func() { _ = file.Close() }() // nothing was written
	head, err := io.ReadAll(io.LimitReader(file, headOfPicture))
	if err != nil || pictureType(named, head) == "" {
		return 0, 0, false
	}
	if config, _, err := image.DecodeConfig(bytes.NewReader(head)); err == nil {
		return config.Width, config.Height, true
	}
	width, height := sizeOfWebP(head)
	if strings.EqualFold(path.Ext(named), ".svg") {
		width, height = sizeOfDrawing(head)
	}
	return width, height, true
}

// sizeOfDrawing returns the width and height that an SVG states in pixels, or those of its
// view box, 0 where it states neither.
func sizeOfDrawing(head []byte) (int, int) {
	decoder := xml.NewDecoder(bytes.NewReader(head))
	for {
		token, err := decoder.RawToken()
		if err != nil {
			return 0, 0
		}
		root, begins := token.(xml.StartElement)
		if !begins {
			continue
		}
		stated := map[string]string{}
		for _, one := range root.Attr {
			stated[one.Name.Local] = one.Value
		}
		width, height := pixels(stated["width"]), pixels(stated["height"])
		if box := strings.FieldsFunc(stated["viewBox"], func(c rune) bool { return c == ' ' || c == ',' }); width*height == 0 && len(box) == 4 {
			width, height = pixels(box[2]), pixels(box[3])
		}
		return width, height
	}
}

// pixels reads a length in pixels, 0 where it is none, or beyond what a screen shows.
func pixels(written string) int {
	const most = 100_000
	length, err := strconv.ParseFloat(strings.TrimSuffix(written, "px"), 64)
	if err != nil || !(length >= 1 && length <= most) {
		return 0
	}
	return int(length)
}

// sizeOfWebP returns the width and height that the first chunk of a WebP file states (RFC
// 9649), 0 where it is none.
func sizeOfWebP(head []byte) (int, int) {
	const chunk = 30
	if len(head) < chunk || string(head[:4]) != "RIFF" || string(head[8:12]) != "WEBP" {
		return 0, 0
	}
	number := func(at, size int) int {
		n := 0
		for i := range size {
			n |= int(head[at+i]) << (8 * i)
		}
		return n
	}
	const bits14 = 1<<14 - 1
	switch string(head[12:16]) {
	case "VP8 ":
		return number(26, 2) & bits14, number(28, 2) & bits14
	case "VP8L":
		return number(21, 4)&bits14 + 1, number(21, 4)>>14&bits14 + 1
	case "VP8X":
		return number(24, 3) + 1, number(27, 3) + 1
	}
	return 0, 0
}

// pictureType returns the media type of a picture, "" for what is none: name and content
// have to agree.
func pictureType(named string, content []byte) string {
	found := http.DetectContentType(content)
	if len(content) > 12 && string(content[4:12]) == "ftypavif" {
		found = "image/avif"
	}
	switch strings.ToLower(path.Ext(named)) {
	case ".png":
		return only("image/png", found)
	case ".jpg", ".jpeg":
		return only("image/jpeg", found)
	case ".gif":
		return only("image/gif", found)
	case ".webp":
		return only("image/webp", found)
	case ".avif":
		return only("image/avif", found)
	case ".svg":
		if bytes.Contains(content[:min(len(content), headOfPicture)], []byte("<svg")) {
			return "image/svg+xml"
		}
	}
	return ""
}

func only(wanted, found string) string {
	if wanted == found {
		return wanted
	}
	return ""
}
