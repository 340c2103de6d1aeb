package contract

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// The extensions by which annotations say what a route has in common with others.
const (
	// common, of the general annotations, asks for what all routes answer alike.
	common = "x-common"
	// shared says that an annotation describes no route: it stands above what reads some
	// parameters, and describes them for all routes, with what is answered wherever the
	// first of them is taken.
	shared = "x-shared"
	// takes names the shared parameters of a route, in their order and with those of its own
	// that stand among or behind them.
	takes = "x-takes"
	// whole says that a route of /v1 that reads answers all that it has: it takes no view.
	whole = "x-whole"
	// fresh says that a route of /v1 that reads is answered anew each time, and no cache may
	// keep it.
	fresh = "x-fresh"
	// probe says that an operation is answered before anybody is asked who is calling.
	probe = "x-probe"
	// public says that an operation answers everybody: it needs no key wherever reading does.
	// A wrong one is refused all the same.
	public = "x-public"
	// forPages says that a parameter is for a page that shows an answer to people: no tool has it.
	forPages = "x-page"
)

// things stands for the last word of a route's path where a parameter is described.
const things = "{things}"

// wrongKey are the codes of a key that is refused where none is needed.
const wrongKey = "key_expired, key_invalid, key_revoked"

// sayCommon says of every operation what its annotations leave out, for it is said of many,
// where the general annotations ask for it; and of all in a contract that knows keys, what
// the guard before them does.
func sayCommon(root tree) error {
	if _, wanted := root[common]; wanted {
		delete(root, common)
		known := takeShared(root)
		for _, each := range operationsOf(root) {
			if err := known.say(root, each); err != nil {
				return err
			}
			sayAnswers(each)
		}
	}
	schemes := childTree(childTree(root, "components"), "securitySchemes")
	if len(schemes) == 0 {
		return nil
	}
	optional := []any{tree{}}
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		bearerIsHTTP(childTree(schemes, name))
		optional = append(optional, tree{name: []any{}})
	}
	root["security"] = optional
	for _, each := range operationsOf(root) {
		guard(each)
	}
	return nil
}

// vocabulary is what routes share, by the names of parameters.
type vocabulary struct {
	parameters map[string]tree
	answers    map[string]tree // by status
}

// takeShared takes what is shared out of the routes.
func takeShared(root tree) vocabulary {
	v := vocabulary{map[string]tree{}, map[string]tree{}}
	for _, each := range operationsOf(root) {
		if each.node[shared] == nil {
			continue
		}
		delete(childTree(root, "paths"), each.path)
		for i, parameter := range treesIn(each.node, "parameters") {
			name := textIn(parameter, "name")
			if v.parameters[name] = parameter; i == 0 {
				v.answers[name] = childTree(each.node, "responses")
			}
		}
	}
	return v
}

// say gives an operation its tag, its parameters and what is answered where it takes them.
// Whatever its annotation says itself counts.
//
// A list below /v1 goes in pages, and what is read there is brief unless it is asked for in full,
// or whole. What is named in a path is described where it is read
// alone: /v1/facts/{id}/verify has it from /v1/facts/{id}. The tag is the first word of the
// path that is one, and else operations.
func (v vocabulary) say(root tree, of operation) error {
	words := strings.Split(of.path, "/")
	if of.node["tags"] == nil {
		tag := "operations"
		for _, one := range slices.Backward(treesIn(root, "tags")) {
			if name := textIn(one, "name"); slices.Contains(words, name) {
				tag = name
			}
		}
		of.node["tags"] = []any{tag}
	}
	own, parameters := treesIn(of.node, "parameters"), []any{}
	if at := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "{") }); at >= 0 {
		above := childTree(childTree(childTree(root, "paths"), strings.Join(words[:at+1], "/")), "get")
		name := strings.Trim(words[at], "{}")
		if alone := named(treesIn(above, "parameters"), name); alone != nil && named(own, name) == nil {
			parameters = append(parameters, alone)
		}
	}
	taken, _ := of.node[takes].([]any)
	delete(of.node, takes)
	answers := childTree(of.node, "responses")
	schema := childTree(childTree(childTree(childTree(answers, "200"), "content"), "application/json"), "schema")
	inStore := strings.HasPrefix(of.path, "/v1/")
	if strings.HasPrefix(textIn(schema, "$ref"), schemaPrefix+"ListOf") && inStore {
		taken = append(taken, "limit", "cursor")
	}
	if _, always := of.node[whole]; !always && of.method == "get" && len(schema) > 0 && inStore {
		taken = append(taken, "view", "fields")
	}
	delete(of.node, whole)
	for _, parameter := range own {
		if !slices.Contains(taken, parameter["name"]) {
			parameters = append(parameters, parameter)
		}
	}
	for _, each := range taken {
		name := fmt.Sprint(each)
		parameter := named(own, name)
		if parameter == nil {
			parameter = maps.Clone(v.parameters[name])
			if parameter == nil {
				return fmt.Errorf("%s takes the parameter %q, which nothing describes", of.path, name)
			}
			parameter["description"] = strings.Replace(textIn(parameter, "description"), things, path.Base(of.path), 1)
		}
		parameters = append(parameters, parameter)
		for status, answer := range v.answers[name] {
			said := maps.Clone(answer.(tree)) //nolint:forcetypeassert // a response is nothing else
			maps.Copy(said, childTree(answers, status))
			answers[status] = said
		}
	}
	if len(parameters) > 0 {
		of.node["parameters"] = parameters
	}
	return nil
}

