package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/topic"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The settings of the model of which topics fit, chosen by the out-of-fold figures.
const (
	topicSeeds  = 5
	topicRidge  = 3
	paperWeight = 100 // of all candidates of one document, long or short
)

func topicSettings() settings { return settings{linear: true, ridge: topicRidge} }

// topicPaper is a document whose units were judged.
type topicPaper struct {
	name    string
	judge   *judged.TopicJudge
	entries []topic.Entry
	title   string
	units   map[int]judged.Unit // by the place of the entry
	reader  *topic.Reader
}

// topics fits the models of which topics fit to the judged documents of training, split by
// document.
func (t *trainer) topics(built *lexicon.Lexicon) error {
	papers, err := t.topicPapers(built)
	if err != nil {
		return err
	}
	var examples []example
	var groups []string
	var cases []topic.Case
	for _, p := range papers {
		begin := len(examples)
		for _, c := range p.reader.Cases(p.title, p.entries) {
			if unit, ok := p.units[c.Entry]; ok {
				judge := judged.NewTopicJudge(built, []quarry.Topic{c.Topic})
				y := truth(judge.Fits(c.Topic.ID, unit.Fitting))
				examples, groups, cases = append(examples, example{x: c.Features, y: y}), append(groups, p.name), append(cases, c)
			}
		}
		for i := begin; i < len(examples); i++ {
			examples[i].weight = paperWeight / float64(len(examples)-begin)
		}
	}
	said := make([]float64, len(cases))
	for _, known := range []bool{true, false} {
		name := topicModel(known)
		var of []int
		for i, c := range cases {
			if c.Known == known {
				of = append(of, i)
			}
		}
		t.printf("\n%s topics:\n", name)
		err := t.fitTaking(taking{
			of: fmt.Sprintf("%d %s topics that entries of %d documents may have", len(of), name, len(papers)), names: topic.Features(known),
			examples: picked(examples, of), groups: picked(groups, of), settings: topicSettings(), seeds: topicSeeds,
			report: func(out []float64) {
				for n, i := range of {
					said[i] = out[n]
				}
			},
			file: filepath.Join(t.root, "ingest", "topic", name+".json"),
		})
		if err != nil {
			return err
		}
	}
	t.printTopics(papers, cases, groups, said)
	return nil
}

// blankTopics writes models of topics that know nothing where those that are there take other
// features.
func (t *trainer) blankTopics() error {
	for _, known := range []bool{true, false} {
		path := filepath.Join(t.root, "ingest", "topic", topicModel(known)+".json")
		if content, err := os.ReadFile(filepath.Clean(path)); err == nil {
			if m, err := fit.Read(content); err == nil && slices.Equal(m.Names(), topic.Features(known)) {
				continue
			}
		}
		encoded, err := json.Marshal(blankModel(topic.Features(known)))
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, append(encoded, '\n'), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// topicModel names the model of topics that the lexicon knows, or of those that documents bring.
func topicModel(known bool) string { //nolint:revive // there are two models
	if known {
		return "known"
	}
	return "brought"
}

// printTopics prints what thresholds would choose.
func (t *trainer) printTopics(papers []topicPaper, cases []topic.Case, groups []string, said []float64) {
	of := map[string]map[string]float64{}
	for i, c := range cases {
		if of[groups[i]] == nil {
			of[groups[i]] = map[string]float64{}
		}
		of[groups[i]][topic.CaseKey(c)] = said[i]
	}
	t.printf("\n| first | others | precision | with a fitting one | best | topics |\n|---|---|---|---|---|---|\n")
	for _, first := range []float64{0.2, 0.3, 0.4, 0.5} {
		for _, others := range []float64{0.65, 0.7, 0.75, 0.8} {
			var all judged.TopicFigures
			for _, p := range papers {
				all.Add(p.figures(of[p.name], first, others))
			}
			t.printf("| %.2f | %.2f | %s |\n", first, others, topicCells(all))
		}
	}
	for _, p := range papers {
		t.printf("%-32s %s\n", p.name, topicCells(p.figures(of[p.name], topic.FirstFits, topic.OthersFit)))
	}
}

func topicCells(f judged.TopicFigures) string {
	if f.Entries == 0 || f.Assigned == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.2f | %d", *f.Precision, *f.Coverage, *f.BestHit, *f.Mean, f.Entries)
}

// figures counts what would be chosen by some probabilities.
func (p topicPaper) figures(said map[string]float64, first, others float64) judged.TopicFigures {
	chosen, brought := p.reader.With(func(c topic.Case) float64 { return said[topic.CaseKey(c)] }, first, others).Assign(p.title, p.entries)
	judge := p.judge.Of(brought)
	var f judged.TopicFigures
	for i, unit := range p.units {
		f.Count(judge, chosen[i], unit)
	}
	return f
}

// topicPapers reads the judged documents.
func (t *trainer) topicPapers(built *lexicon.Lexicon) ([]topicPaper, error) {
	pipeline := ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(built), Splitters: layouts.Splitters(built), Parsers: layouts.Parsers(built),
		Lexicon: built, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	reader := topic.New(built)
	var papers []topicPaper
	for _, folder := range []string{"statements", "topics"} {
		paths, err := filepath.Glob(filepath.Join(t.root, "cmd", "quarry", "testdata", folder, "training", "*.jsonl"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			p := topicPaper{name: folder + "/" + filepath.Base(path), reader: reader, units: map[int]judged.Unit{}}
			if err := t.readPaper(&p, pipeline, built, path); err != nil {
				return nil, err
			}
			papers = append(papers, p)
		}
	}
	return papers, nil
}

func (t *trainer) readPaper(p *topicPaper, pipeline *ingest.Pipeline, built *lexicon.Lexicon, path string) error {
	file, err := os.Open(path) //nolint:gosec // a file of the project, below the root that was given
	if err != nil {
		return err
	}
	units, err := judged.ReadTopics(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	document := strings.TrimSuffix(path, ".jsonl") + ".md"
	raw, err := pipeline.Read(t.ctx, ingest.FileSource(quarry.DefaultCollection, filepath.Dir(document), filepath.Base(document), document))
	if err != nil {
		return err
	}
	tagged, err := pipeline.Prepare(t.ctx, raw)
	if err != nil {
		return err
	}
	p.judge, p.title = judged.NewTopicJudge(built, nil), tagged.Knowledge.Document.Title
	p.entries = ingest.TopicEntries(tagged.Knowledge)
	for i, entry := range judged.TopicEntries(tagged.Knowledge) {
		if unit, ok := p.judge.Unit(entry, units); ok {
			p.units[i] = unit
		}
	}
	return nil
}
