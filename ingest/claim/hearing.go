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

// hearing goes through a sentence once and knows at every place whose a number there
// is: what stands before the verb has it, or the noun that a "with" or a "which"
// stands behind.
type hearing struct {
	heard

	reader  *Reader
	text    string
	devices []quarry.DeviceMention // that it may be about
	outside []heard                // of the brackets that are open
	foreign []bool                 // by number
	waiting []int                  // the numbers before it is known what the sentence is about
}

// heard is what was heard up to a place.
type heard struct {
	noun      noun
	near      whose // the last noun
	topic     whose // the noun that a clause begins with
	pieces    bool  // and that is a piece of what was spoken of
	beside    whose // that an "and" joins to the topic
	clause    whose // what this clause is about
	subject   whose // what the sentence is about, but for its relative clauses
	now       whose // whose a number is here
	possessor whose // of the noun behind a "whose"
	spoke     bool  // a verb stood in this clause
	spoken    bool  // a verb stood in the sentence
	relative  bool
	apart     bool // a comma stands before this clause
	lead      bool // the clause begins with where something is
	led       bool // a preposition stands right before this place
	being     bool // and a verb that says what something is

	accompanied bool // a "with" stands behind what the clause begins with
}

// noun is the noun that is open, with all that stands before it.
type noun struct {
	whose

	open, definite, each, device, had bool

	pieces bool // it is one of what a device has several of: "a warp"
}

// hear finds out which numbers of an item without a key are another thing's, where it
// is a sentence: "The host has 2 TB of memory".
func (l *line) hear() {
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
	return r.unsaid[assertingWords][word.text] || r.unsaid[actingWords][word.text]
}

// areForeign tells of each number of a sentence whether it is another thing's than its
// device's: that of the "room" in "The H100 has a TDP of 700 W, and the room has a
// power of 5 kW".
func (r *Reader) areForeign(said *statement, mentions []mention, named []quarry.DeviceMention) []bool {
	h := &hearing{reader: r, text: said.text, devices: named, foreign: make([]bool, len(said.numbers))}
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
	return h.foreign
}

