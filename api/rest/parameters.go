package rest

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
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/openapi"
)

// What a query may have at most.
const (
	longestQuery = 32 << 10 // bytes of a raw query string; 2,000 characters may take 24,000 when encoded
	LongestValue = 2_000    // characters of one parameter
	mostValues   = 50       // alternatives in one parameter
)

// allowedParameters holds the query parameters of each route, by its key.
type allowedParameters map[string]routeParameters

// routeParameters are in alphabetical order.
type routeParameters struct {
	Names  []string
	Lists  []string // those of them that take several values
	needed []string // those of them that every request has
}

// ReadAllowed takes the parameters from the contract, so that what the
// contract does not name is refused.
func ReadAllowed(operations []openapi.Operation) allowedParameters {
	allowed := allowedParameters{}
	for _, operation := range operations {
		key := routeKey(operation.Method, RouterPattern(operation.Path))
		allowed[key] = routeParameters{operation.Query(), operation.Lists(), operation.Needed()}
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

// RouterPattern writes "/v1/facts/{id}" as the router does: "/v1/facts/:id". The path of a picture
// is the rest of the address.
func RouterPattern(path string) string {
	return strings.NewReplacer("{picture}", "*picture", "{", ":", "}", "").Replace(path)
}

// CheckParameters refuses a query that is malformed, too long, or names
// parameters that this route does not have, has twice, or has without a value.
func (r *Responder) CheckParameters(c *gin.Context) {
	raw := c.Request.URL.RawQuery
	if raw == "" {
		return
	}
	if len(raw) > longestQuery {
		r.Fail(c, quarry.Errorf(quarry.KindInvalid, "the query is longer than %d bytes", longestQuery).
			WithCode("query_too_long"))
		return
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		r.Fail(c, quarry.Errorf(quarry.KindInvalid, "the query is not well-formed").
			WithCode("malformed_query").Because(err))
		return
	}
	allowed := r.Allowed[routeKey(c.Request.Method, c.FullPath())]
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := CheckParameter(name, values[name], allowed); err != nil {
			r.Fail(c, err)
			return
		}
	}
}

// Whole returns the parameters without those that say how much of an answer is sent.
func (p routeParameters) Whole() routeParameters {
	but := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == paramView || name == paramFields })
	}
	return routeParameters{but(p.Names), but(p.Lists), p.needed}
}

// CheckParameter refuses a parameter that a route does not have, has twice, or has without a value.
func CheckParameter(name string, values []string, allowed routeParameters) error {
	switch {
	case !slices.Contains(allowed.Names, name):
		return RefuseField(name, "unknown_parameter", "this route has no such parameter").
			WithFixes(FixesFor(name, allowed.Names)...)
	case len(values) > 1 && slices.Contains(allowed.Lists, name):
		return RefuseField(name, "repeated_parameter", "given more than once; separate alternatives with a comma")
	case len(values) > 1:
		return RefuseField(name, "repeated_parameter", "given more than once, and it has one value")
	case strings.TrimSpace(values[0]) == "" && slices.Contains(allowed.needed, name):
		return RefuseField(name, "empty_parameter", "is needed and has no value")
	case strings.TrimSpace(values[0]) == "":
		return RefuseField(name, "empty_parameter", "has no value; leave it out instead")
	case !utf8.ValidString(values[0]):
		return RefuseField(name, CodeParameter, "is not valid UTF-8")
	case utf8.RuneCountInString(values[0]) > longest(name):
		return RefuseField(name, CodeParameter, fmt.Sprintf("is longer than %d characters", longest(name)))
	}
	return nil
}

// longest is how many characters a parameter may have. A cursor holds a path
// and is ours, so it may be longer than what people write.
func longest(name string) int {
	if name == "cursor" {
		return longestCursor
	}
	return LongestValue
}

// Parameters reads a query that CheckParameters let through. What is wrong
// with it is collected, so that one answer names every fault.
type Parameters struct {
	Values url.Values
	fields []quarry.FieldError
	fixes  []string
}

// NewParameters reads the query of a request.
func NewParameters(c *gin.Context) *Parameters {
	return &Parameters{Values: c.Request.URL.Query()}
}

// Err returns everything that was refused as one error, or nil.
func (p *Parameters) Err() error {
	if len(p.fields) == 0 {
		return nil
	}
	sentences := view.Map(p.fields, func(f quarry.FieldError) string { return f.Field + ": " + f.Message })
	fault := quarry.Errorf(quarry.KindInvalid, "%s", strings.Join(sentences, "; ")).WithCode(CodeParameter)
	for _, field := range p.fields {
		fault = fault.OnField(field.Field, field.Message)
	}
	return fault.WithFixes(p.fixes...)
}

// Refuse notes what is wrong with a parameter, and what may be meant.
func (p *Parameters) Refuse(name, message string, fixes ...string) {
	fault := quarry.FieldError{Field: name, Message: message}
	if slices.Contains(p.fields, fault) {
		return
	}
	p.fields = append(p.fields, fault)
	p.fixes = append(p.fixes, fixes...)
}

