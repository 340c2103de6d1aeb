package text

import (
	"slices"
	"strings"
)

// spelling is how letters within words are spelled in Britain and in America, and the
// endings of a word, with commas between them, that make sure of it.
type spelling struct{ british, american, endings string }

func spellings() [4]spelling {
	return [...]spelling{
		{"our", "or", ",s,ed,ing"},
		{"is", "iz", "e,es,ed,ing,er,ers,ation,ations"},
		{"ys", "yz", "e,es,ed,ing,er,ers"},
		{"ogue", "og", ",s"},
	}
}

// americanEndings returns the British endings of words with the American ones.
func americanEndings() [][2]string {
	all := [][2]string{
		{"metre", "meter"},
		{"metres", "meters"},
		{"litre", "liter"},
		{"litres", "liters"},
		{"fibre", "fiber"},
		{"fibres", "fibers"},
		{"centre", "center"},
		{"centres", "centers"},
	}
	for _, s := range spellings() {
		for ending := range strings.SplitSeq(s.endings, ",") {
			all = append(all, [2]string{s.british + ending, s.american + ending})
		}
	}
	return all
}

// American writes an English word in lower case the American way: "organise" is
// "organize". A word of less than 6 letters is spelled alike in both, but for those in
// "-re": "metre".
func (l *Language) American(word string) string {
	const shortest = 6
	if len(word) < shortest && !strings.HasSuffix(word, "re") {
		return word
	}
	for _, ending := range l.american {
		if base, ok := strings.CutSuffix(word, ending[0]); ok && !l.keepsSpelling(word) {
			return base + ending[1]
		}
	}
	return word
}

func (l *Language) keepsSpelling(word string) bool {
	return slices.ContainsFunc(l.spellingKept, func(base string) bool { return strings.HasPrefix(word, base) })
}

// SameSpelling reports whether two English words in lower case differ at most as a
// British and an American spelling do, wherever they do: "travelled" and "traveled". It
// needs no exceptions, since it holds one word against another.
func SameSpelling(a, b string) bool { return a == b || loose(a) == loose(b) }

// loose folds all that is spelled in two ways, in whatever word it stands: what it makes
// of a word need not be one.
func loose(word string) string {
	for _, ending := range [][2]string{{"re", "er"}, {"res", "ers"}, {"red", "ered"}} {
		if base, ok := strings.CutSuffix(word, ending[0]); ok {
			word = base + ending[1]
			break
		}
	}
	for _, s := range spellings() {
		word = strings.ReplaceAll(word, s.british, s.american)
	}
	return strings.ReplaceAll(strings.ReplaceAll(word, "ll", "l"), "enc", "ens")
}
