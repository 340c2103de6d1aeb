package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/eval"
	"github.com/quarrykb/quarry/store/sqlite"
)

// storedAsker asks for what is stored, as any caller of the API does.
type storedAsker struct{ from *app.Client }

// Ask returns the hits with their places and those of what was folded into them.
func (a storedAsker) Ask(ctx context.Context, text string, mode quarry.Mode, most int) (eval.Answer, error) {
	query := url.Values{
		"q": {text}, "mode": {string(mode)}, "limit": {strconv.Itoa(most)}, "highlight": {"false"},
		"fields": {"source,also.source"},
	}
	var found view.Search
	if _, err := a.from.Get(ctx, "/v1/search", query, &found); err != nil {
		return eval.Answer{}, err
	}
	answer := eval.Answer{Degraded: found.Degraded}
	for _, item := range found.Items {
		hit := eval.Hit{placeOf(item.Source)}
		for _, also := range item.Also {
			hit = append(hit, placeOf(also.Source))
		}
		answer.Hits = append(answer.Hits, hit)
	}
	return answer, nil
}

func placeOf(s view.Source) eval.Place {
	return eval.Place{Path: s.Path, LineStart: s.LineStart, LineEnd: s.LineEnd}
}

// askedAtOnce is how many documents one question names.
const askedAtOnce = 20

// judgedPaths are those of all judged documents, in order.
func judgedPaths(queries []eval.Query) []string {
	paths := map[string]bool{}
	for _, query := range queries {
		for _, r := range query.Relevant {
			paths[r.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// notStored returns which judged documents are not stored: a file that was
// ingested from another folder has another path.
func notStored(ctx context.Context, from *app.Client, queries []eval.Query) ([]string, error) {
	paths, known := judgedPaths(queries), map[string]bool{}
	for some := range slices.Chunk(paths, askedAtOnce) {
		query := url.Values{"document": {rest.Alternatives(some...)}}
		found, _, err := app.ReadList[view.Document](ctx, from, app.Listing{Path: "/v1/documents", Query: query})
		if err != nil {
			return nil, err
		}
		for _, document := range found.Items {
			known[document.Path] = true
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool { return known[path] }), nil
}

// collectionAsker asks for documents of a collection, each of which is one entry
// at its own line.
type collectionAsker struct {
	searcher *search.Searcher
	names    []string // of the documents, by line
}

// Ask returns the hits as the documents that they are.
func (a collectionAsker) Ask(
	ctx context.Context, text string, mode quarry.Mode, most int,
) (eval.Answer, error) {
	found, err := a.searcher.Search(ctx, quarry.Query{Text: text, Mode: mode, Limit: most})
	if err != nil {
		return eval.Answer{}, err
	}
	answer := eval.Answer{Degraded: found.Degraded}
	for _, hit := range found.Hits {
		shown := eval.Hit{eval.Whole(a.names[hit.Source.LineStart])}
		for _, also := range hit.Also {
			shown = append(shown, eval.Whole(a.names[also.Source.LineStart]))
		}
		answer.Hits = append(answer.Hits, shown)
	}
	return answer, nil
}

// shelfful is how many documents of a collection are stored in one transaction.
const shelfful = 500

// shelf stores a collection, each of its documents as one passage: nothing is
// extracted of them, so that every search finds what was judged.
type shelf struct {
	store   *sqlite.Store
	names   []string        // of the documents, by line
	known   map[string]bool // which documents there are
	waiting quarry.Knowledge
}

// fill stores the documents of a corpus file.
func (f *shelf) fill(ctx context.Context, s *app.Session, path string) (err error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return quarry.Errorf(quarry.KindNotFound, "the folder has no %s that can be read", eval.CorpusFile).
			Because(err)
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("read %s: %w", path, err), file.Close())
	}
	shown := present.NewSteps(s.Err, "auto", "reading")
	defer shown.End()
	defer func() { err = errors.Join(err, file.Close()) }()
	f.known = map[string]bool{}
	f.begin(1)
	for document, err := range eval.Corpus(file) {
		if err != nil {
			return eval.In(eval.CorpusFile, err)
		}
		read, _ := file.Seek(0, io.SeekCurrent)
		shown.Show(int(read), int(info.Size()))
		f.add(document)
		if len(f.waiting.Passages) == shelfful {
			if _, err := f.store.SaveDocument(ctx, f.waiting); err != nil {
				return err
			}
			f.begin(document.Line + 1)
		}
	}
	if len(f.known) == 0 {
		return quarry.Errorf(quarry.KindInvalid, "%s holds no document", eval.CorpusFile)
	}
	_, err = f.store.SaveDocument(ctx, f.waiting)
	return err
}

// begin makes a stored document for those of the corpus from a line on.
func (f *shelf) begin(line int) {
	d := quarry.Document{
		Collection: quarry.DefaultCollection, Path: fmt.Sprintf("%s.%d", eval.CorpusFile, line),
		TextOf: quarry.TextOfFile, Encoding: quarry.UTF8,
	}
	d.ID = quarry.DocumentID(quarry.NewID(d.Identity()))
	f.waiting = quarry.Knowledge{Document: d}
}

func (f *shelf) add(d eval.Document) {
	source := quarry.Source{
		Span:       quarry.Span{LineStart: d.Line, LineEnd: d.Line},
		DocumentID: f.waiting.Document.ID, Collection: f.waiting.Document.Collection, Path: f.waiting.Document.Path,
	}
	if d.Title != "" {
		source.Heading = []string{d.Title}
	}
	id := quarry.NewID(quarry.Identity{
		Kind: quarry.EntryPassage, Collection: source.Collection, Path: eval.CorpusFile, Key: []string{d.ID},
	})
	f.waiting.Passages = append(f.waiting.Passages, quarry.Passage{
		ID: quarry.PassageID(id), Text: d.Text, Grade: quarry.NoGrade(), Source: source,
	})
	f.names = append(f.names, make([]string, d.Line+1-len(f.names))...)
	f.names[d.Line] = d.ID
	f.known[d.ID] = true
}

// missing returns which judged documents the corpus does not have.
func (f *shelf) missing(queries []eval.Query) []string {
	return slices.DeleteFunc(judgedPaths(queries), func(path string) bool { return f.known[path] })
}
