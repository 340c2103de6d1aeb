package api

import (
	"net/http"

	"github.com/quarrykb/quarry"
)

// statusOf is the only table from a kind of error to an HTTP status. It has no
// default on purpose: a new kind must be given a status before lint passes.
func statusOf(kind quarry.Kind) int {
	switch kind {
	case quarry.KindInvalid:
		return http.StatusBadRequest
	case quarry.KindNotFound:
		return http.StatusNotFound
	case quarry.KindConflict:
		return http.StatusConflict
	case quarry.KindUnsupported:
		return http.StatusUnsupportedMediaType
	case quarry.KindUnavailable:
		return http.StatusServiceUnavailable
	case quarry.KindExpired:
		return http.StatusGone
	case quarry.KindTooLarge:
		return http.StatusRequestEntityTooLarge
	case quarry.KindForbidden:
		return http.StatusForbidden
	case quarry.KindMisdirected:
		return http.StatusMisdirectedRequest
	case quarry.KindMethod:
		return http.StatusMethodNotAllowed
	case quarry.KindUnauthorized:
		return http.StatusUnauthorized
	case quarry.KindLimited:
		return http.StatusTooManyRequests
	case quarry.KindFull:
		return http.StatusInsufficientStorage
	case quarry.KindInternal:
	}
	return http.StatusInternalServerError
}
