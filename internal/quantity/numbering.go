package quantity

import (
	"math"
	"strconv"
	"strings"
)

// Roman returns the value of a Roman number below 40, in small letters or in capitals,
// and 0 for anything else.
func Roman(letters string) int {
	const ten, mostTens = 10, 3
	folded := strings.ToLower(letters)
	if folded != letters && strings.ToUpper(letters) != letters {
		return 0
	}
	ones := strings.TrimLeft(folded, "x")
	tens := len(folded) - len(ones)
	if tens > mostTens {
		return 0
	}
	for i, one := range [...]string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"} {
		if ones == one {
			return ten*tens + i
		}
	}
	return 0
}

// OutOf reads a grade and the highest one, "4/5" and "4 out of 5", of a text that is
// nothing else. The grade is at least 1 and at most the highest.
func (n Numerals) OutOf(text string) (int, int, bool) {
	grade, rest := cutDigits(strings.TrimSpace(text))
	rest = strings.ToLower(strings.TrimSpace(rest))
	highest, rest := cutDigits(strings.TrimSpace(n.behindOutOf(rest)))
	number, err := strconv.Atoi(grade)
	of, wrong := strconv.Atoi(highest)
	if err != nil || wrong != nil || rest != "" || number < 1 || number > of {
		return 0, 0, false
	}
	return number, of, true
}

func cutDigits(text string) (string, string) {
	rest := strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// behindOutOf returns what stands behind the sign or the words between two grades, ""
// if there are none.
func (n Numerals) behindOutOf(text string) string {
	for _, stroke := range [...]string{"/", "⁄"} {
		if behind, ok := strings.CutPrefix(text, stroke); ok {
			return behind
		}
	}
	for _, words := range n.languages {
		for _, between := range words.OutOf {
			if behind, ok := strings.CutPrefix(text, between+" "); ok {
				return behind
			}
		}
	}
	return ""
}

// Format writes a number with all its digits, as long as a person can read them, and
// with a power of ten beyond that.
func Format(value float64) string {
	const least, most = 1e-6, 1e15
	if size := math.Abs(value); size != 0 && (size < least || size >= most) {
		return strconv.FormatFloat(value, 'g', -1, bitsOfFloat)
	}
	return strconv.FormatFloat(value, 'f', -1, bitsOfFloat)
}
