package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slug folds a name for look-ups: lower case, letters and digits only, with
// one hyphen for every run of anything else.
func Slug(name string) string { return SlugWith(name, '-') }

// SlugWith is Slug with another separator.
func SlugWith(name string, separator rune) string {
	if slug, ok := plainSlug(name, separator); ok {
		return slug
	}
	var slug strings.Builder
	pending := false
	for _, r := range strings.ToLower(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			pending = slug.Len() > 0
			continue
		}
		if pending {
			slug.WriteRune(separator)
			pending = false
		}
		slug.WriteRune(r)
	}
	return slug.String()
}

// plainSlug is SlugWith for ASCII, which most names are.
func plainSlug(name string, separator rune) (string, bool) {
	const usual = 64
	var space [usual]byte
	slug, pending := space[:0], false
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= utf8.RuneSelf || separator >= utf8.RuneSelf:
			return "", false
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case !IsDigit(c) && (c < 'a' || c > 'z'):
			pending = len(slug) > 0
			continue
		}
		if pending {
			slug, pending = utf8.AppendRune(slug, separator), false
		}
		slug = append(slug, c)
	}
	if string(slug) == name {
		return name, true
	}
	return string(slug), true
}
