package ground

import (
	"fmt"
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
	best    float64     // of the words, by how rare they are, in the candidate that has most
	all     float64     // the same in all candidates together
	held    float64     // the summed rarity of what the best one has
	missing []askedWord // that no candidate has
	unknown []askedWord // those of them that no entry has at all
	absent  []askedDevice
	unsaid  []askedAttribute
	search  float64
}

// judge holds the best candidates against what is asked for.
func (a *asked) judge(all []candidate, g quarry.Grounds, found quarry.Found) judgement {
	if len(all) == 0 {
		return judgement{answerable: quarry.AnswerableNo, reason: a.nothingFound(found)}
	}
	return a.decide(a.cover(all, g, found))
}

func (a *asked) cover(all []candidate, g quarry.Grounds, found quarry.Found) coverage {
	judged := all[:min(len(all), mostJudged)]
	c := coverage{search: found.Confidence}
	sum, together := 0.0, 0.0
	held := make([]float64, len(judged))
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
			together += word.Rarity
			continue
		}
		c.missing = append(c.missing, word)
		if !word.Known && !slices.ContainsFunc(all, func(o candidate) bool { return a.has(o, word) }) {
			c.unknown = append(c.unknown, word)
		}
	}
	if sum > 0 {
		c.held = slices.Max(held)
		c.best, c.all = c.held/sum, together/sum
	} else {
		c.best, c.all = 1, 1
	}
	for _, d := range a.devices {
		if !slices.ContainsFunc(all, func(o candidate) bool { return o.speaksOf(d) }) {
			c.absent = append(c.absent, d)
		}
	}
	for _, attribute := range a.attributes {
		if !a.isSaid(attribute, all, g) {
			c.unsaid = append(c.unsaid, attribute)
		}
	}
	return c
}

// isSaid reports whether something is claimed of the devices in an attribute, or some
// text names a device with it.
func (a *asked) isSaid(attribute askedAttribute, all []candidate, g quarry.Grounds) bool {
	for _, claim := range slices.Concat(g.Claims, g.Specs) {
		ofDevice := slices.ContainsFunc(a.devices, func(d askedDevice) bool { return slices.Contains(d.family, claim.Device.ID) })
		if ofDevice && slices.Contains(attribute.ids, claim.Attribute.ID) {
			return true
		}
	}
	stems := a.stems.all(attribute.words)
	for _, c := range all {
		if !slices.ContainsFunc(a.devices, c.speaksOf) {
			continue
		}
		if !slices.ContainsFunc(stems, func(stem string) bool { return !c.stems[stem] }) {
			return true
		}
	}
	return false
}

// decide is not fitted yet.
func (a *asked) decide(c coverage) judgement {
	j := judgement{confidence: c.search * c.best}
	switch {
	case len(c.absent) == len(a.devices) && len(c.absent) > 0:
		j.confidence = min(j.confidence, 0.1)
		j.reason = "No source speaks of " + listed(mapped(c.absent, func(d askedDevice) string { return d.Name })) + "."
	case len(c.unsaid) > 0 && len(c.unsaid) == len(a.attributes):
		j.confidence = min(j.confidence, 0.2)
		j.reason = fmt.Sprintf("No source says anything of the %s of %s.", listed(mapped(c.unsaid, func(u askedAttribute) string { return strings.Join(u.words, " ") })),
			listed(mapped(a.devices, func(d askedDevice) string { return d.Name })))
	case len(c.unknown) > 0:
		j.reason = "No source mentions " + listed(mapped(c.unknown, wordOf)) + "."
	case len(c.missing) > 0:
		j.reason = "What was found does not mention " + listed(mapped(c.missing, wordOf)) + "."
	default:
		j.reason = "The passages mention all that is asked for."
	}
	j.answerable = answerableAt(j.confidence)
	return j
}

const (
	surelyYes = 0.65
	surelyNo  = 0.35
)

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
		return "Only questions that nobody answered were found."
	}
	return "Nothing was found."
}

func wordOf(w askedWord) string { return "“" + w.Text + "”" }

// telling returns the candidates that have something of what is asked for.
func (a *asked) telling(all []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return !slices.ContainsFunc(a.devices, c.speaksOf) && !slices.ContainsFunc(a.words, func(w askedWord) bool { return a.has(c, w) })
	})
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
