package text_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestEveryByteOfASCIIHasItsClass(t *testing.T) {
	t.Parallel()
	const digits, capitals, small = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	in := map[byte]string{}
	for class, members := range map[string]string{"digit": digits, "upper": capitals, "lower": small} {
		for i := range len(members) {
			in[members[i]] = class
		}
	}
	for c := range 256 {
		c := byte(c)
		got := ""
		for class, is := range map[string]bool{"digit": text.IsDigit(c), "upper": text.IsUpper(c), "lower": text.IsLower(c)} {
			if is {
				got += class
			}
		}
		if got != in[c] {
			t.Errorf("byte %q is %q, want %q", c, got, in[c])
		}
		if letter := in[c] == "upper" || in[c] == "lower"; text.IsLetter(c) != letter {
			t.Errorf("IsLetter(%q) = %t, want %t", c, !letter, letter)
		}
	}
}

func TestOnlyDigitsAreAllDigits(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{"0": true, "1024": true, "": false, "1.5": false, "-1": false, "H100": false, "٣": false, "３": false} {
		if got := text.AllDigits(s); got != want {
			t.Errorf("AllDigits(%q) = %t, want %t", s, got, want)
		}
	}
}

func TestACharacterIsOfAWordInAnyScript(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]bool{
		'a': true, 'Z': true, '7': true, 'é': true, 'я': true, '中': true, '٣': true, '\u0301': true,
		'_': false, '\'': false, ' ': false, '²': false, '½': false, '°': false, '—': false, '\ufffd': false,
	} {
		if got := text.IsWord(r); got != want {
			t.Errorf("IsWord(%q) = %t, want %t", r, got, want)
		}
	}
}

func TestAScriptWithoutSpacesIsKnownByItsCharacters(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]bool{
		'中': true, 'の': true, 'カ': true, 'ー': true, 'ก': true, 'ລ': true, 'ក': true, 'မ': true,
		'a': false, 'é': false, 'я': false, '한': false, '。': false, 'Ａ': false, 'ع': false,
	} {
		if got := text.IsUnspaced(r); got != want {
			t.Errorf("IsUnspaced(%q) = %t, want %t", r, got, want)
		}
	}
}
