package phrase

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// EndsAsking reports whether a line ends in a question mark, of any script,
// inside of quotes, brackets and emphasis or not, and with a note behind it or
// not that says how many options to choose.
func (r *Reader) EndsAsking(line string) bool {
	bare := strings.TrimRight(r.withoutOffer(line), "\"'”’»)]*_` \u200e\u200f")
	return hasAnySuffix(bare, "?", "？", "؟", "⁇", "⁉", "‽") || r.endsAskingEast(bare)
}

// IsTrueFalse reports whether a question offers true and false.
func (r *Reader) IsTrueFalse(text string) bool {
	folded := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	folded = strings.Trim(strings.ReplaceAll(folded, " / ", "/"), "*_ ")
	opened, bare := strings.TrimLeft(folded, "(["), strings.TrimRight(folded, "?.: )]*_")
	for _, offer := range r.cues["offers_true_false"].List() {
		if isOffered(opened, bare, offer) {
			return true
		}
	}
	asks := r.cues["asks_whether"].Prefix(folded) != ""
	return asks && (strings.Contains(folded, "true or false") || strings.Contains(folded, "true/false"))
}

// longestOfferTitle is the longest line that only offers true and false, in
// bytes, its marks included.
const longestOfferTitle = 80

// IsOffer reports whether a line offers true and false and says nothing else,
// as the title of statements does: "True or false?", "## True/False questions".
func (r *Reader) IsOffer(line string) bool {
	if len(line) > longestOfferTitle {
		return false
	}
	bare := r.Strip(line)
	return r.IsTrueFalse(bare) && !r.offersMore(bare)
}

// isOffered reports whether a question, of which one form has no brackets at its
// beginning and the other no marks at its end, begins or ends with an offer, whole.
func isOffered(opened, bare, offer string) bool {
	rest, opens := strings.CutPrefix(opened, offer)
	if opens && (rest == "" || !isLetterByte(rest[0])) {
		return len(offer) > 3 || hasAnyPrefix(rest, ":", ")", "]", ".", " –", " -", " —")
	}
	before, closes := strings.CutSuffix(bare, offer)
	return closes && (before == "" || !isLetterByte(before[len(before)-1]))
}

// Style returns how a question is put, from its own words and the titles that
// it stands under.
func (r *Reader) Style(question string, titles ...string) quarry.Style {
	if r.IsTrueFalse(question) {
		return quarry.StyleTrueFalse
	}
	if r.isScenario(question) {
		return quarry.StyleScenario
	}
	for _, title := range titles {
		switch {
		case r.namesScenarios(title):
			return quarry.StyleScenario
		case r.IsTrueFalse(title) || r.IsTrueFalse(r.withoutNoun(title)):
			return quarry.StyleTrueFalse
		}
	}
	return quarry.StyleOpen
}

// StyleOf is Style for a question whose answer is known: one that fills the
// question's blank makes it a cloze.
func (r *Reader) StyleOf(question, answer string, titles ...string) quarry.Style {
	style := r.Style(question, titles...)
	if style == quarry.StyleOpen && Fills(question, answer) {
		return quarry.StyleCloze
	}
	return style
}

// isScenario reports whether a question is labelled as a scenario: "Scenario
// 3: …". Prose that sets a scene is not enough.
func (r *Reader) isScenario(question string) bool {
	label, _, ok := strings.Cut(strings.Trim(question, "*_[( "), ":")
	if !ok || len(label) > longestLabel {
		return false
	}
	return r.cues["scenario_labels"].Has(strings.ToLower(strings.Trim(label, " *_0123456789.#)]")))
}

func (r *Reader) namesScenarios(title string) bool {
	return containsAny(strings.ToLower(title), r.cues["scenario_stems"].List())
}
