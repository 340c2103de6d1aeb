package evaluate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/judged"
)

type evalSpecsCommand struct {
	Paths []string `arg:"" name:"file" help:"Files of judged data sheets, in JSON; the sheets stand beside each." placeholder:"FILE"`

	MinConfidence float64 `help:"Leave out specs with less than this confidence, from 0 to 1." placeholder:"N"`
	Missed        bool    `short:"v" help:"List every judged spec that was missed and every served one that is wrong, too."`
	JSON          bool    `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalSpecsCommand) Help() string {
	return `A file has, by the name of each sheet: specs, what is looked up, each with line, device, key
(words of which the device's name has one), attribute, synonyms, min, max and unit, and it may
have written, conditions and accept, other bounds that are as right; negatives, numbers that
are no specs, with line, text, values and why; either, on which careful readers differ, with
the same; field and layout say what the sheet is. Other fields are refused. A spec is found where one is served of its line or of two beside it that has its value,
in a unit that converts to the one that is written, its device, and half of the words of its
attribute or of a synonym. A served spec of a judged line that is none of them is wrong; what
stands in either counts neither way. Nothing of the data directory is read or written.`
}

// Validate checks the threshold.
func (c *evalSpecsCommand) Validate() error {
	if c.MinConfidence < 0 || c.MinConfidence > 1 {
		return errors.New("--min-confidence is from 0 to 1")
	}
	return nil
}

// Run reads the sheets of each file, and measures and prints.
func (c *evalSpecsCommand) Run(ctx context.Context, s *app.Session) error {
	judge := judged.NewJudge(s.Lexicon.System)
	report := specsReport{each: c.Missed}
	for _, path := range c.Paths {
		gold, err := readFile(path, judged.Read)
		if err != nil {
			return err
		}
		specs, err := readSheets(ctx, s, filepath.Dir(path), gold)
		if err != nil {
			return err
		}
		specs = slices.DeleteFunc(specs, func(spec quarry.Spec) bool { return spec.Confidence < c.MinConfidence })
		report.Results = append(report.Results, judge.Measure(gold, specs)...)
	}
	return show(s.Out, report, c.JSON)
}

// readSheets reads judged sheets as they would be ingested, and returns the specs of them.
// A sheet that is not there is an error, for it would say that nothing was found; one that is
// refused is noted.
func readSheets(ctx context.Context, s *app.Session, folder string, gold judged.Gold) ([]quarry.Spec, error) {
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(gold)) {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err != nil || !filepath.IsLocal(name) {
			return nil, quarry.Errorf(quarry.KindNotFound, "the judged sheet %q is not in %s", name, folder).Because(err)
		}
		paths = append(paths, path)
	}
	s.Warm(ctx)
	read := &specReader{}
	shown := present.NewSteps(s.Err, "auto", "reading")
	defer shown.End()
	done := 0
	run := ingest.Run{
		Pipeline: s.Pipeline(), Library: read, Writer: read, Workers: runtime.NumCPU(),
		Observe: func(o ingest.Outcome) {
			done++
			shown.Show(min(done, len(paths)), len(paths))
			if o.Status == ingest.Rejected {
				_, _ = fmt.Fprintf(s.Err, "note: %s is refused: %s\n", present.Printable(o.Name), present.Printable(o.Rejection.Reason))
			}
		},
	}
	_, err := run.Ingest(ctx, ingest.Find(ingest.Request{Paths: paths, Collection: quarry.DefaultCollection}))
	return read.specs, err
}

// specReader keeps the specs of what is ingested, and nothing else: each run begins with no
// documents.
type specReader struct{ specs []quarry.Spec }

// StoredFile finds nothing.
func (*specReader) StoredFile(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

// StoredDocuments finds nothing.
func (*specReader) StoredDocuments(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

// PreviewDocument tells nothing.
func (*specReader) PreviewDocument(context.Context, quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{}, nil
}

// DeleteDocument has nothing to remove.
func (*specReader) DeleteDocument(context.Context, quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, nil
}

// SaveDocument keeps the specs.
func (r *specReader) SaveDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	r.specs = append(r.specs, judged.InFile(k)...)
	return quarry.Difference{}, nil
}
