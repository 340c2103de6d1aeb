package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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
	name  string
	home  bool // judged as a fair examiner does: verdicts are learnt from it
	cases []agreement.Answer
}

// judgedAnswer is a case of a set.
type judgedAnswer struct {
	agreement.Answer
	answer.Described

	set     int
	fitted  bool                 // the model judges it, and no rule
	exact   quarry.AnswerVerdict // that of the rule
	taught  bool                 // it is learnt from and not measured
	share   float64              // of an example, that it counts as
	score   float64
	partly  float64
	correct float64
}

// The settings of the model of answers, chosen by the out-of-fold figures.
const (
	answerTrees = 60 // of each model; answerSeeds of them say together what is said
	answerDepth = 4
	answerRate  = 0.15
	answerSeeds = 3
	answerLeaf  = 8
	// As how many examples a set counts for the score and for the verdicts, one of graders
	// and one of an examiner.
	gradedWeight      = 2400
	gradedRuledWeight = 1200
	homeWeight        = 800
	homeRuledWeight   = 1600

	strangerStep  = 7   // how far on the answer to another question stands
	strangerShare = 0.1 // of an example, that it counts as
)

// answers fits the model of answers to all sets below answers/ and to the project's own.
func (t *trainer) answers(built *lexicon.Lexicon) error {
	judge := answer.NewUnfitted(built)
	sets, err := t.answerSets()
	if err != nil {
		return err
	}
	var all []*judgedAnswer
	for i, set := range sets {
		for _, one := range set.cases {
			d := judge.Describe(one.Question, one.Given)
			a := &judgedAnswer{Answer: one, Described: d, set: i, fitted: !d.Exact, share: 1}
			if d.Exact {
				ruled := judge.Judge(one.Question, one.Given)
				a.exact, a.score = ruled.Verdict, ruled.Score
			}
			all = append(all, a)
		}
		all = append(all, references(judge, i, set.cases)...)
		if set.home {
			all = append(all, strangers(judge, i, set.cases)...)
		}
	}
	return t.writeModel(t.fitAnswers(judge.Features(), sets, all))
}

func (t *trainer) writeModel(m fitted) error {
	encoded, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.root, "answer", "weights.json"), append(encoded, '\n'), 0o600)
}

// blank writes a model that knows nothing where the one that is there takes other features:
// without one the program would not start that reads the documents to fit it to.
func (t *trainer) blank(built *lexicon.Lexicon) error {
	if _, err := answer.NewJudge(built); err == nil {
		return nil
	}
	judge := answer.NewUnfitted(built)
	m := blankModel(judge.Features())
	return t.writeModel(fitted{m, m, m, answer.Thresholds{Incorrect: 1, Partly: 1, Correct: 1}})
}

// references returns the reference answers as answers: they are right. They are learnt from
// and not measured, for a rule decides on them.
func references(judge *answer.Judge, set int, cases []agreement.Answer) []*judgedAnswer {
	var all []*judgedAnswer
	seen := map[string]bool{}
	for _, one := range cases {
		key := one.Question.Text + "\n" + one.Question.Answer
		if seen[key] || one.Question.Style != quarry.StyleOpen || !one.Question.Answered {
			continue
		}
		seen[key] = true
		one.Given, one.Verdict, one.Grade = one.Question.Answer, quarry.VerdictCorrect, 1
		all = append(all, &judgedAnswer{Answer: one, Described: judge.Describe(one.Question, one.Given), set: set, taught: true, share: 1})
	}
	return all
}

