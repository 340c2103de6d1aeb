package condition

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// word is a word of a text in lower case, by its bytes; "@" is the word that it
// stands for.
type word struct {
	text       string
	start, end int
}

func wordsOf(s string) []word {
	words := make([]word, 0, 1+len(s)/6)
	at := 0
	marks := func(to int) {
		for ; at < to; at++ {
			if s[at] == '@' {
				words = append(words, word{"at", at, at + 1})
			}
		}
	}
	for one := range text.CutPlain(s) {
		marks(one.Start)
		words = append(words, word{strings.ToLower(one.Text), one.Start, one.End})
		at = one.End
	}
	marks(len(s))
	return words
}

func textsOf(words []word) []string {
	texts := make([]string, len(words))
	for i, one := range words {
		texts[i] = one.text
	}
	return texts
}

// begins reports whether the words begin with a phrase.
func begins(words []word, phrase []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i, one := range phrase {
		if words[i].text != one {
			return false
		}
	}
	return true
}

// indexWord returns where a phrase stands as whole words, from a place on; -1 where
// it does not.
func indexWord(s, phrase string, from int) int {
	for phrase != "" {
		at := strings.Index(s[from:], phrase)
		if at < 0 {
			break
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		behind, _ := utf8.DecodeRuneInString(s[at+len(phrase):])
		if !text.IsWord(before) && !text.IsWord(behind) {
			return at
		}
		from = at + len(phrase)
	}
	return -1
}

// withoutDevice takes the device's own name out of a text, for it states nothing,
// where the lexicon does not find it. What is per that device is per one of its
// class.
func withoutDevice(s string, device *quarry.DeviceMention) string {
	from := 0
	for {
		at := indexWord(s, device.Written, from)
		if at < 0 {
			return s
		}
		instead := device.Written
		switch classed := device.Class != "" && device.Class != quarry.ClassUnknown; {
		case classed && strings.HasSuffix(strings.ToLower(s[:at]), "per "):
			instead = string(device.Class)
		case device.Discovered:
			instead = " "
		}
		s = s[:at] + instead + s[at+len(device.Written):]
		from = at + len(instead)
	}
}

// isYear reports whether a word is a year of our time.
func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20")) && text.AllDigits(s)
}
