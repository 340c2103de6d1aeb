package write

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// reconnect is what a client is told to wait before it asks again for a stream that
// broke off, in milliseconds.
const reconnect = 2000

// StreamJob answers what becomes of a job, as it happens.
//
//	@Summary		Follow one job
//	@Description	Server-sent events: `progress` as often as something happens, and at last `done`, `failed`, `given_up` or `cancelled`, behind which the stream ends. The data of each is the job as `/v1/jobs/{id}` answers it then. A comment is sent every 15 seconds. Who asks again with `Last-Event-ID` gets what has changed since; behind the last event that is nothing, and the answer 204.
//	@Produce		text/event-stream
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
	c.Header("Content-Type", "text/event-stream")
	c.Header("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	if rest.OnlyHead(c) {
		c.Writer.WriteHeaderNow()
		return nil
	}
	h.stream(c, job.ID, last)
	return nil
}

// stream sends the states of a job, the last one that there is whenever the caller has taken
// the one before: a slow caller misses states and holds up no other. It ends with the job,
// or where it is forgotten, the caller is gone, or the server is shutting down. Each event
// has a time of its own; a connection that cannot be given one keeps the one that it has.
func (h *Handlers) stream(c *gin.Context, id quarry.JobID, last string) {
	control := http.NewResponseController(c.Writer)
	send := func(event []byte) bool {
		_ = control.SetWriteDeadline(h.Now().Add(rest.PaceTime))
		_, err := c.Writer.Write(event)
		return err == nil && control.Flush() == nil
	}
	_ = control.SetReadDeadline(time.Time{}) // nothing more is read, however long it takes
	beat := time.NewTicker(h.Heartbeat)
	defer beat.Stop()
	going := send(fmt.Appendf(nil, "retry: %d\n\n", reconnect))
	changed, due := h.Desk.Watch(id), true
	for going {
		if due {
			job, err := h.Desk.Job(c.Request.Context(), id)
			if err != nil {
				return
			}
			if eventID(job) != last {
				last = eventID(job)
				going = send(eventOf(job))
			}
			if !going || job.State.Ended() {
				return
			}
		}
		select {
		case <-changed:
			changed, due = h.Desk.Watch(id), true
		case <-beat.C:
			going, due = send([]byte(": still here\n\n")), false
		case <-h.Drained:
			return
		case <-c.Request.Context().Done():
			return
		}
	}
}

// eventID names a state of a job: another attempt begins to count anew.
func eventID(j quarry.Job) string {
	return fmt.Sprintf("%d.%d.%s", j.Attempts, j.Progress.Step, j.State)
}

// eventOf writes a job as it is.
func eventOf(j quarry.Job) []byte {
	name := "progress"
	if j.State.Ended() {
		name = string(j.State)
	}
	var data bytes.Buffer
	encoder := json.NewEncoder(&data)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(view.NewJob(j)) // texts, numbers and times can always be encoded
	return fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n\n", eventID(j), name, strings.TrimSpace(data.String()))
}
