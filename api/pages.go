package api

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"

	"github.com/gin-gonic/gin"
	"github.com/swaggest/swgui/v5emb"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/web"
)

// pagePolicy lets a page load what this server has and nothing else, and run
// no script or style that stands in it. Images may be data, which the
// reference draws its arrows with.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// framePolicy lets markup come into the page from the two places alone that are trusted
// with it: the library that draws its templates, and what reads fragments from this server.
// The reference is drawn by a library that writes markup itself, and is without it.
const framePolicy = pagePolicy + "; require-trusted-types-for 'script'; trusted-types lit-html quarry"

// mediaTypeOf returns what a file that pages load is sent as, by the end of its name; ""
// for what no page loads.
func mediaTypeOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return ""
}

// pages are what people look at: the frame of the views, the reference, the explanations
// of problems, and the files that these load.
type pages struct {
	frame     static
	docs      static
	problems  *template.Template // of a ProblemType, and of a list of them
	assets    map[string]static  // by the name with a slash before it, such as "/quarry.css"
	reference http.Handler
}

func newPages() (pages, error) {
	made := pages{assets: map[string]static{}, reference: quotingTags{v5emb.New("Quarry", "/openapi.json", "/docs")}}
	var err error
	if made.problems, err = template.ParseFS(web.Files, "problem.html", "problems.html"); err != nil {
		return pages{}, fmt.Errorf("read the pages of problems: %w", err)
	}
	return made, fs.WalkDir(web.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return made.add(name)
	})
}

// add takes a file in. Of the pages each has a place of its own; all else is an asset.
func (p *pages) add(name string) error {
	content, err := web.Files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the file %s of the pages: %w", name, err)
	}
	switch name {
	case "app.html":
		p.frame, err = newStatic(rest.HTMLType, content).compressed()
		return err
	case "docs.html":
		p.docs, err = newStatic(rest.HTMLType, content).compressed()
		return err
	case "problem.html", "problems.html":
		return nil
	}
	mediaType := mediaTypeOf(name)
	if mediaType == "" {
		return fmt.Errorf("no page loads a file of the kind of %s", name)
	}
	p.assets["/"+name], err = newStatic(mediaType, content).compressed()
	return err
}

// frames are the addresses of the views of the page. One frame serves all of them, and what
// a view shows stands in its address for the script to read: no parameter of theirs is
// the server's.
func frames() []string { return []string{"/", "/study", "/specs", "/corpus", "/documents/:id"} }

// getIndex answers the page.
//
//	@Summary		The page for people
//	@Description	A page for people, over this interface. Parameters are those of the page, and none is refused.
//	@Produce		html
//	@Success		200		{string}	string	"the page"
//	@Failure		400		{object}	view.Problem	"key_ambiguous, key_in_query"
//	@x-public		true
//	@Router			/ [get]
func (s *Server) getIndex(c *gin.Context) {
	servePage(c, s.pages.frame, framePolicy)
}

// servePage answers with what only a page needs said: an answer that no browser
// shows as one links to nothing and opens nothing.
func servePage(c *gin.Context, page static, policy string) {
	c.Header("Content-Security-Policy", policy)
	c.Header("Cross-Origin-Opener-Policy", "same-origin")
	serveStatic(c, page)
}

// getDocs answers the reference.
//
//	@Summary		Reference page
//	@Description	This contract, for people to read and to try.
//	@Produce		html
//	@Success		200		{string}	string	"the page"
//	@x-public		true
//	@Router			/docs [get]
func (s *Server) getDocs(c *gin.Context) {
	servePage(c, s.pages.docs, pagePolicy)
}

// getAsset answers a file that the pages load.
func (s *Server) getAsset(c *gin.Context) error {
	name := c.Param("file")
	file, known := s.pages.assets[name]
	if !known {
		return noFile(name)
	}
	serveStatic(c, file)
	return nil
}

// getReferenceFile answers a file of the library that brings the reference. It has further
// files, a page of its own among them; they stay closed.
func (s *Server) getReferenceFile(c *gin.Context) error {
	name := c.Param("file")
	switch name {
	case "/swagger-ui.css", "/swagger-ui-bundle.js", "/favicon-32x32.png":
		c.Header(rest.HeaderCacheControl, "no-cache")
		s.pages.reference.ServeHTTP(c.Writer, c.Request)
		return nil
	}
	return noFile(name)
}

func noFile(name string) error {
	return quarry.Errorf(quarry.KindNotFound, "there is no file %q", name).WithCode("route_unknown")
}
