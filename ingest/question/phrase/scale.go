package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Ends of the scales that difficulties are counted on.
const (
	shortestScale = 3
	longestScale  = 10
)

// onScale returns the difficulty that n of m stands for. Its position on the
// scale is (n−1)/(m−1): the lowest third is easy, the top third hard. 1/5 and
// 2/5 are easy, 3/5 is medium, 4/5 and 5/5 are hard.
func onScale(n, m int) (quarry.Difficulty, bool) {
	switch {
	case m < shortestScale || m > longestScale || n < 1 || n > m:
		return "", false
	case 3*(n-1) < m-1:
		return quarry.Easy, true
	case 3*(n-1) < 2*(m-1):
		return quarry.Medium, true
	}
	return quarry.Hard, true
}

// starGrade reads a row of stars or other full and empty marks, "★★☆". Full
// stars alone count to three: one is easy, two are medium, more are hard.
func starGrade(text string) (quarry.Difficulty, bool) {
	full, empty, stars := 0, 0, true
	for _, r := range text {
		switch {
		case strings.ContainsRune(fullStars, r):
			full++
		case strings.ContainsRune(fullMarks, r):
			full++
			stars = false
		case strings.ContainsRune(emptyMarks, r):
			empty++
		case !strings.ContainsRune(" \ufe0f", r):
			return "", false
		}
	}
	if empty > 0 {
		return onScale(full, full+empty)
	}
	if !stars || full > 5 {
		return "", false
	}
	return onScale(min(full, shortestScale), shortestScale)
}

// Marks that scales are made of.
const (
	fullStars  = "★⭐🌟✭✯"
	fullMarks  = "●⬤■◆▰▮"
	emptyMarks = "☆✩○◯□◇▱▯"
	lights     = "🟢🟡🟠🔴🟩🟨🟧🟥"
)

// isScaleMark reports whether a rune may be part of a grade that is drawn.
func isScaleMark(r rune) bool {
	return strings.ContainsRune(fullStars+fullMarks+emptyMarks+lights+"\ufe0f", r)
}

// leadingMarks returns the row of scale marks that a text begins with.
func leadingMarks(text string) string {
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return r == ' ' || isScaleMark(r) })
	return strings.TrimSpace(text[:len(text)-len(rest)])
}

// drawnGrade reads stars, or one light: "🟢" is easy.
func (r *Reader) drawnGrade(marks string) (quarry.Difficulty, bool) {
	marks = strings.ReplaceAll(marks, "\ufe0f", "")
	if utf8.RuneCountInString(marks) == 1 && strings.Contains(lights, marks) {
		return r.lexicon.GradeOf(marks)
	}
	return starGrade(marks)
}

// fractionGrade reads "3/5", "3 of 5" and "3 out of 5".
func (r *Reader) fractionGrade(text string) (quarry.Difficulty, bool) {
	n, of, ok := r.numerals.OutOf(text)
	if !ok {
		return "", false
	}
	return onScale(n, of)
}

// shortNumber reads a number of at most two digits off the front.
func shortNumber(text string) (int, string, bool) {
	digits := leading(text, "0123456789")
	if digits == "" || len(digits) > 2 {
		return 0, text, false
	}
	number := 0
	for _, d := range digits {
		number = 10*number + int(d-'0')
	}
	return number, text[len(digits):], true
}
