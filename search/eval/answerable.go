package eval

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// Asked is a query of which it is known whether a corpus answers it.
type Asked struct {
	ID         string            `json:"id"`
	Corpus     string            `json:"corpus"` // what must be stored; "" where that goes without saying
	Query      string            `json:"query"`
	Answerable quarry.Answerable `json:"answerable"`
	Style      string            `json:"style"` // how it asks, as whoever judged it names that
	Refs       []AskedRef        `json:"refs"`  // where the answer stands; none: not told
}

// AskedRef is a place that answers: lines of a file, from 1 and inclusive.
type AskedRef struct {
	File string `json:"file"` // the path, or its end
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Shows reports whether a place shows some of the lines.
func (r AskedRef) Shows(p Place) bool {
	return (p.Path == r.File || strings.HasSuffix(p.Path, "/"+r.File)) && p.LineStart <= r.To && p.LineEnd >= r.From
}

// ReadAsked reads judged queries in JSON Lines, an object with the members of [Asked] on
// each line. What cannot be understood is quarry.KindInvalid, with its line.
func ReadAsked(from io.Reader) ([]Asked, error) {
	var all []Asked
	for line, err := range linesOf(from) {
		if err != nil {
			return nil, err
		}
		var one Asked
		if err := json.Unmarshal(line.text, &one); err != nil {
			return nil, atLine(line.number, "%v", err)
		}
		if all, err = appendAsked(all, one, line.number); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ReadAskedCSV is [ReadAsked] for a table with these members as columns. The places stand in
// one cell: "notes.md:3-5; more.md:7".
func ReadAskedCSV(from io.Reader) ([]Asked, error) {
	table := csv.NewReader(from)
	head, err := table.Read()
	if err != nil {
		return nil, atLine(1, "%v", err)
	}
	var all []Asked
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		line, _ := table.FieldPos(0)
		if err != nil {
			return nil, atLine(line, "%v", err)
		}
		one, err := askedIn(head, row)
		if err != nil {
			return nil, atLine(line, "%v", err)
		}
		if all, err = appendAsked(all, one, line); err != nil {
			return nil, err
		}
	}
}

// askedIn reads a row of a table.
func askedIn(head, row []string) (Asked, error) {
	cells := map[string]string{}
	for i, column := range head {
		cells[column] = row[i]
	}
	refs, err := readRefs(cells["refs"])
	return Asked{
		ID: cells["id"], Corpus: cells["corpus"], Query: cells["query"], Style: cells["style"], Answerable: quarry.Answerable(cells["answerable"]), Refs: refs,
	}, err
}

func readRefs(cell string) ([]AskedRef, error) {
	var refs []AskedRef
	for written := range strings.SplitSeq(cell, ";") {
		if strings.TrimSpace(written) == "" {
			continue
		}
		file, lines, _ := strings.Cut(strings.TrimSpace(written), ":")
		first, last, many := strings.Cut(lines, "-")
		if !many {
			last = first
		}
		from, errFrom := strconv.Atoi(first)
		to, errTo := strconv.Atoi(last)
		if errFrom != nil || errTo != nil {
			return nil, fmt.Errorf("%q names no lines of a file: notes.md:3-5 does", written)
		}
		refs = append(refs, AskedRef{file, from, to})
	}
	return refs, nil
}

func appendAsked(all []Asked, one Asked, line int) ([]Asked, error) {
	if strings.TrimSpace(one.Query) == "" {
		return nil, atLine(line, "it has no query")
	}
	if !slices.Contains([]quarry.Answerable{quarry.AnswerableYes, quarry.AnswerablePartly, quarry.AnswerableNo}, one.Answerable) {
		return nil, atLine(line, "answerable is %q, not yes, partly or no", one.Answerable)
	}
	if one.ID == "" {
		one.ID = strconv.Itoa(len(all) + 1)
	}
	return append(all, one), nil
}

// Told is what was said of a judged query.
type Told struct {
	Asked

	Said       quarry.Answerable
	Confidence float64
	Places     []Place // of the passages, the best first
}

// FoundIn reports whether one of the first places shows what answers.
func (t Told) FoundIn(first int) bool {
	return slices.ContainsFunc(t.Places[:min(first, len(t.Places))], func(p Place) bool {
		return slices.ContainsFunc(t.Refs, func(r AskedRef) bool { return r.Shows(p) })
	})
}

// Interval is a figure with the middle 95 % of what it is of queries drawn again.
type Interval struct {
	Value float64 `json:"value"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
}

// Draws is how often queries are drawn for an interval.
const Draws = 2000

// Interval measures a figure and draws as many of the queries again, with replacement
// (Efron, "Bootstrap methods: another look at the jackknife", 1979). The draws are the same
// each time.
func intervalOf(all []Told, figure func([]Told) float64) Interval {
	const seed, left, right = 19790126, 0.025, 0.975
	draw := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // Figures that are to be repeated draw the same each time.
	drawn, values := make([]Told, len(all)), make([]float64, Draws)
	for i := range values {
		for k := range drawn {
			drawn[k] = all[draw.IntN(len(all))]
		}
		values[i] = figure(drawn)
	}
	slices.Sort(values)
	return Interval{figure(all), values[int(left*Draws)], values[int(right*Draws)]}
}

// Bin is how often queries were answered of which about the same was said.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Queries    int     `json:"queries"`
	Confidence float64 `json:"confidence"` // in the mean
	Answered   float64 `json:"answered"`   // the share that is, of what is answered in part the half
}

// Bins puts queries into tenths by their confidence, without those that nothing is in, and
// returns the expected calibration error: how far the two are apart in the mean of the
// queries (Guo and others, "On calibration of modern neural networks", 2017).
func Bins(all []Told) ([]Bin, float64) {
	const tenths = 10
	bins := make([]Bin, tenths)
	for _, t := range all {
		b := &bins[min(int(t.Confidence*tenths), tenths-1)]
		b.Queries++
		b.Confidence += t.Confidence
		switch t.Answerable {
		case quarry.AnswerableYes:
			b.Answered++
		case quarry.AnswerablePartly:
			b.Answered += 0.5
		case quarry.AnswerableNo:
		}
	}
	apart := 0.0
	for i := range bins {
		b := &bins[i]
		b.From, b.To = float64(i)/tenths, float64(i+1)/tenths
		apart += math.Abs(b.Confidence - b.Answered)
		b.Confidence, b.Answered = b.Confidence/float64(max(1, b.Queries)), b.Answered/float64(max(1, b.Queries))
	}
	return slices.DeleteFunc(bins, func(b Bin) bool { return b.Queries == 0 }), apart / float64(max(1, len(all)))
}

// Refused is how well "no" is told: the figures are shares of 1.
type Refused struct {
	F1       Interval `json:"f1"`       // of "no"
	Accuracy Interval `json:"accuracy"` // of yes, partly and no
	Kept     Interval `json:"told_yes"` // of what is answered, the share that is told "yes"
	Lost     Interval `json:"told_no"`  // of what is answered, the share that is told "no"
	Bold     Interval `json:"bold"`     // of what is not answered, the share that is told "yes"
}

// Refusals measures them.
func Refusals(all []Told) Refused {
	one := map[bool]int{true: 1}
	share := func(judged, said quarry.Answerable) func([]Told) float64 {
		return func(all []Told) float64 {
			of, has := 0, 0
			for _, t := range all {
				if t.Answerable == judged {
					of++
					has += one[t.Said == said]
				}
			}
			return float64(has) / float64(max(1, of))
		}
	}
	return Refused{
		F1: intervalOf(all, func(all []Told) float64 {
			both, either := 0, 0
			for _, t := range all {
				judged, said := one[t.Answerable == quarry.AnswerableNo], one[t.Said == quarry.AnswerableNo]
				both, either = both+judged*said, either+judged+said
			}
			return 2 * float64(both) / float64(max(1, either))
		}),
		Accuracy: intervalOf(all, func(all []Told) float64 {
			right := 0
			for _, t := range all {
				right += one[t.Answerable == t.Said]
			}
			return float64(right) / float64(max(1, len(all)))
		}),
		Kept: intervalOf(all, share(quarry.AnswerableYes, quarry.AnswerableYes)),
		Lost: intervalOf(all, share(quarry.AnswerableYes, quarry.AnswerableNo)),
		Bold: intervalOf(all, share(quarry.AnswerableNo, quarry.AnswerableYes)),
	}
}
