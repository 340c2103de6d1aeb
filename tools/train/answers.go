package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/agreement"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// answerSet is a set of judged answers of one hand.
type answerSet struct {
	name   string
	weight float64 // of all of it together
	home   bool    // judged as a fair examiner does: by it the thresholds are chosen
	cases  []agreement.Answer
}

// judgedAnswer is a case of a set.
type judgedAnswer struct {
	agreement.Answer
	answer.Described

	set     int
	fitted  bool                 // the model judges it, and no rule
	exact   quarry.AnswerVerdict // that of the rule
	taught  bool                 // it is learnt from and not measured
	partly  float64
	correct float64
}

// The settings of the model of answers, chosen by the out-of-fold figures.
const (
	answerTrees = 120
	answerDepth = 3
	answerRate  = 0.08
	answerSeeds = 3
	answerLeaf  = 8
	setWeight   = 800 // examples that a set counts as
)

// answers fits the model of answers to all sets below answers/ and to the project's own.
func (t *trainer) answers(built *lexicon.Lexicon) error {
	judge, err := answer.NewJudge(built)
	if err != nil {
		return err
	}
	sets, err := t.answerSets()
	if err != nil {
		return err
	}
	var all []*judgedAnswer
	for i, set := range sets {
		for _, one := range set.cases {
			d := judge.Describe(one.Question, one.Given)
			a := &judgedAnswer{Answer: one, Described: d, set: i, fitted: !d.Exact}
			if d.Exact {
				ruled := judge.Judge(one.Question, one.Given)
				a.exact, a.partly, a.correct = ruled.Verdict, ruled.Score, ruled.Score
			}
			all = append(all, a)
		}
		all = append(all, references(judge, i, set.cases)...)
	}
	partly, correct := t.fitAnswers(judge.Features(), sets, all)
	chosen := t.thresholds(sets, all)
	if os.Getenv("DUMP") != "" {
		t.dump(judge.Features(), sets, all)
		return nil
	}
	encoded, err := json.Marshal(map[string]any{"partly": partly, "correct": correct, "thresholds": chosen})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "answer", "weights.json"), append(encoded, '\n'), 0o600)
}

// references returns the reference answers as answers: they are right. They are learnt from
// and not measured, for a rule decides on them.
func references(judge *answer.Judge, set int, cases []agreement.Answer) []*judgedAnswer {
	var all []*judgedAnswer
	seen := map[string]bool{}
	for _, one := range cases {
		key := one.Question.Text + "\n" + one.Question.Answer
		if seen[key] || one.Question.Style != quarry.StyleOpen {
			continue
		}
		seen[key] = true
		one.Given, one.Verdict, one.Grade = one.Question.Answer, quarry.VerdictCorrect, 1
		all = append(all, &judgedAnswer{Answer: one, Described: judge.Describe(one.Question, one.Given), set: set, taught: true})
	}
	return all
}

// answerSets reads the judged answers. Rows without a reference are answered by the
// documents that they are about.
func (t *trainer) answerSets() ([]answerSet, error) {
	own, err := readJudged(filepath.Join(t.root, "cmd", "quarry", "testdata", "answers", "shown"))
	if err != nil {
		return nil, err
	}
	sets := []answerSet{{"project", 1, true, own}}
	for _, ending := range []string{"csv", "jsonl", "tsv"} {
		paths, err := filepath.Glob(filepath.Join(t.data, "answers", "*."+ending))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			set, err := t.answerSet(path)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			sets = append(sets, set)
		}
	}
	return sets, nil
}

// answerSet reads the rows of a file. Grades tell more than labels, and count more.
func (t *trainer) answerSet(path string) (answerSet, error) {
	const graded = 3
	cases, err := readFile(path, func(from io.Reader) ([]agreement.Answer, error) { return agreement.ReadRows(path, from) })
	if err != nil {
		return answerSet{}, err
	}
	set := answerSet{filepath.Base(path), 1, false, cases}
	if slices.ContainsFunc(cases, func(a agreement.Answer) bool { return a.Grade != a.Verdict.Score() }) {
		set.weight = graded
	}
	if !slices.ContainsFunc(cases, func(a agreement.Answer) bool { return a.Question.Answered }) {
		set.home = true
		return set, t.lookUp(set.cases)
	}
	return set, nil
}

// readFile reads a file of judged answers.
func readFile(path string, read func(io.Reader) ([]agreement.Answer, error)) ([]agreement.Answer, error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	answers, err := read(file)
	return answers, errors.Join(err, file.Close())
}

// readJudged reads the files of a folder.
func readJudged(folder string) ([]agreement.Answer, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []agreement.Answer
	for _, path := range paths {
		answers, err := readFile(path, agreement.Read)
		if err != nil {
			return nil, err
		}
		all = append(all, answers...)
	}
	return all, nil
}

// lookUp takes the reference answers from the documents below questions/ and seeds/.
func (t *trainer) lookUp(cases []agreement.Answer) error {
	found := map[string]quarry.Question{}
	for _, name := range []string{"questions", "seeds"} {
		data, err := t.ingest(name, t.documents(name))
		if err != nil {
			return err
		}
		export := filepath.Join(t.folder, name+".jsonl")
		if out, err := exec.CommandContext(t.ctx, t.quarry, "--data", data, "export", "--kind", "question", "-o", export).CombinedOutput(); err != nil { //nolint:gosec // the program that was named
			return fmt.Errorf("export questions: %w: %s", err, out)
		}
		if err := readExport(export, found); err != nil {
			return err
		}
	}
	for i := range cases {
		q, ok := found[plainQuestion(cases[i].Question.Text)]
		if !ok {
			t.printf("no document answers %q\n", cases[i].Question.Text)
			continue
		}
		q.Text = cases[i].Question.Text
		cases[i].Question = q
	}
	return nil
}

