package grounding

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// candidate is an entry as a chatbot would read it.
type candidate struct {
	quarry.GroundingPassage // as it is quoted, once it is

	above string // the headings, as a line
	asks  string // the question that the body answers: without that it tells nothing
	body  string
	score float64 // of the best hit, as a share of the best one
}

// mostClaimed is how many claims that are asked for come before what was found.
const mostClaimed = 6

// leastAnswering is how likely something answers a question that stands for it.
const leastAnswering = 0.3

// gather returns some claims that are asked for and the candidates in the order of the
// hits: what a question without an answer asks is told by what answers it best.
func gather(hits []quarry.Hit, g quarry.ContextEntries, claims []quarry.Spec) []*candidate {
	all := candidatesOf(g)
	var gathered []*candidate
	add := func(ref quarry.EntryRef, score float64) {
		if c, ok := all[ref]; ok {
			delete(all, ref)
			c.score = score
			gathered = append(gathered, c)
		}
	}
	for _, claim := range claims {
		add(claim.Entry().EntryRef, 1)
	}
	for _, hit := range hits {
		score := hit.Score / cmp.Or(hits[0].Score, 1)
		add(hit.EntryRef, score)
		for _, q := range g.Questions {
			for _, best := range q.BestAnswers {
				if quarry.EntryID(q.ID) == hit.ID && !q.Answered && best.Score >= leastAnswering {
					add(best.EntryRef, score)
				}
			}
		}
	}
	return gathered
}

// candidatesOf returns every entry that was read as it is written; a question without an
// answer is none.
func candidatesOf(g quarry.ContextEntries) map[quarry.EntryRef]*candidate {
	all := make(map[quarry.EntryRef]*candidate)
	add := func(e quarry.Entry, corrected []quarry.Correction, above, asks, body string) {
		passage := quarry.GroundingPassage{
			EntryRef: e.EntryRef, Title: text.OneLine(e.Title), Source: e.Source, Corrected: quarry.Reworded(corrected),
		}
		all[e.EntryRef] = &candidate{GroundingPassage: passage, above: above, asks: asks, body: tidy(body)}
	}
	for _, q := range g.Questions {
		if q.Answered {
			asks := "Question: " + strings.TrimSpace(q.Text)
			if len(q.Choices) > 0 {
				asks += "\nChoices: " + strings.Join(q.Choices, "; ")
			}
			add(q.Entry(), q.Corrected, "", tidy(asks+"\nAnswer:")+" ", q.Answer)
		}
	}
	for _, f := range g.Facts {
		statement, subject := strings.TrimSpace(f.Statement), strings.TrimSpace(f.Subject)
		if subject != "" && !strings.Contains(strings.ToLower(statement), strings.ToLower(subject)) {
			statement = subject + ": " + statement
		}
		add(f.Entry(), f.Corrected, headingOf(f.Source, statement), "", statement)
	}
	for _, p := range g.Passages {
		add(p.Entry(), p.Corrected, headingOf(p.Source, p.Text), "", p.Text)
	}
	for _, claim := range slices.Concat(g.Specs, g.Claims) {
		attribute := claim.Attribute.Name
		if written := strings.TrimSpace(claim.Attribute.Written); written != "" && !strings.EqualFold(written, attribute) {
			attribute += " (" + written + ")"
		}
		line := claim.Device.Name + ", " + attribute + ": " + measured(claim) + stated(claim.Conditions)
		if len(claim.Notes) > 0 {
			line += " [note: " + strings.Join(claim.Notes, "; ") + "]"
		}
		add(claim.Entry(), claim.Corrected, "", "", text.OneLine(line))
	}
	return all
}

// stated writes the conditions that a source states, in brackets.
func stated(c quarry.Conditions) string {
	var all []string
	for _, pair := range c.Pairs() {
		axis, value, _ := strings.Cut(pair, "=")
		if value != quarry.Unstated && value != quarry.NoneCondition && value != "" {
			all = append(all, strings.ReplaceAll(axis, "_", " ")+" "+value)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, ", ") + ")"
}

// headingOf returns the path of headings above an entry as a line, without the last one where
// its text begins with it.
func headingOf(s quarry.Source, written string) string {
	path := s.Heading
	if n := len(path); n > 0 && strings.HasPrefix(strings.TrimLeft(written, "# "), path[n-1]) {
		path = path[:n-1]
	}
	if len(path) == 0 {
		return ""
	}
	return text.OneLine(strings.Join(path, " > ")) + "\n"
}

// tidy takes the spaces at the ends of lines and all but one of several empty lines
// from a text: they cost tokens and say nothing, and a tokenizer takes a time that grows
// with the square of a row of them.
func tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\r", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	lines = slices.CompactFunc(lines, func(one, next string) bool { return one == "" && next == "" })
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
