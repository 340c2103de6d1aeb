package api

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/check"
	"github.com/quarrykb/quarry/api/read"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/search"
	"github.com/quarrykb/quarry/api/view"
)

// The routes that middleware treats in a way of their own.
const (
	routeLive    = "/livez"
	routeReady   = "/readyz"
	routeMetrics = "/metrics"
	routeMCP     = "/mcp"

	routeAssets    = "/assets/*file"
	routeReference = "/docs/*file" // what the reference loads of its library
)

// router builds the handler of all routes.
func (s *Server) router() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.HandleMethodNotAllowed = true
	router.RedirectTrailingSlash = false
	router.UseRawPath = true
	router.UnescapePathValues = false // which would take a plus for a blank
	router.Use(s.observe, s.secure, s.identify, s.rescue, s.checkHost, s.checkOrigin, s.admit, s.refuseEncoded, unescapeParams)
	router.NoRoute(s.noRoute)
	router.NoMethod(s.noMethod)

	for _, address := range frames() {
		router.GET(address, s.getIndex)
	}
	checked := router.Group("", s.warn, s.CheckParameters, s.CheckShown)
	checked.GET(routeAssets, s.Handle(s.getAsset))
	checked.GET("/docs", s.getDocs)
	checked.GET(routeReference, s.Handle(s.getReferenceFile))
	checked.GET(routeMetrics, s.getMetrics)
	checked.GET(routeLive, s.Handle(s.getLiveness))
	checked.GET(routeReady, s.Handle(s.getReadiness))
	checked.GET("/openapi.json", s.getContract)
	checked.GET("/openapi-3.0.json", s.getContract30)
	checked.GET("/problems", s.Handle(s.listProblems))
	checked.GET("/problems/:code", s.Handle(s.getProblem))
	checked.GET("/openapi-tools.json", s.getContractTools)

	toSearch := s.turns
	if s.config.SearchWaits {
		toSearch = nil // a search that may wait for another program keeps no turn from others
	}
	sent := checked.Group("", noStore)
	sent.POST(routeMCP, s.limitTime, s.Handle(s.callTools))
	sent.POST("/v1/search/batch", s.limitTime, s.InTurn(search.LongestBatch, toSearch), s.Handle(s.finds.SearchBatch))
	sent.POST("/v1/questions/:id/check", s.limitTime, s.InTurn(check.LongestBody, s.turns), s.Handle(s.reads.CheckAnswer))
	sent.POST("/v1/context", s.limitTime, s.InTurn(search.LongestContext, toSearch), s.Handle(s.finds.GetContext))
	s.writingRoutes(sent)
	s.studyRoutes(sent.Group("/v1/study", s.mayStudy, s.studies.Open))
	s.knowledgeRoutes(checked.Group("/v1", s.Revalidate), toSearch)
	texts := checked.Group("/v1/documents/:id", s.limitTime)
	texts.GET("/content", read.ToPage, s.Revalidate, s.InTurn(0, s.turns), s.Handle(s.reads.GetContent))
	texts.GET("/pictures/*picture", s.InTurn(0, s.turns), s.Handle(s.reads.GetPicture))
	return router
}

// unescapeParams lets what stands in a path be what its escapes say, where the router took
// it as it was sent.
func unescapeParams(c *gin.Context) {
	if c.Request.URL.RawPath == "" {
		return
	}
	for i, param := range c.Params {
		if value, err := url.PathUnescape(param.Value); err == nil {
			c.Params[i].Value = value
		}
	}
}