// mark takes in what stands between two words.
func (h *hearing) mark(gap string) {
	for i, c := range gap {
		switch c {
		case '(', '[':
			h.close()
			h.outside = append(h.outside, h.heard)
			h.heard = heard{near: h.near, subject: h.resolved(h.near), now: h.resolved(h.near), clause: h.resolved(h.near), spoken: true}
		case ')', ']':
			if last := len(h.outside) - 1; last >= 0 {
				h.heard, h.outside = h.outside[last], h.outside[:last]
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

// comma ends a clause, or what is put in between.
func (h *hearing) comma() {
	h.close()
	if h.lead && !h.spoke && h.near == foreign {
		h.subject = foreign
	}
	h.keepTopic()
	h.begin()
	h.apart, h.relative, h.clause = true, false, h.subject
}

// keepTopic remembers what a clause is about whose verb has not come yet.
func (h *hearing) keepTopic() {
	if !h.spoke && !h.relative && h.topic > same && (h.subject == nobodys || !h.apart) {
		h.subject = h.topic
	}
}

// begin begins a clause.
func (h *hearing) begin() {
	h.topic, h.beside, h.possessor = nobodys, nobodys, nobodys
	h.spoke, h.lead, h.led, h.being, h.apart, h.pieces = false, false, false, false, false, false
}

// close ends the noun that is open.
func (h *hearing) close() {
	if !h.noun.open {
		return
	}
	kind, pieces := h.noun.whose, h.noun.pieces
	if h.accompanied && h.noun.definite && kind == foreign {
		h.topic = foreign
	}
	h.noun, h.led, h.accompanied = noun{}, false, false
	if kind == nobodys {
		return
	}
	h.near = kind
	switch {
	case h.spoke || h.lead:
	case h.topic == nobodys:
		h.topic, h.pieces = kind, pieces
	case h.topic == same && kind > same:
		h.topic = kind
	}
}

// resolved returns whose that is which was spoken of.
func (h *hearing) resolved(kind whose) whose {
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

// number notes whose a number is.
func (h *hearing) number(i int) {
	beside := h.noun.open && h.noun.definite && h.noun.whose == foreign && !h.spoke && h.spoken // "and the switch 300 W"
	of := !h.noun.open && h.led && h.near == foreign                                            // "a fan of 5 W"
	h.foreign[i] = h.now == foreign || beside || of
	if h.lead && h.now == nobodys && h.subject == nobodys {
		h.waiting = append(h.waiting, i)
	}
	h.noun.open, h.noun.whose, h.led = true, same, false
}

// device takes a device's name in.
func (h *hearing) device(m mention, before []token) {
	switch {
	case isAside(m.DeviceMention):
		h.called(same)
		return
	case isPart(m.DeviceMention) && h.noun.device:
		return
	}
	h.noun.open, h.noun.device, h.noun.had, h.noun.whose = true, true, false, owned
	if isGang(h.text, before) {
		h.noun.device, h.noun.whose = false, foreign
	}
}

// word takes a word in, or the name of an attribute, and returns where it ends.
func (h *hearing) word(tokens []token) int {
	word, is := tokens[0], h.reader.unsaid
	switch {
	case is[relativeWords][word.text] && !h.pointsOn(tokens):
		h.relate(word.text)
	case is[joiningWords][word.text]:
		h.join()
	case is[havingWords][word.text]:
		h.have()
	case is[prepositionWords][word.text]:
		h.lead = h.lead || !h.spoke && h.topic == nobodys && !h.noun.open
		h.close()
		h.led, h.being = true, false
	case h.reader.isVerb(word) && (!h.noun.open || h.noun.whose != nobodys):
		h.verb(word.text)
	case is[beingWords][word.text]:
		h.close()
		h.being, h.led = true, false
	default:
		return h.nounWord(tokens)
	}
	return word.end
}

// pointsOn reports whether a "that" stands for a noun: "half that of the A100".
func (h *hearing) pointsOn(tokens []token) bool {
	return tokens[0].text == "that" && (len(tokens) < 2 || h.reader.unsaid[prepositionWords][tokens[1].text])
}

// relate begins a relative clause.
func (h *hearing) relate(word string) {
	possessive := h.reader.unsaid[possessiveWords][word]
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
	h.begin()
	h.relative, h.clause, h.now = true, of, of
	if possessive {
		h.possessor = of
	}
}

// join takes an "and" in: behind what a clause is about it joins another noun to it,
// and otherwise begins a clause that may be about the same.
func (h *hearing) join() {
	h.close()
	if !h.spoke && h.topic != nobodys && !h.apart {
		h.beside, h.topic = max(h.beside, h.topic), nobodys
		return
	}
	h.begin()
}

// have takes a "with" in: the noun before it has what follows.
func (h *hearing) have() {
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
func (h *hearing) verb(word string) {
	h.close()
	of := h.clause
	being := h.reader.unsaid[beingWords][word]
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
func (h *hearing) settle(of whose) {
	if of == nobodys {
		return
	}
	h.subject = of
	for _, i := range h.waiting {
		h.foreign[i] = of == foreign
	}
	h.waiting = nil
}

// nounWord takes in a word of a noun, or one that begins it.
func (h *hearing) nounWord(tokens []token) int {
	word, is := tokens[0], h.reader.unsaid
	switch {
	case word.text == "s" && word.start > 0 && h.text[word.start-1] != ' ':
		h.noun.device, h.noun.had = false, h.noun.whose == foreign
	case is[pronounWords][word.text], is[determinerWords][word.text]:
		h.close()
		h.noun = noun{open: true, definite: !is[indefiniteWords][word.text], each: is[eachWords][word.text]}
		if is[pronounWords][word.text] {
			h.noun.whose = same
		}
	case is[adverbWords][word.text], is[ableWords][word.text], strings.HasSuffix(word.text, "ly"):
	default:
		return h.named(tokens)
	}
	return word.end
}

// named takes in the name of an attribute, or one word of a name.
func (h *hearing) named(tokens []token) int {
	word := tokens[0]
	if what, end := h.reader.nameAt(h.text, tokens); end > 0 {
		indefinite := h.noun.open && !h.noun.definite && h.noun.whose == nobodys
		h.called(same)
		h.noun.pieces = !h.noun.each && (indefinite || !slices.ContainsFunc(what.attributes, func(a quarry.Attribute) bool { return !isCount(a) }))
		return end
	}
	h.noun.pieces = false
	switch {
	case h.being && !h.noun.open, h.noun.device && isCrowd(word.text):
	case !h.noun.device && h.beside == nobodys && h.isOtherMake(word.text):
		h.called(foreign)
		h.noun.had = true
	case h.isThing(word.text):
		h.called(h.thing())
	case h.reader.unsaid[figureWords][word.text], isNumeric(word.text), h.noun.each && h.reader.ofThings[word.text]:
		h.called(same)
	case h.noun.device:
		h.noun.device, h.noun.whose = false, foreign
	default:
		h.called(h.other())
	}
	return word.end
}

// called lets the noun that is open end in a word.
func (h *hearing) called(kind whose) {
	h.noun.open = true
	if !h.noun.had && (h.noun.whose != owned || kind == foreign) {
		h.noun.whose = kind
	}
}
