package write

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// UploadTaker keeps the bytes of files that are handed in until a job reads them.
type UploadTaker interface {
	// Take keeps what is read; an error of the reader is returned as it is.
	Take(from io.Reader) (quarry.JobFile, error)
	// Discard lets go of files that no job reads.
	Discard(files []quarry.JobFile)
}

// UploadKinds knows files by how they begin.
type UploadKinds interface {
	// Limit returns how many bytes such a file may have, 0 for as many as there are.
	Limit(head []byte) int64
	// Carries reports whether such a file carries documents of any place.
	Carries(head []byte) bool
}

// DocumentReader reads one document.
type DocumentReader interface {
	Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error)
}

// Config is what takes documents in, and tells what came of them.
type Config struct {
	Desk JobDesk
	// Corrector keeps corrections; nil where none can be made.
	Corrector Corrector
	Spool     UploadTaker
	Kinds     UploadKinds
	Most      int64 // bytes of a request; 256 MB where it is 0
	// Heartbeat is how often a quiet stream of events says that it lives; 15 seconds
	// where it is 0.
	Heartbeat time.Duration
}

// Handlers take documents in and tell what becomes of them.
type Handlers struct {
	*rest.Responder
	Config

	Documents DocumentReader
	Corrected CorrectionReader
	Lexicon   *lexicon.Lexicon
	Streams   *rest.Streams
	Drained   <-chan struct{} // closed once the server is shutting down

	uploads rest.Uploads
}

// New returns the handlers with what is usual where nothing is said.
func New(h Handlers) *Handlers {
	h.Most, h.Heartbeat = cmp.Or(h.Most, mostUploaded), cmp.Or(h.Heartbeat, usualHeartbeat)
	h.uploads = rest.NewUploads(mostAtOnce)
	return &h
}

const (
	mostUploaded    = 256 << 20
	usualHeartbeat  = 15 * time.Second
	mostAtOnce      = 8 // uploads
	headerKey       = "Idempotency-Key"
	longestKey      = 255
	usualWait       = 10 * time.Second
	writingDisabled = "writing_unavailable"
)

// CreateDocuments takes documents in.
//
//	@Summary		Add or replace documents
//	@Description	Takes one file as JSON, with either `content` or `content_base64`, or up to 100 as `multipart/form-data`: parts `file`, and the fields `collection` and `path`. One `path` names one file; for several files give one for each, in their order, or one that ends with `/`, which is put before their names; without one the names of the files are taken. Paths are relative, and no two files may have one path. The name of a collection has letters from a to z, digits, `-`, `_` and `.` alone. What is stored at a path is replaced.
//	@Description
//	@Description	The answer is 202 with a job. Its bytes are on disk by then, and it is done even if the server is killed: where something that it needs is unavailable it waits, and says for what. With `Prefer: wait=10` (at most 30) the answer is 200 where the job has ended within so many seconds. A job that is done can be searched. With `dry_run=true` the job says what would change and writes nothing, and 10 seconds are waited for it unless something else is preferred.
//	@Description
//	@Description	A request that is sent again with the same `Idempotency-Key` within 24 hours is answered with the job of the first one, which is tried again where it was not done. A file may have 4 MB, PDF and notebooks 32 MB, JSON Lines and CSV as much as a request may have, which is 256 MB; a JSON body 12 MB. Files that cannot be read are documents with the status `rejected` in a job that is done.
//	@Accept			json,mpfd
//	@x-takes		["Prefer", "Idempotency-Key"]
//	@Param			dry_run			query		boolean			false	"tell what would change and write nothing"	default(false)
//	@Param			document		body		NewDocument		true	"the document"
//	@Failure		400				{object}	view.Problem	"empty, empty_parameter, invalid_collection, invalid_idempotency_key, invalid_parameter, invalid_path, key_ambiguous, key_in_query, malformed_body, malformed_query, query_too_long, repeated_parameter, unknown_parameter"
//	@x-multipart	{"type":"object","required":["file"],"properties":{"file":{"description":"the files, of any format that is read","type":"array","minItems":1,"maxItems":100,"items":{"type":"string","format":"binary"}},"path":{"description":"where they are stored: one for each file, in their order; one with / at its end, before their names; or none, for their names","type":"array","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":512}},"collection":{"description":"the collection that they go into; main where it is left out","type":"string","minLength":1,"maxLength":64}}}
//	@Router			/v1/documents [post]
func (h *Handlers) CreateDocuments(c *gin.Context) error {
	p := rest.NewParameters(c)
	order := quarry.JobOrder{Kind: quarry.JobIngest, DryRun: p.Tristate("dry_run") == quarry.Yes}
	key, err := readKey(c)
	if err = cmp.Or(p.Err(), err, h.canWrite()); err == nil {
		order.Files, err = h.takeUpload(c)
	}
	if err != nil {
		return err
	}
	return h.submit(c, order, key)
}

