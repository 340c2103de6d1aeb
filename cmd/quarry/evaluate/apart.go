package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// readApart reads documents as they would be ingested, and hands over what is in each. Nothing
// of the data directory is read or written; a document that is refused is noted.
func readApart(ctx context.Context, s *app.Session, paths []string, keep func(quarry.Knowledge)) error {
	s.Warm(ctx)
	shown := present.NewSteps(s.Err, "auto", "reading")
	defer shown.End()
	done := 0
	return s.Apart(func(apart *app.Session) (err error) {
		store, err := apart.OpenStore(ctx, sqlite.Open)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		run := ingest.Run{
			Pipeline: s.Pipeline(), Library: store, Writer: keeper{keep: keep}, Workers: runtime.NumCPU(),
			Observe: func(o ingest.Outcome) {
				done++
				shown.Show(min(done, len(paths)), len(paths))
				if o.Status == ingest.Rejected {
					_, _ = fmt.Fprintf(s.Err, "note: %s is refused: %s\n", present.Printable(o.Name),
						present.Printable(o.Rejection.Reason))
				}
			},
		}
		_, err = run.Ingest(ctx, ingest.Find(ingest.Request{Paths: paths, Collection: quarry.DefaultCollection}))
		return err
	})
}

// readJudged reads files of what people judged, each about the document of its name beside it, and
// that document as it would be ingested. It hands over the name of a file with both.
func readJudged[T any](
	ctx context.Context, s *app.Session, paths []string,
	read func(io.Reader) ([]T, error), keep func(file string, all []T, k quarry.Knowledge),
) error {
	for _, path := range paths {
		all, err := readFile(path, read)
		if err != nil {
			return err
		}
		document, err := documentBeside(path)
		if err != nil {
			return err
		}
		err = readApart(ctx, s, []string{document}, func(k quarry.Knowledge) { keep(filepath.Base(path), all, k) })
		if err != nil {
			return err
		}
	}
	return nil
}

// keeper hands over what is ingested, and stores nothing: each run begins with no documents.
type keeper struct {
	ingest.Writer // nil: nothing is deleted where nothing is stored

	keep func(quarry.Knowledge)
}

// SaveDocument hands a document over.
func (k keeper) SaveDocument(_ context.Context, of quarry.Knowledge) (quarry.Difference, error) {
	k.keep(of)
	return quarry.Difference{}, nil
}
