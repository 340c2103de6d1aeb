package contract

import (
	"net/http"
	"strconv"
	"strings"
)

// common is the extension of the general annotations that asks for what all answer alike.
const common = "x-common"

// fresh is the extension by which an annotation says that a route of /v1 that reads is
// answered anew each time, and no cache may keep it.
const fresh = "x-fresh"

// sayCommon adds what every operation answers alike, where its annotations say nothing of
// their own: that it is JSON; the id of the request; the problems that any may end in, and
// those of an operation that takes a body, or names one thing in its path; and where /v1 is
// read, or what everybody may read, that an answer may be known already, with the tag and
// the revision by which. What routes share is said of each of them, see [vocabulary]. It
// does so where the general annotations ask for it with @x-common.
func sayCommon(swagger tree) error {
	if _, wanted := swagger[common]; !wanted {
		return nil
	}
	delete(swagger, common)
	problem := ""
	for name := range childTree(swagger, "definitions") {
		if strings.HasSuffix(name, ".Problem") {
			problem = "#/definitions/" + name
		}
	}
	known := readShared(swagger)
	for path := range known.paths {
		item := childTree(known.paths, path)
		for method := range item {
			operation := childTree(item, method)
			if err := known.say(path, operation); err != nil {
				return err
			}
			sayCommonOf(path, method, operation, problem)
		}
	}
	return nil
}

func sayCommonOf(path, method string, operation tree, problem string) {
	responses := childTree(operation, "responses")
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
	if strings.Contains(path, "{") {
		fail(http.StatusNotFound)
	}
	if operation["produces"] == nil {
		operation["produces"] = []any{"application/json"}
	}
	parameters, _ := operation["parameters"].([]any)
	for _, each := range parameters {
		if parameter, _ := each.(tree); parameter["in"] == "body" {
			fail(http.StatusRequestEntityTooLarge)
			fail(http.StatusUnsupportedMediaType)
			if operation["consumes"] == nil {
				operation["consumes"] = []any{"application/json"}
			}
		}
	}
	inStore := strings.HasPrefix(path, "/v1/")
	if inStore {
		fail(http.StatusServiceUnavailable)
	}
	_, anew := operation[fresh]
	switch {
	case operation[publicMark] != nil:
		responses["304"] = tree{"description": "the caller has it already"}
	case inStore && method == "get" && !anew:
		responses["304"] = tree{"description": "the caller has this answer already"}
	}
	delete(operation, fresh)
	_, cached := responses["304"]
	dated := childTree(childTree(responses, "200"), "headers")
	for name, kind := range map[string]string{"ETag": "string", "Quarry-Revision": "integer"} {
		if said, _ := childTree(dated, name)["description"].(string); cached && said != "" {
			sayHeader(childTree(responses, "304"), name, kind, said)
		}
	}
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
