package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// comma ends a clause, or what is put in between.
func (h *attribution) comma() {
	h.close()
	if h.lead && !h.spoke && h.near == foreign {
		h.subject = foreign
	}
	h.keepTopic()
	if h.relative {
		h.modal = h.before
	}
	h.part(pastComma)
	h.begin()
	h.apart, h.relative, h.clause = true, false, h.subject
}

// keepTopic remembers what a clause is about whose verb has not come yet.
func (h *attribution) keepTopic() {
	if !h.spoke && !h.relative && h.topic > same && (h.subject == nobodys || !h.apart) {
		h.subject = h.topic
	}
}

// begin begins a clause.
func (h *attribution) begin() { h.attributedClause = attributedClause{} }

// resolved returns whose that is which was spoken of.
func (h *attribution) resolved(kind whose) whose {
	switch {
	case kind != same:
		return kind
	case h.possessor != nobodys:
		return h.possessor
	case h.relative && h.clause != nobodys:
		return h.clause
	}
	return h.subject
}

// relate begins a relative clause.
func (h *attribution) relate(word string) {
	possessive := h.reader.cues[possessiveWords].Has(word)
	h.close()
	of := h.resolved(h.near)
	switch {
	case h.near == nobodys && possessive:
		of = foreign
	case h.near == nobodys:
		of = h.now
	}
	if h.subject == nobodys {
		h.subject = h.topic
	}
	h.other = h.thing && !h.spoken
	h.begin()
	h.relative, h.before, h.clause, h.now = true, h.modal, of, of
	if possessive {
		h.possessor = of
	}
}

// join takes an "and" in: behind what a clause is about it joins another noun to it,
// and otherwise begins a clause that may be about the same.
func (h *attribution) join() {
	h.close()
	if !h.spoke && h.topic != nobodys && !h.apart {
		h.beside, h.topic = max(h.beside, h.topic), nobodys
		return
	}
	h.part(pastAnd)
	h.begin()
}

// have takes a "with" in: the noun before it has what follows.
func (h *attribution) have() {
	inPiece := h.noun.pieces && h.led
	h.close()
	switch of := h.resolved(h.near); {
	case inPiece: // "in a node with 2 TB"
		h.now = foreign
	case h.near == nobodys:
		h.lead = h.lead || !h.spoke && h.topic == nobodys
	case of != nobodys:
		h.now = of
	}
	h.accompanied = !h.spoke && h.topic != nobodys
	h.led, h.being = true, false
}

// verb takes a verb in: from here on numbers are those of what stands before it.
func (h *attribution) verb(word string) {
	object := h.noun.open && h.noun.whose == foreign && !h.led
	h.close()
	h.affirm(word)
	of := h.clause
	switch again := h.spoke && h.modal != doubted; {
	case again && h.relative: // "the CPU that feeds the H100 has"
		h.relative, of = false, h.subject
	case again && object: // "lets the host have"
		of = foreign
	}
	being := h.reader.cues[beingWords].Has(word)
	switch topic := max(h.beside, h.topic); {
	case topic == nobodys:
	case h.pieces && !being:
		of = foreign
	default:
		of = h.resolved(topic)
	}
	h.clause, h.now = of, of
	if !h.relative {
		h.settle(of)
	}
	apart := h.apart
	h.begin()
	h.near, h.spoke, h.spoken, h.apart = nobodys, true, true, apart
	h.being = being
}

// settle makes known what a sentence is about.
func (h *attribution) settle(of whose) {
	if of == nobodys {
		return
	}
	h.subject = of
	for _, i := range h.waiting {
		h.foreign[i] = of == foreign
	}
	h.waiting = nil
}

// contrast takes in that a device is named in what is said of a "card" without a name:
// that is another one, "The card which beats the A100".
func (h *attribution) contrast(m mention) {
	if h.other && h.relative && h.spoke && !h.being && h.subject <= same && !slices.ContainsFunc(h.devices, func(d quarry.DeviceMention) bool { return d.ID != m.ID }) {
		h.subject = foreign
	}
}
