package read

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// ListAttributes answers a part of the attributes.
//
//	@Summary		List attributes
//	@Description	The attributes of the lexicon and those that documents brought, in the order of their ids. `kinds` are what their values measure, none if that is unknown; `unit` is that of a number that is written without one.
//	@Tags			specs
//	@Param			q			query		string	false	"part of an id, a name or an alias"	maxlength(100)	example(bandwidth)
//	@Param			discovered	query		boolean	false	"whether the attribute was found in a document and stands in no lexicon"
//	@Success		200			{object}	view.List[view.Attribute]
//	@Router			/v1/attributes [get]
func (h *Handlers) ListAttributes(c *gin.Context) error {
	p := rest.NewParameters(c)
	slug, brought := p.Slug("q"), p.Tristate("discovered")
	if err := p.Err(); err != nil {
		return err
	}
	found, revision, err := h.DiscoveredAttributes(c.Request.Context())
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(slices.Concat(h.Lexicon.Attributes(), found), func(a quarry.Attribute) bool {
		return brought == quarry.Yes && !a.Discovered || brought == quarry.No && a.Discovered || !isCalled(a, slug)
	})
	slices.SortFunc(all, func(a, b quarry.Attribute) int { return cmp.Compare(a.ID, b.ID) })
	return serveListed(h, c, listed[quarry.Attribute]{
		items: all, revision: revision,
		place: func(a quarry.Attribute) quarry.Position { return quarry.Position{ID: quarry.EntryID(a.ID)} },
	}, view.NewAttribute)
}

// isCalled reports whether a slug is a part of one of an attribute's names.
func isCalled(a quarry.Attribute, slug string) bool {
	return slices.ContainsFunc(append([]string{string(a.ID), a.Name}, a.Aliases...), func(name string) bool {
		return strings.Contains(text.Slug(name), slug)
	})
}
