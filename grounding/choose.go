package grounding

import (
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

const (
	sameAs      = 0.8 // of the shingles of a text that others have: it says nothing new
	leastTokens = 24  // of what is left of a text that is cut
	fewestEach  = 120 // tokens that a passage may always have; of many, half of the room: others have their say
)

// taken is a passage that was chosen.
type taken struct {
	*candidate

	text     string
	tokens   int // of the text
	frame    int // of what stands around it in the prompt
	cut      bool
	shingles map[uint64]bool
}

// chooser fills a budget with candidates, by their rank.
type chooser struct {
	counter  counter
	asked    *asked
	whole    int // tokens that there were for all
	room     int // tokens of the prompt that are left
	passages int // tokens of passages that are left
	taken    []taken
}

// fill chooses the passages and writes the prompt. Passages come first: what sources
// disagree on has a share of the room, and what it leaves is theirs.
func (a *asked) fill(g quarry.Grounding, c counter, query string, candidates []*candidate, d *disputes) quarry.Grounding {
	p := prompt{answerable: g.Answerable, query: query}
	frame := c.count(p.String())
	chooser := &chooser{counter: c, asked: a, passages: g.MaxTokens, room: g.MaxTokens - frame}
	if frame > g.MaxTokens/2 { // too little room for both
		chooser.room = g.MaxTokens
		chooser.passages = g.MaxTokens / 2
	}
	chooser.whole = min(chooser.room, chooser.passages)
	kept := d.kept(chooser.room)
	chooser.room -= kept
	chooser.offerAll(candidates)
	told, spent := d.within(chooser.taken, kept)
	chooser.room += kept - spent
	chooser.offerAll(candidates)
	g.Conflicts, p.taken = told, chooser.taken
	if len(p.taken) == 0 && g.Answerable != quarry.AnswerableNo {
		g.Answerable, g.Confidence, p.answerable = quarry.AnswerableNo, 0, quarry.AnswerableNo
		g.Reason = fmt.Sprintf("No passage that answers it has room in %d tokens.", g.MaxTokens)
	}
	p.disputes, g.Beside = cited(told, p.taken)
	g.Prompt = p.String()
	g.PromptTokens = c.count(g.Prompt)
	for i, t := range p.taken {
		g.Tokens += t.tokens
		g.Passages = append(g.Passages, quarry.GroundingPassage{
			EntryRef: t.EntryRef, N: i + 1, Title: t.title, Text: t.text, Tokens: t.tokens, Cut: t.cut, Source: t.source,
		})
	}
	return g
}

// leastScore is what share of the best hit's score is worth a place.
const leastScore = 0.35

// offerAll offers the candidates that are worth it as long as there is room.
func (c *chooser) offerAll(candidates []*candidate) {
	for _, candidate := range candidates {
		if candidate.score >= leastScore && !c.offer(candidate) {
			break
		}
	}
}

// offer takes a candidate where it says something new and there is room, cut where
// there is not enough. It reports whether there is room for more.
func (c *chooser) offer(candidate *candidate) bool {
	if min(c.room, c.passages) < leastTokens {
		return false
	}
	next := taken{candidate: candidate, text: candidate.text, shingles: shinglesOf(candidate.body)}
	if c.knows(next) {
		return true
	}
	open, shut := frameOf(len(c.taken)+1, candidate)
	next.frame = c.counter.count(open) + c.counter.count(shut)
	if !c.fit(&next) {
		return true
	}
	if escaped := escape(next.text); escaped != next.text {
		next.frame += c.counter.count(escaped) - next.tokens
	}
	if next.tokens+next.frame > c.room {
		return true
	}
	c.dropWithin(next)
	c.taken = append(c.taken, next)
	c.room -= next.tokens + next.frame
	c.passages -= next.tokens
	return true
}

// fit writes as much of a text as there is room for.
func (c *chooser) fit(next *taken) bool {
	room := min(c.passages, c.room-next.frame, max(fewestEach, c.whole/2))
	if room < 1 {
		return false
	}
	if c.fitsWhole(next, room) {
		return true
	}
	if room < leastTokens {
		return false
	}
	next.cut = true
	if rows := c.asked.aroundRows(next.text); rows != "" {
		next.text = rows
		if c.fitsWhole(next, room) {
			next.shingles = shinglesOf(rows)
			return true
		}
	}
	next.text, next.tokens = c.counter.cut(c.asked.language, next.text, next.least, room)
	next.shingles = shinglesOf(next.text)
	return next.text != ""
}

// fitsWhole counts a text, and reports whether all of it has room.
func (c *chooser) fitsWhole(next *taken, room int) bool {
	if len(most(next.text, room)) < len(next.text) {
		return false
	}
	next.tokens = c.counter.count(next.text)
	return next.tokens <= room
}

// knows reports whether what was taken says all that a candidate says.
func (c *chooser) knows(next taken) bool {
	sets := make([]map[uint64]bool, len(c.taken))
	for i, t := range c.taken {
		if t.EntryRef == next.EntryRef {
			return true
		}
		sets[i] = t.shingles
		within := t.source.DocumentID == next.source.DocumentID && t.source.Contains(next.source.Span)
		if next.Kind == quarry.EntrySpec && t.Kind == quarry.EntryFact && !t.cut && within {
			return true
		}
	}
	return len(sets) > 0 && shared(next.shingles, sets...) >= sameAs
}

// dropWithin gives back what stands within a text that comes now.
func (c *chooser) dropWithin(next taken) {
	c.taken = slices.DeleteFunc(c.taken, func(t taken) bool {
		within := shared(t.shingles, next.shingles) >= 1
		if within {
			c.room += t.tokens + t.frame
			c.passages += t.tokens
		}
		return within
	})
}
