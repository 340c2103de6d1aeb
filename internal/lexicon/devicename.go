package lexicon

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// deviceName is what is known under one key: a device, and the slugs of the
// names that have that key.
type deviceName struct {
	id    quarry.DeviceID
	slugs []string
}

// called returns the device that is called so. A text may write letters and
// digits together that a name has apart ("RTX4090", "H100 SXM5 80GB"), but not
// apart what a name has together: "a 100 GB/s link" is no A100.
func (l *Lexicon) called(slug string) (quarry.DeviceID, bool) {
	name, known := l.names[nameKey(slug)]
	if known && slices.ContainsFunc(name.slugs, func(full string) bool { return contracts(full, slug) }) {
		return name.id, true
	}
	return "", false
}

// contracts reports whether the written slug is the full one with some of its
// hyphens left out.
func contracts(full, written string) bool {
	at := 0
	for i := range len(full) {
		if at < len(written) && written[at] == full[i] {
			at++
		} else if full[i] != '-' {
			return false
		}
	}
	return at == len(written)
}

// nameKey leaves out every hyphen between a letter and a digit.
func nameKey(slug string) string {
	if strings.IndexByte(slug, '-') < 0 {
		return slug
	}
	var key strings.Builder
	key.Grow(len(slug))
	var left rune
	for i, r := range slug {
		if r == '-' && joins(left, slug[i+1:]) {
			continue
		}
		key.WriteRune(r)
		left = r
	}
	return key.String()
}

func joins(left rune, rest string) bool {
	right, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(left) && unicode.IsDigit(right) || unicode.IsDigit(left) && unicode.IsLetter(right)
}

// firstWords returns what a text's first word may be where it calls a device
// by this slug: "rtx" or "rtx4090" for "rtx-4090".
func firstWords(slug string) []string {
	parts := strings.Split(slug, "-")
	words := []string{parts[0]}
	for _, part := range parts[1:] {
		last, _ := utf8.DecodeLastRuneInString(words[len(words)-1])
		if !joins(last, part) {
			break
		}
		words = append(words, words[len(words)-1]+part)
	}
	return words
}

// NameLabels returns the titles of columns, rows and keys whose values name
// what the numbers beside them are of: "Model", "Device", "Engine".
func (l *Lexicon) NameLabels() []string { return l.data.NameLabels }

// IsNameLabel reports whether a title is one of the name labels, in any case
// and in the singular or the plural, or made of nothing else: "Switch model".
func (l *Lexicon) IsNameLabel(title string) bool {
	slug := text.Slug(title)
	if l.nameLabels[slug] || l.nameLabels[strings.TrimSuffix(slug, "s")] {
		return true
	}
	words := strings.Split(slug, "-")
	for _, word := range words {
		if !l.nameLabels[word] {
			return false
		}
	}
	return len(words) > 1
}
