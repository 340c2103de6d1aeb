package api

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// FactReader is what the fact routes need from a store.
type FactReader interface {
	Facts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Fact], error)
	Fact(ctx context.Context, id quarry.FactID) (quarry.Fact, quarry.Sequence, error)
}

// FactView is a fact as the API shows it.
type FactView struct {
	// its id
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// always fact
	Kind string `json:"kind" validate:"required" example:"fact" enums:"fact"`
	// what it is about
	Subject string `json:"subject" validate:"required" example:"Shared memory"`
	// what is said of the subject
	Statement string `json:"statement" validate:"required" example:"Shared memory is visible to all threads of a block."`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" validate:"required" example:"stated" enums:"none,stated,estimated"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// references that its source gives for it
	Citations []CitationView `json:"citations" validate:"required"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
}

// CitationView is a reference that the source itself gives.
type CitationView struct {
	// address that the source refers to
	URL string `json:"url" validate:"required" example:"https://example.org/paper"`
	// what the source calls it
	Label string `json:"label" validate:"required" example:"1"`
}

func viewFact(f quarry.Fact) FactView {
	return FactView{
		ID: string(f.ID), Kind: string(quarry.EntryFact), Subject: f.Subject, Statement: f.Statement,
		Difficulty: nullable(f.Grade.Difficulty), DifficultySource: string(f.Grade.Source), Topics: texts(f.Topics),
		Citations: mapped(f.Citations, func(c quarry.Citation) CitationView { return CitationView(c) }),
		Source:    viewSource(f.Source),
	}
}

// listFacts answers a part of the facts.
//
//	@ID				listFacts
//	@Summary		List facts
//	@Description	Facts in the order of path, line and id. A cursor survives changes to the store.
//	@Tags			facts
//	@Produce		json
//	@Param			topic		query	[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)	example(memory)
//	@Param			difficulty	query	[]string	false	"difficulties; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			subject		query	[]string	false	"pieces of the subject, in any case, a comma within one as `\,`"						collectionFormat(csv)	example(warp)
//	@Param			document	query	[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection	query	[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			limit		query	integer		false	"facts per page"											minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query	string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	List[FactView]
//	@Success		304			"the caller has this answer already"
//	@Router			/v1/facts [get]
func (s *Server) listFacts(c *gin.Context) { serveList(s, c, s.read.Facts.Facts, viewFact) }

// getFact answers one fact.
//
//	@ID				getFact
//	@Summary		Read one fact
//	@Description	One fact by its id.
//	@Tags			facts
//	@Produce		json
//	@Param			id		path		string	true	"fact id"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Success		200		{object}	FactView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/facts/{id} [get]
func (s *Server) getFact(c *gin.Context) { serveOne(s, c, s.read.Facts.Fact, viewFact) }

// verifyFact holds a fact against its source.
//
//	@ID				verifyFact
//	@Summary		Verify a fact
//	@Description	Does the stored text really say this? The hash is unchanged, the spans lie inside the text, and every word and number stands in quote, context or headings.
//	@Tags			facts
//	@Produce		json
//	@Param			id		path		string	true	"fact id"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Success		200		{object}	VerificationView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/facts/{id}/verify [get]
func (s *Server) verifyFact(c *gin.Context) { s.serveVerify(c, quarry.EntryFact) }
