package evaluate

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/agreement"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/store/sqlite"
)

type evalAnswersCommand struct {
	Path string `arg:"" help:"A file of judged answers, or a folder of such files: JSON, or rows as CSV, TSV or JSON Lines."`

	Each bool `help:"Show the answers that were judged otherwise, too."`
	JSON bool `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalAnswersCommand) Help() string {
	return `Rows have the columns question, answer, and label (correct, partly, incorrect) or grade;
reference holds the right answer, or several parted by " || ". Rows without one are held
against the stored answer to the question with that text. Intervals are the middle 95 % of
samples of the questions.`
}

// Run measures and prints. It writes nothing, and reads the data directory only for rows
// that have no reference answer.
func (c *evalAnswersCommand) Run(ctx context.Context, s *app.Session) error {
	answers, err := readAnswers(ctx, s, c.Path)
	if err != nil {
		return err
	}
	judge, err := answer.NewJudge(s.Lexicon)
	if err != nil {
		return err
	}
	return show(s.Out, c.report(agreement.Measure(judge, answers)), c.JSON)
}

// endingJudged is that of a file of judged answers that are no rows.
const endingJudged = ".json"

// endingsOfRows are those of files of judged answers in rows.
func endingsOfRows() []string { return []string{".csv", ".tsv", ".jsonl"} }

func hasRows(path string) bool { return slices.Contains(endingsOfRows(), filepath.Ext(path)) }

// readAnswers reads the judged answers of a file, or of the files of a folder in the
// order of their names.
func readAnswers(ctx context.Context, s *app.Session, path string) ([]agreement.Answer, error) {
	paths, err := answerFiles(path)
	if err != nil {
		return nil, err
	}
	var all []agreement.Answer
	for _, path := range paths {
		read := agreement.Read
		if hasRows(path) {
			read = func(rows io.Reader) ([]agreement.Answer, error) { return agreement.ReadRows(path, rows) }
		}
		answers, err := readFile(path, read)
		if err == nil && hasRows(path) {
			answers, err = answered(ctx, s, path, answers)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, answers...)
	}
	return all, nil
}

// answerFiles returns the files of judged answers that a path names.
func answerFiles(path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}, nil //nolint:nilerr // who reads it is told what is wrong
	}
	paths, err := filepath.Glob(filepath.Join(path, "*.*"))
	if err != nil {
		return nil, quarry.Errorf(quarry.KindNotFound, "%s cannot be read: %v", path, err).Because(err)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		return filepath.Ext(path) != endingJudged && !hasRows(path)
	})
	if len(paths) == 0 {
		return nil, quarry.Errorf(quarry.KindNotFound, "%s holds no file of judged answers: %s, %s", path,
			endingJudged, strings.Join(endingsOfRows(), ", "))
	}
	return paths, nil
}

// answered gives rows without a reference answer the stored question with their text. Rows
// for which there is none are left out, and told; an error where that is all of them.
func answered(
	ctx context.Context, s *app.Session, path string, answers []agreement.Answer,
) ([]agreement.Answer, error) {
	open := func(a agreement.Answer) bool { return !a.Question.Answered }
	if !slices.ContainsFunc(answers, open) {
		return answers, nil
	}
	const wayOut = `ingest the documents first, or add a column "reference"`
	stored, err := storedAnswers{}, s.Present(ctx)
	if err == nil {
		err = s.ReadStore(ctx, func(store *sqlite.Store) error {
			return datadir.Each(ctx, store.Questions, quarry.Filter{}, stored.put)
		})
	}
	if err != nil {
		return nil, quarry.Errorf(quarry.KindNotFound,
			"%s has rows without a reference answer, and no question is stored: %s (%v)", path, wayOut, err).
			Because(err)
	}
	for i, a := range answers {
		if q, ok := stored[foldedQuestion(a.Question.Text)]; ok && open(a) {
			answers[i].Question = q
		}
	}
	known := slices.DeleteFunc(slices.Clone(answers), open)
	if len(known) == 0 {
		return nil, quarry.Errorf(quarry.KindNotFound,
			"%s has rows without a reference answer, and none of their questions is stored with one, such as %q: %s",
			path, answers[0].Question.Text, wayOut)
	}
	if left := len(answers) - len(known); left > 0 {
		_, _ = fmt.Fprintf(s.Err,
			"note: %d of %d rows of %s are left out: their questions are not stored with an answer\n",
			left, len(answers), present.Printable(path))
	}
	return known, nil
}

// storedAnswers are questions that have an answer, by their folded texts.
type storedAnswers map[string]quarry.Question

// put keeps a question and its variants, the first of those with one text.
func (stored storedAnswers) put(q quarry.Question) {
	if key := foldedQuestion(q.Text); q.Answered && !stored[key].Answered {
		stored[key] = q
	}
	for _, v := range q.Variants {
		stored.put(quarry.Question{
			ID: v.ID, Text: v.Text, Answer: v.Answer, Answered: v.Answered, Choices: v.Choices, Style: v.Style,
		})
	}
}

func foldedQuestion(s string) string { return strings.Join(text.WordsPlain(s), " ") }

// answersReport is what a measurement of judged answers says.
type answersReport struct {
	Answers     int                  `json:"answers"`
	Figures     map[string]*interval `json:"figures"` // null for a share of nothing
	Confusion   agreement.Confusion  `json:"confusion"`
	Reliability []agreement.Bin      `json:"reliability"` // how often definite verdicts of a confidence are those of people
	Kinds       []agreement.Kind     `json:"kinds"`
	Misses      []missedAnswer       `json:"misses,omitempty"`
}

// interval is a figure, and where the middle 95 % of samples of the questions lie.
type interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// missedAnswer is one of which the judge says something else than people.
type missedAnswer struct {
	ID         string               `json:"id"`
	Judged     quarry.AnswerVerdict `json:"judged"`
	Said       quarry.AnswerVerdict `json:"said"`
	Reason     quarry.AnswerReason  `json:"reason"`
	Score      float64              `json:"score"`
	Confidence float64              `json:"confidence"`
	Given      string               `json:"given"`
}

// namedFigure is a figure with its names in JSON and in a table.
type namedFigure struct {
	key, name string
	of        func(agreement.Figures) float64
	over      func(judged, said quarry.AnswerVerdict) bool // the answers that it is a share of; nil: all
}

// namedFigures are all figures, in the order in which they are shown.
func namedFigures() []namedFigure {
	definite := func(_, said quarry.AnswerVerdict) bool { return said != quarry.VerdictUnsure }
	right := func(judged, _ quarry.AnswerVerdict) bool { return judged == quarry.VerdictCorrect }
	wrong := func(judged, _ quarry.AnswerVerdict) bool { return judged == quarry.VerdictIncorrect }
	type figures = agreement.Figures
	return []namedFigure{
		{"agreement", "agreement", func(f figures) float64 { return f.Agreement }, nil},
		{"definite", "definite", func(f figures) float64 { return f.Definite }, nil},
		{"right", "of these right", func(f figures) float64 { return f.Right }, definite},
		{"harmful", "of these harmful", func(f figures) float64 { return f.Harmful }, definite},
		{"right_spared", "right ones correct or unsure", func(f figures) float64 { return f.RightSpared }, right},
		{"right_incorrect", "right ones incorrect", func(f figures) float64 { return f.RightIncorrect }, right},
		{"wrong_incorrect", "wrong ones incorrect", func(f figures) float64 { return f.WrongIncorrect }, wrong},
		{"wrong_correct", "wrong ones correct", func(f figures) float64 { return f.WrongCorrect }, wrong},
		{"correlation", "score and grade: r", func(f figures) float64 { return f.Correlation }, nil},
		{"macro_f1", "score from 0.5 on: macro F1", func(f figures) float64 { return f.MacroF1 }, nil},
		{"calibration_error", "calibration error", func(f figures) float64 { return f.Calibration }, definite},
	}
}

// report says what was measured.
func (c *evalAnswersCommand) report(all agreement.Judgements) answersReport {
	r := answersReport{
		Answers: len(all), Figures: map[string]*interval{}, Confusion: all.Confusion(),
		Reliability: append([]agreement.Bin{}, all.Reliability()...), Kinds: append([]agreement.Kind{}, all.Kinds()...),
	}
	figures := all.Figures()
	low, high := all.Intervals()
	for _, one := range namedFigures() {
		r.Figures[one.key] = nil
		isOver := func(j agreement.Judgement) bool { return one.over(j.Verdict, j.Said.Verdict) }
		if one.over == nil || slices.ContainsFunc(all, isOver) {
			r.Figures[one.key] = &interval{one.of(figures), one.of(low), one.of(high)}
		}
	}
	if c.Each {
		for _, m := range all.Misses() {
			r.Misses = append(r.Misses, missedAnswer{
				m.ID, m.Verdict, m.Said.Verdict, m.Said.Reason, m.Said.Score, m.Said.Confidence, m.Given,
			})
		}
	}
	return r
}

func (r answersReport) print(out io.Writer) error {
	if _, err := fmt.Fprintf(out, "answers: %d\n", r.Answers); err != nil {
		return err
	}
	values := table("figure", "value", "95 %")
	for _, one := range namedFigures() {
		cells := row(one.name, ofNothing, ofNothing)
		if f := r.Figures[one.key]; f != nil {
			cells = row(one.name, f.Value, figure(f.Low)+" to "+figure(f.High))
		}
		values.Add(cells)
	}
	reliability := table("confidence", "answers", "mean", "right")
	for _, bin := range r.Reliability {
		reliability.Add(row(fmt.Sprintf("%.1f to %.1f", bin.From, bin.To), bin.Answers, bin.Confidence, bin.Right))
	}
	kinds := table("kind", "answers", "agreeing")
	for _, kind := range r.Kinds {
		if kind.Name != "" {
			kinds.Add(row(kind.Name, kind.Answers, kind.Agreeing))
		}
	}
	misses := table("answer", "judged", "said", "reason", "score", "confidence", "text")
	for _, m := range r.Misses {
		misses.Add(row(m.ID, m.Judged, m.Said, m.Reason, m.Score, m.Confidence, m.Given))
	}
	confusion := confused("judged", "said ", quarry.AnswerVerdicts(), r.Confusion)
	return printTables(out, values, confusion, reliability, kinds, misses)
}
