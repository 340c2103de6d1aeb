package api

import "strings"

// What stands between the values of a list parameter, and what takes the
// meaning from it.
const (
	separator = ','
	escape    = '\\'
)

// Alternatives writes words as the value of a list parameter: a comma between
// them, a backslash before each comma or backslash within.
func Alternatives(words ...string) string {
	escaping := strings.NewReplacer(`\`, `\\`, `,`, `\,`)
	return strings.Join(mapped(words, escaping.Replace), string(separator))
}

// splitAlternatives reads the value of a list parameter, without the white
// space around each word. A backslash before anything but a comma or another
// one is an ordinary letter.
func splitAlternatives(value string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		words = append(words, strings.TrimSpace(word.String()))
		word.Reset()
	}
	for i := 0; i < len(value); i++ {
		switch {
		case value[i] == separator:
			end()
			continue
		case value[i] == escape && i+1 < len(value) && strings.IndexByte(`\,`, value[i+1]) >= 0:
			i++
		}
		word.WriteByte(value[i])
	}
	end()
	return words
}
