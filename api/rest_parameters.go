package api

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/openapi"
)

const (
	longestQuery = 32 << 10 // bytes of a raw query string; 2,000 characters may take 24,000 when encoded
	longestValue = 2_000    // characters of one parameter
	mostValues   = 50       // alternatives in one parameter
)

// allowedParameters holds the query parameters of each route, by its key.
type allowedParameters map[string]routeParameters

// routeParameters are in alphabetical order.
type routeParameters struct {
	names  []string
	lists  []string // those of them that take several values
	needed []string // those of them that every request has
}

// readAllowed takes the parameters from the contract, so that what the
// contract does not name is refused.
func readAllowed(operations []openapi.Operation) allowedParameters {
	allowed := allowedParameters{}
	for _, operation := range operations {
		allowed[routeKey(operation.Method, routerPattern(operation.Path))] = routeParameters{operation.Query(), operation.Lists(), operation.Needed()}
	}
	return allowed
}

// routeKey names a route: by its pattern, with the method before it where that is
// none that reads.
func routeKey(method, pattern string) string {
	if method == http.MethodGet {
		return pattern
	}
	return method + " " + pattern
}

// routerPattern writes "/v1/facts/{id}" as the router does: "/v1/facts/:id".
func routerPattern(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// CheckParameters refuses a query that is malformed, too long, or names
// parameters that this route does not have, has twice, or has without a value.
func (r *Responder) CheckParameters(c *gin.Context) {
	raw := c.Request.URL.RawQuery
	if raw == "" {
		return
	}
	if len(raw) > longestQuery {
		r.Fail(c, quarry.Errorf(quarry.KindInvalid, "the query is longer than %d bytes", longestQuery).WithCode("query_too_long"))
		return
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		r.Fail(c, quarry.Errorf(quarry.KindInvalid, "the query is not well-formed").WithCode("malformed_query").Because(err))
		return
	}
	allowed := r.Allowed[routeKey(c.Request.Method, c.FullPath())]
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := checkParameter(name, values[name], allowed); err != nil {
			r.Fail(c, err)
			return
		}
	}
}

func checkParameter(name string, values []string, allowed routeParameters) error {
	refuse := func(code, message string) *quarry.Error {
		return quarry.Errorf(quarry.KindInvalid, "%s: %s", name, message).WithCode(code).OnField(name, message)
	}
	switch {
	case !slices.Contains(allowed.names, name):
		return refuse("unknown_parameter", "this route has no such parameter").WithFixes(fixesFor(name, allowed.names)...)
	case len(values) > 1 && slices.Contains(allowed.lists, name):
		return refuse("repeated_parameter", "given more than once; separate alternatives with a comma")
	case len(values) > 1:
		return refuse("repeated_parameter", "given more than once, and it has one value")
	case strings.TrimSpace(values[0]) == "" && slices.Contains(allowed.needed, name):
		return refuse("empty_parameter", "is needed and has no value")
	case strings.TrimSpace(values[0]) == "":
		return refuse("empty_parameter", "has no value; leave it out instead")
	case !utf8.ValidString(values[0]):
		return refuse(codeParameter, "is not valid UTF-8")
	case utf8.RuneCountInString(values[0]) > longest(name):
		return refuse(codeParameter, fmt.Sprintf("is longer than %d characters", longest(name)))
	}
	return nil
}

// longest is how many characters a parameter may have. A cursor holds a path
// and is ours, so it may be longer than what people write.
func longest(name string) int {
	if name == "cursor" {
		return longestCursor
	}
	return longestValue
}

// parameters reads a query that CheckParameters let through. What is wrong
// with it is collected, so that one answer names every fault.
type parameters struct {
	values url.Values
	fields []quarry.FieldError
	fixes  []string
}

func newParameters(c *gin.Context) *parameters {
	return &parameters{values: c.Request.URL.Query()}
}

// err returns everything that was refused as one error, or nil.
func (p *parameters) err() error {
	if len(p.fields) == 0 {
		return nil
	}
	sentences := view.Map(p.fields, func(f quarry.FieldError) string { return f.Field + ": " + f.Message })
	fault := quarry.Errorf(quarry.KindInvalid, "%s", strings.Join(sentences, "; ")).WithCode(codeParameter)
	for _, field := range p.fields {
		fault = fault.OnField(field.Field, field.Message)
	}
	return fault.WithFixes(p.fixes...)
}

