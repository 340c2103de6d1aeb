package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/spec"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The settings of the model of what is a spec, chosen by the out-of-fold figures.
const (
	specSeeds    = 5
	specRidge    = 40
	misnamed     = 0.5 // what a number counts that is judged to be a spec, but of another thing or attribute
	sheetWeight  = 60  // of all numbers of one sheet, long or short
	corpusWeight = 0.2 // of a number of the starter corpus, of which the specs are known and no others were judged
)

func specSettings() settings { return settings{linear: true, ridge: specRidge} }

// specCase is a number that may be a spec.
type specCase struct {
	spec.Sample

	sheet string
	right bool
	so    float64 // how much it is a spec, from 0 to 1
	count float64
}

// specs fits the model of what is a spec to the judged sheets of training, split by sheet,
// and to what the starter corpus is known to state.
func (t *trainer) specs(built *lexicon.Lexicon) error {
	cases, err := t.specCases(built)
	if err != nil {
		return err
	}
	examples, groups := make([]example, len(cases)), make([]string, len(cases))
	for i, c := range cases {
		examples[i], groups[i] = example{x: c.Features, y: c.so, weight: c.count}, c.sheet
	}
	return t.fitTaking(taking{
		of: fmt.Sprintf("%d numbers of judged data sheets and of the starter corpus", len(cases)), names: spec.Features(),
		examples: examples, groups: groups, settings: specSettings(), seeds: specSeeds,
		report: func(said []float64) { t.printSpecs(cases, said) },
		file:   filepath.Join(t.root, "ingest", "spec", "model.json"),
	})
}

// printSpecs prints what a threshold would keep of the sheets' numbers.
func (t *trainer) printSpecs(cases []specCase, said []float64) {
	t.printf("\n| threshold | kept | right of them | of the right ones kept |\n|---|---|---|---|\n")
	for _, threshold := range []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
		kept, right, all := 0, 0, 0
		for i, c := range cases {
			if c.count == corpusWeight {
				continue
			}
			if c.right {
				all++
			}
			if said[i] >= threshold {
				kept++
				if c.right {
					right++
				}
			}
		}
		t.printf("| %.1f | %d | %.3f | %.3f |\n", threshold, kept, float64(right)/float64(max(1, kept)), float64(right)/float64(max(1, all)))
	}
}

// specCases reads the numbers of all documents that are learnt from.
func (t *trainer) specCases(built *lexicon.Lexicon) ([]specCase, error) {
	reader := specReader{trainer: t, reads: spec.New(built), pipeline: ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(built), Splitters: layouts.Splitters(built), Parsers: layouts.Parsers(built),
		Lexicon: built, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})}
	sheets, err := reader.sheets(built)
	if err != nil {
		return nil, err
	}
	corpus, err := reader.corpus()
	return append(sheets, corpus...), err
}

type specReader struct {
	*trainer

	reads    *spec.Reader
	pipeline *ingest.Pipeline
}

// samples reads the numbers of one document, with its content.
func (r *specReader) samples(path string) ([]spec.Sample, quarry.Content, error) {
	raw, err := r.pipeline.Read(r.ctx, ingest.FileSource(quarry.DefaultCollection, filepath.Dir(path), filepath.Base(path), path))
	if err != nil {
		return nil, quarry.Content{}, err
	}
	parsed, err := r.pipeline.Parse(r.ctx, raw)
	if err != nil {
		return nil, quarry.Content{}, err
	}
	return r.reads.Samples(r.pipeline.Unspecified(parsed)), quarry.Content{Text: raw.Text.Bytes, Original: raw.Original}, nil
}

// sheets reads the judged sheets.
func (r *specReader) sheets(built *lexicon.Lexicon) ([]specCase, error) {
	folder := filepath.Join(r.root, "cmd", "quarry", "testdata", "specs", "training")
	file, err := os.Open(filepath.Join(folder, "gold.json")) //nolint:gosec // a file of the project, below the root that was given
	if err != nil {
		return nil, err
	}
	gold, err := judged.Read(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	judge := judged.NewJudge(built.System)
	var all []specCase
	for name := range gold {
		samples, content, err := r.samples(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		specs := make([]quarry.Spec, len(samples))
		for i, s := range samples {
			specs[i] = s.Spec
			specs[i].Source.Path = name
		}
		placed := judged.InFile(quarry.Knowledge{Content: content, Specs: specs, Document: quarry.Document{Path: name}})
		labelled := judge.Measure(judged.Gold{name: gold[name]}, placed)[0].Served
		for i, one := range labelled {
			if one.Verdict != judged.Unjudged {
				all = append(all, specCase{samples[i], name, one.Verdict == judged.Right, soOf(one.Verdict, gold[name], placed[i]), sheetWeight / float64(len(labelled))})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b specCase) int { return strings.Compare(a.sheet, b.sheet) })
	return all, nil
}

// soOf returns how much a number is a spec: one that was judged to be one, but is served of
// another thing or attribute, is half of it.
func soOf(verdict judged.Verdict, sheet judged.Sheet, served quarry.Spec) float64 {
	if verdict == judged.Right {
		return 1
	}
	for _, one := range sheet.Specs {
		if one.Line == served.Source.LineStart && (same(one.Min, served.Value.Min) || same(one.Max, served.Value.Max)) {
			return misnamed
		}
	}
	return 0
}

func same(a, b *float64) bool { return a != nil && b != nil && *a == *b }

// corpus reads the starter corpus: what it is known to state is right.
func (r *specReader) corpus() ([]specCase, error) {
	known, err := os.ReadFile(filepath.Join(r.root, "cmd", "quarry", "testdata", "specs", "starter.tsv"))
	if err != nil {
		return nil, err
	}
	stated := map[string]bool{}
	for line := range strings.SplitSeq(string(known), "\n") {
		stated[line] = true
	}
	var all []specCase
	root := filepath.Join(r.root, "corpus", "documents")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		samples, _, err := r.samples(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		for _, s := range samples {
			line := strings.Join([]string{filepath.ToSlash(name), strconv.Itoa(s.Spec.Source.LineStart), string(s.Spec.Device.ID), string(s.Spec.Attribute.ID), s.Spec.Value.Text}, "\t")
			so := 0.0
			if stated[line] {
				so = 1
			}
			all = append(all, specCase{s, name, stated[line], so, corpusWeight})
		}
		return err
	})
	return all, err
}
