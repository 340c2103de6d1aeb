package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// GlossaryReader knows what short forms stand for, by name, and at which
// revision.
type GlossaryReader interface {
	Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error)
}

// ListGlossary answers a part of the glossary.
//
//	@Summary		List the glossary
//	@Description	Short forms in the order of their names, and what the documents say that they stand for: all of it, what most places say first. A pair is in it where the letters of the short form begin the words of the long one, or where it stands in two places that do not overlap. `count` is the number of places, of which `sources` names up to three.
//	@Param			q		query		string	false	"part of a short form, or of what it stands for"	maxlength(100)	example(memory)
//	@Param			limit	query		integer	false	"terms per page"			minimum(1)	maximum(100)	default(20)
//	@Success		200		{object}	view.List[view.GlossaryTerm]
//	@Router			/v1/glossary [get]
func (h *Handlers) ListGlossary(c *gin.Context) error {
	p := rest.NewParameters(c)
	slug := p.Slug("q")
	if err := p.Err(); err != nil {
		return err
	}
	all, revision, err := h.Store.Glossary(c.Request.Context())
	if err != nil {
		return fmt.Errorf("read the glossary: %w", err)
	}
	if slug != "" {
		all = termsWith(all, slug)
	}
	return serveListed(h, c, listed[quarry.GlossaryTerm]{
		items: all, revision: revision,
		place: func(t quarry.GlossaryTerm) quarry.Position {
			return quarry.Position{Path: strings.ToLower(t.Term), ID: quarry.EntryID(t.Term)}
		},
	}, view.NewGlossaryTerm)
}

// termsWith returns the terms that a slug is a part of, or of what they stand for.
func termsWith(all []quarry.GlossaryTerm, slug string) []quarry.GlossaryTerm {
	var found []quarry.GlossaryTerm
	for _, term := range all {
		says := func(e quarry.Expansion) bool { return strings.Contains(text.Slug(e.Text), slug) }
		if strings.Contains(text.Slug(term.Term), slug) || slices.ContainsFunc(term.Expansions, says) {
			found = append(found, term)
		}
	}
	return found
}
