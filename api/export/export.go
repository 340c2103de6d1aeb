package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/rest"
)

// Handlers hand out all that is stored.
type Handlers struct {
	*bind.Binder

	Store     Store
	Streams   *rest.Streams
	Turns     *rest.Turns   // of the parts of exports
	Timeout   time.Duration // of a part
	PublicURL string        // what addresses begin with, without a slash at the end; "" for the request's Host
	Scratch   string        // the folder where a part waits for who takes it slowly
}

// Store is what is exported.
type Store interface {
	Questions(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Facts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Fact], error)
	Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Passages(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Passage], error)
	// Knowledge hands out documents with everything that belongs to them, page by page.
	Knowledge(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Knowledge], error)
}

// exportFormat names a form in which the knowledge base is handed out.
type exportFormat string

const (
	exportJSONL exportFormat = "jsonl"
	exportCSV   exportFormat = "csv"
	exportAnki  exportFormat = "anki"
)

// Exported says what an export held.
type Exported struct {
	Documents int // of JSON Lines alone
	Entries   int
	Notes     []string // what the caller should know of the filter
}

// exportAsked is an export that is asked for.
type exportAsked struct {
	bind.Asked

	file      string // the name of the export as one
	mediaType string
	into      func(context.Context, exportAsked, exportSink) (Exported, error)

	kind     quarry.EntryKind // of the entries, where they are of one kind
	filtered bool             // more than a place is asked of the entries: documents may lack some
	base     string           // what the address of an entry begins with
	revision quarry.Sequence  // that the store had at the beginning
}

// Export writes an export. The values are the query parameters of the route,
// and base is what the addresses in it begin with, such as
// "http://127.0.0.1:8080". Where an error is returned, what was written is the
// beginning of an export.
func (h *Handlers) Export(ctx context.Context, values url.Values, base string, to io.Writer) (Exported, error) {
	e, err := h.bindExport(ctx, &rest.Parameters{Values: values}, base)
	if err != nil {
		return Exported{}, err
	}
	return e.write(ctx, bufferedSink{bufio.NewWriterSize(to, rest.ExportBuffer)})
}

// bindExport reads the parameters of an export. Tables are of one kind of
// entry, and cards are questions.
func (h *Handlers) bindExport(ctx context.Context, p *rest.Parameters, base string) (exportAsked, error) {
	e := exportAsked{kind: quarry.EntryQuestion, base: base}
	format := rest.OneOf(p, "format", []exportFormat{exportJSONL, exportCSV, exportAnki})
	kinds := rest.Vocabulary(p, "kind", quarry.EntryKinds())
	switch {
	case format == exportCSV && len(kinds) > 1:
		p.Refuse("kind", "csv is a table of one kind of entry", string(kinds[0]))
	case format == exportAnki && len(kinds) > 0 && !slices.Equal(kinds, []quarry.EntryKind{quarry.EntryQuestion}):
		p.Refuse("kind", "cards are questions", string(quarry.EntryQuestion))
	case len(kinds) == 1:
		e.kind = kinds[0]
	}
	e.file, e.mediaType, e.into = "quarry-export.jsonl", "application/x-ndjson", h.exportLines
	switch format {
	case exportCSV:
		e.file, e.mediaType, e.into = "quarry-"+string(e.kind)+"s.csv", "text/csv; charset=utf-8", h.exportTable
	case exportAnki:
		e.file, e.mediaType, e.into = "quarry-anki.txt", rest.TextType, h.exportCards
	case exportJSONL:
	}
	if made := p.Text("generated"); format != exportAnki && made != "" && made != string(quarry.GeneratedExclude) {
		p.Refuse("generated", "generated questions are in cards alone", string(quarry.GeneratedExclude))
	}
	var err error
	if e.Asked, err = h.SpecFilter(ctx, p); err != nil {
		return e, err
	}
	f := e.Filter
	alternatives := len(f.Kinds) + len(f.Topics) + len(f.Difficulties) + len(f.DifficultySources) + len(f.Styles) +
		len(f.AnswerStates) + len(f.Subjects) + len(f.Devices) + len(f.Attributes) + len(f.Conditions)
	asksConfidence := f.MinConfidence > 0 || f.MinGrade > 0
	e.filtered = alternatives > 0 || !f.Value.Empty() || f.Answered != quarry.Either || f.Conflict != quarry.Either || asksConfidence
	if e.revision, err = h.Revisions.Revision(ctx); err != nil {
		return e, fmt.Errorf("read the revision: %w", err)
	}
	return e, nil
}

func (e exportAsked) write(ctx context.Context, out exportSink) (Exported, error) {
	done, err := e.into(ctx, e, out)
	done.Notes = e.Notes
	if err == nil {
		err = out.End()
	}
	return done, err
}