// writingRoutes are the routes that change something, and those that say what came
// of it. They take their own time: an upload as long as it goes on, and a stream of
// events until its job has ended.
func (s *Server) writingRoutes(sent *gin.RouterGroup) {
	changes := sent.Group("/v1", s.mayWrite)
	changes.POST("/documents", s.Handle(rest.OrLater(s.writes.CreateDocuments)))
	changes.DELETE("/documents/:id", s.Handle(rest.OrLater(s.writes.DeleteDocument)))
	changes.POST("/admin/reindex", s.Handle(rest.OrLater(s.writes.Reindex)))
	changes.POST("/admin/backup", s.Handle(rest.OrLater(s.writes.Backup)))
	changes.GET("/jobs", s.limitTime, s.Handle(s.writes.ListJobs))
	changes.POST("/jobs/:id/retry", s.Handle(rest.OrLater(s.writes.RetryJob)))
	changes.DELETE("/jobs/:id", s.Handle(rest.OrLater(s.writes.DropJob)))
	changes.PUT("/corrections/:id", s.limitTime, s.Handle(rest.OrLater(s.writes.SetCorrection)))
	changes.DELETE("/corrections/:id", s.limitTime, s.Handle(rest.OrLater(s.writes.WithdrawCorrections)))
	progress := sent.Group("/v1", s.mayRead)
	progress.GET("/jobs/:id", s.limitTime, s.Handle(s.writes.GetJob))
	progress.GET("/corrections", s.limitTime, s.Handle(s.writes.ListCorrections))
	progress.GET("/jobs/:id/events", s.Handle(s.writes.StreamJob))
}

// studyRoutes are the routes of who studies. A history takes its own time.
func (s *Server) studyRoutes(study *gin.RouterGroup) {
	toJudge := s.turns
	if s.config.Reviewer != nil {
		toJudge = nil // what may wait for another program keeps no turn from others
	}
	study.POST("/reviews", s.limitTime, s.InTurn(check.LongestBody, toJudge), s.Handle(rest.OrLater(s.studies.RecordReview)))
	computed := study.Group("", s.limitTime, s.InTurn(0, s.turns))
	computed.GET("/next", s.Handle(s.studies.GetStudyNext))
	computed.GET("/stats", s.Handle(s.studies.GetStudyStats))
	computed.GET("/cards", s.Handle(s.studies.ListStudyCards))
	computed.GET("/reviews", s.Handle(s.studies.ListReviews))
	limited := study.Group("", s.limitTime)
	limited.DELETE("/reviews/:id", s.Handle(rest.OrLater(s.studies.UndoReview)))
	limited.PUT("/cards/:question_id", s.Handle(rest.OrLater(s.studies.SetStudyCard)))
	limited.GET("/learners", s.Handle(s.studies.ListLearners))
	limited.GET("/learners/:learner", s.Handle(s.studies.GetLearner))
	limited.PUT("/learners/:learner", s.Handle(rest.OrLater(s.studies.SetLearner)))
	limited.DELETE("/learners/:learner", s.Handle(rest.OrLater(s.studies.DeleteLearner)))
	limited.POST("/learners/:learner/schedules", s.Handle(rest.OrLater(s.studies.TakeSchedules)))
	study.GET("/learners/:learner/history", s.Handle(s.studies.ExportHistory))
	study.POST("/learners/:learner/history", s.Handle(rest.OrLater(s.studies.ImportHistory)))
}

// knowledgeRoutes are the routes whose answers come from the store. Of an export each
// part has its time (see pageWalk).
func (s *Server) knowledgeRoutes(v1 *gin.RouterGroup, toSearch *rest.Turns) {
	v1.GET("/export", s.Handle(s.exports.GetExport))
	v1.GET("/search", s.limitTime, s.InTurn(0, toSearch), s.Handle(s.finds.Search))

	limited := v1.Group("", s.limitTime, s.InTurn(0, s.turns))
	limited.GET("/questions/:id", s.Handle(s.reads.GetQuestion))
	limited.GET("/facts/:id", s.Handle(s.reads.GetFact))
	limited.GET("/specs/:id", s.Handle(s.reads.GetSpec))
	limited.GET("/conflicts/:id", s.Handle(s.reads.GetConflict))
	limited.GET("/passages/:id", s.Handle(s.reads.GetPassage))
	limited.GET("/documents/:id", s.Handle(s.reads.GetDocument))
	limited.GET("/suggest", s.Handle(s.finds.Suggest))
	limited.GET("/questions", s.Handle(s.reads.ListQuestions))
	limited.GET("/questions/random", s.Handle(s.reads.DrawQuestions))
	limited.GET("/questions/:id/similar", s.Handle(s.finds.ListSimilarQuestions))
	limited.GET("/questions/:id/verify", s.Handle(s.reads.VerifyQuestion))
	limited.GET("/facts", s.Handle(s.reads.ListFacts))
	limited.GET("/facts/:id/verify", s.Handle(s.reads.VerifyFact))
	limited.GET("/specs", s.Handle(s.reads.ListSpecs))
	limited.GET("/specs/compare", s.Handle(s.reads.CompareSpecs))
	limited.GET("/specs/:id/verify", s.Handle(s.reads.VerifySpec))
	limited.GET("/conflicts", s.Handle(s.reads.ListConflicts))
	limited.GET("/passages", s.Handle(s.reads.ListPassages))
	limited.GET("/passages/:id/verify", s.Handle(s.reads.VerifyPassage))
	limited.GET("/documents", s.Handle(s.reads.ListDocuments))
	limited.GET("/stats", s.Handle(s.reads.GetStats))
	limited.GET("/devices", s.Handle(s.reads.ListDevices))
	limited.GET("/devices/:id", s.Handle(s.reads.GetDevice))
	limited.GET("/attributes", s.Handle(s.reads.ListAttributes))
	limited.GET("/units", s.Handle(s.reads.ListUnits))
	limited.GET("/topics", s.Handle(s.reads.ListTopics))
	limited.GET("/glossary", s.Handle(s.reads.ListGlossary))
}