// DeleteDocument removes a document.
//
//	@Summary		Delete a document
//	@Description	Removes a document and everything that came from it. The answer is 204 once it is gone from lists and searches; where that takes longer than 10 seconds, or than `Prefer: wait=10` says, it is 202 with a job. A file that still stands in a folder comes back when that folder is ingested again. Deleting what is not there is 404, also when it was deleted before; under the same `Idempotency-Key` a request that was done is not done again.
//	@Param			Prefer			header		string	false	"`wait=10` waits for so many seconds, `respond-async` does not"	maxLength(1000)
//	@Param			Idempotency-Key	header		string	false	"makes a request that is sent twice one job"	minLength(1)	maxLength(255)
//	@Success		202				{object}	view.Job	"the job was accepted"
//	@Success		204				"the document is gone"
//	@Header			202,204			{string}	Location			"address of the job"
//	@Header			202,204			{string}	Preference-Applied	"the preference that was followed"
//	@Failure		409				{object}	view.Problem
//	@Failure		507				{object}	view.Problem
//	@Router			/v1/documents/{id} [delete]
func (h *Handlers) DeleteDocument(c *gin.Context) error {
	id := quarry.DocumentID(c.Param("id"))
	key, err := readKey(c)
	order := quarry.JobOrder{Kind: quarry.JobDelete, Document: id}
	if err = cmp.Or(err, h.canWrite()); err == nil {
		var document quarry.Document
		document, _, err = h.Documents.Document(c.Request.Context(), id)
		order.Place = quarry.JobPlace{Collection: document.Collection, Path: document.Path}
	}
	if key != "" && quarry.IsKind(err, quarry.KindNotFound) {
		err = nil // the first request of the key may have deleted it
	}
	if err != nil {
		return err
	}
	return h.submit(c, order, key)
}

// canWrite refuses if no worker does jobs.
func (h *Handlers) canWrite() error {
	if h.Desk == nil {
		return quarry.Errorf(quarry.KindUnavailable, "nothing can be written here: quarry serve can").
			WithCode(writingDisabled)
	}
	return nil
}

// submit hands an order to the desk, waits for its end as long as the caller prefers, and
// answers with its job. A deletion is waited for, and so is what only tells what would change.
//
//	@x-shared	true
//	@Param		Prefer			header	string	false	"`wait=10` waits for the end of the job, `respond-async` does not"	maxLength(1000)	example(wait=10)
//	@Param		Idempotency-Key	header	string	false	"makes a request that is sent twice one job"	minLength(1)	maxLength(255)	example(5f0c6a1e-9b7d-42c8-8a11-2f6d1c0b7e93)
//	@Success	200		{object}	view.Job			"the job has ended"
//	@Success	202		{object}	view.Job			"the job was accepted"
//	@Header		200,202	{string}	Location			"address of the job"
//	@Header		200,202	{string}	Preference-Applied	"the preference that was followed"
//	@Failure	409		{object}	view.Problem
//	@Failure	507		{object}	view.Problem
//	@Router		/shared/job [get]
func (h *Handlers) submit(c *gin.Context, order quarry.JobOrder, key string) error {
	job, err := h.Desk.Submit(c.Request.Context(), order, keyOf(rest.CallerOf(c), order, key))
	if err != nil {
		if !quarry.IsUnconfirmed(err) { // else the job may be there at the next start, and read them
			h.discard(order.Files)
		}
		return err
	}
	usual := time.Duration(0)
	if order.DryRun || order.Kind == quarry.JobDelete {
		usual = usualWait
	}
	if job, err = h.await(c, job, usual); err != nil {
		return err
	}
	c.Header("Location", view.JobURL(job.ID))
	status := http.StatusOK
	switch {
	case !job.State.Ended():
		status = http.StatusAccepted
	case job.Order.Kind != quarry.JobDelete:
	case job.Failure != nil: // with the status that its code is explained with
		kind := quarry.KindUnavailable
		for _, known := range quarry.Kinds() {
			if rest.StatusOf(known) == h.Problems[job.Failure.Code].Status {
				kind = known
			}
		}
		return quarry.Errorf(kind, "%s", job.Failure.Detail).WithCode(job.Failure.Code)
	case job.State == quarry.JobCancelled:
		status = http.StatusAccepted // it was, and then dropped
	default:
		c.Status(http.StatusNoContent)
		return nil
	}
	return h.AnswerAs(c, status, view.NewJob(job))
}