// named returns the parameter of a name, or nil.
func named(parameters []tree, name string) tree {
	for _, parameter := range parameters {
		if parameter["name"] == name {
			return parameter
		}
	}
	return nil
}

// sayAnswers adds what every operation answers alike: the id of the request; the problems
// that any may end in, and those of an operation that takes a body, or names one thing in
// its path; and where /v1 is read, or what everybody may read, that an answer may be known
// already, with the tag and the revision by which.
func sayAnswers(of operation) {
	responses := childTree(of.node, "responses")
	failure(responses, http.StatusBadRequest)
	failure(responses, http.StatusInternalServerError)
	if !strings.HasSuffix(of.path, "z") { // the probes answer whatever host they are asked by
		failure(responses, http.StatusMisdirectedRequest)
	}
	if strings.Contains(of.path, "{") {
		failure(responses, http.StatusNotFound)
	}
	if of.node["requestBody"] != nil {
		failure(responses, http.StatusRequestEntityTooLarge)
		failure(responses, http.StatusUnsupportedMediaType)
	}
	inStore := strings.HasPrefix(of.path, "/v1/")
	if inStore {
		failure(responses, http.StatusServiceUnavailable)
	}
	known := tree{}
	switch _, anew := of.node[fresh]; {
	case of.node[public] != nil:
		known["description"] = "the caller has it already"
	case inStore && of.method == "get" && !anew:
		known["description"] = "the caller has this answer already"
	}
	delete(of.node, fresh)
	if len(known) > 0 {
		responses["304"] = known
		for _, name := range []string{"ETag", "Quarry-Revision"} {
			if said := childTree(childTree(childTree(responses, "200"), "headers"), name); len(said) > 0 {
				sayHeader(known, name, said)
			}
		}
	}
	for status := range responses {
		if answer := childTree(responses, status); status < "400" {
			sayHeader(answer, "X-Request-Id", header("string", "names the request in the log"))
			if inStore && len(known) > 0 {
				sayHeader(answer, "ETag", header("string", "weak tag for If-None-Match"))
				sayHeader(answer, "Quarry-Revision", header("integer", "change sequence that the answer was computed from"))
			}
		}
	}
}

// bearerIsHTTP says "Authorization: Bearer" in the way that Swagger 2.0 has not:
// there it is a key in a header of that name.
func bearerIsHTTP(scheme tree) {
	if scheme["type"] == "apiKey" && scheme["name"] == "Authorization" {
		scheme["type"], scheme["scheme"] = "http", "bearer"
		delete(scheme, "name")
		delete(scheme, "in")
	}
}

// guard says what the guard before an operation does: it takes a key, or does without, and
// refuses a wrong one and too many calls. An operation that states a security of its own
// needs a key.
func guard(of operation) {
	if of.node[probe] != nil {
		delete(of.node, probe)
		of.node["security"] = []any{}
		return
	}
	responses := childTree(of.node, "responses")
	refused := []tree{failure(responses, http.StatusUnauthorized), failure(responses, http.StatusTooManyRequests)}
	sayHeader(refused[0], "WWW-Authenticate", header("string", "how to say who is calling (RFC 6750)"))
	sayHeader(refused[1], "RateLimit", header("string", "what is left, and after how many seconds all of it is there again"))
	sayHeader(refused[1], "RateLimit-Policy", header("string", "how many calls there are in how many seconds"))
	sayHeader(refused[1], "Retry-After", header("integer", "after how many seconds the next call is answered"))
	if of.node[public] != nil {
		delete(of.node, public)
		refused[0]["description"] = wrongKey
	}
	if of.node["security"] != nil || of.method != "get" && of.method != "head" {
		refused = append(refused, failure(responses, http.StatusForbidden))
	}
	for _, response := range refused {
		sayHeader(response, "X-Request-Id", header("string", "names the request in the log"))
	}
}

// failure returns the answer with an error status, and adds it where no annotation has it.
func failure(responses tree, status int) tree {
	key := strconv.Itoa(status)
	if responses[key] == nil {
		responses[key] = tree{
			"description": http.StatusText(status),
			"content":     tree{problemMedia: tree{"schema": tree{"$ref": schemaPrefix + "Problem"}}},
		}
	}
	return childTree(responses, key)
}

// sayHeader adds a header that is not there.
func sayHeader(response tree, name string, said tree) {
	if response["headers"] == nil {
		response["headers"] = tree{}
	}
	if headers := childTree(response, "headers"); headers[name] == nil {
		headers[name] = said
	}
}

func header(kind, description string) tree {
	return tree{"description": description, "schema": tree{"type": kind}}
}
