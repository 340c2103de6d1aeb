package acronym

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// stated finds the pairs of which a sentence says that one stands for the other.
func (f *finder) stated(segment string) {
	lower := text.LowerASCII(segment)
	for _, phrase := range f.standsFor {
		for at, end := range occurrences(lower, phrase) {
			if form, ok := shortOf(lastToken(f.trimTail(segment[:at]))); ok {
				f.ahead(form, f.named(segment[end:]), said)
			}
		}
	}
	for _, called := range f.called {
		for at, end := range occurrences(lower, called) {
			if form, ok := shortOf(firstToken(f.named(segment[end:]))); ok {
				f.behind(f.trimTail(segment[:at]), form, beside)
			}
		}
	}
}

// defined finds the pairs that a definition begins with: "HBM: High Bandwidth
// Memory", "SM = streaming multiprocessor".
func (f *finder) defined(segment string) {
	for _, mark := range [...]string{": ", " = ", " – ", " — ", " - ", " → ", " means "} {
		left, right, ok := strings.Cut(text.Clip(segment, longestAside+longestShort), mark)
		if !ok {
			continue
		}
		if form, ok := shortOf(lastToken(left)); ok && (mark == " = " || len(left) <= longestShort) {
			f.ahead(form, f.named(right), beside)
		}
		if form, ok := shortOf(firstPart(right)); ok && len(left) <= longestLong {
			f.whole(left, form)
		}
	}
}

// whole offers a text as what a short form stands for, all of it.
func (f *finder) whole(s string, form short) {
	words := f.wordsOf(s)
	if len(words) == 0 || len(words) > mostWords {
		return
	}
	best := proposal{fit: fit{cost: costNever}}
	f.try(&best, proposal{short: form, long: s[words[0].start:words[len(words)-1].end], words: words, relation: beside, inside: true})
	f.offerFitting(best)
}

// answered reads a text whose title asks what a short form stands for, or is one.
func (f *finder) answered(title, s string) {
	lower, how := text.LowerASCII(title), beside
	for _, asks := range f.asks {
		if strings.Contains(lower, asks) {
			how = said
		}
	}
	var forms []short
	for token := range strings.FieldsSeq(text.Clip(title, longestAside)) {
		if form, ok := shortOf(strings.Trim(token, "?!()")); ok && !form.weak {
			forms = append(forms, form)
		}
	}
	if len(forms) == 1 {
		f.ahead(forms[0], f.named(s), how)
	}
}

// trimTail takes off what stands between a name and the verb behind it.
func (f *finder) trimTail(written string) string {
	written = written[max(0, len(written)-longestLong):]
	for {
		written = strings.TrimRight(written, " ,")
		tail := f.tails.Suffix(written)
		name := strings.TrimSuffix(written, tail)
		if tail == "" || !strings.HasSuffix(name, " ") {
			return written
		}
		written = name
	}
}

// firstToken returns the first word of a text with its inner marks, where the
// name ends with it.
func firstToken(s string) string {
	end := strings.IndexAny(s, " ,;:)!?")
	if end < 0 {
		return s
	}
	return s[:end]
}

// occurrences yields where a phrase begins and ends in a text.
func occurrences(s, phrase string) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for from := 0; ; {
			at := strings.Index(s[from:], phrase)
			if at < 0 || !yield(from+at, from+at+len(phrase)) {
				return
			}
			from += at + len(phrase)
		}
	}
}
