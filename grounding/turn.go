package grounding

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// inTurn brings forward what speaks of devices that are asked for and of which none of the
// first candidates does, so that each of several has its passage.
func (a *asked) inTurn(all []*candidate) []*candidate {
	first := min(len(all), foundFirst)
	if len(a.devices) < 2 || first == 0 {
		return all
	}
	turned := slices.Clone(all)
	for _, d := range a.devices {
		speaks := func(c *candidate) bool { return a.speaksOf(c, d) && c.says(d) }
		at := slices.IndexFunc(turned, speaks)
		if at < first {
			continue
		}
		c := turned[at]
		c.score = max(c.score, leastScore)
		turned = slices.Insert(slices.Delete(turned, at, at+1), 1, c)
	}
	return turned
}

// withoutUntold returns a grounding that is answered in part where the passages, as they
// were cut, do not speak of every device that is asked for, and whether that is less.
func (a *asked) withoutUntold(g quarry.Grounding, passages []quarry.GroundingPassage) (quarry.Grounding, bool) {
	if g.Answerable != quarry.AnswerableYes || len(passages) == 0 {
		return g, false
	}
	var untold []askedDevice
	for _, d := range a.devices {
		if !slices.ContainsFunc(passages, func(p quarry.GroundingPassage) bool { return a.namesDevice(p.Text, d) }) {
			untold = append(untold, d)
		}
	}
	if len(untold) == 0 {
		return g, false
	}
	g.Answerable, g.Confidence = quarry.AnswerablePartly, min(g.Confidence, partOfIt)
	g.Reason = "No passage speaks of " + listed(mapped(untold, askedDevice.name)) + "."
	return g, true
}
