package contract

import (
	"net/http"
	"strconv"
	"strings"
)

// common is the extension of the general annotations that asks for what all answer alike.
const common = "x-common"

// sayCommon adds what every operation answers alike, where its annotations say nothing of
// their own: the id of the request, the problems that any may end in, and with those of /v1
// that an answer may be known already, the tag and the revision by which. It does so where
// the general annotations ask for it with @x-common.
func sayCommon(swagger tree) {
	if _, wanted := swagger[common]; !wanted {
		return
	}
	delete(swagger, common)
	problem := ""
	for name := range childTree(swagger, "definitions") {
		if strings.HasSuffix(name, ".Problem") {
			problem = "#/definitions/" + name
		}
	}
	paths := childTree(swagger, "paths")
	for path := range paths {
		item := childTree(paths, path)
		for method := range item {
			sayCommonOf(path, childTree(childTree(item, method), "responses"), problem)
		}
	}
}

func sayCommonOf(path string, responses tree, problem string) {
	inStore := strings.HasPrefix(path, "/v1/")
	fail := func(code int) {
		key := strconv.Itoa(code)
		if responses[key] == nil {
			responses[key] = tree{"description": http.StatusText(code), "schema": tree{"$ref": problem}}
		}
	}
	fail(http.StatusBadRequest)
	fail(http.StatusInternalServerError)
	if !strings.HasSuffix(path, "z") { // the probes answer whatever host they are asked by
		fail(http.StatusMisdirectedRequest)
	}
	if inStore {
		fail(http.StatusServiceUnavailable)
	}
	_, cached := responses["304"]
	for key, response := range responses {
		answer, _ := response.(tree)
		if key >= "400" {
			continue
		}
		sayHeader(answer, "X-Request-Id", "string", "names the request in the log")
		if cached && inStore {
			sayHeader(answer, "ETag", "string", "weak tag for If-None-Match")
			sayHeader(answer, "Quarry-Revision", "integer", "change sequence that the answer was computed from")
		}
	}
}

func sayHeader(response tree, name, kind, description string) {
	headers := childTree(response, "headers")
	if len(headers) == 0 {
		headers = tree{}
		response["headers"] = headers
	}
	if headers[name] == nil {
		headers[name] = tree{"type": kind, "description": description}
	}
}