// views returns what the routes answer that show as much as is asked for.
func views() map[string]any {
	return map[string]any{
		"/v1/attributes":            view.List[view.Attribute]{},
		"/v1/conflicts":             view.List[view.Conflict]{},
		"/v1/conflicts/:id":         view.Conflict{},
		"/v1/corrections":           view.List[view.Correction]{},
		"/v1/devices":               view.List[view.Device]{},
		"/v1/devices/:id":           view.DeviceDetail{},
		"/v1/documents":             view.List[view.DocumentDetail]{},
		"/v1/documents/:id":         view.DocumentDetail{},
		"/v1/facts":                 view.List[view.Fact]{},
		"/v1/facts/:id":             view.Fact{},
		"/v1/glossary":              view.List[view.GlossaryTerm]{},
		"/v1/passages":              view.List[view.Passage]{},
		"/v1/passages/:id":          view.Passage{},
		"/v1/questions":             view.List[view.Question]{},
		"/v1/questions/:id":         view.Question{},
		"/v1/questions/:id/similar": view.Similar{},
		"/v1/questions/random":      view.Draw{},
		"/v1/search":                view.Search{},
		"/v1/specs":                 view.List[view.Spec]{},
		"/v1/specs/:id":             view.Spec{},
		"/v1/specs/compare":         view.Comparison{},
		"/v1/topics":                view.List[view.Topic]{},
		"/v1/units":                 view.List[view.Unit]{},
	}
}

// noStore keeps an answer out of every cache.
func noStore(c *gin.Context) { c.Header(rest.HeaderCacheControl, "no-store") }

func (s *Server) noRoute(c *gin.Context) {
	s.Fail(c, quarry.Errorf(quarry.KindNotFound, "there is no route %q; /docs lists them", c.Request.URL.Path).
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
	near := rest.NewNear(strings.Join(parts, "/"))
	for route := range s.Allowed {
		spelled := strings.Split(route[strings.LastIndexByte(route, ' ')+1:], "/")
		if len(spelled) != len(parts) {
			continue
		}
		for i, part := range spelled {
			if strings.HasPrefix(part, ":") || strings.HasPrefix(part, "*") {
				spelled[i] = parts[i]
			}
		}
		near.Try(strings.Join(spelled, "/"), strings.Join(spelled, "/"))
	}
	return near.Best()
}

// noMethod adds HEAD to the methods that the router names: whatever can be
// read can be asked about.
func (s *Server) noMethod(c *gin.Context) {
	if c.Writer.Header().Get("Allow") == http.MethodGet {
		c.Header("Allow", http.MethodGet+", "+http.MethodHead)
	}
	s.Fail(c, quarry.Errorf(quarry.KindMethod, "%s is not a method of %s", c.Request.Method, c.Request.URL.Path).
		WithFixes(strings.Split(c.Writer.Header().Get("Allow"), ", ")...))
}
