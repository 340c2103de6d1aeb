package api

import (
	"cmp"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

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

// appPolicy is what the page is held to beyond that: no string becomes markup or script
// but by the two policies that it makes.
const appPolicy = pagePolicy + "; require-trusted-types-for 'script'; trusted-types lit-html quarry"

const (
	htmlType   = "text/html; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
	scriptType = "text/javascript; charset=utf-8"
)

// pages are what people look at: the front page, the reference, the explanations of
// problems, and the files that these load.
type pages struct {
	index     static
	docs      static
	problems  *template.Template // of a ProblemType, and of a list of them
	files     map[string]static
	assets    map[string]static
	reference http.Handler
}

func newPages() (pages, error) {
	problems, err := template.ParseFS(web.Files, "problem.html", "problems.html")
	file := func(name, mediaType string) static {
		content, unread := web.Files.ReadFile(name)
		err = cmp.Or(err, unread)
		return newStatic(mediaType, content)
	}
	made := pages{
		problems: problems, index: file("app.html", htmlType), docs: file("docs.html", htmlType),
		files: map[string]static{
			"/quarry.css": file("quarry.css", styleType), "/start.js": file("start.js", scriptType),
		},
		reference: quotingTags{v5emb.New("Quarry", "/openapi.json", "/docs")},
	}
	made.assets = map[string]static{}
	types := map[string]string{".js": scriptType, ".css": styleType, ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8"}
	walked := fs.WalkDir(web.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if mediaType, served := types[path.Ext(name)]; err == nil && served && !entry.IsDir() {
			made.assets[name] = file(name, mediaType)
		}
		return err
	})
	if err = cmp.Or(err, walked); err != nil {
		return pages{}, fmt.Errorf("read the pages: %w", err)
	}
	return made, nil
}

// getIndex answers the front page.
//
//	@Summary		Front page
//	@Description	A page for people.
//	@Produce		html
//	@Success		200		{string}	string	"the page"
//	@x-public		true
//	@Router			/ [get]
func (s *Server) getIndex(c *gin.Context) {
	c.Header("Content-Security-Policy", appPolicy)
	c.Header("Cross-Origin-Opener-Policy", "same-origin")
	serveStatic(c, s.pages.index)
}

// getAsset answers a file that the page loads.
func (s *Server) getAsset(c *gin.Context) error {
	asset, ours := s.pages.assets[strings.TrimPrefix(c.Param("file"), "/")]
	if !ours {
		return quarry.Errorf(quarry.KindNotFound, "there is no file %q", c.Param("file")).WithCode("route_unknown")
	}
	serveStatic(c, asset)
	return nil
}

// servePage answers with what only a page needs said: an answer that no browser
// shows as one links to nothing and opens nothing.
func servePage(c *gin.Context, page static) {
	c.Header("Content-Security-Policy", pagePolicy)
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
	servePage(c, s.pages.docs)
}

// getPageFile answers a file that the pages load. The library that brings the
// reference has further files, a page of its own among them; they stay closed.
func (s *Server) getPageFile(c *gin.Context) error {
	name := c.Param("file")
	if file, ours := s.pages.files[name]; ours {
		serveStatic(c, file)
		return nil
	}
	switch name {
	case "/swagger-ui.css", "/swagger-ui-bundle.js", "/favicon-32x32.png":
		c.Header(rest.HeaderCacheControl, "no-cache")
		s.pages.reference.ServeHTTP(c.Writer, c.Request)
		return nil
	}
	return quarry.Errorf(quarry.KindNotFound, "there is no file %q", name).WithCode("route_unknown")
}
