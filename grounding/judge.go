package grounding

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// judgement says whether the candidates answer a query.
type judgement struct {
	answerable quarry.Answerable
	confidence float64
	reason     string
}

// mostJudged is how many of the best candidates are held against the query.
const mostJudged = 6

// coverage is how much of what is asked for is there.
type coverage struct {
	search   float64     // how sure the search is
	best     float64     // of the words, by how rare they are, in the candidate that has most
	missing  []askedWord // that no candidate has
	unknown  []askedWord // those of them that no entry has at all
	absent   []askedDevice
	unstated []askedAttribute
	partly   askedAttribute // that is said of some of the devices only
	without  []askedDevice  // the others
	aside    bool           // none of the best candidates that speak of a device has half of the words

	unknownShare float64 // of the words
}

// judge holds the best candidates against what is asked for.
func (a *asked) judge(all []*candidate, g quarry.ContextEntries, found quarry.Found) judgement {
	if len(all) == 0 {
		return judgement{answerable: quarry.AnswerableNo, reason: a.nothingFound(found)}
	}
	c := a.coverWords(all)
	c.search = found.Confidence
	if found.Answerable == "" { // the search did not go by words
		c.search = c.best
	}
	for _, d := range a.devices {
		if !slices.ContainsFunc(all, func(o *candidate) bool { return a.speaksOf(o, d) && o.says(d) }) {
			c.absent = append(c.absent, d)
		}
	}
	c.aside = len(a.devices) > 0 && len(a.words) > 0 && !slices.ContainsFunc(all[:min(len(all), mostJudged)], func(o *candidate) bool {
		return a.speaksOfAny(o) && a.held(o) >= leastHeld
	})
	for _, attribute := range a.attributes {
		without := slices.DeleteFunc(slices.Clone(a.devices), func(d askedDevice) bool { return a.isSaid(d, attribute, all, g) })
		switch {
		case len(without) == 0:
		case len(without) == len(a.devices):
			c.unstated = append(c.unstated, attribute)
		case a.isLookUp() && len(c.partly.ids) == 0:
			c.partly, c.without = attribute, without
		}
	}
	return a.decide(c)
}

// coverWords finds out which of the words the best candidates have.
func (a *asked) coverWords(all []*candidate) coverage {
	judged := all[:min(len(all), mostJudged)]
	held := make([]float64, len(judged))
	var c coverage
	sum := 0.0
	for _, word := range a.words {
		sum += word.Rarity
		has := false
		for i := range judged {
			if a.has(judged[i], word) {
				held[i] += word.Rarity
				has = true
			}
		}
		if has {
			continue
		}
		c.missing = append(c.missing, word)
		if !word.Known && !slices.ContainsFunc(all, func(o *candidate) bool { return a.has(o, word) }) {
			c.unknown = append(c.unknown, word)
			c.unknownShare += word.Rarity
		}
	}
	if sum == 0 {
		c.best = 1
		return c
	}
	c.best, c.unknownShare = slices.Max(held)/sum, c.unknownShare/sum
	return c
}

// unstatedNames names the attributes that nothing states, with the number formats that are asked for.
func (a *asked) unstatedNames(attributes []askedAttribute) string {
	name := listed(mapped(attributes, a.nameOf))
	formats := slices.DeleteFunc(slices.Clone(a.formats), func(format string) bool {
		return strings.Contains(strings.ToLower(name), strings.ToLower(format))
	})
	return strings.Join(append(formats, name), " ")
}

// How likely it is that candidates answer a query is read off how sure the search is,
// how much of the query's words the best of them has, and how much of them no entry
// has at all: a logistic function, fitted to two thirds of the queries in
// cmd/quarry/testdata/context.
const (
	likelyBySearch  = 1.6
	likelyByBest    = 3.5
	likelyByUnknown = -4.8
	likelyShift     = -2.9

	surelyYes = 0.65 // and above
	surelyNo  = 0.35 // and below

	// What a query asks of things that no candidate speaks of bounds how likely it is.
	nothingOfIt = 0.1
	notSaidOfIt = 0.2
	partOfIt    = 0.5
)

func (c coverage) likelihood() float64 {
	return 1 / (1 + math.Exp(-likelyShift-likelyBySearch*c.search-likelyByBest*c.best-likelyByUnknown*c.unknownShare))
}

// decide says how likely it is that the query is answered, and why.
func (a *asked) decide(c coverage) judgement {
	j := judgement{confidence: c.likelihood()}
	most, reason := a.bound(c)
	j.confidence = min(j.confidence, most)
	j.answerable = answerableAt(j.confidence)
	j.reason = cmp.Or(reason, reasonOf(c, j.answerable))
	return j
}

