package read

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

const (
	mostDrawn = 50
	mostSlots = 1 << 40 // that a draw can be over
	// largestSeed is the largest whole number that every JSON reader keeps
	// exactly (2^53 - 1).
	largestSeed = 1<<53 - 1
)

// DrawQuestions answers random questions.
//
//	@Summary		Draw random questions
//	@Description	Questions in an order that the seed decides; every match comes once before any comes twice, and of questions that ask the same one comes. `generated` lets questions in that were made of what documents state: `remaining` then counts them, too. Without a seed one is chosen and returned. Fewer than asked is an answer, never an error.
//	@x-takes		["difficulty", "difficulty_source", "min_confidence", "topic", "style", "document", "collection", "answered", "answer_state", "generated", "count", "seed", "cursor", "hide_answers"]
//	@Param			difficulty			query		[]string	false	"difficulties, stated and estimated ones; questions of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			count				query		integer		false	"how many to draw"								minimum(1)	maximum(50)	default(1)
//	@Param			seed				query		integer		false	"decides the order"	Format(int64)								minimum(0)	maximum(9007199254740991)	example(42)
//	@Param			cursor				query		string		false	"next_cursor of the draw before; it goes with the filters of that draw"
//	@Param			hide_answers		query		boolean		false	"leave out every answer"	default(false)
//	@Success		200					{object}	view.Draw
//	@Header			200					{string}	ETag			"weak tag for If-None-Match; none without a seed"
//	@Router			/v1/questions/random [get]
func (h *Handlers) DrawQuestions(c *gin.Context) error {
	ctx := c.Request.Context()
	p := rest.NewParameters(c)
	in := h.ScopeOf(c, p.Values)
	shown := view.NewQuestion
	if p.Yes("hide_answers", quarry.No) {
		shown = view.NewUnanswered
	}
	request := quarry.DrawRequest{Count: p.Whole("count", 1, mostDrawn, 1)}
	var err error
	if request.Seed, err = h.bindSeed(p); err != nil {
		return err
	}
	if p.Has("cursor") {
		at, err := openDraw(in, p.Text("cursor"))
		if err != nil {
			return err
		}
		if p.Has("seed") && at.Seed != request.Seed {
			p.Refuse("seed", "is not the seed that the cursor was drawn with", strconv.FormatUint(at.Seed, 10))
		}
		request.Seed = at.Seed
		request.After = quarry.DrawCursor{
			SlotLimit: at.Limit, Position: at.Position, Drawn: at.Drawn, At: at.At, Made: at.Made, MadeOnly: at.MadeOnly,
		}
	}
	asked, err := h.Filter(ctx, p)
	if err != nil {
		return err
	}
	request.Filter = asked.Filter
	draw, err := h.Store.DrawQuestions(ctx, request)
	if err != nil {
		return err
	}
	if len(draw.Questions) == 0 && !p.Has("cursor") {
		asked.NoteNoneMade()
	}
	var next *string // nothing remains
	if on := draw.Next; on != nil {
		sealed, err := in.Seal(drawCursor{request.Seed, on.SlotLimit, on.Position, on.Drawn, on.At, on.Made, on.MadeOnly})
		if err != nil {
			return err
		}
		next = &sealed
	}
	return h.AnswerAt(c, draw.Revision, view.Draw{
		Items: view.Map(draw.Questions, shown), Remaining: draw.Remaining, NextCursor: next,
		Seed: request.Seed, Notes: asked.Notes,
	})
}

// bindSeed chooses a seed where none is given.
func (h *Handlers) bindSeed(p *rest.Parameters) (uint64, error) {
	if !p.Has("seed") {
		var raw [8]byte
		if _, err := io.ReadFull(h.Random, raw[:]); err != nil {
			return 0, fmt.Errorf("choose a seed: %w", err)
		}
		return binary.LittleEndian.Uint64(raw[:]) & largestSeed, nil
	}
	seed, err := strconv.ParseUint(p.Text("seed"), 10, 64)
	if err != nil || seed > largestSeed {
		p.Refuse("seed", fmt.Sprintf("must be a whole number from 0 to %d", uint64(largestSeed)))
	}
	return seed, nil
}

// drawCursor is a place in a random order.
type drawCursor struct {
	Seed     uint64          `json:"s"`
	Limit    uint64          `json:"n"`
	Position uint64          `json:"p"`
	Drawn    int             `json:"d"`
	At       quarry.Sequence `json:"r"`
	Made     uint64          `json:"m,omitempty"`
	MadeOnly bool            `json:"o,omitempty"`
}

func openDraw(in rest.Scope, cursor string) (drawCursor, error) {
	var at drawCursor
	if err := in.Open(cursor, &at); err != nil {
		return at, err
	}
	isSane := (at.Limit > 0 || at.Made > 0) && at.Limit <= mostSlots && at.Position <= at.Limit &&
		at.Drawn >= 0 && uint64(at.Drawn) <= at.Limit && at.At >= 0 && at.Seed <= largestSeed
	if !isSane {
		return at, rest.ErrCursor()
	}
	return at, nil
}
