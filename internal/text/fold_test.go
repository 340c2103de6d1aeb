package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

func TestATextIsFolded(t *testing.T) {
	t.Parallel()
	for name, fold := range map[string]struct {
		by    func(string) string
		texts map[string]string
	}{
		"on one line": {text.OneLine, map[string]string{
			"": "", " ": "", "a b": "a b", " a  b ": "a b", "a\n\tb": "a b", "a\u00a0b\u2003c": "a b c", "é è ": "é è", "a ": "a", "X\x00Y": "X\x00Y",
		}},
		"in lower case on one line": {text.Folded, map[string]string{
			"  What IS\nthis ": "what is this", "ÄÖ Ü": "äö ü", "plain": "plain",
		}},
		"in lower case of ASCII": {text.LowerASCII, map[string]string{
			"": "", "abc": "abc", "ABC-Z@[": "abc-z@[", "ÄB": "Äb", "İI": "İi", "H\xffX": "h\xffx",
		}},
		"to what is seen": {text.Visible, map[string]string{
			"seen": "seen", "soft\u00adhyphen": "softhyphen", "zero\u200bwidth": "zero width", "\ufeffmark": "mark", "می\u200cخواهم": "میخواهم",
		}},
		"to what is typed": {text.Plain, map[string]string{
			"“one” „two« »": `"one" "two" "`, "it’s ‘so’": "it's 'so'", "a\u00a0b\tc\nd": "a b c d", "\x00\xff": "  ", "5″ – no": "5″ – no",
		}},
		"without tags": {text.WithoutTags, map[string]string{
			"a <b>bold</b> word": "a bold word", "1 < 2 > 0": "1 < 2 > 0", "a<b</i>": "a<b", "<!-- note -->x": "x", "<": "<", "<>": "<>",
			"see <https://a.example/b>": "see  https://a.example/b ", `<a href="x:y">z</a>`: "z", "List<int> x": "List x",
		}},
	} {
		for s, want := range fold.texts {
			if got := fold.by(s); got != want {
				t.Errorf("%q %s = %q, want %q", s, name, got, want)
			}
		}
	}
}

func TestAClippedTextEndsWithAWholeCharacter(t *testing.T) {
	t.Parallel()
	const s = "aé中\U0001f600"
	for most := -1; most <= len(s)+1; most++ {
		got := text.Clip(s, most)
		if !strings.HasPrefix(s, got) || !utf8.ValidString(got) || len(got) > max(0, most) {
			t.Errorf("Clip(%q, %d) = %q", s, most, got)
		}
		if rest := s[len(got):]; rest != "" {
			if _, size := utf8.DecodeRuneInString(rest); len(got)+size <= most {
				t.Errorf("Clip(%q, %d) = %q leaves room for more", s, most, got)
			}
		}
	}
}
