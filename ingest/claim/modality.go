package claim

import "strings"

// modality tells how what a sentence says at a place is meant, and what stands between
// there and the word which tells that.
type modality int

const (
	meantSo   modality = iota // as it is
	doubted                   // as what may be, must be or only seems so
	pastComma                 // and a comma stands behind the word for that
	pastAnd                   // or an "and"
)

// doubt takes a word in which says that something may be, must be or seems so: from there
// to the next clause with a subject of its own numbers state nothing, and neither do those
// which stand before the verb of its clause: "A TDP of 800 W would be too much".
func (h *attribution) doubt(word string) {
	for _, i := range h.early {
		h.foreign[i] = true
	}
	for _, i := range h.waiting {
		h.foreign[i] = true
	}
	h.early, h.waiting, h.modal = nil, nil, doubted
	if !h.noun.open || h.noun.whose != nobodys { // "the expected power"
		h.verb(word)
	}
}

// part notes that a comma or an "and" stands behind a word for what may be.
func (h *attribution) part(by modality) {
	if h.modal != meantSo {
		h.modal = by
	}
}

// affirm takes in that a verb is what a clause states: behind a comma or an "and" that
// is so again where the clause has a subject of its own, or "has" what "may have" cannot.
func (h *attribution) affirm(verb string) {
	own := max(h.beside, h.topic) != nobodys
	if h.modal >= pastComma && own || h.modal == pastAnd && strings.HasSuffix(verb, "s") {
		h.modal = meantSo
	}
}

// isHedged reports whether a sentence ends by saying that it only seems so: "it seems",
// "it is said".
func (r *Reader) isHedged(words []token) bool {
	last := len(words) - 1
	if last < 1 || !r.cues[modalWords].Has(words[last].text) {
		return false
	}
	if last--; r.cues[beingWords].Has(words[last].text) {
		last--
	}
	return last >= 0 && r.cues[pronounWords].Has(words[last].text)
}
