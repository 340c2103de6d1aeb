package intake

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// mostCarriers is how many exports a warning names.
const mostCarriers = 20

// carriers gathers the exports whose documents did not go where the caller
// wanted them: they keep their collection and their path.
type carriers struct {
	collection string // that was asked for, "" for none but the usual
	as         string
	files      []string
	more       int
}

// add takes what became of a document. Those of one file follow each other.
func (c *carriers) add(o ingest.Outcome) {
	elsewhere := c.as != "" || (c.collection != "" && o.Collection != c.collection)
	switch last := len(c.files) - 1; {
	case !o.Imported || o.Status == ingest.Rejected || !elsewhere:
	case last >= 0 && c.files[last] == o.Name:
	case len(c.files) < mostCarriers:
		c.files = append(c.files, o.Name)
	default:
		c.more++
	}
}

// warnings says so.
func (c *carriers) warnings() []string {
	var said []string
	for _, file := range c.files {
		said = append(said,
			file+" is an export: its documents keep their collections and paths, and --collection and --as "+
				"change neither. To move them, ingest the files that they came from")
	}
	if c.more > 0 {
		said = append(said, "and so are more files")
	}
	return said
}

// vanished says of given folders that are gone, but whose documents are stored,
// why a prune leaves those alone.
func vanished(ctx context.Context, store *sqlite.Store, collection string, paths []string) ([]string, error) {
	var warnings []string
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		if _, err := os.Stat(absolute); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		stored, err := store.StoredDocuments(ctx, collection, absolute)
		if err != nil {
			return warnings, err
		}
		if len(stored) > 0 {
			warnings = append(warnings,
				fmt.Sprintf("the folder %s is gone, and %d documents from it are stored: they are kept, "+
					"for a folder that is not there may be a disk that is not mounted. To remove them, make the folder anew, "+
					"empty, and prune again", absolute, len(stored)))
		}
	}
	return warnings, nil
}

// lexiconWarnings says whose documents were read, or are left, with another
// lexicon than the one of now: before a run and behind it.
func lexiconWarnings(now string, before, behind datadir.Lexicons) []string {
	switch own := lexicon.IsOwn(now); {
	case before.OtherOwn > 0 && !own:
		return []string{fmt.Sprintf("%d stored documents were read with a lexicon of your own, which was not given this time; "+
			"%d of them still are. If that was not meant, ingest again with --lexicon FILE or QUARRY_LEXICON",
			before.OtherOwn, behind.OtherOwn)}
	case own && behind.OtherOwn+behind.BuiltIn > 0:
		return []string{fmt.Sprintf("%d stored documents were read with another lexicon than the one given now: "+
			"ingest their files again to have them read with it", behind.OtherOwn+behind.BuiltIn)}
	}
	return nil
}
