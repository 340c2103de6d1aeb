package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/openapi"
)

// The headers by which an answer says that what was used will go (RFC 9745, RFC 8594).
const (
	headerDeprecation = "Deprecation"
	headerSunset      = "Sunset"
)

// notice is what the two headers say; "" where there is nothing to be said.
type notice struct{ deprecation, sunset string }

// notices knows what is deprecated of one operation.
type notices struct {
	operation  notice
	parameters map[string]notice // of its query
}

// readNotices takes from the contract what is deprecated, by method and the router's
// pattern.
func readNotices(operations []openapi.Operation) (map[string]notices, error) {
	all := map[string]notices{}
	for _, operation := range operations {
		whole, err := newNotice(operation.Notice)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", operation.ID, err)
		}
		of := notices{operation: whole, parameters: map[string]notice{}}
		for _, parameter := range operation.Parameters {
			part, err := newNotice(parameter.Notice)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", operation.ID, parameter.Name, err)
			}
			if part.deprecation != "" && parameter.In == "query" {
				of.parameters[parameter.Name] = part
			}
		}
		if of.operation.deprecation != "" || len(of.parameters) > 0 {
			all[operation.Method+" "+rest.RouterPattern(operation.Path)] = of
		}
	}
	return all, nil
}

func newNotice(n openapi.Notice) (notice, error) {
	if n.Since == "" {
		return notice{}, nil
	}
	since, err := time.Parse(time.DateOnly, n.Since)
	if err != nil {
		return notice{}, fmt.Errorf("read since when it is deprecated: %w", err)
	}
	said := notice{deprecation: fmt.Sprintf("@%d", since.Unix())}
	if n.Sunset == "" {
		return said, nil
	}
	sunset, err := time.Parse(time.DateOnly, n.Sunset)
	if err != nil {
		return notice{}, fmt.Errorf("read from when on it may be gone: %w", err)
	}
	said.sunset = sunset.Format(http.TimeFormat)
	return said, nil
}

// warn tells who uses something deprecated: an operation, or else the first of its
// parameters by name.
func (s *Server) warn(c *gin.Context) {
	if len(s.notices) == 0 {
		return
	}
	of := s.notices[c.Request.Method+" "+c.FullPath()]
	if of.operation.deprecation != "" {
		of.operation.write(c)
		return
	}
	values := c.Request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(of.parameters)) {
		if values.Has(name) {
			of.parameters[name].write(c)
			return
		}
	}
}

func (n notice) write(c *gin.Context) {
	c.Header(headerDeprecation, n.deprecation)
	if n.sunset != "" {
		c.Header(headerSunset, n.sunset)
	}
	c.Writer.Header().Add("Link", `</docs>; rel="deprecation"; type="text/html"`)
}
