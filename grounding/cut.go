package grounding

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutMark ends a text that was cut.
const cutMark = " […]"

// tidy takes the spaces at the ends of lines and all but one of several empty lines
// from a text: they cost tokens and say nothing, and a tokenizer takes a time that grows
// with the square of a row of them.
func tidy(text string) string {
	var tidied strings.Builder
	tidied.Grow(len(text))
	empty := 0
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\r", "\n")
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" {
			empty++
			continue
		}
		if tidied.Len() > 0 {
			tidied.WriteString("\n")
			if empty > 0 {
				tidied.WriteString("\n")
			}
		}
		empty = 0
		tidied.WriteString(line)
	}
	return tidied.String()
}

// most is how many bytes of a text are looked at for so many tokens of room: a token
// is seldom longer.
func most(text string, room int) string {
	const bytesPerToken = 16
	reach := (room + 1) * bytesPerToken
	if len(text) <= reach {
		return text
	}
	for reach > 0 && !utf8.RuneStart(text[reach]) {
		reach--
	}
	return text[:reach]
}

// ends returns where a text can be cut: behind its sentences and its lines, ascending, and
// nowhere within a block of code.
func (l language) ends(text string) []int {
	var all []int
	fenced, from := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		if from > 0 && strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			fenced = !fenced
		}
		if from > 0 && !fenced {
			all = append(all, from-1)
		}
		if !fenced {
			all = append(all, l.endsWithin(line, from)...)
		}
		from += len(line) + 1
	}
	return all
}

// endsWithin returns where sentences end before the end of a line that begins at a place.
func (l language) endsWithin(line string, from int) []int {
	var all []int
	for one := range l.english.Sentences(line) {
		if one.End < len(line) {
			all = append(all, from+one.End)
		}
	}
	return all
}

// cut returns the longest beginning of a text that ends with a sentence or a line, or
// else with a word, and has at most so many tokens with the mark behind it, and how many
// these are; "" where none goes on behind the first bytes, which tell nothing.
func (c counter) cut(l language, text string, least, room int) (string, int) {
	text = most(text, room)
	from, sum := 0, 0
	var places []int
	for _, end := range l.ends(text) { // as far as the pieces, each counted for itself, have room
		if sum += c.count(text[from:end]); sum > room+slack {
			break
		}
		from = end
		places = append(places, end)
	}
	if cut, n := c.cutAt(text, places, least, room); cut != "" {
		return cut, n
	}
	return c.cutAt(text, c.words(text, room), least, room)
}

// cutAt cuts at the last of some places that leaves room for the mark.
func (c counter) cutAt(text string, places []int, least, room int) (string, int) {
	for _, place := range slices.Backward(places) {
		whole := strings.TrimRight(text[:place], " \n")
		if len(whole) <= least {
			break
		}
		if n := c.count(whole + cutMark); n <= room {
			return whole + cutMark, n
		}
	}
	return "", 0
}

// words returns where words end, as far as there is room, ascending.
func (c counter) words(text string, room int) []int {
	var all []int
	for i := range len(text) {
		if text[i] == ' ' || text[i] == '\n' {
			all = append(all, i)
		}
	}
	fitting := sort.Search(len(all), func(i int) bool { return c.count(text[:all[i]]) > room })
	return all[:fitting]
}

// slack is how many tokens more pieces may have than what they make together has less.
const slack = 16
