package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/api/view"
)

// patience ends an answer that would go on as long as it is read.
const patience = 5 * time.Second

type pair struct{ name, value string }

// request is what is asked, so that it can be made twice and printed.
type request struct {
	method, path, host string // path as it is written in the address
	query              []pair
	rawQuery           string // instead of query
	header             []pair
	body               []byte
	withKey            bool
	guessed            map[string]bool // parameters whose values are not sure
}

func (r request) make() (*http.Request, context.CancelFunc) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	raw := r.rawQuery
	if raw == "" {
		parts := make([]string, 0, len(r.query))
		for _, one := range r.query {
			parts = append(parts, url.QueryEscape(one.name)+"="+url.QueryEscape(one.value))
		}
		raw = strings.Join(parts, "&")
	}
	decoded, err := url.PathUnescape(r.path)
	if err != nil {
		decoded = r.path
	}
	made := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", strings.NewReader(string(r.body)))
	made.Method, made.Host, made.RemoteAddr = r.method, r.host, "127.0.0.1:4711"
	made.URL = &url.URL{Path: decoded, RawPath: r.path, RawQuery: raw}
	made.RequestURI = made.URL.RequestURI()
	for _, one := range r.header {
		made.Header.Add(one.name, one.value)
	}
	return made, stop
}

func (r request) String() string {
	made, stop := r.make()
	defer stop()
	return fmt.Sprintf("%s %.600s\nHost: %.100q %.200q\n%.600q", r.method, made.RequestURI, r.host, r.header, r.body)
}

// pool is what requests can name because answers named it.
type pool struct {
	mu     sync.Mutex
	ids    map[string][]string // ids, by the path of the list that names them
	values map[string][]string // texts, by the name under which they stand
	tags   map[string][]string // ETags, by the path that gave them
	pages  map[string][][]pair // queries of further pages, by their path
}

func newPool() *pool {
	return &pool{ids: map[string][]string{}, values: map[string][]string{}, tags: map[string][]string{}, pages: map[string][][]pair{}}
}

// mostKnown keeps the pool small: what is heard later adds nothing.
const mostKnown = 60

func remember(in map[string][]string, key, value string) {
	if len(in[key]) < mostKnown && !slices.Contains(in[key], value) {
		in[key] = append(in[key], value)
	}
}

// learn takes what an answer names.
func (p *pool) learn(path string, asked request, answer *httptest.ResponseRecorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tag := answer.Header().Get("ETag"); tag != "" {
		remember(p.tags, path, tag)
	}
	if at := answer.Header().Get("Location"); at != "" {
		list, id, _ := cutLast(at, "/")
		remember(p.ids, list, id)
	}
	var body any
	if !strings.HasPrefix(path, "/v1/") || answer.Code >= http.StatusBadRequest || json.Unmarshal(answer.Body.Bytes(), &body) != nil {
		return // what the contract says of itself is no knowledge
	}
	if fields, ok := body.(map[string]any); ok {
		p.learnPage(path, asked, fields)
		p.learnItems(path, fields)
	}
	p.learnTexts("", body)
}

func cutLast(text, mark string) (string, string, bool) {
	at := strings.LastIndex(text, mark)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(mark):], true
}

// learnPage keeps how to go on: a cursor goes with the query that it came from.
func (p *pool) learnPage(path string, asked request, fields map[string]any) {
	cursor, ok := fields["next_cursor"].(string)
	if !ok || len(p.pages[path]) >= mostKnown {
		return
	}
	further := slices.DeleteFunc(slices.Clone(asked.query), func(one pair) bool { return one.name == "cursor" })
	p.pages[path] = append(p.pages[path], append(further, pair{"cursor", cursor}))
}

func (p *pool) learnItems(path string, fields map[string]any) {
	items, _ := fields["items"].([]any)
	for _, item := range items {
		object, _ := item.(map[string]any)
		if id, ok := object["id"].(string); ok {
			remember(p.ids, path, id)
		}
		if at, ok := object["path"].(string); ok {
			remember(p.values, "path", at)
		}
	}
}

func (p *pool) learnTexts(name string, found any) {
	switch value := found.(type) {
	case string:
		remember(p.values, name, value)
	case []any:
		for _, one := range value {
			p.learnTexts(name, one)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			p.learnTexts(key, value[key])
		}
	}
}

// sure returns values of a parameter that stand for something: the ids of the
// list that is named so, and what stands under its name.
func (p *pool) sure(name string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	singular := strings.TrimSuffix(name, "s")
	values := slices.Concat(p.ids["/v1/"+name], p.ids["/v1/"+singular+"s"])
	if name == "document" {
		values = append(values, p.values["path"]...)
	}
	if len(values) == 0 {
		values = slices.Clone(p.values[name])
	}
	return slices.DeleteFunc(values, func(value string) bool { return strings.TrimSpace(value) == "" })
}

