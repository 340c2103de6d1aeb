package study

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Histories takes what is kept of a learner elsewhere and back.
type Histories interface {
	ExportHistory(ctx context.Context, learner quarry.Learner, format quarry.HistoryFormat, to io.Writer) error
	ImportHistory(ctx context.Context, learner quarry.Learner, from io.Reader) (quarry.HistoryImported, error)
	TakeSchedules(ctx context.Context, learner quarry.Learner, f quarry.Filter) (int, error)
}

const (
	linesType      = "application/x-ndjson"
	longestHistory = 64 << 20 // bytes
)

// ExportHistory answers all that is kept of a learner.
//
//	@Summary		Export a learner's history
//	@Description	All that is kept of a learner, as a file. `jsonl` loses nothing and is read again by `POST` of the same address, here or on another server: a line for the learner with the settings, one for each card with the question's path and text, by which it is found where its id is another, and one for each review. `revlog` is the CSV that optimizers of FSRS read. What was undone is left out.
//	@Produce		application/x-ndjson,text/csv
//	@Param			format	query		string	false	"the form of the file"	Enums(jsonl,revlog)	default(jsonl)
//	@Success		200		{string}	string	"the history"
//	@Header			200		{string}	Content-Disposition	"the name of a file to keep it in"
//	@Failure		400		{object}	view.Problem	"empty_parameter, invalid_parameter, key_ambiguous, key_in_query, malformed_query, query_too_long, repeated_parameter, unknown_parameter"
//	@Failure		403		{object}	view.Problem	"scope_missing"
//	@x-fresh		true
//	@Router			/v1/study/learners/{learner}/history [get]
func (h *Handlers) ExportHistory(c *gin.Context) error {
	p := rest.NewParameters(c)
	format := rest.OneOf(p, "format", quarry.HistoryFormats())
	name, err := learnerAt(c)
	if err = cmp.Or(err, p.Err()); err != nil {
		return err
	}
	if _, err := h.desk.Learner(c.Request.Context(), name); err != nil {
		return err
	}
	leave, err := h.streams.Enter(c)
	if err != nil {
		return err
	}
	defer leave()
	media, file := linesType+"; charset=utf-8", "history.jsonl"
	if format == quarry.HistoryRevlog {
		media, file = "text/csv; charset=utf-8", "revlog.csv"
	}
	c.Header("Content-Type", media)
	c.Header("Content-Disposition", `attachment; filename="`+file+`"`)
	if rest.OnlyHead(c) {
		c.Status(http.StatusOK)
		return nil
	}
	// It is written whole before it is sent: no transaction waits for who takes it slowly.
	out := rest.NewSentParts(rest.NewPacedWriter(c.Writer, h.Now), h.scratch)
	defer out.Close()
	if err = h.writeHistory(c.Request.Context(), name, format, out); err == nil {
		err = out.End()
	}
	if err != nil {
		h.BreakOff(c, err)
	}
	return nil
}

func (h *Handlers) writeHistory(ctx context.Context, name quarry.Learner, format quarry.HistoryFormat, out *rest.SentParts) error {
	limited, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	err := h.desk.ExportHistory(limited, name, format, out)
	if err != nil && ctx.Err() == nil {
		return rest.OutOfTime(limited, err) // unless the caller went away
	}
	return err
}

// ImportHistory takes over what was exported of a learner.
//
//	@Summary		Import a learner's history
//	@Description	Takes over what was exported as `jsonl`, of this learner or another, here or elsewhere: all of it or, where a line is wrong, nothing. Reviews that are there by their ids are passed over, so that the same file may be sent again. The question of a card is found by its id, or else by its path and text; what is not found is left out, and its first lines are named. A file has at most 64 MB.
//	@Accept			application/x-ndjson
//	@Param			history	body		string	true	"the file, as it was exported"	example({"learner":{"name":"ann","settings":{"retention":0.9,"new_per_day":20,"reviews_per_day":200,"timezone":"UTC","day_begins":4}}})
//	@Success		200		{object}	view.StudyImported
//	@Failure		400		{object}	view.Problem	"history_invalid, invalid_parameter, key_ambiguous, key_in_query, malformed_query, query_too_long, unknown_parameter"
//	@Failure		507		{object}	view.Problem
//	@Router			/v1/study/learners/{learner}/history [post]
func (h *Handlers) ImportHistory(c *gin.Context) error {
	name, err := learnerAt(c)
	if err != nil {
		return err
	}
	stated := c.GetHeader("Content-Type")
	if media, _, err := mime.ParseMediaType(stated); stated != "" && (err != nil || media != linesType) {
		return quarry.Errorf(quarry.KindUnsupported, "a history comes as %s, not as %q", linesType, stated).
			WithFixes("Content-Type: " + linesType)
	}
	if err := h.imports.Begin(c.Request.Context()); err != nil {
		return err
	}
	defer h.imports.End()
	if c.Request.Body == nil {
		c.Request.Body = http.NoBody
	}
	control := http.NewResponseController(c.Writer)
	_ = control.SetWriteDeadline(time.Time{}) // until the answer is written, which has a time of its own
	paced := rest.NewPacedReader(c.Request.Body, c.Writer, h.Now)
	done, err := h.desk.ImportHistory(c.Request.Context(), name, http.MaxBytesReader(c.Writer, paced, longestHistory))
	_ = control.SetWriteDeadline(h.Now().Add(rest.PaceTime))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return quarry.Errorf(quarry.KindTooLarge, "the history is longer than %d bytes", longestHistory)
	}
	if err != nil {
		return err
	}
	return h.Answer(c, view.StudyImported{
		Cards: done.Cards, Reviews: done.Reviews, Repeated: done.Repeated, Unknown: view.Texts(done.Unknown),
	})
}

// TakeSchedules takes over the schedules that documents carry.
//
//	@Summary		Take over schedules of documents
//	@Description	Other programs for flashcards write into their documents when a card is due and how well it is known, such as `<!--SR:!2026-12-08,7,250-->` or `card-next-schedule::`. This takes that over for questions that the learner has no card of. Nothing is written into the documents.
//	@x-takes		["document", "collection"]
//	@Success		200	{object}	view.StudySchedules
//	@Failure		507	{object}	view.Problem
//	@Router			/v1/study/learners/{learner}/schedules [post]
func (h *Handlers) TakeSchedules(c *gin.Context) error {
	name, err := learnerAt(c)
	if err != nil {
		return err
	}
	asked, err := h.Filter(c.Request.Context(), rest.NewParameters(c))
	if err != nil {
		return err
	}
	taken, err := h.desk.TakeSchedules(c.Request.Context(), name, asked.Filter)
	if err != nil {
		return err
	}
	return h.Answer(c, view.StudySchedules{Cards: taken, Notes: view.Texts(asked.Notes)})
}