// GetExport answers all that is stored, or what a filter lets through of it.
//
//	@Summary		Export the knowledge base
//	@Description	A stream. `jsonl` carries documents with their texts, entries, ids and spans, ends with a line that counts them, and is read back without loss by `quarry ingest`; `csv` is a table of one kind of entry, questions unless `kind` says otherwise; `anki` is a file of notes that Anki imports, of answered questions unless `answered` says otherwise, and of generated ones where `generated` says so. A filter lets entries through; a document of which nothing is left is left out. An export that fails on its way breaks the connection off, and so does one of which nothing is taken for 30 seconds.
//	@Tags			documents
//	@Produce		application/x-ndjson,text/csv,plain
//	@x-takes		["difficulty", "difficulty_source", "topic", "style", "document", "collection", "answered", "answer_state", "generated", "subject", "device", "attribute", "class", "precision", "sparsity", "per", "basis", "min", "max", "unit", "conflict", "min_confidence"]
//	@Param			format				query		string		false	"the form of the export"									Enums(jsonl,csv,anki)	default(jsonl)
//	@Param			kind				query		[]string	false	"kinds of entry; csv takes one, anki questions alone"								collectionFormat(csv)	Enums(question,fact,spec,passage)
//	@Param			document			query		[]string	false	"document ids or paths, a comma within one as `\,`"			collectionFormat(csv)
//	@Param			subject				query		[]string	false	"facts: pieces of the subject, in any case, a comma within one as `\,`"	collectionFormat(csv)
//	@Param			device				query		[]string	false	"specs: device ids, names or aliases, a comma within one as `\,`; a family stands for its SKUs too"	collectionFormat(csv)
//	@Param			class				query		[]string	false	"specs: classes of devices; those of number formats are left out where an attribute of hardware is asked for and no device"	collectionFormat(csv)	example(gpu)
//	@Param			attribute			query		[]string	false	"specs: attribute ids or names, those first that the devices have; one may state a condition: fp16"	collectionFormat(csv)
//	@Param			precision			query		[]string	false	"specs: number formats that the value is for, or none"	collectionFormat(csv)
//	@Param			sparsity			query		[]string	false	"specs: whether the value counts on sparsity"	collectionFormat(csv)	Enums(dense,sparse,unstated)
//	@Param			per					query		[]string	false	"specs: what the value is counted for"	collectionFormat(csv)
//	@Param			basis				query		[]string	false	"specs: on what the value rests"	collectionFormat(csv)
//	@Param			min					query		number		false	"specs: least value, no more than max; needs unit"
//	@Param			max					query		number		false	"specs: greatest value; needs unit"
//	@Param			unit				query		string		false	"the unit of min and max; values stay in their own; refused where none of the attributes asked for can be shown in it"
//	@Param			conflict			query		boolean		false	"specs: whether another claim disagrees"
//	@Param			min_confidence		query		number		false	"specs: least confidence that the source states it so, from 0 to 1"	minimum(0)	maximum(1)
//	@Param			min_difficulty_confidence	query	number	false	"least confidence of the difficulty, from 0 to 1; a stated one has 1"	minimum(0)	maximum(1)
//	@Success		200					{string}	string		"the export"
//	@Header			200					{string}	Content-Disposition	"the name of a file to keep it in"
//	@Header			200,304				{integer}	Quarry-Revision	"change sequence that the store had at the beginning"
//	@Router			/v1/export [get]
func (h *Handlers) GetExport(c *gin.Context) error {
	base := h.PublicURL
	switch { // as the caller reaches us; which Host headers are answered was checked before
	case base != "":
	case c.Request.TLS != nil:
		base = "https://" + c.Request.Host
	default:
		base = "http://" + c.Request.Host
	}
	e, err := h.bindExport(c.Request.Context(), rest.NewParameters(c), base)
	if err != nil {
		return err
	}
	leave, err := h.Streams.Enter(c)
	if err != nil {
		return err
	}
	defer leave()
	rest.SetRevision(c, e.revision)
	c.Header("Content-Type", e.mediaType)
	c.Header("Content-Disposition", `attachment; filename="`+e.file+`"`)
	if rest.OnlyHead(c) {
		c.Status(http.StatusOK)
		return nil
	}
	out := rest.NewSentParts(rest.NewPacedWriter(c.Writer, h.Now), h.Scratch)
	defer out.Close()
	if _, err = e.write(c.Request.Context(), out); err == nil {
		return nil
	}
	h.BreakOff(c, err)
	return nil
}

// pageWalk is a list that is exported page by page to its end.
type pageWalk[T any] struct {
	read   bind.PageReader[T]
	filter quarry.Filter
	limit  int                        // items at a time
	take   func(quarry.Page[T]) error // writes a page into out
	out    exportSink
}

// export makes a part of each page. Nothing of the store is held open between two
// pages, and nothing of a page, however slowly they are taken. Parts are made in turns
// of their own, so that exports, however many, leave processors to the rest: where too
// many wait the first is refused, and the next ones wait as long as the caller does.
func (w pageWalk[T]) export(ctx context.Context, h *Handlers) error {
	turn, request := h.Turns.Take, quarry.PageRequest{Limit: w.limit}
	for {
		if err := turn(ctx); err != nil {
			return err
		}
		next, err := w.makePart(ctx, h, request)
		if err == nil {
			err = w.out.EndPart()
		}
		if err != nil || next == nil {
			return err
		}
		turn, request.After = h.Turns.Stay, *next
	}
}

// makePart writes a page in the turn that the export has, and ends it. It returns where
// the next page begins, nil where there is none.
func (w pageWalk[T]) makePart(ctx context.Context, h *Handlers, request quarry.PageRequest) (*quarry.Position, error) {
	defer h.Turns.End()
	limited, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	page, err := w.read(limited, w.filter, request)
	if err != nil && ctx.Err() == nil {
		err = rest.OutOfTime(limited, err) // unless the export itself was ended
	}
	if err != nil {
		return nil, fmt.Errorf("read a part of the export: %w", err)
	}
	return page.Next, w.take(page)
}

// exportSink takes an export part by part. Nothing that a part is made of is held any
// more when it ends.
type exportSink interface {
	io.Writer
	// EndPart may send what was written.
	EndPart() error
	// End sends what was not sent.
	End() error
}

// bufferedSink writes an export to what is never slow, such as a file.
type bufferedSink struct{ *bufio.Writer }

// EndPart leaves a part in the buffer.
func (bufferedSink) EndPart() error { return nil }

// End writes what is in the buffer.
func (b bufferedSink) End() error {
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	return nil
}