// bound returns how likely it can be at most that a query is answered whose devices,
// attributes or owner the sources do not know, and why.
func (a *asked) bound(c coverage) (float64, string) {
	devices := func(all []askedDevice) string { return listed(mapped(all, askedDevice.name)) }
	switch {
	case len(c.absent) > 0 && len(c.absent) == len(a.devices):
		return nothingOfIt, "Nothing that was found speaks of " + devices(c.absent) + "."
	case len(c.unstated) > 0 && len(c.unstated) == len(a.attributes):
		return notSaidOfIt, fmt.Sprintf("Nothing that was found states the %s of %s.", a.unstatedNames(c.unstated), devices(a.devices))
	case len(c.absent) > 0:
		return partOfIt, "Nothing that was found speaks of " + devices(c.absent) + "."
	case len(c.unstated) > 0:
		return partOfIt, fmt.Sprintf("Nothing that was found states the %s of %s.", a.unstatedNames(c.unstated), devices(a.devices))
	case len(c.without) > 0:
		return partOfIt, fmt.Sprintf("Nothing that was found states the %s of %s.", a.unstatedNames([]askedAttribute{c.partly}), devices(c.without))
	case slices.ContainsFunc(c.missing, func(w askedWord) bool { return w.phrase != "" }):
		return partOfIt, reasonOf(c, quarry.AnswerablePartly)
	case c.aside && c.likelihood() > partOfIt: // else the words that are missing say more
		return partOfIt, fmt.Sprintf("What was found of %s tells little of what is asked for.", devices(a.devices))
	case a.ofAll:
		return partOfIt, "It asks for one among all that there are: the passages speak of some of them."
	case a.ofOwn:
		return partOfIt, "It asks about something of one's own, of which no source knows: what the sources say of such things may help."
	}
	return 1, ""
}

// reasonOf says what of the words is there.
func reasonOf(c coverage, answerable quarry.Answerable) string {
	switch {
	case len(c.unknown) > 0:
		return "No source mentions " + listed(mapped(c.unknown, wordOf)) + "."
	case len(c.missing) > 0 && answerable == quarry.AnswerableYes:
		return "The passages speak of all that is asked for but " + listed(mapped(c.missing, wordOf)) + "."
	case len(c.missing) > 0:
		return "What was found does not mention " + listed(mapped(c.missing, wordOf)) + "."
	case answerable == quarry.AnswerableYes:
		return "The passages speak of all that is asked for."
	}
	return "No single passage speaks of all that is asked for."
}

func answerableAt(confidence float64) quarry.Answerable {
	switch {
	case confidence >= surelyYes:
		return quarry.AnswerableYes
	case confidence < surelyNo:
		return quarry.AnswerableNo
	}
	return quarry.AnswerablePartly
}

func (a *asked) nothingFound(found quarry.Found) string {
	var unknown []string
	for _, word := range a.words {
		if !word.Known {
			unknown = append(unknown, wordOf(word))
		}
	}
	if len(unknown) > 0 {
		return "No source mentions " + listed(unknown) + "."
	}
	if len(found.Hits) > 0 {
		return "Only questions without an answer were found."
	}
	return "Nothing was found."
}

func wordOf(w askedWord) string { return "“" + w.Text + "”" }

// telling returns the candidates that have something of what is asked for.
func (a *asked) telling(all []*candidate) []*candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c *candidate) bool {
		return !a.speaksOfAny(c) && !slices.ContainsFunc(a.words, func(w askedWord) bool { return a.has(c, w) })
	})
}

// What is worth a place in a grounding: a hit that is not far behind the best one, or
// one that has much of what is asked for, for how far scores are apart tells little
// among few entries.
const (
	leastScore = 0.35 // of the best hit's
	leastHeld  = 0.5  // of the words
)

// worth goes over the candidates that are worth a place.
func (a *asked) worth(all []*candidate) iter.Seq[*candidate] {
	return func(yield func(*candidate) bool) {
		for _, c := range all {
			if (c.score >= leastScore || a.held(c) >= leastHeld) && !yield(c) {
				return
			}
		}
	}
}

// held returns how much of the words a candidate has, by how rare they are.
func (a *asked) held(c *candidate) float64 {
	sum, held := 0.0, 0.0
	for _, word := range a.words {
		sum += word.Rarity
		if a.has(c, word) {
			held += word.Rarity
		}
	}
	if sum == 0 {
		return 0
	}
	return held / sum
}

// mostListed is how many things a sentence names.
const mostListed = 4

// listed names things as a sentence does: "a, b or c".
func listed(things []string) string {
	things = things[:min(len(things), mostListed)]
	if n := len(things); n > 1 {
		return strings.Join(things[:n-1], ", ") + " or " + things[n-1]
	}
	return strings.Join(things, "")
}

func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}
