package acronym

import (
	"slices"
	"strings"
)

// longestAside is the longest text in brackets that is looked at, in bytes.
const longestAside = 120

// brackets finds the pairs of which one stands in brackets behind the other.
func (f *finder) brackets(segment string) {
	for at := 0; at < len(segment); at++ {
		open := strings.IndexByte(segment[at:], '(')
		if open < 0 {
			return
		}
		at += open
		end := strings.IndexAny(clip(segment[at+1:], longestAside), "()\x00")
		if end < 0 || segment[at+1+end] != ')' {
			continue
		}
		f.aside(strings.TrimRight(segment[:at], " "), strings.TrimSpace(segment[at+1:at+1+end]))
	}
}

// aside reads what stands in brackets, and what before them.
func (f *finder) aside(before, inside string) {
	if form, ok := shortOf(f.named(firstPart(inside))); ok {
		f.behind(before, form, bracket)
	}
	if form, ok := shortOf(lastToken(before)); ok {
		f.ahead(form, f.named(inside), bracket)
	}
}

// named takes off what only says that a name follows.
func (f *finder) named(written string) string {
	for {
		rest, found := f.cutLead(written)
		if !found {
			return written
		}
		written = rest
	}
}

func (f *finder) cutLead(written string) (string, bool) {
	lower := asciiLower(clip(written, longestAside))
	for _, words := range f.leads {
		if lead := words.Prefix(lower); lead != "" {
			return strings.CutPrefix(written[len(lead):], " ")
		}
	}
	return written, false
}

// firstPart returns a text up to the first comma, semicolon or colon.
func firstPart(text string) string {
	if end := strings.IndexAny(text, ",;:"); end >= 0 {
		return text[:end]
	}
	return text
}

// lastToken returns the last word of a text with its inner marks, "" where what
// stands there is longer than a short form.
func lastToken(text string) string {
	tail := text[max(0, len(text)-longestShort-4):]
	at := strings.LastIndexAny(tail, " (\x00/,;:=|")
	if at < 0 && len(tail) < len(text) {
		return ""
	}
	return tail[at+1:]
}

// behind offers what stands before a short form: the words that fit it best, and
// of these the fewest; or all words that begin with capitals.
func (f *finder) behind(before string, form short, how relation) {
	tail := before[max(0, len(before)-longestLong):]
	tail = tail[strings.LastIndexAny(tail, "\x00.;:!?()=+<>|[]{}\"")+1:]
	words := f.wordsOf(tail)
	words = words[max(0, len(words)-mostWords):]
	best := proposal{fit: fit{cost: costNever}}
	for at, w := range slices.Backward(words) {
		if w.part {
			continue
		}
		f.try(&best, proposal{short: form, long: tail[w.start:], words: words[at:], relation: how, inside: true})
	}
	if !best.fit.spells() && how == bracket {
		if run := capitalised(tail, words); len(run) > 1 {
			best = proposal{short: form, long: tail[run[0].start:], words: run, relation: how, inside: true, fit: fit{cost: costNever}}
		}
	}
	if best.words != nil {
		f.offer(best)
	}
}

// try takes a proposal that fits better than the best so far. A plural is one
// where its letters without the s fit.
func (f *finder) try(best *proposal, p proposal) {
	found, ok := f.align(p.short.text, p.words)
	if p.short.plural && (!ok || !found.spells()) {
		if whole, fits := f.align(p.short.whole, p.words); fits && whole.spells() && (!ok || whole.cost < found.cost) {
			p.short.text, p.short.plural = p.short.whole, false
			found, ok = whole, true
		}
	}
	if numbers(p.short.text, p.long) {
		found, ok = fit{starts: 2}, true
	}
	if p.fit = found; ok && found.cost < best.fit.cost {
		*best = p
	}
}

// capitalised returns the last words that begin with capitals, and the small
// ones between them.
func capitalised(text string, words []word) []word {
	from := len(words)
	for at, w := range slices.Backward(words) {
		upper := text[w.start] >= 'A' && text[w.start] <= 'Z'
		if upper && !w.part {
			from = at
		}
		if !upper && !w.small && !w.part {
			break
		}
	}
	return words[from:]
}

// ahead offers what stands behind a short form: the words up to a mark that fit
// it best, and of these the most.
func (f *finder) ahead(form short, text string, how relation) {
	text = clip(text, longestLong)
	if end := strings.IndexAny(text, "\x00;!?()=<>|[]{}"); end >= 0 {
		text = text[:end]
	}
	text = strings.TrimRight(text[:sentence(text)], " ,:.-–—")
	words := f.wordsOf(text)
	best := proposal{fit: fit{cost: costNever}}
	for upTo := min(len(words), mostWords); upTo > 0; upTo-- {
		if upTo == len(words) || f.ends(text, words[upTo-1], words[upTo]) {
			f.try(&best, proposal{short: form, long: text[words[0].start:words[upTo-1].end], words: words[:upTo], relation: how})
		}
	}
	if best.fit.spells() || len(words) == 0 {
		f.offerFitting(best)
		return
	}
	upTo := 1
	for upTo < min(len(words), mostWords) && text[words[upTo-1].end:words[upTo].start] != ", " {
		upTo++
	}
	if upTo == len(words) || upTo < mostWords {
		long := text[words[0].start:words[upTo-1].end]
		f.offer(proposal{short: form, long: long, words: words[:upTo], relation: how, fit: fit{cost: costNever}})
	}
}

func (f *finder) offerFitting(best proposal) {
	if best.words != nil {
		f.offer(best)
	}
}

// sentence returns where a sentence ends: at a dot that no other word goes on
// behind without a space.
func sentence(text string) int {
	for at := range len(text) {
		if text[at] == '.' && (at+1 == len(text) || text[at+1] == ' ') {
			return at
		}
		if text[at] == ':' {
			return at
		}
	}
	return len(text)
}

// ends reports whether a long form may end between two words: at a mark, or
// where a small word or a verb goes on.
func (f *finder) ends(text string, last, next word) bool {
	gap := text[last.end:next.start]
	if strings.ContainsAny(gap, ",–—") || gap == " - " {
		return true
	}
	return next.small || f.goesOn.Has(next.text)
}
