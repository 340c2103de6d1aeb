package read

import (
	"context"
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
//	@ID				drawQuestions
//	@Summary		Draw random questions
//	@Description	Questions in an order that the seed decides; every match comes once before any comes twice, and of questions that ask the same one comes. Without a seed one is chosen and returned. Fewer than asked is an answer, never an error.
//	@Tags			questions
//	@Param			difficulty			query		[]string	false	"difficulties; questions of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			difficulty_source	query		[]string	false	"who says how hard it is"									collectionFormat(csv)	Enums(none,stated,estimated)
//	@Param			topic				query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			style				query		[]string	false	"ways of asking"											collectionFormat(csv)	Enums(open,true_false,scenario,choice,cloze)
//	@Param			document			query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection			query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			answered			query		boolean		false	"whether the source answers it"
//	@Param			answer_state		query		[]string	false	"answered, answered elsewhere, or not at all"	collectionFormat(csv)	Enums(answered,likely,gap)
//	@Param			count				query		integer		false	"how many to draw"								minimum(1)	maximum(50)	default(1)
//	@Param			seed				query		integer		false	"decides the order"	Format(int64)								minimum(0)	maximum(9007199254740991)	example(42)
//	@Param			cursor				query		string		false	"next_cursor of the draw before; it goes with the filters of that draw"
//	@Param			hide_answers		query		boolean		false	"leave out every answer"	default(false)
//	@Success		200					{object}	view.Draw
//	@Success		304					"the caller has this answer already"
//	@Header			200,304				{string}	ETag			"weak tag for If-None-Match; none without a seed"
//	@Router			/v1/questions/random [get]
func (h *Handlers) DrawQuestions(c *gin.Context) error {
	ctx := c.Request.Context()
	p := rest.NewParameters(c)
	in := h.ScopeOf(c, p.Values)
	hide := p.Yes("hide_answers", quarry.No)
	request, notes, err := h.bindDraw(ctx, p, in)
	if err != nil {
		return err
	}
	draw, err := h.Questions.DrawQuestions(ctx, request)
	if err != nil {
		return err
	}
	next, err := sealDraw(in, request.Seed, draw.Next)
	if err != nil {
		return err
	}
	shown := view.NewQuestion
	if hide {
		shown = view.NewUnanswered
	}
	return h.AnswerAt(c, draw.Revision, view.Draw{
		Items: view.Map(draw.Questions, shown), Remaining: draw.Remaining, NextCursor: next,
		Seed: request.Seed, Notes: notes,
	})
}

// bindDraw reads a draw and what the caller should know about its filter.
func (h *Handlers) bindDraw(ctx context.Context, p *rest.Parameters, in rest.Scope) (quarry.DrawRequest, []string, error) {
	request := quarry.DrawRequest{Count: p.Whole("count", 1, mostDrawn, 1)}
	seed, err := h.bindSeed(p)
	if err != nil {
		return request, nil, err
	}
	request.Seed = seed
	if p.Has("cursor") {
		at, err := openDraw(in, p.Text("cursor"))
		if err != nil {
			return request, nil, err
		}
		if p.Has("seed") && at.Seed != seed {
			p.Refuse("seed", "is not the seed that the cursor was drawn with", strconv.FormatUint(at.Seed, 10))
		}
		request.Seed = at.Seed
		request.After = quarry.DrawCursor{SlotLimit: at.Limit, Position: at.Position, Drawn: at.Drawn, At: at.At}
	}
	asked, err := h.Filter(ctx, p)
	request.Filter = asked.Filter
	return request, asked.Notes, err
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
}

func sealDraw(in rest.Scope, seed uint64, next *quarry.DrawCursor) (*string, error) {
	if next == nil {
		return nil, nil //nolint:nilnil // nothing remains, and nothing went wrong
	}
	sealed, err := in.Seal(drawCursor{
		Seed: seed, Limit: next.SlotLimit, Position: next.Position, Drawn: next.Drawn, At: next.At,
	})
	return &sealed, err
}

func openDraw(in rest.Scope, cursor string) (drawCursor, error) {
	var at drawCursor
	if err := in.Open(cursor, &at); err != nil {
		return at, err
	}
	sane := at.Limit > 0 && at.Limit <= mostSlots && at.Position <= at.Limit &&
		at.Drawn >= 0 && uint64(at.Drawn) <= at.Limit && at.At >= 0 && at.Seed <= largestSeed
	if !sane {
		return at, rest.ErrCursor()
	}
	return at, nil
}