func readExport(path string, found map[string]quarry.Question) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	scanner := bufio.NewScanner(file)
	const longest = 16 << 20
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		var q struct {
			Question string
			Answer   *string
			Style    quarry.Style
			Choices  []string
			Variants []struct {
				Question string
				Answer   *string
			}
		}
		if err := json.Unmarshal(scanner.Bytes(), &q); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		put := func(asked string, answered *string) {
			if key := plainQuestion(asked); answered != nil && !found[key].Answered {
				found[key] = quarry.Question{Text: asked, Answer: *answered, Answered: true, Style: q.Style, Choices: q.Choices}
			}
		}
		put(q.Question, q.Answer)
		for _, v := range q.Variants {
			put(v.Question, v.Answer)
		}
	}
	return scanner.Err()
}

// plainQuestion folds what different readers of a document leave at a question.
func plainQuestion(s string) string {
	words := text.WordsPlain(s)
	if len(words) > 6 && words[0] == "true" {
		words = slices.Compact(words)
	}
	return strings.TrimPrefix(strings.TrimPrefix(strings.Join(words, " "), "question "), "true or false and explain why ")
}

// answerExamples are the answers that a model learns from.
type answerExamples struct {
	answers         []*judgedAnswer
	groups          []string
	partly, correct []example
}

func answerExamplesOf(sets []answerSet, all []*judgedAnswer) *answerExamples {
	counts := make([]float64, len(sets))
	for _, a := range all {
		if a.fitted {
			counts[a.set]++
		}
	}
	e := &answerExamples{}
	for _, a := range all {
		if !a.fitted && !a.taught {
			continue
		}
		weight := setWeight * envw(sets[a.set].name, sets[a.set].weight) / counts[a.set]
		e.answers, e.groups = append(e.answers, a), append(e.groups, a.Question.Text)
		e.partly = append(e.partly, example{a.X, min(1, 2*a.Grade), weight, a.set})
		e.correct = append(e.correct, example{a.X, max(0, 2*a.Grade-1), weight, a.set})
	}
	return e
}

// judge lets models that have not seen the questions judge the answers to them.
func (e *answerExamples) judge(s settings, seeds int) {
	partly, correct := outOfFold(e.groups, e.partly, s, seeds), outOfFold(e.groups, e.correct, s, seeds)
	for i, a := range e.answers {
		a.partly, a.correct = partly[i], min(partly[i], correct[i])
	}
}

// fitAnswers prints the out-of-fold figures of the judge, and fits its model to all.
func (t *trainer) fitAnswers(names []string, sets []answerSet, all []*judgedAnswer) (*fit.Model, *fit.Model) {
	s := settings{trees: int(envw("trees", answerTrees)), depth: int(envw("depth", answerDepth)), rate: envw("rate", answerRate), ridge: envw("ridge", 1), leaf: envw("leaf", answerLeaf)}
	e := answerExamplesOf(sets, all)
	costs := make([]float64, len(names))
	if t.ablate {
		e.judge(s, 1)
		whole := meanCorrelation(sets, all)
		for f, name := range names {
			rest := &answerExamples{e.answers, e.groups, without(e.partly, f), without(e.correct, f)}
			rest.judge(s, 1)
			costs[f] = whole - meanCorrelation(sets, all)
			t.printf("without %-24s %+.4f\n", name, -costs[f])
		}
	}
	e.judge(s, answerSeeds)
	whole := meanCorrelation(sets, all)
	t.answerFigures(sets, all)
	models := [2]*fit.Model{learn(e.partly, s), learn(e.correct, s)}
	about := fmt.Sprintf("boosted trees, fitted by make train to %d judged answers; out of fold, mean of r over the sets %.3f; the cost of a feature is what that loses without it", len(all), whole)
	for _, m := range models {
		m.About = about
		for f, name := range names {
			m.Features = append(m.Features, fit.Feature{Name: name, Cost: costs[f]})
		}
		rounded(m)
	}
	return models[0], models[1]
}

// scored are the answers of a set, with the scores that they get.
type scored struct {
	groups       []string
	said, grades []float64
	right        []bool
}

func scoresOf(all []*judgedAnswer, set int) scored {
	var s scored
	for _, a := range all {
		if a.set == set && !a.taught {
			s.groups, s.said, s.grades = append(s.groups, a.Question.Text), append(s.said, (a.partly+a.correct)/2), append(s.grades, a.Grade)
			s.right = append(s.right, a.Verdict == quarry.VerdictCorrect)
		}
	}
	return s
}

// meanCorrelation returns the mean correlation of score and grade over the sets.
func meanCorrelation(sets []answerSet, all []*judgedAnswer) float64 {
	sum := 0.0
	for i := range sets {
		s := scoresOf(all, i)
		sum += pearson(s.said, s.grades)
	}
	return sum / float64(len(sets))
}

// answerFigures prints how well the scores of each set go with what people said.
func (t *trainer) answerFigures(sets []answerSet, all []*judgedAnswer) {
	const half = 0.5
	for i, set := range sets {
		s := scoresOf(all, i)
		called := cutOutOfFold(s.groups, s.right, s.said)
		low, high := interval(s.groups, func(of []int) float64 { return pearson(picked(s.said, of), picked(s.grades, of)) })
		lowF1, highF1 := interval(s.groups, func(of []int) float64 { return macroF1(picked(s.right, of), picked(called, of), half) })
		t.printf("%-20s %4d answers  r %.3f [%.3f, %.3f]  macro F1 %.3f [%.3f, %.3f]\n",
			set.name, len(s.said), pearson(s.said, s.grades), low, high, macroF1(s.right, called, half), lowF1, highF1)
	}
}
