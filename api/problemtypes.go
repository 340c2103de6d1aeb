package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/openapi"
)

// problemPath begins the address of every type of problem.
const problemPath = "/problems/"

// ProblemTypeView explains one code of a problem.
type ProblemTypeView struct {
	// its address, relative to the server
	Type string `json:"type" validate:"required" example:"/problems/invalid_parameter"`
	// the code of the problem
	Code string `json:"code" validate:"required" example:"invalid_parameter"`
	// status that it is answered with
	Status int `json:"status" validate:"required" example:"400"`
	// what it means, in short
	Title string `json:"title" validate:"required" example:"A value is not allowed"`
	// what has happened
	Meaning string `json:"meaning" validate:"required" example:"A parameter has a value that it cannot have."`
	// what to do
	Remedy string `json:"remedy" validate:"required" example:"Correct the fields in errors."`
	// what an answer with it looks like
	Example Problem `json:"example" validate:"required"`
	// which operations can answer it
	Operations []ProblemOperationView `json:"operations" validate:"required"`
}

// ProblemOperationView is an operation that can answer with a problem.
type ProblemOperationView struct {
	// the operation's id in this document
	ID string `json:"operation_id" validate:"required" example:"listQuestions"`
	// its HTTP method
	Method string `json:"method" validate:"required" example:"GET"`
	// its path, with parameters in braces
	Path string `json:"path" validate:"required" example:"/v1/questions"`
}

// explainProblems puts together what is said of every code and who answers it.
func explainProblems(operations []openapi.Operation) (map[string]ProblemTypeView, error) {
	known, err := openapi.ProblemTypes()
	if err != nil {
		return nil, err
	}
	answered := map[string][]ProblemOperationView{}
	for _, operation := range operations {
		for _, failure := range operation.Failures {
			for _, code := range failure.Codes {
				answered[code] = append(answered[code], ProblemOperationView{operation.ID, operation.Method, operation.Path})
			}
		}
	}
	views := make(map[string]ProblemTypeView, len(known))
	for _, t := range known {
		views[t.Code] = ProblemTypeView{
			Type: problemPath + t.Code, Code: t.Code, Status: t.Status, Title: t.Title,
			Meaning: t.Meaning, Remedy: t.Remedy, Example: viewExample(t),
			Operations: append([]ProblemOperationView{}, answered[t.Code]...),
		}
	}
	return views, nil
}

func viewExample(t openapi.ProblemType) Problem {
	return Problem{
		Type: problemPath + t.Code, Title: t.Title, Status: t.Status, Detail: t.Example.Detail,
		Instance: t.Example.Instance, Code: t.Code, RequestID: "5f0c6a1e9b7d42c8",
		Errors: mapped(t.Example.Errors, func(f openapi.ProblemField) ProblemField { return ProblemField(f) }),
		Fixes:  texts(t.Example.Fixes),
	}
}

// JSON is the example as it is answered, for the page.
func (v ProblemTypeView) JSON() (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v.Example); err != nil {
		return "", fmt.Errorf("write the example: %w", err)
	}
	return out.String(), nil
}

// listProblems answers every type of problem.
//
//	@ID				listProblems
//	@Summary		List the types of problems
//	@Description	Every `code` that an error answer can carry, with what it means and what to do. A page for who asks for HTML.
//	@Tags			operations
//	@Produce		json
//	@Produce		html
//	@Success		200		{object}	List[ProblemTypeView]
//	@Success		304		"the caller has it already"
//	@Header			200,304	{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/problems [get]
func (s *Server) listProblems(c *gin.Context) {
	views := make([]ProblemTypeView, 0, len(s.problems))
	for _, code := range slices.Sorted(maps.Keys(s.problems)) {
		views = append(views, s.problems[code])
	}
	s.answerEither(c, either{List[ProblemTypeView]{Items: views, Total: len(views)}, s.pages.catalogue})
}

// getProblem answers what the type of a problem says.
//
//	@ID				getProblem
//	@Summary		Explain a type of problem
//	@Description	What the `type` of an error answer leads to: what has happened, an example, what to do, and which operations answer it. A page for who asks for HTML.
//	@Tags			operations
//	@Produce		json
//	@Produce		html
//	@Param			code	path		string	true	"code of the problem"	example(invalid_parameter)
//	@Success		200		{object}	ProblemTypeView
//	@Success		304		"the caller has it already"
//	@Header			200,304	{string}	ETag			"weak tag for If-None-Match"
//	@Failure		404		{object}	Problem
//	@x-public		true
//	@Router			/problems/{code} [get]
func (s *Server) getProblem(c *gin.Context) {
	code := c.Param("code")
	view, known := s.problems[code]
	if !known {
		codes := slices.Sorted(maps.Keys(s.problems))
		s.fail(c, quarry.Errorf(quarry.KindNotFound, "no problem has the code %q; /problems lists them", code).
			WithFixes(fixesFor(code, codes)...))
		return
	}
	s.answerEither(c, either{view, s.pages.problem})
}

// either is something that programs read as JSON and people on a page.
type either struct {
	view any
	page *template.Template
}

// answerEither answers with the page who asks for HTML before JSON.
func (s *Server) answerEither(c *gin.Context, e either) {
	c.Header("Vary", "Accept")
	var out bytes.Buffer
	if c.NegotiateFormat(gin.MIMEJSON, gin.MIMEHTML) == gin.MIMEHTML {
		if err := e.page.Execute(&out, e.view); err != nil {
			s.fail(c, fmt.Errorf("draw the page: %w", err))
			return
		}
		servePage(c, newStatic(htmlType, out.Bytes()))
		return
	}
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e.view); err != nil {
		s.fail(c, fmt.Errorf("encode the answer: %w", err))
		return
	}
	serveStatic(c, newStatic(jsonType, out.Bytes()))
}

// StatusText is what HTTP calls a status, for the page.
func (v ProblemTypeView) StatusText() string { return http.StatusText(v.Status) }
