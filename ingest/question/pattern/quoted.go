package pattern

import "github.com/quarrykb/quarry/ingest/question/phrase"

// readQuoted notes the quotes that ask, where most of the quotes of a text do and
// something else stands below each: a quote is how they are told from their
// answers. In an exchange of letters most quotes ask nothing.
func (t *reader) readQuoted() {
	asking, all := map[int]bool{}, 0
	for n := 1; n < len(t.lines); n++ {
		if !t.lines[n].form.quoted || t.lines[n].kind != text {
			continue
		}
		first := n
		for n+1 < len(t.lines) && t.lines[n+1].form.quoted {
			n++
		}
		all++
		if t.quoteAsks(first, n) {
			asking[first] = true
		}
	}
	if len(asking) >= companions && most(len(asking), all) {
		t.quoted = asking
	}
}

// quoteAsks reports whether a quote is one question, and no heading or nothing
// but the next quote stands below it.
func (t *reader) quoteAsks(first, last int) bool {
	if last-first >= longestQuestion || t.lines[last].kind != text {
		return false
	}
	if !t.endsAsking(t.lines[last].words) && t.words.Asking(t.lines[first].words) < phrase.Strong {
		return false
	}
	next := last + 1
	for next < len(t.lines) && t.lines[next].kind == blank {
		next++
	}
	return next < len(t.lines) && (t.lines[next].kind == text || t.lines[next].kind == code)
}
