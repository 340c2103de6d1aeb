package text_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestEveryByteHasTheClassThatASCIIGivesIt(t *testing.T) {
	t.Parallel()
	const digits, capitals, small = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	for name, class := range map[string]struct {
		is      func(byte) bool
		members string
	}{
		"digit":  {text.IsDigit, digits},
		"upper":  {text.IsUpper, capitals},
		"lower":  {text.IsLower, small},
		"letter": {text.IsLetter, capitals + small},
	} {
		for c := range 256 {
			if got, want := class.is(byte(c)), strings.IndexByte(class.members, byte(c)) >= 0; got != want {
				t.Errorf("byte %#x is a %s: %t, want %t", c, name, got, want)
			}
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
