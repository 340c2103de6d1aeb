package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/agreement"
	"github.com/quarrykb/quarry/search/eval"
)

type evalCheckCommand struct {
	Path string `arg:"" help:"A file of judged answers, or a folder of such files."`

	Each bool `help:"Show the answers that were judged otherwise, too."`
	JSON bool `help:"Print the figures as JSON."`
}

// Run measures and prints. It neither reads nor writes a data directory.
func (c *evalCheckCommand) Run(s *session) error {
	answers, err := readAnswers(c.Path)
	if err != nil {
		return err
	}
	judge, err := answer.NewJudge(s.lexicon)
	if err != nil {
		return err
	}
	report := checkReport{agreement.Measure(judge, answers), c.Each}
	if c.JSON {
		return report.printJSON(s.out)
	}
	return report.print(s.out)
}

// readAnswers reads the judged answers of a file, or of the files of a folder in the
// order of their names.
func readAnswers(path string) ([]agreement.Answer, error) {
	paths := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if paths, err = filepath.Glob(filepath.Join(path, "*.json")); err != nil || len(paths) == 0 {
			return nil, quarry.Errorf(quarry.KindNotFound, "%s holds no file of judged answers", path).Because(err)
		}
		slices.Sort(paths)
	}
	var all []agreement.Answer
	for _, path := range paths {
		file, err := os.Open(filepath.Clean(path))
		if err != nil {
			return nil, quarry.Errorf(quarry.KindNotFound, "%s cannot be read: %v", path, err).Because(err)
		}
		answers, err := agreement.Read(file)
		if err = errors.Join(eval.In(path, err), file.Close()); err != nil {
			return nil, err
		}
		all = append(all, answers...)
	}
	return all, nil
}

// checkReport is what a measurement of judged answers says.
type checkReport struct {
	agreement.Result

	each bool
}

// checkView is a report as JSON.
type checkView struct {
	Answers      int                 `json:"answers"`
	Agreement    float64             `json:"agreement"`
	FalseCorrect float64             `json:"false_correct"`
	Unsure       float64             `json:"unsure"`
	Confusion    agreement.Confusion `json:"confusion"`
	Kinds        []kindView          `json:"kinds"`
	Misses       []missView          `json:"misses,omitempty"`
}

type kindView struct {
	Kind     string `json:"kind"`
	Answers  int    `json:"answers"`
	Agreeing int    `json:"agreeing"`
}

type missView struct {
	ID      string               `json:"id"`
	Judged  quarry.AnswerVerdict `json:"judged"`
	Said    quarry.AnswerVerdict `json:"said"`
	Reason  quarry.AnswerReason  `json:"reason"`
	Covered float64              `json:"coverage"`
	Given   string               `json:"given"`
}

func (r checkReport) printJSON(out io.Writer) error {
	view := checkView{
		Answers: r.Answers, Agreement: r.Agreement(), FalseCorrect: r.FalseCorrect(), Unsure: r.Unsure(),
		Confusion: r.Confusion, Kinds: []kindView{},
	}
	for _, kind := range r.Kinds {
		view.Kinds = append(view.Kinds, kindView{kind.Name, kind.Answers, kind.Agreeing})
	}
	if r.each {
		for _, m := range r.Misses {
			view.Misses = append(view.Misses, missView{m.ID, m.Verdict, m.Said.Verdict, m.Said.Reason, m.Said.Coverage, m.Given})
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(view)
}

func (r checkReport) print(out io.Writer) error {
	_, err := fmt.Fprintf(out, "answers: %d, agreement: %s, wrong answers called correct: %s, unsure: %s\n",
		r.Answers, figure(r.Agreement()), figure(r.FalseCorrect()), figure(r.Unsure()))
	if err != nil {
		return err
	}
	tables := []*columns{r.confusion(), r.kinds()}
	if r.each && len(r.Misses) > 0 {
		tables = append(tables, r.misses())
	}
	for _, table := range tables {
		_, _ = fmt.Fprintln(out)
		if err := table.print(out); err != nil {
			return err
		}
	}
	return nil
}

// confusion has what people said in its rows, what the judge said in its columns.
func (r checkReport) confusion() *columns {
	table := &columns{head: []string{"judged"}}
	for _, said := range quarry.AnswerVerdicts() {
		table.head = append(table.head, "said "+string(said))
	}
	for _, judged := range quarry.AnswerVerdicts() {
		cells := []string{string(judged)}
		for _, said := range quarry.AnswerVerdicts() {
			cells = append(cells, strconv.Itoa(r.Confusion[judged][said]))
		}
		table.add(cells)
	}
	return table
}

func (r checkReport) kinds() *columns {
	table := &columns{head: []string{"kind", "answers", "agreeing"}}
	for _, kind := range r.Kinds {
		table.add([]string{kind.Name, strconv.Itoa(kind.Answers), strconv.Itoa(kind.Agreeing)})
	}
	return table
}

func (r checkReport) misses() *columns {
	table := &columns{head: []string{"answer", "judged", "said", "reason", "coverage", "text"}}
	for _, m := range r.Misses {
		table.add([]string{m.ID, string(m.Verdict), string(m.Said.Verdict), string(m.Said.Reason), figure(m.Said.Coverage), m.Given})
	}
	return table
}
