package text_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestWordsAreNearWhenTheirSlipsAreFewEnough(t *testing.T) {
	t.Parallel()
	words := []string{"", "a", "memory", "memroy", "mamory", "memories", "emory", "größe", "grösse", "zzzzzzzz", "latency", "latncy", "中文", "中国"}
	for _, a := range words {
		for _, b := range words {
			for most := range 4 {
				slips, ok := text.Near(a, b, most)
				if far := text.Slips(a, b); ok != (far <= most) || ok && slips != far {
					t.Errorf("Near(%q, %q, %d) = %d, %t; the words are %d slips apart", a, b, most, slips, ok, far)
				}
			}
		}
	}
}

func TestASlipIsToldByWhatWentWrong(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		written, meant string
		want           text.Slip
	}{
		{"memory", "memory", text.NoSlip},
		{"", "", text.NoSlip},
		{"memry", "memory", text.LetterLost},
		{"emory", "memory", text.LetterLost},
		{"memor", "memory", text.LetterLost},
		{"acess", "access", text.LetterLost},
		{"memmory", "memory", text.LetterDoubled},
		{"memoryy", "memory", text.LetterDoubled},
		{"memxory", "memory", text.LetterAdded},
		{"xmemory", "memory", text.LetterAdded},
		{"mamory", "memory", text.LetterChanged},
		{"grösse", "grosse", text.LetterChanged},
		{"memroy", "memory", text.LettersSwapped},
		{"emmory", "memory", text.LettersSwapped},
		{"mmory", "memry", text.SeveralSlips},
		{"mory", "memory", text.SeveralSlips},
		{"xemorx", "memory", text.SeveralSlips},
		{"", "of", text.SeveralSlips},
	} {
		if got := text.KindOfSlip(tc.written, tc.meant); got != tc.want {
			t.Errorf("KindOfSlip(%q, %q) = %d, want %d", tc.written, tc.meant, got, tc.want)
		}
	}
}
