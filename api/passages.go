package api

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// PassageReader is what the passage routes need from a store.
type PassageReader interface {
	Passages(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Passage], error)
	Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error)
}

// PassageView is a section-sized piece of a document as the API shows it.
type PassageView struct {
	// its id
	ID string `json:"id" validate:"required" example:"p_mzt6cyrab3v5nq2k7xw4"`
	// always passage
	Kind string `json:"kind" validate:"required" example:"passage" enums:"passage"`
	// titles that it stands under, the outermost first
	Heading []string `json:"heading" validate:"required" example:"Memory,Bandwidth"`
	// the text in Markdown, as its source writes it
	Text string `json:"text" validate:"required" example:"Bandwidth is what a memory moves in a second."`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" validate:"required" example:"estimated" enums:"none,stated,estimated"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
}

func viewPassage(p quarry.Passage) PassageView {
	return PassageView{
		ID: string(p.ID), Kind: string(quarry.EntryPassage), Heading: texts(p.Source.Heading), Text: p.Text,
		Difficulty: nullable(p.Grade.Difficulty), DifficultySource: string(p.Grade.Source),
		Topics: texts(p.Topics), Source: viewSource(p.Source),
	}
}

// listPassages answers a part of the passages.
//
//	@ID				listPassages
//	@Summary		List passages
//	@Description	Passages in the order of path, line and id. A cursor survives changes to the store.
//	@Tags			passages
//	@Produce		json
//	@Param			topic		query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			difficulty	query		[]string	false	"difficulties; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			document	query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			limit		query		integer		false	"passages per page"											minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	List[PassageView]
//	@Success		304			"the caller has this answer already"
//	@Router			/v1/passages [get]
func (s *Server) listPassages(c *gin.Context) { serveList(s, c, s.read.Passages.Passages, viewPassage) }

// getPassage answers one passage.
//
//	@ID				getPassage
//	@Summary		Read one passage
//	@Description	One passage by its id.
//	@Tags			passages
//	@Produce		json
//	@Param			id		path		string	true	"passage id"	example(p_mzt6cyrab3v5nq2k7xw4)
//	@Success		200		{object}	PassageView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/passages/{id} [get]
func (s *Server) getPassage(c *gin.Context) { serveOne(s, c, s.read.Passages.Passage, viewPassage) }

// verifyPassage holds a passage against its source.
//
//	@ID				verifyPassage
//	@Summary		Verify a passage
//	@Description	Does the stored text really say this? The hash is unchanged, the spans lie inside the text, and every word and number stands in quote, context or headings.
//	@Tags			passages
//	@Produce		json
//	@Param			id		path		string	true	"passage id"	example(p_mzt6cyrab3v5nq2k7xw4)
//	@Success		200		{object}	VerificationView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/passages/{id}/verify [get]
func (s *Server) verifyPassage(c *gin.Context) { s.serveVerify(c, quarry.EntryPassage) }