// strangers returns right answers as answers to another question: there they are wrong.
// Examiners judge few of these, for nobody has to be asked. They are learnt from and not
// measured.
func strangers(judge *answer.Judge, set int, cases []agreement.Answer) []*judgedAnswer {
	right := slices.DeleteFunc(slices.Clone(cases), func(a agreement.Answer) bool {
		return a.Verdict != quarry.VerdictCorrect || a.Question.Style != quarry.StyleOpen || !a.Question.Answered
	})
	var all []*judgedAnswer
	for i, one := range right {
		other := right[(i+strangerStep)%len(right)]
		if other.Question.Text == one.Question.Text {
			continue
		}
		one.Given, one.Verdict, one.Grade = other.Given, quarry.VerdictIncorrect, 0
		if d := judge.Describe(one.Question, one.Given); !d.Exact {
			all = append(all, &judgedAnswer{Answer: one, Described: d, set: set, taught: true, share: strangerShare})
		}
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
	sets := []answerSet{{"project", true, own}}
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

// answerSet reads the rows of a file.
func (t *trainer) answerSet(path string) (answerSet, error) {
	cases, err := readFile(path, func(from io.Reader) ([]agreement.Answer, error) { return agreement.ReadRows(path, from) })
	if err != nil {
		return answerSet{}, err
	}
	set := answerSet{filepath.Base(path), false, cases}
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

// answerExamples are the answers that models learn from: what they are worth to all who
// judged, and whether they are right, in part or wholly, to a fair examiner.
type answerExamples struct {
	answers                []*judgedAnswer
	groups                 []string
	score, partly, correct []example
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
		set := sets[a.set]
		graded, ruled := gradedWeight/counts[a.set], gradedRuledWeight/counts[a.set]
		if set.home {
			graded, ruled = homeWeight/counts[a.set], homeRuledWeight/counts[a.set]
		}
		graded, ruled = graded*a.share, ruled*a.share
		e.answers, e.groups = append(e.answers, a), append(e.groups, a.Question.Text)
		e.score = append(e.score, example{a.X, a.Grade, graded, a.set})
		e.partly = append(e.partly, example{a.X, min(1, 2*a.Grade), ruled, a.set})
		e.correct = append(e.correct, example{a.X, max(0, 2*a.Grade-1), ruled, a.set})
	}
	return e
}

// judge lets models that have not seen the questions judge the answers to them.
func (e *answerExamples) judge(s settings, seeds int) {
	scores := outOfFold(e.groups, e.score, s, seeds)
	partly, correct := outOfFold(e.groups, e.partly, s, seeds), outOfFold(e.groups, e.correct, s, seeds)
	for i, a := range e.answers {
		a.score, a.partly, a.correct = scores[i], partly[i], min(partly[i], correct[i])
	}
}

// without leaves a feature out.
func (e *answerExamples) without(feature int) *answerExamples {
	return &answerExamples{e.answers, e.groups, without(e.score, feature), without(e.partly, feature), without(e.correct, feature)}
}

// fitted are the models of the judge, by their names in its file.
type fitted struct {
	Score      *fit.Model        `json:"score"`
	Partly     *fit.Model        `json:"partly"`
	Correct    *fit.Model        `json:"correct"`
	Thresholds answer.Thresholds `json:"thresholds"`
}

// fitAnswers prints the out-of-fold figures of the judge, and fits its models to all.
func (t *trainer) fitAnswers(names []string, sets []answerSet, all []*judgedAnswer) fitted {
	s := settings{trees: answerTrees, depth: answerDepth, rate: answerRate, ridge: 1, leaf: answerLeaf}
	e := answerExamplesOf(sets, all)
	var costs [2][]float64 // of the score, and of the verdicts
	if t.ablate {
		e.judge(s, 1)
		graded, ruled := meanCorrelation(sets, all), logLoss(e)
		for f, name := range names {
			e.without(f).judge(s, 1)
			costs[0], costs[1] = append(costs[0], graded-meanCorrelation(sets, all)), append(costs[1], logLoss(e)-ruled)
			t.printf("without %-24s r %+.4f, log loss %+.4f\n", name, -costs[0][f], costs[1][f])
		}
	}
	e.judge(s, answerSeeds)
	t.answerFigures(sets, all)
	judged := len(slices.DeleteFunc(slices.Clone(all), func(a *judgedAnswer) bool { return a.taught }))
	about := "boosted trees, fitted by make train to %d judged answers; out of fold, %s %.3f; the cost of a feature is what that loses without it"
	graded := fmt.Sprintf(about, judged, "mean of r over the sets", meanCorrelation(sets, all))
	ruled := fmt.Sprintf(about, judged, "log loss", logLoss(e))
	model := func(examples []example, about string, costs []float64) *fit.Model {
		m := bag(e.groups, examples, s, answerSeeds)
		m.About = about
		for f, name := range names {
			one := fit.Feature{Name: name}
			if costs != nil {
				one.Cost = costs[f]
			}
			m.Features = append(m.Features, one)
		}
		rounded(m)
		return m
	}
	return fitted{
		Score: model(e.score, graded, costs[0]), Partly: model(e.partly, ruled, costs[1]), Correct: model(e.correct, ruled, costs[1]),
		Thresholds: t.thresholds(sets, all),
	}
}

// logLoss returns the mean log loss of the verdicts on the answers that people judged.
func logLoss(e *answerExamples) float64 {
	sum, total := 0.0, 0.0
	for i, a := range e.answers {
		if a.taught {
			continue
		}
		for _, one := range []struct {
			e example
			p float64
		}{{e.partly[i], a.partly}, {e.correct[i], a.correct}} {
			p := min(max(one.p, 1e-6), 1-1e-6)
			sum -= one.e.weight * (one.e.y*math.Log(p) + (1-one.e.y)*math.Log(1-p))
			total += one.e.weight
		}
	}
	return sum / total
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
			s.groups, s.said, s.grades = append(s.groups, a.Question.Text), append(s.said, a.score), append(s.grades, a.Grade)
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
