package main

import (
	"cmp"
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
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// The settings of the models of what is a fact and of what it is about, chosen by the
// out-of-fold figures.
const (
	factSeeds    = 5
	factRidge    = 3
	subjectRidge = 1
)

// statedCase is a unit of a judged document that may be a fact.
type statedCase struct {
	fact.Sample

	document  string
	statement *judged.Unit
}

// facts fits the models of what is a fact and of what it is about to the judged statements,
// split by document.
func (t *trainer) facts(built *lexicon.Lexicon) error {
	cases, cards, err := t.statedCases(built)
	if err != nil {
		return err
	}
	examples, groups := make([]example, len(cases)), make([]string, len(cases))
	for i, c := range cases {
		examples[i], groups[i] = example{x: c.Features, y: truth(c.statement.Card), weight: 1}, c.document
	}
	folder := filepath.Join(t.root, "ingest", "fact")
	err = t.fitTaking(taking{
		of: fmt.Sprintf("%d judged statements", len(cases)), names: fact.Features(),
		examples: examples, groups: groups, settings: settings{linear: true, ridge: factRidge}, seeds: factSeeds,
		report: func(said []float64) { t.printFacts(cases, cards, said) },
		file:   filepath.Join(folder, "model.json"),
	})
	return errors.Join(err, t.subjects(built.Language("en"), cases, filepath.Join(folder, "subject.json")))
}

// printFacts prints what a threshold would keep.
func (t *trainer) printFacts(cases []statedCase, cards int, said []float64) {
	t.printf("\n| threshold | kept | right of them | of the right ones kept | wrong |\n|---|---|---|---|---|\n")
	for _, threshold := range []float64{0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8} {
		kept, right := 0, 0.0
		wrong := map[string]int{}
		for i, c := range cases {
			if said[i] >= threshold {
				kept++
				right += truth(c.statement.Card)
				if !c.statement.Card {
					wrong[c.statement.Why]++
				}
			}
		}
		t.printf("| %.2f | %d | %.3f | %.3f | %v |\n", threshold, kept, right/float64(max(1, kept)), right/float64(max(1, cards)), wrong)
	}
}

// subjects fits the model that chooses what a card is about among all that it may be: a right
// one is to come before a wrong one of the same card, and so it is fitted to their differences
// (Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952).
func (t *trainer) subjects(language *text.Language, cases []statedCase, file string) error {
	var pairs []example
	var groups []string
	for i := range cases {
		if c := &cases[i]; c.statement.Card {
			of := c.pairs(language)
			pairs, groups = append(pairs, of...), append(groups, slices.Repeat([]string{c.document}, len(of))...)
		}
	}
	fitted := settings{linear: true, ridge: subjectRidge}
	m := learn(pairs, fitted)
	right, cards := 0, 0
	for seed := range factSeeds {
		for fold := range folds {
			in, out := parted(groups, seed, fold)
			if len(in) == 0 {
				continue
			}
			of := learn(picked(pairs, out), fitted)
			for i := range cases {
				if c := &cases[i]; c.statement.Card && foldOf(c.document, seed) == fold {
					cards++
					right += int(truth(c.choosesRight(of, language)))
				}
			}
		}
	}
	share := float64(right) / float64(max(1, cards))
	t.printf("\nsubjects out of fold: %.3f of %d cards\n", share, cards/factSeeds)
	m.About = fmt.Sprintf("Weights that order what %d judged cards may be about. Out of fold by document: %.3f of them right.", cards/factSeeds, share)
	for _, name := range fact.SubjectFeatures() {
		m.Features = append(m.Features, fit.Feature{Name: name})
	}
	rounded(m)
	encoded, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(encoded, '\n'), 0o600)
}

// pairs returns by how much each right subject of a card differs from each wrong one, both
// ways round; all of them count as much as one card.
func (c *statedCase) pairs(language *text.Language) []example {
	var all []example
	for _, right := range c.Subjects {
		if !c.statement.IsAbout(language, right.Text) {
			continue
		}
		for _, wrong := range c.Subjects {
			if c.statement.IsAbout(language, wrong.Text) {
				continue
			}
			ahead, behind := make([]float64, len(right.Features)), make([]float64, len(right.Features))
			for f := range ahead {
				ahead[f] = right.Features[f] - wrong.Features[f]
				behind[f] = -ahead[f]
			}
			all = append(all, example{x: ahead, y: 1}, example{x: behind})
		}
	}
	for i := range all {
		all[i].weight = 1 / float64(len(all))
	}
	return all
}

// choosesRight reports whether a model puts a right subject before the others.
func (c *statedCase) choosesRight(by *fit.Model, language *text.Language) bool {
	if len(c.Subjects) == 0 {
		return false
	}
	best := slices.MaxFunc(c.Subjects, func(a, b fact.SubjectSample) int { return cmp.Compare(by.LogOdds(a.Features), by.LogOdds(b.Features)) })
	return c.statement.IsAbout(language, best.Text)
}

// statedCases reads what the judged documents say, and counts their cards.
func (t *trainer) statedCases(built *lexicon.Lexicon) ([]statedCase, int, error) {
	pipeline := ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(built), Splitters: layouts.Splitters(built), Parsers: layouts.Parsers(built),
		Lexicon: built, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	paths, err := filepath.Glob(filepath.Join(t.root, "cmd", "quarry", "testdata", "statements", "t*", "*.jsonl")) // training and terms
	if err != nil {
		return nil, 0, err
	}
	reader := fact.NewReader(built)
	var all []statedCase
	cards := 0
	for _, path := range paths {
		statements, err := readStatements(path)
		if err != nil {
			return nil, 0, err
		}
		for _, one := range statements {
			if one.Card {
				cards++
			}
		}
		document := strings.TrimSuffix(path, ".jsonl") + ".md"
		raw, err := pipeline.Read(t.ctx, ingest.FileSource(quarry.DefaultCollection, filepath.Dir(document), filepath.Base(document), document))
		if err != nil {
			return nil, 0, err
		}
		parsed, err := pipeline.Parse(t.ctx, raw)
		if err != nil {
			return nil, 0, err
		}
		find, shown := judged.NewStatements(statements), string(raw.Text.Bytes)
		language := built.Language(built.LanguageOf(shown))
		for _, s := range reader.Samples(raw.Text, language, parsed.Extraction.Tree.Sections(phrase.Short)) {
			of := find.Of(quarry.LineRange{LineStart: s.Span.LineStart, LineEnd: s.Span.LineEnd}, shown[s.Span.ByteStart:s.Span.ByteEnd])
			if len(of) > 0 && find.Card(of).List == s.Joined {
				all = append(all, statedCase{s, filepath.Base(document), find.Card(of)})
			}
		}
	}
	return all, cards, nil
}

func readStatements(path string) ([]judged.Unit, error) {
	file, err := os.Open(path) //nolint:gosec // of the project, below the root that was given
	if err != nil {
		return nil, err
	}
	statements, err := judged.ReadStatements(file)
	return statements, errors.Join(err, file.Close())
}
