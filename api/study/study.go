package study

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/check"
	"github.com/quarrykb/quarry/api/rest"
)

// Desk asks learners what they are to be asked, and keeps what they answer.
type Desk interface {
	Asker
	Recorder
	Cards
	Learners
	Histories
}

// Store reads what is asked, and how topics are called.
type Store interface {
	check.TextReader

	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error)
}

// Handlers answer who studies.
type Handlers struct {
	*bind.Binder

	desk    Desk
	store   Store
	streams *rest.Streams
	timeout time.Duration // of what a history is written or read in
	scratch string        // the folder where a history waits for who takes it slowly
	imports rest.Uploads
}

// Config is what Handlers are made of.
type Config struct {
	Binder  *bind.Binder
	Desk    Desk // nil where nothing can be kept
	Store   Store
	Streams *rest.Streams
	Timeout time.Duration
	Scratch string
}

// mostImports is how many histories are read at once: each is held in memory.
const mostImports = 2

// New returns the handlers.
func New(c Config) *Handlers {
	return &Handlers{
		Binder: c.Binder, desk: c.Desk, store: c.Store, streams: c.Streams, timeout: c.Timeout, scratch: c.Scratch,
		imports: rest.NewUploads(mostImports),
	}
}

// Open refuses if nothing can be kept here.
func (h *Handlers) Open(c *gin.Context) {
	if h.desk == nil {
		h.Fail(c, quarry.Errorf(quarry.KindUnavailable, "nothing can be studied here: quarry serve can keep what is answered").
			WithCode("writing_unavailable"))
	}
}

// learnerIn reads who learns of a query.
//
//	@x-shared	true
//	@Param		learner	query		string			true	"who learns: a name that you choose, of 1 to 64 printable characters in one line"	minLength(1)	maxLength(64)	example(ann)
//	@Failure	403		{object}	view.Problem	"scope_missing"
//	@Router		/shared/learner [get]
func learnerIn(p *rest.Parameters) quarry.Learner {
	if !p.Has("learner") {
		p.Refuse("learner", "is needed: a name that you choose", "ann")
		return ""
	}
	name, err := quarry.LearnerName(p.Text("learner"))
	if err != nil {
		refused := quarry.Explain(err)
		for _, field := range refused.Fields {
			p.Refuse(field.Field, field.Message, refused.Fixes...)
		}
	}
	return name
}

// learnerAt reads who learns of a path.
func learnerAt(c *gin.Context) (quarry.Learner, error) { return quarry.LearnerName(c.Param("learner")) }

// given is what a body says, by the names of its fields.
type given map[string]json.RawMessage

// learner reads who learns.
func (g given) learner() (quarry.Learner, error) {
	name, err := field[string](g, "learner", "a text")
	if err = cmp.Or(err, needed("learner", name)); err != nil {
		return "", err
	}
	return quarry.LearnerName(*name)
}

// field reads a field of a body, nil where it is left out. What it must be is said to who sent
// something else.
func field[T any](g given, name, what string) (*T, error) {
	written, sent := g[name]
	if !sent {
		return nil, nil //nolint:nilnil // what is left out is no error
	}
	var value *T
	if err := json.Unmarshal(written, &value); err != nil {
		return nil, rest.RefuseField(name, rest.CodeParameter, "must be "+what)
	}
	return value, nil
}

// needed refuses a body without a field.
func needed[T any](name string, value *T) error {
	if value == nil {
		return rest.RefuseField(name, rest.CodeParameter, "is needed")
	}
	return nil
}
