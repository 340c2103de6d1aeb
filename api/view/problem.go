package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// Problem is the body of every error answer (RFC 9457). Its type is an address on
// this server that explains the code.
type Problem struct {
	// address on this server that explains the code
	Type string `json:"type" validate:"required" example:"/problems/invalid_parameter"`
	// what the code means, in short
	Title string `json:"title" validate:"required" example:"A value is not allowed"`
	// status of the answer, once more
	Status int `json:"status" validate:"required" example:"400"`
	// what is wrong with this request, for a person
	Detail string `json:"detail" validate:"required" example:"difficulty: \"hrad\" is not known"`
	// path of the request
	Instance string `json:"instance" validate:"required" example:"/v1/questions"`
	// what went wrong, for programs
	Code string `json:"code" validate:"required" example:"invalid_parameter"`
	// names the request in the server's log
	RequestID string `json:"request_id" validate:"required" example:"5f0c6a1e9b7d42c8"`
	// what is wrong with single parameters or fields; empty where it is none of them
	Errors []ProblemField `json:"errors" validate:"required"`
	// values that would be taken and may be meant; empty where none is near
	Fixes []string `json:"fixes" validate:"required" example:"hard"`
	// how far everything is that a server waits for which is not ready; of /readyz alone
	Followers []FollowerProgress `json:"followers,omitempty"`
}

// ProblemField says what is wrong with one parameter.
type ProblemField struct {
	// the parameter, or the field of the body
	Field string `json:"field" validate:"required" example:"difficulty"`
	// what is wrong with it
	Message string `json:"message" validate:"required" example:"\"hrad\" is not known"`
}

// ProblemPath begins the address of every type of problem.
const ProblemPath = "/problems/"

// ProblemType explains one code of a problem.
type ProblemType struct {
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
	Operations []ProblemOperation `json:"operations" validate:"required"`
}

// ProblemOperation is an operation that can answer with a problem.
type ProblemOperation struct {
	// the operation's id in this document
	ID string `json:"operation_id" validate:"required" example:"listQuestions"`
	// its HTTP method
	Method string `json:"method" validate:"required" example:"GET"`
	// its path, with parameters in braces
	Path string `json:"path" validate:"required" example:"/v1/questions"`
}

// JSON is the example as it is answered, for the page.
func (v ProblemType) JSON() (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v.Example); err != nil {
		return "", fmt.Errorf("write the example: %w", err)
	}
	return out.String(), nil
}

// StatusText is what HTTP calls a status, for the page.
func (v ProblemType) StatusText() string { return http.StatusText(v.Status) }