// exampleOf is the first value that the contract names for a parameter.
func exampleOf(named *openapi3.Parameter) string {
	switch value := named.Example.(type) {
	case []any:
		texts := make([]string, len(value))
		for i, one := range value {
			texts[i] = fmt.Sprint(one)
		}
		return strings.Join(texts, ",")
	case nil:
		return "1"
	default:
		return fmt.Sprint(value)
	}
}

// drafting is one request under way.
type drafting struct {
	*rapid.T

	pool    *pool
	path    string // of the operation, as the contract writes it
	guessed map[string]bool
}

// valid draws a request that the contract allows.
func (p *pool) valid(t *rapid.T, o operation) request {
	d := &drafting{t, p, o.path, map[string]bool{}}
	asked := request{method: o.method, path: o.path, host: "localhost", withKey: true, guessed: d.guessed}
	for _, ref := range o.Parameters {
		named := ref.Value
		if named.Name != "cursor" && (named.Required || rapid.IntRange(0, 3).Draw(t, "with "+named.Name) == 0) {
			asked.give(named, d.parameter(named))
		}
	}
	d.needed(&asked)
	tags, pages := p.heard(o.path)
	if len(tags) > 0 && rapid.IntRange(0, 9).Draw(t, "again") == 0 {
		asked.header = append(asked.header, pair{"If-None-Match", rapid.SampledFrom(tags).Draw(t, "tag")})
	}
	if o.method == http.MethodGet && len(pages) > 0 && rapid.IntRange(0, 4).Draw(t, "go on") == 0 {
		asked.query = rapid.SampledFrom(pages).Draw(t, "page")
		clear(d.guessed)
	}
	if o.RequestBody != nil {
		d.body(&asked, o.RequestBody.Value)
	}
	return asked
}

// give puts a parameter where it belongs. An empty one is left out.
func (r *request) give(named *openapi3.Parameter, value string) {
	switch {
	case named.In == openapi3.ParameterInPath:
		r.path = strings.ReplaceAll(r.path, "{"+named.Name+"}", url.PathEscape(value))
	case value == "":
	case named.In == openapi3.ParameterInHeader:
		r.header = append(r.header, pair{named.Name, asHeader(value)})
	default:
		r.query = append(r.query, pair{named.Name, value})
	}
}

// asHeader is a text as a header can carry it.
func asHeader(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '.'
		}
		return r
	}, text))
}

// heard returns the ETags of a path, and the queries of its further pages.
func (p *pool) heard(path string) ([]string, [][]pair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tags[path]), slices.Clone(p.pages[path])
}

// needed adds what the contract says in words: a bound needs its unit.
func (d *drafting) needed(asked *request) {
	has := func(name string) bool {
		return slices.ContainsFunc(asked.query, func(one pair) bool { return one.name == name })
	}
	if (has("min") || has("max")) && !has("unit") {
		if units := d.pool.sure("unit"); len(units) > 0 {
			asked.query = append(asked.query, pair{"unit", rapid.SampledFrom(units).Draw(d.T, "unit")})
		}
	}
}

// parameter draws the value of a parameter, in the form of its address.
func (d *drafting) parameter(named *openapi3.Parameter) string {
	schema := named.Schema.Value
	if named.In == openapi3.ParameterInPath {
		list, _, _ := strings.Cut(d.path, "/{")
		sure := d.pool.idsOf(list)
		switch named.Name {
		case "id": // which may be that of anything
		case "picture":
			sure = []string{"kiln.svg"} // which documents of testdata/property name
		default:
			sure = append(sure, d.pool.sure(named.Name)...)
		}
		return d.text(named.Name, schema, sure)
	}
	if !schema.Type.Is(openapi3.TypeArray) {
		return d.scalar(named.Name, schema)
	}
	fewest, most := max(1, int(schema.MinItems)), 3
	if _, listed := named.Example.([]any); listed && named.Required {
		fewest = len(named.Example.([]any)) //nolint:forcetypeassert // just asked
	}
	var values []string
	for range rapid.IntRange(fewest, max(fewest, most)).Draw(d.T, "how many "+named.Name) {
		values = append(values, strings.ReplaceAll(d.scalar(named.Name, schema.Items.Value), ",", `\,`))
	}
	return strings.Join(values, ",")
}

// mayKnow reports whether requests of a path can name what there is.
func (p *pool) mayKnow(path string) bool {
	list, _, named := strings.Cut(path, "/{")
	return !named || len(p.idsOf(list)) > 0
}

