package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/openapi"
)

// explainProblems puts together what is said of every code and who answers it.
func explainProblems(operations []openapi.Operation) (map[string]view.ProblemType, error) {
	var known []view.ProblemType
	if err := json.Unmarshal(openapi.Problems(), &known); err != nil {
		return nil, fmt.Errorf("read the embedded problem types: %w", err)
	}
	explained := make(map[string]view.ProblemType, len(known))
	for _, t := range known {
		t.Type, t.Operations = view.ProblemPath+t.Code, []view.ProblemOperation{}
		shown := &t.Example
		shown.Type, shown.Code, shown.Title, shown.Status = t.Type, t.Code, t.Title, t.Status
		shown.RequestID = "5f0c6a1e9b7d42c8"
		shown.Errors, shown.Fixes = append([]view.ProblemField{}, shown.Errors...), append([]string{}, shown.Fixes...)
		explained[t.Code] = t
	}
	for _, operation := range operations {
		for _, failure := range operation.Failures {
			for _, code := range failure.Codes {
				of := explained[code]
				of.Operations = append(of.Operations, view.ProblemOperation{
					ID: operation.ID, Method: operation.Method, Path: operation.Path,
				})
				explained[code] = of
			}
		}
	}
	return explained, nil
}

// listProblems answers every type of problem.
//
//	@Summary		List the types of problems
//	@Description	Every `code` that an error answer can carry, with what it means and what to do. A page for who asks for HTML.
//	@Produce		json
//	@Produce		html
//	@Success		200		{object}	view.List[view.ProblemType]
//	@Header			200		{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/problems [get]
func (s *Server) listProblems(c *gin.Context) error {
	views := make([]view.ProblemType, 0, len(s.Problems))
	for _, code := range slices.Sorted(maps.Keys(s.Problems)) {
		views = append(views, s.Problems[code])
	}
	return s.answerEither(c, view.List[view.ProblemType]{Items: views, Total: len(views)}, "problems.html")
}

// getProblem answers what the type of a problem says.
//
//	@Summary		Explain a type of problem
//	@Description	What the `type` of an error answer leads to: what has happened, an example, what to do, and which operations answer it. A page for who asks for HTML.
//	@Produce		json
//	@Produce		html
//	@Param			code	path		string	true	"code of the problem"	example(invalid_parameter)
//	@Success		200		{object}	view.ProblemType
//	@Header			200		{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/problems/{code} [get]
func (s *Server) getProblem(c *gin.Context) error {
	code := c.Param("code")
	explained, known := s.Problems[code]
	if !known {
		codes := slices.Sorted(maps.Keys(s.Problems))
		return quarry.Errorf(quarry.KindNotFound, "no problem has the code %q; /problems lists them", code).
			WithFixes(rest.FixesFor(code, codes)...)
	}
	return s.answerEither(c, explained, "problem.html")
}

// answerEither answers with a page who asks for HTML before JSON.
func (s *Server) answerEither(c *gin.Context, shown any, page string) error {
	c.Header("Vary", "Accept")
	var out bytes.Buffer
	if c.NegotiateFormat(gin.MIMEJSON, gin.MIMEHTML) == gin.MIMEHTML {
		if err := s.pages.problems.ExecuteTemplate(&out, page, shown); err != nil {
			return fmt.Errorf("draw the page: %w", err)
		}
		servePage(c, newStatic(rest.HTMLType, out.Bytes()), pagePolicy)
		return nil
	}
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(shown); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	serveStatic(c, newStatic(rest.JSONType, out.Bytes()))
	return nil
}