func (p *parameters) refuse(name, message string, fixes ...string) {
	fault := quarry.FieldError{Field: name, Message: message}
	if slices.Contains(p.fields, fault) {
		return
	}
	p.fields = append(p.fields, fault)
	p.fixes = append(p.fixes, fixes...)
}

func (p *parameters) has(name string) bool { return p.values.Has(name) }

func (p *parameters) text(name string) string { return p.values.Get(name) }

// list returns the alternatives of one parameter.
func (p *parameters) list(name string) []string {
	if !p.has(name) {
		return nil
	}
	words := splitAlternatives(p.text(name))
	if len(words) > mostValues {
		p.refuse(name, fmt.Sprintf("has more than %d values", mostValues))
		return nil
	}
	if slices.Contains(words, "") {
		p.refuse(name, "has an empty value between its commas")
		return nil
	}
	return words
}

// span is the range that a whole number must lie in, and what it is when left
// out.
type span struct{ least, most, fallback int }

func (p *parameters) whole(name string, s span) int {
	if !p.has(name) {
		return s.fallback
	}
	number, err := strconv.Atoi(p.text(name))
	if err != nil || number < s.least || number > s.most {
		fix := s.fallback
		if err == nil {
			fix = min(max(number, s.least), s.most)
		}
		p.refuse(name, fmt.Sprintf("must be a whole number from %d to %d", s.least, s.most), strconv.Itoa(fix))
		return s.fallback
	}
	return number
}

// number returns nil where the parameter is left out.
func (p *parameters) number(name string) *float64 {
	if !p.has(name) {
		return nil
	}
	number, err := strconv.ParseFloat(p.text(name), 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		p.refuse(name, "must be a number")
		return nil
	}
	return &number
}

// share returns 0 where the parameter is left out.
func (p *parameters) share(name string) float64 {
	if !p.has(name) {
		return 0
	}
	number, err := strconv.ParseFloat(p.text(name), 64)
	switch {
	case err != nil || math.IsNaN(number):
		p.refuse(name, "must be a number from 0 to 1")
	case number < 0 || number > 1:
		p.refuse(name, "must be a number from 0 to 1", strconv.FormatFloat(min(max(number, 0), 1), 'g', -1, 64))
	default:
		return number
	}
	return 0
}

func (p *parameters) tristate(name string) quarry.Tristate {
	switch p.text(name) {
	case "":
		return quarry.Either
	case "true":
		return quarry.Yes
	case "false":
		return quarry.No
	}
	p.refuse(name, fmt.Sprintf("%q is neither true nor false", p.text(name)), "true", "false")
	return quarry.Either
}

// yes returns what is asked for, or the fallback where nothing is.
func (p *parameters) yes(name string, fallback quarry.Tristate) bool {
	return cmp.Or(p.tristate(name), fallback) == quarry.Yes
}

// vocabulary returns the alternatives of a parameter that takes known words
// only.
func vocabulary[T ~string](p *parameters, name string, known []T) []T {
	var chosen []T
	for _, word := range p.list(name) {
		if !slices.Contains(known, T(word)) {
			p.refuse(name, fmt.Sprintf("%q is not known", word), fixesFor(word, view.Texts(known))...)
			continue
		}
		chosen = append(chosen, T(word))
	}
	return chosen
}

// oneOf is vocabulary for a parameter that takes a single word.
func oneOf[T ~string](p *parameters, name string, known []T) T {
	words := vocabulary(p, name, known)
	if len(words) == 0 {
		return known[0]
	}
	if len(words) > 1 {
		p.refuse(name, "takes one value only")
	}
	return words[0]
}

// What stands between the values of a list parameter, and what takes the
// meaning from it.
const (
	separator = ','
	escape    = '\\'
)

// Alternatives writes words as the value of a list parameter: a comma between
// them, a backslash before each comma or backslash within.
func Alternatives(words ...string) string {
	escaping := strings.NewReplacer(`\`, `\\`, `,`, `\,`)
	return strings.Join(view.Map(words, escaping.Replace), string(separator))
}

// splitAlternatives reads the value of a list parameter, without the white
// space around each word. A backslash before anything but a comma or another
// one is an ordinary letter.
func splitAlternatives(value string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		words = append(words, strings.TrimSpace(word.String()))
		word.Reset()
	}
	for i := 0; i < len(value); i++ {
		switch {
		case value[i] == separator:
			end()
			continue
		case value[i] == escape && i+1 < len(value) && strings.IndexByte(`\,`, value[i+1]) >= 0:
			i++
		}
		word.WriteByte(value[i])
	}
	end()
	return words
}
