package api

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

const (
	mostDrawn = 50
	// largestSeed is the largest whole number that every JSON reader keeps
	// exactly (2^53 - 1).
	largestSeed = 1<<53 - 1
)

// drawQuestions answers random questions.
//
//	@ID				drawQuestions
//	@Summary		Draw random questions
//	@Description	Questions in an order that the seed decides; every match comes once before any comes twice, and of questions that ask the same one comes. Without a seed one is chosen and returned. Fewer than asked is an answer, never an error.
//	@Tags			questions
//	@Produce		json
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
func (h *readHandlers) drawQuestions(c *gin.Context) error {
	ctx := c.Request.Context()
	p := newParameters(c)
	in := h.scopeOf(c, p.values)
	hide := p.yes("hide_answers", quarry.No)
	request, notes, err := h.bindDraw(ctx, p, in)
	if err != nil {
		return err
	}
	draw, err := h.Questions.DrawQuestions(ctx, request)
	if err != nil {
		return err
	}
	next, err := in.sealDraw(request.Seed, draw.Next)
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
func (h *readHandlers) bindDraw(ctx context.Context, p *parameters, in scope) (quarry.DrawRequest, []string, error) {
	request := quarry.DrawRequest{Count: p.whole("count", span{1, mostDrawn, 1})}
	seed, err := h.bindSeed(p)
	if err != nil {
		return request, nil, err
	}
	request.Seed = seed
	if p.has("cursor") {
		at, err := in.openDraw(p.text("cursor"))
		if err != nil {
			return request, nil, err
		}
		if p.has("seed") && at.Seed != seed {
			p.refuse("seed", "is not the seed that the cursor was drawn with", strconv.FormatUint(at.Seed, 10))
		}
		request.Seed = at.Seed
		request.After = quarry.DrawCursor{SlotLimit: at.Limit, Position: at.Position, Drawn: at.Drawn, At: at.At}
	}
	asked, err := h.bindFilter(ctx, p)
	request.Filter = asked.filter
	return request, asked.notes, err
}

// bindSeed chooses a seed where none is given.
func (h *readHandlers) bindSeed(p *parameters) (uint64, error) {
	if !p.has("seed") {
		var raw [8]byte
		if _, err := io.ReadFull(h.Random, raw[:]); err != nil {
			return 0, fmt.Errorf("choose a seed: %w", err)
		}
		return binary.LittleEndian.Uint64(raw[:]) & largestSeed, nil
	}
	seed, err := strconv.ParseUint(p.text("seed"), 10, 64)
	if err != nil || seed > largestSeed {
		p.refuse("seed", fmt.Sprintf("must be a whole number from 0 to %d", uint64(largestSeed)))
	}
	return seed, nil
}
