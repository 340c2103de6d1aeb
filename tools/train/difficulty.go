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
	"github.com/quarrykb/quarry/ingest/grading"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The settings of the model of difficulties, chosen by the out-of-fold figures.
const (
	difficultySeeds = 5
	difficultyRidge = 20
	gradedMost      = 40 // of all entries of one document, if it has more
)

func difficultySettings() settings { return settings{linear: true, ridge: difficultyRidge} }

// gradedSets returns the documents of which is known how hard their entries are, by who says
// so: their own sources, or a person in a file beside each.
func gradedSets() map[string]string {
	return map[string]string{
		"starter corpus":      "corpus/documents/*/*",
		"documents of layout": "cmd/quarry/testdata/questions/training/*",
		"judged":              "cmd/quarry/testdata/difficulty/training/*.md",
	}
}

// gradedCase is an entry of which is known how hard it is.
type gradedCase struct {
	grading.Example

	set string
}

// difficulty fits the model of how hard entries are, split by document.
func (t *trainer) difficulty(built *lexicon.Lexicon) error {
	cases, err := t.gradedCases(built)
	if err != nil {
		return err
	}
	names := grading.Features()
	odds := t.oddsOutOfFold(cases)
	for i := range cases {
		cases[i].Estimated = odds[i].Grade()
	}
	t.printGraded(cases)
	loss := gradedLoss(cases, odds)
	about := fmt.Sprintf("Weights of logistic regressions for %d entries of which people say how hard they are. Out of fold by document: log loss %.3f. The cost of a feature is what dropping it from both adds to it.", len(cases), loss)
	model := grading.Model{AboveEasy: t.parting(cases, 1), Hard: t.parting(cases, 2)} //nolint:mnd // the second and the third grade
	t.printf("\n| feature | dropping it adds to the log loss of %.3f |\n|---|---|\n", loss)
	for f, name := range names {
		cost := 0.0
		if t.ablate {
			rest := slices.Clone(cases)
			for i := range rest {
				rest[i].Features = slices.Delete(slices.Clone(rest[i].Features), f, f+1)
			}
			cost = gradedLoss(cases, t.oddsOutOfFold(rest)) - loss
		}
		for _, m := range []*fit.Model{model.AboveEasy, model.Hard} {
			m.Features = append(m.Features, fit.Feature{Name: name, Cost: cost})
		}
		t.printf("| `%s` | %+.4f |\n", name, cost)
	}
	for _, m := range []*fit.Model{model.AboveEasy, model.Hard} {
		m.About = about
		rounded(m)
	}
	return t.writeGrading(model)
}

func (t *trainer) writeGrading(model grading.Model) error {
	encoded, err := json.Marshal(model)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "ingest", "grading", "model.json"), append(encoded, '\n'), 0o600)
}

// blankGrading writes a model of difficulties that knows nothing where the one that is there
// takes other features.
func (t *trainer) blankGrading() error {
	content, err := os.ReadFile(filepath.Join(t.root, "ingest", "grading", "model.json"))
	if err == nil {
		_, err = grading.ReadModel(content)
	}
	if err == nil {
		return nil
	}
	blank := blankModel(grading.Features())
	return t.writeGrading(grading.Model{AboveEasy: blank, Hard: blank})
}

// partingExamples returns the cases as examples of being at least of some grade, from 0.
func partingExamples(cases []gradedCase, grade int) ([]example, []string) {
	held := map[string]float64{}
	for _, c := range cases {
		held[c.Document]++
	}
	examples, groups := make([]example, len(cases)), make([]string, len(cases))
	for i, c := range cases {
		is := slices.Index(quarry.Difficulties(), c.Is)
		examples[i] = example{x: c.Features, y: truth(is >= grade), weight: min(1, gradedMost/held[c.Document])}
		groups[i] = c.Document
	}
	return examples, groups
}

func (t *trainer) parting(cases []gradedCase, grade int) *fit.Model {
	examples, _ := partingExamples(cases, grade)
	return learn(examples, difficultySettings())
}

// oddsOutOfFold returns what models say that have not seen the document of a case.
func (t *trainer) oddsOutOfFold(cases []gradedCase) []grading.Odds {
	odds := make([]grading.Odds, len(cases))
	above, groups := partingExamples(cases, 1)
	hard, _ := partingExamples(cases, 2) //nolint:mnd // the third grade
	aboveEasy := outOfFold(groups, above, difficultySettings(), difficultySeeds)
	for i, p := range outOfFold(groups, hard, difficultySettings(), difficultySeeds) {
		p = min(p, aboveEasy[i])
		odds[i] = grading.Odds{1 - aboveEasy[i], aboveEasy[i] - p, p}
	}
	return odds
}

