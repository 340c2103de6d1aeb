package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
)

const (
	requestIDBytes  = 8
	longestSaneID   = 64
	saneIDCharacter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
)

// identify gives the request the id by which caller and log can speak of it: the caller's
// own where it may be repeated in headers and logs, a new one otherwise.
func (s *Server) identify(c *gin.Context) {
	id := c.GetHeader(rest.HeaderRequestID)
	if id == "" || len(id) > longestSaneID || strings.Trim(id, saneIDCharacter) != "" {
		var raw [requestIDBytes]byte
		if _, err := io.ReadFull(s.config.Random, raw[:]); err != nil {
			s.Fail(c, fmt.Errorf("make a request id: %w", err))
			return
		}
		id = hex.EncodeToString(raw[:])
	}
	c.Header(rest.HeaderRequestID, id)
}

// limitTime ends the request's context when its time is over.
func (s *Server) limitTime(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.config.Timeout)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}
