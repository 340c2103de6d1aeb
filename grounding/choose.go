package grounding

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

const (
	sameAs      = 0.8  // of the shingles of a text that others have: it says nothing new
	leastTokens = 24   // of what is left of a text that is cut
	fewestEach  = 120  // tokens that a passage may always have
	shareFirst  = 0.5  // and of the room the first one
	shareEach   = 0.25 // and each other: many have their say
)

// taken is a passage that was chosen.
type taken struct {
	candidate

	cost     int // tokens with what stands around it in the prompt
	shingles shingles
}

// chooser fills a budget with candidates, by their rank.
type chooser struct {
	excerpts

	counter  counter
	whole    int // tokens that there were for all
	room     int // tokens of the prompt that are left
	passages int // tokens of passages that are left
	taken    []taken
}

// fill chooses the passages and writes the prompt. What sources disagree on comes first, and
// takes a share of the room at most.
func (c *chooser) fill(g *quarry.Grounding, query string, candidates []*candidate, conflicts []quarry.Conflict) {
	p := prompt{answerable: g.Answerable, query: query}
	frame := c.counter.count(p.String())
	c.passages, c.room = g.MaxTokens, g.MaxTokens-frame
	if frame > g.MaxTokens/2 { // too little room for both
		c.room, c.passages = g.MaxTokens, g.MaxTokens/2
	}
	c.whole = min(c.room, c.passages)
	told, spent := within(conflicts, c.counter, c.room)
	c.room -= spent
	for _, candidate := range candidates {
		if candidate.score >= leastScore && !c.offer(candidate) {
			break
		}
	}
	if len(c.taken) == 0 {
		if g.Answerable != quarry.AnswerableNo {
			g.Reason = fmt.Sprintf("No passage that answers it has room in %d tokens.", g.MaxTokens)
		}
		g.Answerable, g.Confidence, p.answerable = quarry.AnswerableNo, 0, quarry.AnswerableNo
	}
	g.Conflicts, p.taken = told, c.taken
	p.disputes, g.Beside = cited(told, p.taken)
	g.Prompt = p.String()
	g.PromptTokens = c.counter.count(g.Prompt)
	for i, t := range p.taken {
		t.N = i + 1
		g.Tokens += t.Tokens
		g.Passages = append(g.Passages, t.GroundingPassage)
	}
}

// leastScore is what share of the best hit's score is worth a place.
const leastScore = 0.35

// offer takes a candidate where it says something new and there is room, cut where
// there is not enough. It reports whether there is room for more.
func (c *chooser) offer(candidate *candidate) bool {
	if min(c.room, c.passages) < leastTokens {
		return false
	}
	next := taken{candidate: *candidate, shingles: shinglesOf(candidate.asks + candidate.body)}
	next.Text = candidate.above + candidate.asks + candidate.body
	if !next.Corrected && c.knows(next) {
		return true
	}
	n := len(c.taken) + 1
	if !c.fit(&next, c.room-c.counter.count(framed(n, candidate, ""))) {
		return true
	}
	if next.cost = c.counter.count(framed(n, candidate, next.Text)); next.cost > c.room {
		return true
	}
	c.taken = slices.DeleteFunc(c.taken, func(t taken) bool { // what stands within it is given back
		within := !t.Corrected && t.shingles.within(next.shingles) == 1
		if within {
			c.room += t.cost
			c.passages += t.Tokens
		}
		return within
	})
	c.taken = append(c.taken, next)
	c.room -= next.cost
	c.passages -= next.Tokens
	return true
}

// fit writes a text whole, or as much of it as there is room for.
func (c *chooser) fit(next *taken, room int) bool {
	share := shareEach
	if len(c.taken) == 0 {
		share = shareFirst
	}
	room = min(c.passages, room, max(fewestEach, int(share*float64(c.whole))))
	const bytesPerToken = 16 // a token is seldom longer
	if len(next.Text) <= (room+1)*bytesPerToken {
		if next.Tokens = c.counter.count(next.Text); next.Tokens <= room {
			return true
		}
	}
	if room < leastTokens {
		return false
	}
	next.Cut = true
	next.Text, next.Tokens = c.quote(c.counter, &next.candidate, room)
	next.shingles = shinglesOf(strings.TrimPrefix(next.Text, next.above))
	return next.Text != ""
}

// knows reports whether what was taken says all that a candidate says.
func (c *chooser) knows(next taken) bool {
	said := make(shingles)
	for _, t := range c.taken {
		maps.Copy(said, t.shingles)
		if next.Kind == quarry.EntrySpec && t.Kind == quarry.EntryFact && !t.Cut && holds(t.Source, next.Source) {
			return true
		}
	}
	return next.shingles.within(said) >= sameAs
}

// shingles are the runs of four words of a text, or the text if it has fewer.
type shingles map[string]bool

func shinglesOf(s string) shingles {
	const most = 4
	words, set := text.WordsPlain(s), make(shingles)
	length := min(most, len(words))
	for i := range len(words) - length + 1 {
		set[strings.Join(words[i:i+length], " ")] = true
	}
	return set
}

// within returns how much of them others have, from 0 to 1.
func (s shingles) within(others shingles) float64 {
	count := 0
	for shingle := range s {
		if others[shingle] {
			count++
		}
	}
	return float64(count) / float64(len(s))
}
