package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"github.com/quarrykb/quarry/api/rest"
)

// static is a body that never changes while the process lives.
type static struct {
	mediaType string
	tag       string
	bytes     []byte
	packed    func() []byte // gzipped, made when it is first asked for; nil where it is sent as it is
}

func newStatic(mediaType string, content []byte) static {
	sum := sha256.Sum256(content)
	return static{
		mediaType: mediaType, bytes: content,
		tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:rest.EtagBytes]) + `"`,
	}
}

// compressed returns a body that is sent shorter to a caller that takes it so: gzipped, and of
// scripts and style sheets without what only people read. It keeps its tag, which is weak:
// both do the same.
func (s static) compressed() static {
	s.packed = sync.OnceValue(func() []byte {
		var out bytes.Buffer
		packer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return nil
		}
		_, err = packer.Write(minified(s.mediaType, s.bytes))
		if errors.Join(err, packer.Close()) != nil {
			return nil
		}
		return out.Bytes()
	})
	return s
}

// minified returns a script or a style sheet without its comments and with short names, and
// everything else as it is, as well as what cannot be read.
func minified(mediaType string, content []byte) []byte {
	m := minify.New()
	m.AddFunc("text/javascript", js.Minify)
	m.AddFunc("text/css", css.Minify)
	short, err := m.Bytes(mediaType, content)
	if err != nil {
		return content
	}
	return short
}

// serveStatic answers it, or "not modified" to a caller who has it.
func serveStatic(c *gin.Context, body static) {
	c.Header(rest.HeaderETag, body.tag)
	c.Header(rest.HeaderCacheControl, "no-cache")
	if body.packed != nil {
		c.Writer.Header().Add("Vary", "Accept-Encoding")
	}
	if rest.Matches(c.GetHeader("If-None-Match"), body.tag) {
		c.AbortWithStatus(http.StatusNotModified)
		return
	}
	content := body.bytes
	if body.packed != nil && takesGzip(c.GetHeader("Accept-Encoding")) {
		if packed := body.packed(); packed != nil {
			c.Header("Content-Encoding", "gzip")
			content = packed
		}
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
