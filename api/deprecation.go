package api

import (
	"cmp"
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

// readNotices takes from the contract what is deprecated, by method and the router's pattern,
// with a parameter of the query behind it.
func readNotices(operations []openapi.Operation) (map[string]notice, error) {
	all := map[string]notice{}
	add := func(key string, said openapi.Notice) error {
		if said.Since == "" {
			return nil
		}
		read, err := newNotice(said)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		all[key] = read
		return nil
	}
	for _, operation := range operations {
		key := operation.Method + " " + rest.RouterPattern(operation.Path)
		err := add(key, operation.Notice)
		for _, parameter := range operation.Parameters {
			if parameter.In == "query" {
				err = cmp.Or(err, add(key+"?"+parameter.Name, parameter.Notice))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func newNotice(n openapi.Notice) (notice, error) {
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
	key := c.Request.Method + " " + c.FullPath()
	said, deprecated := s.notices[key]
	for _, name := range slices.Sorted(maps.Keys(c.Request.URL.Query())) {
		if !deprecated {
			said, deprecated = s.notices[key+"?"+name]
		}
	}
	if deprecated {
		said.write(c)
	}
}

func (n notice) write(c *gin.Context) {
	c.Header(headerDeprecation, n.deprecation)
	if n.sunset != "" {
		c.Header(headerSunset, n.sunset)
	}
	c.Writer.Header().Add("Link", `</docs>; rel="deprecation"; type="text/html"`)
}
