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
	quarry.EntryRef

	title  string
	above  string // the headings, as a line
	asks   string // the question that the body answers: without that it tells nothing
	body   string
	source quarry.Source
	score  float64 // of the best hit, as a share of the best one
}

// mostClaimed is how many claims that are asked for come before what was found.
const mostClaimed = 6

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
		for _, ref := range append([]quarry.EntryRef{hit.EntryRef}, answering(hit, g.Questions)...) {
			add(ref, hit.Score/cmp.Or(hits[0].Score, 1))
		}
	}
	return gathered
}

// answering returns what answers a hit that is a question without an answer.
func answering(hit quarry.Hit, questions []quarry.Question) []quarry.EntryRef {
	const least = 0.3 // how likely something answers a question that stands for it
	var refs []quarry.EntryRef
	for _, q := range questions {
		for _, best := range q.BestAnswers {
			if quarry.EntryID(q.ID) == hit.ID && !q.Answered && best.Score >= least {
				refs = append(refs, best.EntryRef)
			}
		}
	}
	return refs
}

// candidatesOf returns every entry that was read as it is written; a question without an
// answer is none.
func candidatesOf(g quarry.ContextEntries) map[quarry.EntryRef]*candidate {
	all := make(map[quarry.EntryRef]*candidate)
	add := func(e quarry.Entry, above, asks, body string) {
		all[e.EntryRef] = &candidate{EntryRef: e.EntryRef, title: text.OneLine(e.Title), above: above, asks: asks, body: tidy(body), source: e.Source}
	}
	for _, q := range g.Questions {
		if q.Answered {
			add(q.Entry(), "", questionText(q), q.Answer)
		}
	}
	for _, f := range g.Facts {
		text := factText(f)
		add(f.Entry(), headingOf(f.Source, text), "", text)
	}
	for _, p := range g.Passages {
		add(p.Entry(), headingOf(p.Source, p.Text), "", p.Text)
	}
	for _, claim := range slices.Concat(g.Specs, g.Claims) {
		add(claim.Entry(), "", "", specText(claim))
	}
	return all
}

// questionText writes a question with its choices, up to where its answer begins.
func questionText(q quarry.Question) string {
	asks := "Question: " + strings.TrimSpace(q.Text)
	if len(q.Choices) > 0 {
		asks += "\nChoices: " + strings.Join(q.Choices, "; ")
	}
	return tidy(asks+"\nAnswer:") + " "
}

// factText writes a statement behind its subject, where it does not name it itself.
func factText(f quarry.Fact) string {
	statement, subject := strings.TrimSpace(f.Statement), strings.TrimSpace(f.Subject)
	if subject == "" || strings.Contains(strings.ToLower(statement), strings.ToLower(subject)) {
		return statement
	}
	return subject + ": " + statement
}

// specText writes a claim as one line, with the conditions that its source states.
func specText(s quarry.Spec) string {
	attribute := s.Attribute.Name
	if written := strings.TrimSpace(s.Attribute.Written); written != "" && !strings.EqualFold(written, attribute) {
		attribute += " (" + written + ")"
	}
	line := s.Device.Name + ", " + attribute + ": " + measured(s) + stated(s.Conditions)
	if len(s.Notes) > 0 {
		line += " [note: " + strings.Join(s.Notes, "; ") + "]"
	}
	return text.OneLine(line)
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