func (p *pool) idsOf(list string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.ids[list])
}

func (d *drafting) scalar(name string, schema *openapi3.Schema) string {
	switch {
	case len(schema.Enum) > 0:
		return fmt.Sprint(rapid.SampledFrom(schema.Enum).Draw(d.T, name))
	case schema.Type.Is(openapi3.TypeBoolean):
		return strconv.FormatBool(rapid.Bool().Draw(d.T, name))
	case schema.Type.Is(openapi3.TypeInteger):
		return strconv.FormatInt(d.whole(name, schema), 10)
	case schema.Type.Is(openapi3.TypeNumber):
		return strconv.FormatFloat(d.number(name, schema), 'g', -1, 64)
	}
	return d.text(name, schema, d.pool.sure(name))
}

func (d *drafting) whole(name string, schema *openapi3.Schema) int64 {
	least, most := int64(-1<<53), int64(1<<53)
	if schema.Min != nil {
		least = int64(*schema.Min)
	}
	if schema.Max != nil {
		most = int64(*schema.Max)
	}
	return rapid.Int64Range(least, most).Draw(d.T, name)
}

// text draws one of the values that stand for something, now and then any other
// that the schema lets through.
func (d *drafting) text(name string, schema *openapi3.Schema, sure []string) string {
	fits := func(value string) bool { return schema.VisitJSONString(value) == nil }
	sure = slices.DeleteFunc(sure, func(value string) bool { return !fits(value) })
	if len(sure) > 0 && rapid.IntRange(0, 4).Draw(d.T, "sure of "+name) > 0 {
		return rapid.SampledFrom(sure).Draw(d.T, name)
	}
	if name == "cursor" {
		return "" // only answers make cursors
	}
	d.guessed[name] = true
	most := 60
	if schema.MaxLength != nil {
		most = min(most, int(*schema.MaxLength))
	}
	if text := rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("abcwarp h100 \"-*~()[]{}é東?&=%+/\\:.,'|<>#\t")), 1, most, -1),
		rapid.StringMatching(`[a-z]{1,12}( [a-z0-9]{1,8}){0,4}`),
		rapid.StringN(1, most, 4*most),
	).Filter(func(text string) bool { return strings.TrimSpace(text) != "" }).Draw(d.T, name); fits(text) {
		return text
	}
	return exampleOf(&openapi3.Parameter{Example: schema.Example})
}

// unexplained says why a refusal of a valid request is none, "" where it is: the
// contract lets a vocabulary refuse an unknown word, and says of some parameters
// what they need.
func (r request) unexplained(o operation, answer *httptest.ResponseRecorder) string {
	var problem view.Problem
	if err := json.Unmarshal(answer.Body.Bytes(), &problem); err != nil {
		return "with no problem document"
	}
	if len(problem.Errors) == 0 {
		return "and it is not said which parameter is at fault"
	}
	for _, fault := range problem.Errors {
		name, _, _ := strings.Cut(fault.Field, ".")
		if !r.guessed[name] && !r.guessed[fault.Field] && !saidInWords(o, fault) {
			return fmt.Sprintf("%s: %s", fault.Field, fault.Message)
		}
	}
	return ""
}

// saidInWords reports whether the contract says what a schema cannot: the key is
// part of the complaint, the value a part of the operation's or the parameter's
// description.
func saidInWords(o operation, fault view.ProblemField) bool {
	said := []string{o.Description}
	for _, ref := range o.Parameters {
		said = append(said, ref.Value.Description)
	}
	words := strings.Join(said, "\n")
	for complaint, rule := range map[string]string{
		"cannot be shown in":   "refused",
		"is there twice":       "different device",
		"table of one kind":    "csv takes one",
		"cards are questions":  "anki questions alone",
		"in cards alone":       "and of generated ones where",
		"are those of JSON":    "fragment of a page",
		"in a fragment alone":  "marked in a fragment",
		"by path alone":        "listed by path alone",
		"path of two files":    "no two files",
		"it must be relative":  "Paths are relative",
		"1 to 64 letters":      "name of a collection",
		"content_base64":       "either `content` or",
		"for each of the":      "give one for each",
		"is greater than max":  "no more than max",
		"no answer is sent":    "an `answer` alone",
		"is needed: 1 again":   "`rating_needed`",
		"no answer to know":    "has an answer or choices",
		"no line of a history": "where a line is wrong",
		"says nothing of a":    "where a line is wrong",
	} {
		if strings.Contains(fault.Message, complaint) && strings.Contains(words, rule) {
			return true
		}
	}
	return false
}
