package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// ConflictReader is what the conflict routes need from a store. A list shows fewer
// claims of each conflict than who reads it alone. Lists go by device and id, which are the
// path and the id of their positions; a filter by document or collection lets a conflict
// through when any of its claims stands there.
type ConflictReader interface {
	Conflicts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
	Conflict(ctx context.Context, id quarry.ConflictID) (quarry.Conflict, quarry.Sequence, error)
	// ConflictHeads are Conflicts without their claims.
	ConflictHeads(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
}

// ListConflicts answers a part of the conflicts.
//
//	@Summary		List conflicts
//	@Description	Specs that make the same claim and disagree, in the order of devices and ids: same device, attribute and conditions, each as stated, and values that do not meet however they were rounded. `claims` are the first 20 of the `claim_count` there are; one conflict by its id shows more of them. `related` are claims that may be the same one, of a SKU or less stated; `hint` names a likely cause where there is one.
//	@Param			device		query		[]string	false	"device ids, names or aliases, a comma within one as `\,`; a family stands for its SKUs too; an unknown one is noted"	collectionFormat(csv)
//	@Param			attribute	query		[]string	false	"attribute ids or names, those first that the devices have, as their documents call them; one may state a condition: fp16"																				collectionFormat(csv)
//	@Param			precision	query		[]string	false	"number formats that the claims are for, by any name, or none; an unknown one is noted"	collectionFormat(csv)
//	@Param			sparsity	query		[]string	false	"whether the claims count on sparsity"	collectionFormat(csv)	Enums(dense,sparse,unstated)
//	@Param			document	query		[]string	false	"document ids or paths of any of the claims, a comma within one as `\,`; an unknown one is noted"	collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections of any of the claims, a comma within one as `\,`"	collectionFormat(csv)
//	@Success		200			{object}	view.List[view.Conflict]
//	@Router			/v1/conflicts [get]
func (h *Handlers) ListConflicts(c *gin.Context) error {
	return serveList(h, c, h.ClaimFilter, h.Store.Conflicts, view.NewConflict)
}

// GetConflict answers one conflict.
//
//	@Summary		Read one conflict
//	@Description	One conflict by its id, with the claims that are in it, of many the first 1,000, and up to 100 related ones. `claim_count` says how many claims there are; `/v1/specs` lists all, by device, attribute and `conflict=true`.
//	@Param			id		path		string	true	"conflict id"	example(c_q5ravcbyh6xw2m7k4znt)
//	@Success		200		{object}	view.Conflict
//	@Router			/v1/conflicts/{id} [get]
func (h *Handlers) GetConflict(c *gin.Context) error {
	return serveOne(h, c, h.Store.Conflict, view.NewConflict)
}