// Has reports whether a parameter was sent.
func (p *Parameters) Has(name string) bool { return p.Values.Has(name) }

// Text returns a parameter as it was sent.
func (p *Parameters) Text(name string) string { return p.Values.Get(name) }

// Slug returns a parameter as names are folded for look-ups.
func (p *Parameters) Slug(name string) string {
	slug := text.Slug(p.Text(name))
	if p.Has(name) && slug == "" {
		p.Refuse(name, "has neither letter nor digit")
	}
	return slug
}

// List returns the alternatives of one parameter.
func (p *Parameters) List(name string) []string {
	if !p.Has(name) {
		return nil
	}
	words := splitAlternatives(p.Text(name))
	if len(words) > mostValues {
		p.Refuse(name, fmt.Sprintf("has more than %d values", mostValues))
		return nil
	}
	if slices.Contains(words, "") {
		p.Refuse(name, "has an empty value between its commas")
		return nil
	}
	return words
}

// Whole reads a whole number from least to most; fallback is what it is when left out.
func (p *Parameters) Whole(name string, least, most, fallback int) int {
	if !p.Has(name) {
		return fallback
	}
	number, err := strconv.Atoi(p.Text(name))
	if err != nil || number < least || number > most {
		fix := fallback
		if err == nil {
			fix = min(max(number, least), most)
		}
		p.Refuse(name, fmt.Sprintf("must be a whole number from %d to %d", least, most), strconv.Itoa(fix))
		return fallback
	}
	return number
}

// Number returns nil where the parameter is left out.
func (p *Parameters) Number(name string) *float64 {
	if !p.Has(name) {
		return nil
	}
	number, err := strconv.ParseFloat(p.Text(name), 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		p.Refuse(name, "must be a number")
		return nil
	}
	return &number
}

// Share returns 0 where the parameter is left out.
func (p *Parameters) Share(name string) float64 {
	if !p.Has(name) {
		return 0
	}
	number, err := strconv.ParseFloat(p.Text(name), 64)
	switch {
	case err != nil || math.IsNaN(number):
		p.Refuse(name, "must be a number from 0 to 1")
	case number < 0 || number > 1:
		p.Refuse(name, "must be a number from 0 to 1", strconv.FormatFloat(min(max(number, 0), 1), 'g', -1, 64))
	default:
		return number
	}
	return 0
}

// Tristate reads true or false; either where the parameter is left out.
func (p *Parameters) Tristate(name string) quarry.Tristate {
	switch p.Text(name) {
	case "":
		return quarry.Either
	case "true":
		return quarry.Yes
	case "false":
		return quarry.No
	}
	p.Refuse(name, fmt.Sprintf("%q is neither true nor false", p.Text(name)), "true", "false")
	return quarry.Either
}

// Yes returns what is asked for, or the fallback where nothing is.
func (p *Parameters) Yes(name string, fallback quarry.Tristate) bool {
	return cmp.Or(p.Tristate(name), fallback) == quarry.Yes
}

// Vocabulary returns the alternatives of a parameter that takes known words
// only.
func Vocabulary[T ~string](p *Parameters, name string, known []T) []T {
	var chosen []T
	for _, word := range p.List(name) {
		if !slices.Contains(known, T(word)) {
			p.Refuse(name, fmt.Sprintf("%q is not known", word), FixesFor(word, view.Texts(known))...)
			continue
		}
		chosen = append(chosen, T(word))
	}
	return chosen
}

// OneOf is vocabulary for a parameter that takes a single word.
func OneOf[T ~string](p *Parameters, name string, known []T) T {
	words := Vocabulary(p, name, known)
	if len(words) == 0 {
		return known[0]
	}
	if len(words) > 1 {
		p.Refuse(name, "takes one value only")
	}
	return words[0]
}

// Sort reads in which order a list is asked for: by one of some keys, with a minus before it
// the other way round.
func Sort(p *Parameters, keys []quarry.SortKey) quarry.Sort {
	known := []string{"path"}
	for _, key := range keys {
		known = append(known, string(key), "-"+string(key))
	}
	word := OneOf(p, "sort", known)
	if word == known[0] {
		return quarry.Sort{}
	}
	key, falls := strings.CutPrefix(word, "-")
	return quarry.Sort{Key: quarry.SortKey(key), Descending: falls}
}

// What stands between the values of a list parameter, and what takes the
// meaning from it.
const (
	Separator = ','
	escape    = '\\'
)

// Alternatives writes words as the value of a list parameter: a comma between
// them, a backslash before each comma or backslash within.
func Alternatives(words ...string) string {
	escaping := strings.NewReplacer(`\`, `\\`, `,`, `\,`)
	written := make([]string, len(words))
	for i, word := range words {
		written[i] = escaping.Replace(word)
	}
	return strings.Join(written, string(Separator))
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
		case value[i] == Separator:
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