func gradedLoss(cases []gradedCase, odds []grading.Odds) float64 {
	examples := make([]example, len(cases))
	said := make([]float64, len(cases))
	for i, c := range cases {
		examples[i] = example{y: 1, weight: 1}
		said[i] = odds[i][slices.Index(quarry.Difficulties(), c.Is)]
	}
	return takingLoss(examples, said)
}

// printGraded prints what is estimated out of fold, of each set and of each kind.
func (t *trainer) printGraded(cases []gradedCase) {
	t.printf("\n| of | entries | right | most frequent, p | by length, p | within one grade | confidence | Brier |\n|---|---|---|---|---|---|---|---|\n")
	by := map[string][]grading.Example{}
	for _, c := range cases {
		for _, name := range []string{"all", c.set, string(c.Kind) + "s"} {
			by[name] = append(by[name], c.Example)
		}
	}
	for _, name := range []string{"all", "starter corpus", "documents of layout", "judged", "questions", "facts", "specs"} {
		e := grading.Evaluate(by[name])
		t.printf("| %s | %d | %.3f | %.3f, %.4f | %.3f, %.4f | %.3f | %.3f | %.3f |\n", name, e.Examples, e.Accuracy,
			e.Majority.Accuracy, e.Majority.P, e.Length.Accuracy, e.Length.P, e.WithinOne, e.Confidence, e.Brier)
	}
	for _, name := range []string{"all", "judged"} {
		t.printf("\n| confidence of %s | entries | mean | right |\n|---|---|---|---|\n", name)
		for _, bin := range grading.Evaluate(by[name]).Calibration {
			t.printf("| %.1f to %.1f | %d | %.3f | %.3f |\n", bin.From, bin.To, bin.Examples, bin.Confidence, bin.Accuracy)
		}
	}
}

// gradedCases reads the documents of which is known how hard their entries are. One that
// cannot be read is left out.
func (t *trainer) gradedCases(built *lexicon.Lexicon) ([]gradedCase, error) {
	pipeline := ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(built), Splitters: layouts.Splitters(built), Parsers: layouts.Parsers(built),
		Lexicon: built, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	grader := grading.New(built)
	var all []gradedCase
	for set, glob := range gradedSets() {
		paths, err := filepath.Glob(filepath.Join(t.root, filepath.FromSlash(glob)))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			raw, err := pipeline.Read(t.ctx, ingest.FileSource(quarry.DefaultCollection, filepath.Dir(path), filepath.Base(path), path))
			if err != nil {
				continue
			}
			tagged, err := pipeline.Prepare(t.ctx, raw)
			if err != nil {
				continue
			}
			known, err := gradesBeside(path, &tagged.Knowledge)
			if err != nil {
				return nil, err
			}
			for _, c := range grader.Cases(&tagged.Knowledge) {
				if known[c.ID] != "" {
					c.Stated = known[c.ID]
				}
				if c.Stated != "" {
					all = append(all, gradedCase{grading.Example{Case: c, Document: filepath.Base(path), Is: c.Stated}, set})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b gradedCase) int { return strings.Compare(a.set+a.Document, b.set+b.Document) })
	return all, nil
}

// gradesBeside returns how hard a person finds the entries of a document, where there is a
// file of that beside it. Figures of things are added to the document as the file has them where
// no spec is read of them: a reader that finds more is to find them graded.
func gradesBeside(path string, k *quarry.Knowledge) (map[quarry.EntryID]quarry.Difficulty, error) {
	file, err := os.Open(strings.TrimSuffix(path, filepath.Ext(path)) + ".jsonl")
	if err != nil {
		return nil, nil //nolint:nilerr // most documents say it themselves
	}
	difficulties, err := judged.ReadDifficulties(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	known, _ := judged.Match(k, difficulties)
	read := len(k.Specs)
	for _, one := range difficulties {
		isRead := func(s quarry.Spec) bool {
			return s.Source.LineStart <= one.LineEnd && one.LineStart <= s.Source.LineEnd
		}
		if end := strings.LastIndexAny(one.Text, "|:"); one.Kind == quarry.EntrySpec && end > 0 && !slices.ContainsFunc(k.Specs[:read], isRead) {
			k.Specs = append(k.Specs, quarry.Spec{
				ID: quarry.SpecID(one.Text), Attribute: quarry.AttributeMention{Written: one.Text[:end]}, Value: quarry.Quantity{Text: one.Text[end+1:]},
				Grade: quarry.Grade{Difficulty: one.Difficulty, Source: quarry.DifficultyStated, Confidence: 1},
			})
		}
	}
	return known, nil
}
