package write

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// longestOrder is how many bytes the body of an order may have.
const longestOrder = 1 << 10

// ReindexRequest says what is made anew. Without a body it is everything but what was
// extracted.
type ReindexRequest struct {
	// whether every document is read again first; false where it is left out
	Extract bool `json:"extract" example:"false"`
}

// Reindex has everything made anew that is made of what is stored.
//
//	@Summary		Build the indexes anew
//	@Description	Builds the search index and the vectors anew, and works out again what is worked out of all documents: conflicts, the glossary, what answers open questions. What is there answers until then. They follow every change by themselves; this is for when one of them is thought to be wrong. With `extract` every document is read again first, from its stored bytes, with the parsers and the lexicon of the server: what can no longer be read is a document with the status `rejected`, and kept as it was.
//	@Description
//	@Description	The answer is 202 with a job, which is done behind the jobs that came before it, even if the server is killed meanwhile. With `Prefer: wait=10` (at most 30) the answer is 200 where it has ended within so many seconds. Its `result` counts `documents`, `entries` and `conflicts`, and what was `read_again`, `changed` and `refused`; `documents` lists those that became others.
//	@x-takes		["Prefer", "Idempotency-Key"]
//	@Param			order			body		ReindexRequest	false	"what is made anew"
//	@Router			/v1/admin/reindex [post]
func (h *Handlers) Reindex(c *gin.Context) error {
	fields, err := readOrder(c, "a reindex has", quarry.JobOptionExtract)
	if err != nil {
		return err
	}
	extract := false
	if written, sent := fields[quarry.JobOptionExtract]; sent &&
		(string(written) == "null" || json.Unmarshal(written, &extract) != nil) {
		return rest.RefuseField(quarry.JobOptionExtract, rest.CodeParameter, "must be true or false")
	}
	order := quarry.JobOrder{Kind: quarry.JobReindex}
	if extract {
		order.Options = map[string]string{quarry.JobOptionExtract: "true"}
	}
	return h.start(c, order)
}

// Backup has the database copied.
//
//	@Summary		Back up the database
//	@Description	Copies the database, of one moment and while others write, into the folder `backups` of the server's data directory, or the one that the server was started with, under a name that the server makes; nothing in a request names a file. All of the copy is examined before it counts: a damaged database is not backed up, and the job fails with `database_damaged`. The newest seven are kept, or what the server was told to keep. `quarry restore` puts one back, and `quarry backup` writes one to any place. A backup holds all documents, and the keys of the API, hashed.
//	@Description
//	@Description	The answer is 202 with a job. With `Prefer: wait=10` (at most 30) the answer is 200 where it has ended within so many seconds. Its `result` names the `file` (within the data directory, where it is there), its `bytes`, and the `documents` and the `revision` that it holds.
//	@x-takes		["Prefer", "Idempotency-Key"]
//	@Failure		413				{object}	view.Problem
//	@Failure		415				{object}	view.Problem
//	@Router			/v1/admin/backup [post]
func (h *Handlers) Backup(c *gin.Context) error {
	fields, err := readOrder(c, "")
	if err != nil {
		return err
	}
	if len(fields) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(fields)))
		return rest.RefuseField(first, "unknown_parameter", "a backup takes none: the server names the file")
	}
	return h.start(c, quarry.JobOrder{Kind: quarry.JobBackup})
}

func (h *Handlers) start(c *gin.Context, order quarry.JobOrder) error {
	key, err := readKey(c)
	if err = cmp.Or(err, h.canWrite()); err != nil {
		return err
	}
	return h.submit(c, order, key)
}

// readOrder reads the fields of an order, whose body may be empty whatever its type is said
// to be.
func readOrder(c *gin.Context, has string, known ...string) (map[string]json.RawMessage, error) {
	if c.Request.ContentLength == 0 {
		return nil, nil
	}
	body, err := rest.ReadJSON(c, longestOrder)
	if err != nil || len(body) == 0 {
		return nil, err
	}
	return rest.FieldsOf(body, has, known...)
}
