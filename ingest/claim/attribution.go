package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// whose tells whose something in a sentence is.
type whose int

const (
	nobodys whose = iota // nothing was named yet
	same                 // what was spoken of: "it", "the memory"
	owned                // a device's
	foreign              // another thing's
)

// attribution goes through a sentence once and knows at every place whose a number there
// is: what stands before the verb has it, or the noun that a "with" or a "which"
// stands behind.
type attribution struct {
	attributed

	reader  *Reader
	text    string
	devices []quarry.DeviceMention // that it may be about
	outside []attributed           // of the brackets that are open
	foreign []bool                 // by number
	waiting []int                  // the numbers before it is known what the sentence is about
}

// attributed is what was read up to a place.
type attributed struct {
	attributedClause

	noun     noun
	near     whose // the last noun
	thing    bool  // the noun that a clause began with only says what a device is
	clause   whose // what this clause is about
	subject  whose // what the sentence is about, but for its relative clauses
	now      whose // whose a number is here
	spoken   bool  // a verb stood in the sentence
	relative bool
	other    bool // which is said of a "card" without a name
	modal    modality
	before   modality // the relative clause

	accompanied bool // a "with" stands behind what the clause begins with
}

// attributedClause is what was read of a clause up to a place.
type attributedClause struct {
	topic     whose // the noun that it begins with
	pieces    bool  // and that is a piece of what was spoken of
	beside    whose // that an "and" joins to the topic
	possessor whose // of the noun behind a "whose"
	spoke     bool  // a verb stood in it
	apart     bool  // a comma stands before it
	lead      bool  // it begins with where something is
	led       bool  // a preposition stands right before this place
	being     bool  // and a verb that says what something is
	early     []int // the numbers before its verb
}

// noun is the noun that is open, with all that stands before it.
type noun struct {
	whose

	open, definite, each, device, had bool

	pieces bool // it is one of what a device has several of: "a warp"
	thing  bool // it only says what a device is: "the card"
}

// findForeign finds out which numbers of an item without a key are another thing's,
// where it is a sentence: "The host has 2 TB of memory".
func (l *line) findForeign() {
	if l.Key != "" || len(l.said.text) > longestSentence || !slices.ContainsFunc(tokensOf(l.said.text), l.reader.isVerb) {
		return
	}
	mentions := l.reader.mentionsIn(l.said.text)
	var named []quarry.DeviceMention
	for _, m := range mentions {
		named = append(named, m.DeviceMention)
	}
	for _, o := range l.around {
		named = append(named, o.devices...)
	}
	l.foreign = l.reader.areForeign(l.said, mentions, named)
}

// isVerb reports whether a word states something of what stands before it.
func (r *Reader) isVerb(word token) bool {
	return r.cues[assertingWords].Has(word.text) || r.cues[actingWords].Has(word.text)
}

// areForeign tells of each number of a sentence whether it is another thing's than its
// device's: that of the "room" in "The H100 has a TDP of 700 W, and the room has a
// power of 5 kW".
func (r *Reader) areForeign(said *statement, mentions []mention, named []quarry.DeviceMention) []bool {
	h := &attribution{reader: r, text: said.text, devices: named, foreign: make([]bool, len(said.numbers))}
	tokens, number, end := tokensOf(said.text), 0, 0
	for i := 0; i < len(tokens); {
		h.mark(said.text[end:max(end, tokens[i].start)])
		for len(mentions) > 0 && mentions[0].start < tokens[i].start {
			mentions = mentions[1:]
		}
		switch {
		case number < len(said.numbers) && said.numbers[number].start <= tokens[i].start:
			h.number(number)
			end = said.numbers[number].end
			number++
		case len(mentions) > 0 && mentions[0].start == tokens[i].start:
			h.device(mentions[0], tokens[:i])
			end = mentions[0].end
		default:
			end = h.word(tokens[i:])
		}
		for i++; i < len(tokens) && tokens[i].start < end; i++ {
		}
	}
	if r.isHedged(tokens) {
		return slices.Repeat([]bool{true}, len(h.foreign))
	}
	return h.foreign
}

// mark takes in what stands between two words.
func (h *attribution) mark(gap string) {
	for i, c := range gap {
		switch c {
		case '(', '[':
			h.close()
			h.outside = append(h.outside, h.attributed)
			h.attributed = attributed{near: h.near, subject: h.resolved(h.near), now: h.resolved(h.near), clause: h.resolved(h.near), spoken: true, modal: h.modal}
		case ')', ']':
			if last := len(h.outside) - 1; last >= 0 {
				h.attributed, h.outside = h.outside[last], h.outside[:last]
			}
		case ',', ':', '–', '—':
			h.comma()
		case ';':
			h.comma()
			h.apart = false
		case '-':
			if strings.HasPrefix(gap[i:], "- ") && i > 0 {
				h.comma()
			}
		}
	}
}

// number notes whose a number is.
func (h *attribution) number(i int) {
	beside := h.noun.open && h.noun.definite && h.noun.whose == foreign && !h.spoke && h.spoken // "and the switch 300 W"
	of := !h.noun.open && h.led && h.near == foreign                                            // "a fan of 5 W"
	h.foreign[i] = h.now == foreign || beside || of || h.modal != meantSo
	if !h.spoke {
		h.early = append(h.early, i)
	}
	if h.lead && h.now == nobodys && h.subject == nobodys {
		h.waiting = append(h.waiting, i)
	}
	h.noun.open, h.noun.whose, h.led = true, same, false
}

// device takes a device's name in.
func (h *attribution) device(m mention, before []token) {
	switch {
	case isAside(m.DeviceMention):
		h.called(same)
		return
	case isPart(m.DeviceMention) && h.noun.device:
		return
	}
	h.contrast(m)
	h.noun.open, h.noun.device, h.noun.had, h.noun.whose = true, true, false, owned
	if isGang(h.text, before) {
		h.noun.device, h.noun.whose = false, foreign
	}
}
