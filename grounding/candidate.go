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

	title    string
	text     string
	body     string // the text without what stands above it
	least    int    // bytes with which the text tells nothing yet: what stands above it, a question
	source   quarry.Source
	score    float64         // of the best hit, as a share of the best one
	device   quarry.DeviceID // of a claim
	conflict []quarry.ConflictID
}

// gather returns the candidates in the order of the hits, with some claims that are asked
// for: what a question without an answer asks is told by what answers it best.
func gather(hits []quarry.Hit, g quarry.ContextEntries, claims claimed) []*candidate {
	shelf := newShelf(g)
	var all []*candidate
	seen := map[quarry.EntryRef]bool{}
	add := func(ref quarry.EntryRef, score float64) *candidate {
		c, ok := shelf[ref]
		if !ok || seen[ref] {
			return nil
		}
		seen[ref] = true
		c.score = score
		all = append(all, c)
		return c
	}
	for _, ref := range claims.first() {
		add(ref, 1)
	}
	first := len(all) + foundFirst
	for _, hit := range hits {
		score := hit.Score / cmp.Or(hits[0].Score, 1)
		for _, ref := range standsFor(hit, g) {
			if c := add(ref, score); c != nil && ref == hit.EntryRef {
				c.conflict = append(c.conflict, conflictsOf(hit, g)...)
			}
		}
	}
	first = min(len(all), first)
	behind := slices.Clone(all[first:])
	all = all[:first]
	for _, ref := range claims.of[:min(len(claims.of), mostClaimed)] {
		add(ref, 1)
	}
	return append(all, behind...)
}

// claimed are the claims that a query asks for by device and attribute.
type claimed struct {
	of    []quarry.EntryRef
	rows  int  // how many devices and attributes these are, each with each
	alone bool // whether it asks for nothing else
}

// first returns those that come before all that was found.
func (c claimed) first() []quarry.EntryRef {
	if !c.alone {
		return nil
	}
	return c.of[:min(len(c.of), max(claimedFirst, min(c.rows, mostClaimedFirst)))]
}

// Claims that the search did not find are found by their device and their attribute:
// they come behind its first hits, and some before these where nothing else is asked for.
const (
	foundFirst       = 3
	claimedFirst     = 3
	mostClaimedFirst = 6 // where one is asked for of several devices or in several attributes
	mostClaimed      = 8
)

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

// conflictsOf returns the conflicts that the claims are in that were folded into a hit.
func conflictsOf(h quarry.Hit, g quarry.ContextEntries) []quarry.ConflictID {
	var ids []quarry.ConflictID
	for _, also := range h.Also {
		for _, spec := range g.Specs {
			if also.Kind == quarry.EntrySpec && quarry.EntryID(spec.ID) == also.ID && spec.ConflictID != "" {
				ids = append(ids, spec.ConflictID)
			}
		}
	}
	return ids
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
		s.putSpec(claim)
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

func (s shelf) putSpec(claim quarry.Spec) {
	entry := claim.Entry()
	s.put(entry, "", specText(claim))
	c := s[entry.EntryRef]
	c.device = claim.Device.ID
	if claim.ConflictID != "" {
		c.conflict = []quarry.ConflictID{claim.ConflictID}
	}
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
