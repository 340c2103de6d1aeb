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
	shelf := newShelf(g)
	var all []*candidate
	add := func(ref quarry.EntryRef, score float64) {
		if c, ok := shelf[ref]; ok {
			delete(shelf, ref)
			c.score = score
			all = append(all, c)
		}
	}
	for _, claim := range claims[:min(len(claims), mostClaimed)] {
		add(claim.Entry().EntryRef, 1)
	}
	for _, hit := range hits {
		for _, ref := range standsFor(hit, g) {
			add(ref, hit.Score/cmp.Or(hits[0].Score, 1))
		}
	}
	return all
}

// leastAnswering is how likely something must answer a question to stand for it.
const leastAnswering = 0.3

// standsFor returns what tells what a hit tells: itself, or what answers it.
func standsFor(h quarry.Hit, g quarry.ContextEntries) []quarry.EntryRef {
	if h.Kind != quarry.EntryQuestion || h.Answered {
		return []quarry.EntryRef{h.EntryRef}
	}
	var refs []quarry.EntryRef
	for _, q := range g.Questions {
		if quarry.EntryID(q.ID) != h.ID {
			continue
		}
		for _, best := range q.BestAnswers {
			if best.Score >= leastAnswering {
				refs = append(refs, best.EntryRef)
			}
		}
	}
	return refs
}

// shelf holds every entry that was read as it is written; a question without an answer
// is none.
type shelf map[quarry.EntryRef]*candidate

func newShelf(g quarry.ContextEntries) shelf {
	s := make(shelf, len(g.Questions)+len(g.Facts)+len(g.Specs)+len(g.Passages)+len(g.Claims))
	for _, q := range g.Questions {
		if q.Answered {
			s.put(q.Entry(), "", tidy(questionText(q)+"\nAnswer:")+" ", q.Answer)
		}
	}
	for _, f := range g.Facts {
		text := factText(f)
		s.put(f.Entry(), headingOf(f.Source, text), "", text)
	}
	for _, p := range g.Passages {
		s.put(p.Entry(), headingOf(p.Source, p.Text), "", p.Text)
	}
	for _, claim := range slices.Concat(g.Specs, g.Claims) {
		s.put(claim.Entry(), "", "", specText(claim))
	}
	return s
}

func (s shelf) put(e quarry.Entry, above, asks, body string) {
	s[e.EntryRef] = &candidate{EntryRef: e.EntryRef, title: text.OneLine(e.Title), above: above, asks: asks, body: tidy(body), source: e.Source}
}

func questionText(q quarry.Question) string {
	var text strings.Builder
	text.WriteString("Question: " + strings.TrimSpace(q.Text))
	if len(q.Choices) > 0 {
		text.WriteString("\nChoices: " + strings.Join(q.Choices, "; "))
	}
	return text.String()
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
	var tidied strings.Builder
	tidied.Grow(len(text))
	empty := 0
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\r", "\n")
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" {
			empty++
			continue
		}
		if tidied.Len() > 0 {
			tidied.WriteString("\n")
			if empty > 0 {
				tidied.WriteString("\n")
			}
		}
		empty = 0
		tidied.WriteString(line)
	}
	return tidied.String()
}
