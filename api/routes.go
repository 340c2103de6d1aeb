package api

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// The routes that middleware treats in a way of their own.
const (
	routeLive    = "/livez"
	routeReady   = "/readyz"
	routeMetrics = "/metrics"
	routeMCP     = "/mcp"
	routeRandom  = "/v1/questions/random"
	routeSearch  = "/v1/search"
	routeSuggest = "/v1/suggest"
	routeSimilar = "/v1/questions/:id/similar"
)

// router builds the handler of all routes.
func (s *Server) router() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.HandleMethodNotAllowed = true
	router.RedirectTrailingSlash = false
	router.UseRawPath = true
	router.Use(s.observe, s.secure, s.identify, s.rescue, s.checkHost, s.checkOrigin, s.admit, s.refuseEncoded)
	router.NoRoute(s.noRoute)
	router.NoMethod(s.noMethod)

	checked := router.Group("", s.warn, s.checkParameters)
	checked.GET("/", s.getIndex)
	checked.GET("/docs", s.getDocs)
	checked.GET("/docs/*file", s.getPageFile)
	checked.GET(routeMetrics, s.getMetrics)
	checked.GET(routeLive, s.getLiveness)
	checked.GET(routeReady, s.getReadiness)
	checked.GET("/openapi.json", s.getContract31)
	checked.GET("/openapi-3.0.json", s.getContract30)
	checked.GET("/problems", s.listProblems)
	checked.GET("/problems/:code", s.getProblem)
	checked.GET("/openapi-tools.json", s.getContractTools)
	checked.POST(routeMCP, s.limitTime, s.callTools)
	checked.POST("/v1/search/batch", s.limitTime, s.inTurnToSearch(longestBatch), s.searchBatch)
	checked.POST("/v1/questions/:id/check", s.limitTime, s.inTurn(longestCheck), s.checkAnswer)
	checked.POST("/v1/context", s.limitTime, s.inTurnToSearch(longestContext), s.getContext)
	s.writingRoutes(checked)
	s.knowledgeRoutes(checked.Group("/v1", s.revalidate))
	return router
}

// writingRoutes are the routes that change something, and those that say what came
// of it. They take their own time: an upload as long as it goes on, and a stream of
// events until its job has ended.
func (s *Server) writingRoutes(checked *gin.RouterGroup) {
	write := checked.Group("/v1", s.needs(quarry.ScopeWrite))
	write.POST("/documents", s.createDocuments)
	write.DELETE("/documents/:id", s.deleteDocument)
	write.POST("/admin/reindex", s.startReindex)
	write.POST("/admin/backup", s.startBackup)
	write.GET("/jobs", s.limitTime, s.listJobs)
	write.POST("/jobs/:id/retry", s.retryJob)
	write.DELETE("/jobs/:id", s.dropJob)
	read := checked.Group("/v1", s.needs(quarry.ScopeRead))
	read.GET("/jobs/:id", s.limitTime, s.getJob)
	read.GET("/jobs/:id/events", s.streamJob)
}

// knowledgeRoutes are the routes whose answers come from the store. Of an export each
// part has its time (see pageWalk).
func (s *Server) knowledgeRoutes(v1 *gin.RouterGroup) {
	v1.GET("/export", s.getExport)
	v1.GET("/search", s.limitTime, s.inTurnToSearch(0), s.search)

	limited := v1.Group("", s.limitTime, s.inTurn(0))
	limited.GET("/questions/:id", s.getQuestion)
	limited.GET("/facts/:id", s.getFact)
	limited.GET("/specs/:id", s.getSpec)
	limited.GET("/conflicts/:id", s.getConflict)
	limited.GET("/passages/:id", s.getPassage)
	limited.GET("/documents/:id", s.getDocument)
	limited.GET("/suggest", s.suggest)
	limited.GET("/questions", s.listQuestions)
	limited.GET("/questions/random", s.drawQuestions)
	limited.GET("/questions/:id/similar", s.listSimilar)
	limited.GET("/questions/:id/verify", s.verifyQuestion)
	limited.GET("/facts", s.listFacts)
	limited.GET("/facts/:id/verify", s.verifyFact)
	limited.GET("/specs", s.listSpecs)
	limited.GET("/specs/compare", s.compareSpecs)
	limited.GET("/specs/:id/verify", s.verifySpec)
	limited.GET("/conflicts", s.listConflicts)
	limited.GET("/passages", s.listPassages)
	limited.GET("/passages/:id/verify", s.verifyPassage)
	limited.GET("/documents", s.listDocuments)
	limited.GET("/documents/:id/content", s.getContent)
	limited.GET("/stats", s.getStats)
	s.nameRoutes(limited)
}

// nameRoutes are the routes of what things are called.
func (s *Server) nameRoutes(limited *gin.RouterGroup) {
	limited.GET("/devices", s.listDevices)
	limited.GET("/devices/:id", s.getDevice)
	limited.GET("/attributes", s.listAttributes)
	limited.GET("/units", s.listUnits)
	limited.GET("/topics", s.listTopics)
	limited.GET("/glossary", s.listGlossary)
}

func (s *Server) noRoute(c *gin.Context) {
	s.fail(c, quarry.Errorf(quarry.KindNotFound, "there is no route %q; /docs lists them", c.Request.URL.Path).
		WithCode("route_unknown").WithFixes(s.nearRoutes(c.Request.URL.Path)...))
}

// longestRoute is what a path may have to be held against those that there are, in
// bytes.
const longestRoute = 100

// nearRoutes returns the routes that a path misses by few slips. What stands in a route
// for an id is no part of it that could be misspelt.
func (s *Server) nearRoutes(path string) []string {
	if len(path) > longestRoute {
		return nil
	}
	parts := strings.Split(strings.ToLower(strings.TrimRight(path, "/")), "/")
	near := func(yield func(string, string) bool) {
		for route := range s.allowed {
			pattern := route[strings.LastIndexByte(route, ' ')+1:]
			if spelled, ok := spelledLike(pattern, parts); ok && !yield(spelled, spelled) {
				return
			}
		}
	}
	return closest(strings.Join(parts, "/"), near)
}

// spelledLike writes a route with what a path has where its ids stand, where they have
// as many parts.
func spelledLike(route string, path []string) (string, bool) {
	parts := strings.Split(route, "/")
	if len(parts) != len(path) {
		return "", false
	}
	for i, part := range parts {
		if strings.HasPrefix(part, ":") || strings.HasPrefix(part, "*") {
			parts[i] = path[i]
		}
	}
	return strings.Join(parts, "/"), true
}

// noMethod adds HEAD to the methods that the router names: whatever can be
// read can be asked about.
func (s *Server) noMethod(c *gin.Context) {
	if c.Writer.Header().Get("Allow") == http.MethodGet {
		c.Header("Allow", http.MethodGet+", "+http.MethodHead)
	}
	s.fail(c, quarry.Errorf(quarry.KindMethod, "%s is not a method of %s", c.Request.Method, c.Request.URL.Path).
		WithFixes(strings.Split(c.Writer.Header().Get("Allow"), ", ")...))
}
