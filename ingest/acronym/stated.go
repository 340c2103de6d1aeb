package acronym

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// stated finds the pairs of which a sentence says that one stands for the other.
func (f *finder) stated(segment string) {
	lower := text.LowerASCII(segment)
	each := func(phrases []string, do func(before, behind string)) {
		for _, phrase := range phrases {
			for from := 0; ; {
				at := strings.Index(lower[from:], phrase)
				if at < 0 {
					break
				}
				at += from
				from = at + len(phrase)
				do(f.trimTail(segment[:at]), f.named(segment[from:]))
			}
		}
	}
	each(f.standsFor, func(before, behind string) {
		if form, ok := shortOf(lastToken(before)); ok {
			f.ahead(form, behind, said)
		}
	})
	each(f.called, func(before, behind string) {
		if end := strings.IndexAny(behind, " ,;:)!?"); end >= 0 {
			behind = behind[:end]
		}
		if form, ok := shortOf(behind); ok {
			f.behind(before, form, beside)
		}
	})
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
	}
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
