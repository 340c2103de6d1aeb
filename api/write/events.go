package write

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

const eventStreamType = "text/event-stream"

// reconnect is what a client is told to wait before it asks again for a stream that
// broke off, in milliseconds.
const reconnect = 2000

// StreamJob answers what becomes of a job, as it happens.
//
//	@ID				streamJob
//	@Summary		Follow one job
//	@Description	Server-sent events: `progress` as often as something happens, and at last `done`, `failed`, `given_up` or `cancelled`, behind which the stream ends. The data of each is the job as `/v1/jobs/{id}` answers it then. A comment is sent every 15 seconds. Who asks again with `Last-Event-ID` gets what has changed since; behind the last event that is nothing, and the answer 204.
//	@Tags			jobs
//	@Produce		text/event-stream
//	@Param			id				path		string	true	"job id"	example(j_k5mzqxw2a7tr4c6nybvh)
//	@Param			Last-Event-ID	header		string	false	"id of the last event that was received"	maxLength(100)	example(3)
//	@Success		200				{string}	string	"the events"
//	@Success		204				"the last event was received"
//	@x-fresh		true
//	@Router			/v1/jobs/{id}/events [get]
func (h *Handlers) StreamJob(c *gin.Context) error {
	job, err := h.findJob(c)
	if err != nil {
		return err
	}
	last := c.GetHeader("Last-Event-ID")
	if job.State.Ended() && last == eventID(job) {
		c.Status(http.StatusNoContent)
		return nil
	}
	leave, err := h.Streams.Enter(c)
	if err != nil {
		return err
	}
	defer leave()
	c.Header("Content-Type", eventStreamType)
	c.Header("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	if rest.OnlyHead(c) {
		c.Writer.WriteHeaderNow()
		return nil
	}
	h.stream(c, job.ID, last)
	return nil
}

// stream sends the states of a job, the last one that there is whenever the caller
// has taken the one before: a slow caller misses states and holds up no other.
func (h *Handlers) stream(c *gin.Context, id quarry.JobID, last string) {
	out := eventWriter{control: http.NewResponseController(c.Writer), to: c.Writer, now: h.Now}
	_ = out.control.SetReadDeadline(time.Time{}) // nothing more is read, however long it takes
	beat := time.NewTicker(h.Heartbeat)
	defer beat.Stop()
	err := out.send(fmt.Appendf(nil, "retry: %d\n\n", reconnect))
	for err == nil {
		changed := h.Desk.Watch(id)
		var job quarry.Job
		if job, err = h.Desk.Job(c.Request.Context(), id); err != nil {
			return // it is forgotten, or the caller is gone
		}
		if eventID(job) != last {
			last = eventID(job)
			err = out.event(job)
		}
		if err != nil || job.State.Ended() {
			return
		}
		err = h.nextEvent(c, &out, waiting{changed: changed, beat: beat.C})
	}
}

// waiting is what the end of a wait for an event may be.
type waiting struct {
	changed <-chan struct{}
	beat    <-chan time.Time
}

// nextEvent waits until there is something to send. Its error ends the stream.
func (h *Handlers) nextEvent(c *gin.Context, out *eventWriter, w waiting) error {
	for {
		select {
		case <-w.changed:
			return nil
		case <-w.beat:
			if err := out.send([]byte(": still here\n\n")); err != nil {
				return err
			}
		case <-h.Drained:
			return errors.New("the server is shutting down")
		case <-c.Request.Context().Done():
			return c.Request.Context().Err()
		}
	}
}

// eventID names a state of a job: another attempt begins to count anew.
func eventID(j quarry.Job) string {
	return fmt.Sprintf("%d.%d.%s", j.Attempts, j.Progress.Step, j.State)
}

// eventWriter sends events, each within a time of its own.
type eventWriter struct {
	control *http.ResponseController
	to      http.ResponseWriter
	now     func() time.Time
}

// event sends a job as it is.
func (w *eventWriter) event(j quarry.Job) error {
	name := "progress"
	if j.State.Ended() {
		name = string(j.State)
	}
	var data bytes.Buffer
	encoder := json.NewEncoder(&data)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(view.NewJob(j)); err != nil {
		return fmt.Errorf("encode an event: %w", err)
	}
	return w.send(fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n\n", eventID(j), name, strings.TrimSpace(data.String())))
}

// send sends some bytes at once. A connection that cannot be given a time keeps the
// one that it has.
func (w *eventWriter) send(all []byte) error {
	_ = w.control.SetWriteDeadline(w.now().Add(rest.PaceTime))
	if _, err := w.to.Write(all); err != nil {
		return err
	}
	return w.control.Flush()
}
