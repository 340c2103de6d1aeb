package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
)

// static is a body that never changes while the process lives.
type static struct {
	mediaType string
	tag       string
	bytes     []byte
	gzipped   []byte // nil where it is sent as it is
}

func newStatic(mediaType string, content []byte) static {
	sum := sha256.Sum256(content)
	return static{
		mediaType: mediaType, bytes: content,
		tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:rest.EtagBytes]) + `"`,
	}
}

// compressed returns a body that is sent shorter to who takes it so. It keeps its tag,
// which is weak: both are the same file.
func (s static) compressed() (static, error) {
	var out bytes.Buffer
	packer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return static{}, fmt.Errorf("compress a file of the pages: %w", err)
	}
	_, err = packer.Write(s.bytes)
	if err := errors.Join(err, packer.Close()); err != nil {
		return static{}, fmt.Errorf("compress a file of the pages: %w", err)
	}
	s.gzipped = out.Bytes()
	return s, nil
}

// serveStatic answers it, or "not modified" to a caller who has it.
func serveStatic(c *gin.Context, body static) {
	c.Header(rest.HeaderETag, body.tag)
	c.Header(rest.HeaderCacheControl, "no-cache")
	if body.gzipped != nil {
		c.Writer.Header().Add("Vary", "Accept-Encoding")
	}
	if rest.Matches(c.GetHeader("If-None-Match"), body.tag) {
		c.AbortWithStatus(http.StatusNotModified)
		return
	}
	content := body.bytes
	if body.gzipped != nil && takesGzip(c.GetHeader("Accept-Encoding")) {
		c.Header("Content-Encoding", "gzip")
		content = body.gzipped
	}
	c.Header("Content-Length", strconv.Itoa(len(content)))
	c.Data(http.StatusOK, body.mediaType, content)
}

// takesGzip reports whether a caller takes gzip: one who names it, and does not rule it out
// with a weight of nothing (RFC 9110, section 12.5.3). A star alone is not enough: who does
// not know gzip gains nothing by it.
func takesGzip(accepted string) bool {
	for coding := range strings.SplitSeq(accepted, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			_, value, _ := strings.Cut(weight, "=")
			weighs, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return err != nil || weighs > 0
		}
	}
	return false
}
