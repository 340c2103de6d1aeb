package grounding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// candidate is an entry as a chatbot would read it.
type candidate struct {
	quarry.EntryRef

	title  string
	text   string
	body   string // the text without what stands above it
	least  int    // bytes with which the text tells nothing yet: what stands above it, a question
	source quarry.Source
	score  float64 // of the best hit, as a share of the best one
}

// Claims are found by their device and their attribute, too: they come behind the first of
// what was found, and before it where nothing else is asked for.
const (
	foundFirst  = 3
	mostClaimed = 6
)

// gather returns the candidates in the order of the hits, with some claims that are asked
// for behind so many of them: what a question without an answer asks is told by what answers
// it best.
func gather(hits []quarry.Hit, g quarry.ContextEntries, claims []quarry.Spec, behind int) []*candidate {
	shelf := newShelf(g)
	var all []*candidate
	add := func(ref quarry.EntryRef, score float64) {
		if c, ok := shelf[ref]; ok {
			delete(shelf, ref)
			c.score = score
			all = append(all, c)
		}
	}
	addHits := func(some []quarry.Hit) {
		for _, hit := range some {
			for _, ref := range standsFor(hit, g) {
				add(ref, hit.Score/cmp.Or(hits[0].Score, 1))
			}
		}
	}
	behind = min(behind, len(hits))
	addHits(hits[:behind])
	for _, claim := range claims[:min(len(claims), mostClaimed)] {
		add(claim.Entry().EntryRef, 1)
	}
	addHits(hits[behind:])
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
			s.putQuestion(q)
		}
	}
	for _, f := range g.Facts {
		text := factText(f)
		s.put(f.Entry(), headingOf(f.Source, text), text)
	}
	for _, p := range g.Passages {
		s.put(p.Entry(), headingOf(p.Source, p.Text), p.Text)
	}
	for _, claim := range slices.Concat(g.Specs, g.Claims) {
		s.put(claim.Entry(), "", specText(claim))
	}
	return s
}

func (s shelf) put(e quarry.Entry, above, body string) {
	body = tidy(body)
	c := &candidate{EntryRef: e.EntryRef, title: text.OneLine(e.Title), text: body, body: body, source: e.Source}
	if above != "" {
		c.text = text.OneLine(above) + "\n" + body
	}
	c.least = len(c.text) - len(body)
	s[e.EntryRef] = c
}

// putQuestion writes a question with its answer, without which it tells nothing.
func (s shelf) putQuestion(q quarry.Question) {
	entry, asks := q.Entry(), questionText(q)+"\nAnswer:"
	s.put(entry, "", asks+" "+strings.TrimSpace(q.Answer))
	s[entry.EntryRef].least = len(tidy(asks))
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
	line := s.Device.Name + ", " + attribute + ": " + measured(s)
	if stated := statedConditions(s.Conditions); len(stated) > 0 {
		line += " (" + strings.Join(stated, ", ") + ")"
	}
	if len(s.Notes) > 0 {
		line += " [note: " + strings.Join(s.Notes, "; ") + "]"
	}
	return text.OneLine(line)
}

func statedConditions(c quarry.Conditions) []string {
	var stated []string
	for _, pair := range c.Pairs() {
		axis, value, _ := strings.Cut(pair, "=")
		if value != quarry.Unstated && value != quarry.NoneCondition && value != "" {
			stated = append(stated, strings.ReplaceAll(axis, "_", " ")+" "+value)
		}
	}
	return stated
}

// headingOf returns the path of headings above an entry, without the last one where its
// text begins with it.
func headingOf(s quarry.Source, text string) string {
	path := s.Heading
	if n := len(path); n > 0 && strings.HasPrefix(strings.TrimLeft(text, "# "), path[n-1]) {
		path = path[:n-1]
	}
	return strings.Join(path, " > ")
}
