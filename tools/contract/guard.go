package contract

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// probeMark is the extension by which an annotation says that an operation is
// answered before anybody is asked who is calling.
const probeMark = "x-probe"

// publicMark is the extension by which an annotation says that an operation answers
// everybody: it needs no key wherever reading does. A wrong one is refused all the same.
const publicMark = "x-public"

// wrongKey are the codes of a key that is refused where none is needed.
const wrongKey = "key_expired, key_invalid, key_revoked"

// guarded says of every operation what the guard before all of them does, so that
// no annotation needs to: it takes a key, or does without, and refuses a wrong one
// and too many calls. An operation that states a security of its own needs a key.
// Nothing is said in a contract that knows no keys.
func guarded(root tree) {
	schemes := childTree(childTree(root, "components"), "securitySchemes")
	if len(schemes) == 0 {
		return
	}
	optional := []any{tree{}}
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		bearerIsHTTP(childTree(schemes, name))
		optional = append(optional, tree{name: []any{}})
	}
	root["security"] = optional
	for _, item := range childTree(root, "paths") {
		methods, _ := item.(tree)
		for method, each := range methods {
			if operation, ok := each.(tree); ok && operation["responses"] != nil {
				guardOperation(strings.ToUpper(method), operation)
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

func guardOperation(method string, operation tree) {
	if operation[probeMark] != nil {
		delete(operation, probeMark)
		operation["security"] = []any{}
		return
	}
	_, needsKey := operation["security"]
	responses := childTree(operation, "responses")
	refuse(responses, http.StatusUnauthorized, tree{"WWW-Authenticate": header("string", "how to say who is calling (RFC 6750)")})
	if operation[publicMark] != nil {
		delete(operation, publicMark)
		childTree(responses, strconv.Itoa(http.StatusUnauthorized))["description"] = wrongKey
	}
	if needsKey || (method != http.MethodGet && method != http.MethodHead) {
		refuse(responses, http.StatusForbidden, tree{})
	}
	refuse(responses, http.StatusTooManyRequests, tree{
		"RateLimit":        header("string", "what is left, and after how many seconds all of it is there again"),
		"RateLimit-Policy": header("string", "how many calls there are in how many seconds"),
		"Retry-After":      header("integer", "after how many seconds the next call is answered"),
	})
}

// refuse adds a refusal, or what is missing in one that was annotated.
func refuse(responses tree, status int, headers tree) {
	code := strconv.Itoa(status)
	response, ok := responses[code].(tree)
	if !ok {
		response = tree{
			"description": http.StatusText(status),
			"content":     tree{"application/problem+json": tree{"schema": tree{"$ref": schemaPrefix + "Problem"}}},
		}
		responses[code] = response
	}
	said, ok := response["headers"].(tree)
	if !ok {
		said = tree{}
		response["headers"] = said
	}
	headers["X-Request-Id"] = header("string", "names the request in the log")
	for name, each := range headers {
		if said[name] == nil {
			said[name] = each
		}
	}
}

func header(kind, description string) tree {
	return tree{"description": description, "schema": tree{"type": kind}}
}
