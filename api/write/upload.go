package write

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

const (
	multipartType    = "multipart/form-data"
	uploadHead       = 64 << 10 // bytes by which a file's kind is told
	longestJSONFile  = 12 << 20 // bytes of a body, in which a text may be escaped
	codeUploadBroken = "malformed_body"
)

// upload is a request that hands files in.
type upload struct {
	h    *Handlers
	body io.Reader
}

// takeUpload keeps the files of a request, and says where they are to go. Nothing is
// kept of a request that is refused.
func (h *Handlers) takeUpload(c *gin.Context) ([]quarry.JobFile, error) {
	if err := h.uploads.Begin(c.Request.Context()); err != nil {
		return nil, err
	}
	defer h.uploads.End()
	if c.Request.Body == nil {
		c.Request.Body = http.NoBody
	}
	control := http.NewResponseController(c.Writer)
	_ = control.SetWriteDeadline(time.Time{}) // until the answer is written, which has a time of its own
	paced := rest.NewPacedReader(c.Request.Body, c.Writer, h.Now)
	c.Request.Body = http.MaxBytesReader(c.Writer, paced, h.Most)
	media, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	up := upload{h: h, body: c.Request.Body}
	var files []quarry.JobFile
	switch {
	case c.GetHeader("Content-Type") == "", err == nil && media == "application/json":
		files, err = up.fromJSON(c)
	case err == nil && media == multipartType && params["boundary"] != "":
		files, err = up.fromForm(params["boundary"])
	default:
		err = quarry.Errorf(quarry.KindUnsupported,
			"documents come as %s with a boundary or as application/json, not as %q",
			multipartType, c.GetHeader("Content-Type")).
			WithFixes("Content-Type: application/json", "Content-Type: "+multipartType)
	}
	_ = control.SetWriteDeadline(h.Now().Add(rest.PaceTime))
	return files, uploadError(err, h.Most)
}

// uploadError tells what is wrong with a body from what is wrong here.
func uploadError(err error, most int64) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*quarry.Error](err); known {
		return err
	}
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return quarry.Errorf(quarry.KindTooLarge, "the body is longer than %d bytes", most)
	}
	return quarry.Errorf(quarry.KindInvalid, "the body is damaged, or broke off").WithCode(codeUploadBroken).
		Because(err)
}

// take keeps one file, unless it is longer than files of its kind may be: then it is
// named, for who sent many.
func (u upload) take(name string, from io.Reader) (quarry.JobFile, error) {
	buffered := bufio.NewReaderSize(from, uploadHead)
	head, err := buffered.Peek(uploadHead)
	if err != nil && !errors.Is(err, io.EOF) {
		return quarry.JobFile{}, err
	}
	limit := u.h.Kinds.Limit(head)
	all := io.Reader(buffered)
	if limit > 0 {
		all = &limitedFile{from: buffered, name: shortened(name), left: limit, limit: limit}
	}
	file, err := u.h.Spool.Take(all)
	file.Carries = u.h.Kinds.Carries(head)
	return file, err
}

// limitedFile reads a file that may have so many bytes.
type limitedFile struct {
	from        io.Reader
	name        string
	left, limit int64
}

// Read reads some bytes, and fails behind the last one that there may be.
func (f *limitedFile) Read(to []byte) (int, error) {
	n, err := f.from.Read(to)
	if f.left -= int64(n); f.left < 0 {
		return 0, quarry.Errorf(quarry.KindTooLarge,
			"file: %q is longer than %d bytes, the most that a document of its kind may have", f.name, f.limit).
			OnField("file", fmt.Sprintf("%q must have at most %d bytes", f.name, f.limit))
	}
	return n, err
}