// readKey returns the key under which a request may be sent again, "" for none.
func readKey(c *gin.Context) (string, error) {
	keys := c.Request.Header.Values(headerKey)
	if len(keys) == 0 {
		return "", nil
	}
	refuse := func(why string) (string, error) {
		return "", quarry.Errorf(quarry.KindInvalid, "%s: %s", headerKey, why).WithCode("invalid_idempotency_key").
			OnField(headerKey, why)
	}
	if len(keys) > 1 {
		return refuse("was sent more than once")
	}
	for _, b := range []byte(keys[0]) {
		if b < ' ' || b > '~' {
			return refuse("must be of printable ASCII characters")
		}
	}
	if keys[0] == "" || len(keys[0]) > longestKey {
		return refuse(fmt.Sprintf("must have 1 to %d characters", longestKey))
	}
	return keys[0], nil
}

// discard lets go of files that no job reads.
func (w Config) discard(files []quarry.JobFile) {
	if len(files) > 0 {
		w.Spool.Discard(files)
	}
}

// keyOf returns the key of a request, which is its caller's own, and the hash of
// what is asked. Files count by their bytes, so that a request may be packed in
// another way when it is sent again.
func keyOf(by rest.Caller, order quarry.JobOrder, key string) quarry.JobKey {
	if key == "" {
		return quarry.JobKey{}
	}
	asked := sha256.New()
	_, _ = fmt.Fprintf(asked, "%q %t %q %q\n", order.Kind, order.DryRun, order.Document, order.Options) // it never fails
	for _, file := range order.Files {
		_, _ = fmt.Fprintf(asked, "%q %q %s\n", file.Collection, file.Path, file.SHA256) // likewise
	}
	owned := sha256.Sum256(fmt.Appendf(nil, "%q %q", by.Key, key))
	return quarry.JobKey{Key: hex.EncodeToString(owned[:]), Request: hex.EncodeToString(asked.Sum(nil))}
}

// await waits for a job as long as the caller prefers, and returns it as it is then.
func (h *Handlers) await(c *gin.Context, job quarry.Job, usual time.Duration) (quarry.Job, error) {
	wait := preferredWait(c, usual)
	control := http.NewResponseController(c.Writer)
	_ = control.SetReadDeadline(time.Time{}) // everything was read
	_ = control.SetWriteDeadline(h.Now().Add(wait + rest.PaceTime))
	ctx, cancel := context.WithTimeout(c.Request.Context(), wait)
	defer cancel()
	for {
		changed := h.Desk.Watch(job.ID)
		latest, err := h.Desk.Job(c.Request.Context(), job.ID)
		if err != nil || latest.State.Ended() {
			return latest, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return latest, nil
		case <-h.Drained:
			return latest, nil
		}
	}
}

// longestWait is the most seconds that a request waits for its job.
const longestWait = 30

// preferredWait returns how long the caller prefers to wait (RFC 7240), and says
// which preference is followed. What cannot be read is no preference, and of two
// of one name the first counts.
func preferredWait(c *gin.Context, usual time.Duration) time.Duration {
	for _, preference := range preferences(c.Request.Header.Values("Prefer")) {
		name, value, _ := strings.Cut(preference, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "respond-async":
			c.Header("Preference-Applied", "respond-async")
			return 0
		case "wait":
			seconds, err := strconv.Atoi(strings.Trim(strings.TrimSpace(value), `"`))
			if err != nil || seconds < 0 {
				continue
			}
			seconds = min(seconds, longestWait)
			c.Header("Preference-Applied", "wait="+strconv.Itoa(seconds))
			return time.Duration(seconds) * time.Second
		}
	}
	return usual
}

// preferences returns the preferences of header fields without their parameters. A
// wait comes before respond-async: both together mean to wait so long at most.
func preferences(fields []string) []string {
	var waits, others []string
	for _, field := range fields {
		for preference := range strings.SplitSeq(field, ",") {
			bare, _, _ := strings.Cut(preference, ";")
			bare = strings.TrimSpace(bare)
			if strings.HasPrefix(strings.ToLower(bare), "wait") {
				waits = append(waits, bare)
			} else {
				others = append(others, bare)
			}
		}
	}
	return append(waits, others...)
}
