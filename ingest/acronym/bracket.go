package acronym

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
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
		end := strings.IndexAny(text.Clip(segment[at+1:], longestAside), "()\x00")
		if end < 0 || segment[at+1+end] != ')' {
			continue
		}
		before, inside := strings.TrimRight(segment[:at], " "), strings.TrimSpace(segment[at+1:at+1+end])
		if form, ok := shortOf(f.named(firstPart(inside))); ok {
			f.behind(before, form, bracket)
		}
		if form, ok := shortOf(lastToken(before)); ok {
			f.ahead(form, f.named(inside), bracket)
		}
	}
}

// mostLeads is how many words or phrases lead in a name: "or simply the".
const mostLeads = 4

// named takes off what only says that a name follows.
func (f *finder) named(written string) string {
	for range mostLeads {
		lower, lead := text.LowerASCII(text.Clip(written, longestAside)), ""
		for i := 0; i < len(f.leads) && lead == ""; i++ {
			lead = f.leads[i].Prefix(lower)
		}
		rest, found := strings.CutPrefix(written[len(lead):], " ")
		if lead == "" || !found {
			break
		}
		written = rest
	}
	return written
}

// firstPart returns a text up to the first comma, semicolon or colon.
func firstPart(s string) string {
	if end := strings.IndexAny(s, ",;:"); end >= 0 {
		return s[:end]
	}
	return s
}

// lastToken returns the last word of a text with its inner marks, "" where what
// stands there is longer than a short form.
func lastToken(s string) string {
	tail := s[max(0, len(s)-longestShort-4):]
	at := strings.LastIndexAny(tail, " (\x00/,;:=|")
	if at < 0 && len(tail) < len(s) {
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
	if best.words != nil {
		f.offer(best)
	}
}

// try takes a proposal that fits better than the best so far. A plural is one
// where its letters without the s fit.
func (f *finder) try(best *proposal, p proposal) {
	found, ok := f.align(p.short.text, p.words)
	if numbers(p.short.text, p.long) {
		found, ok = fit{starts: 2}, true
	}
	if p.fit = found; ok && found.cost < best.fit.cost {
		*best = p
	}
}

// ahead offers what stands behind a short form: the words up to a mark that fit
// it best, and of these the most.
func (f *finder) ahead(form short, s string, how relation) {
	s = text.Clip(s, longestLong)
	if end := strings.IndexAny(s, "\x00;!?()=<>|[]{}"); end >= 0 {
		s = s[:end]
	}
	for sentence := range f.language.Sentences(s) {
		s = sentence.Text
		break
	}
	s, _, _ = strings.Cut(s, ":")
	s = strings.TrimRight(s, " ,:.-–—")
	words := f.wordsOf(s)
	best := proposal{fit: fit{cost: costNever}}
	for upTo := min(len(words), mostWords); upTo > 0; upTo-- {
		if upTo == len(words) || f.ends(s, words[upTo-1], words[upTo]) {
			f.try(&best, proposal{short: form, long: s[words[0].start:words[upTo-1].end], words: words[:upTo], relation: how})
		}
	}
	if best.fit.spells() {
		f.offer(best)
		return
	}
	if len(words) == 0 {
		return
	}
	upTo := 1
	for upTo < min(len(words), mostWords) && s[words[upTo-1].end:words[upTo].start] != ", " {
		upTo++
	}
	if upTo == len(words) || upTo < mostWords {
		long := s[words[0].start:words[upTo-1].end]
		f.offer(proposal{short: form, long: long, words: words[:upTo], relation: how, fit: fit{cost: costNever}})
	}
}

// ends reports whether a long form may end between two words: at a mark, or
// where a small word or a verb goes on.
func (f *finder) ends(s string, last, next word) bool {
	gap := s[last.end:next.start]
	if strings.ContainsAny(gap, ",–—") || gap == " - " {
		return true
	}
	return next.small || f.goesOn.Has(next.text)
}
