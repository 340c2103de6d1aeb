package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// readKey looks below the options for a line that names the right ones, or for a
// label that the next line belongs to, and returns the indexes of these lines and what
// else stands there. Without one it takes those for right that their marks tell from the
// others.
func (r *Reader) readKey(l *optionList, lines []string) ([]int, []string) {
	var used []int
	var explanation []string
	named, announced := false, false
	for i := l.end; i < len(lines); i++ {
		value, labelled := r.keyValue(lines[i])
		bare := strings.TrimSpace(text.WithoutTags(lines[i]))
		if announced && !labelled && bare != "" {
			value, labelled = bare, true
		}
		if labelled && !named {
			announced = value == ""
			rest, ok := l.name(r, value)
			if named = ok; ok || announced {
				used = append(used, i)
				if holdsWord(rest) {
					explanation = append(explanation, rest)
				}
				continue
			}
		}
		if len(explanation) > 0 || holdsWord(bare) {
			explanation = append(explanation, lines[i])
		}
	}
	for n := len(explanation); n > 0 && !holdsWord(text.WithoutTags(explanation[n-1])); n-- {
		explanation = explanation[:n-1]
	}
	if !named {
		mark(l.items)
	}
	return used, explanation
}

// IsKeyLine reports whether a line is labelled as an answer.
func (r *Reader) IsKeyLine(line string) bool {
	_, ok := r.keyValue(line)
	return ok
}

// longestKey is how much of a line is looked at for the label of an answer.
const longestKey = 4000

// keyValue returns what stands behind the label of an answer: "Answer: B",
// "**Correct option: (c)**", "The correct answer is B.".
func (r *Reader) keyValue(line string) (string, bool) {
	line = line[:min(len(line), longestKey)]
	if strings.Contains(line, "<") {
		line = text.WithoutTags(strings.Replace(line, "</summary>", ": ", 1))
	}
	bare := unwrap(cutMark(strings.TrimSpace(strings.TrimLeft(line, "> \t"))))
	if found, ok := r.readLabel(bare, r.keyLabels); ok {
		return found.rest, true
	}
	if found, ok := r.readAnswer(bare); ok && found.name != "a" && found.name != "back" { // "a." is an option
		return found.rest, true
	}
	return "", r.IsAnswerLabel(line)
}

// name marks the options that an answer names, by all of the words of one, by letters or by
// numbers, and returns what the answer says besides.
func (l *optionList) name(r *Reader, value string) (string, bool) {
	bare := strings.TrimLeft(unwrap(strings.TrimSpace(value)), " *_\"'`")
	var best *optionItem
	said := ""
	for i := range l.items {
		item := &l.items[i]
		if rest, ok := cutFold(bare, item.text); ok && (best == nil || len(item.text) > len(best.text)) {
			best, said = item, strings.TrimLeft(rest, behindOption)
		}
	}
	if best != nil {
		best.right = true
		return said, true
	}
	places, rest := l.letters(r, bare)
	for _, place := range places {
		l.items[place].right = true
	}
	return rest, len(places) > 0
}

// behindOption is what may part the option that an answer names from what it says
// besides.
const behindOption = " \t\n.,;:-–—)]*_\"'"

// Named returns the options that an answer names by their letters, a line each, and what it
// says besides; the answer itself where it names none, or names it by its words.
func (r *Reader) Named(answer string, options []string) string {
	list := optionList{kind: letteredOption}
	for place, option := range options {
		if _, ok := cutFold(answer, option); ok {
			return answer // "I", where "I" is an option and the ninth letter
		}
		list.items = append(list.items, optionItem{kind: letteredOption, place: place, text: option})
	}
	places, rest := list.letters(r, answer)
	if len(places) == 0 {
		return answer
	}
	named := Choice{Explanation: []string{rest}}
	for _, place := range places {
		named.Options = append(named.Options, Option{Text: options[place], Right: true})
	}
	return named.Answer()
}

// NamesOption reports whether an answer begins with the letter of an option.
func (r *Reader) NamesOption(answer string) bool {
	list := optionList{kind: letteredOption, items: make([]optionItem, mostOptions)}
	places, _ := list.letters(r, answer)
	return len(places) > 0
}

// letters reads the letters or numbers at the beginning of an answer, and returns the
// places that they stand for and what follows that does not repeat the options: "B",
// "(c) because …", "B and D".
func (l *optionList) letters(r *Reader, value string) ([]int, string) {
	var places []int
	rest, next, more := value, value, true
	for more && len(places) < mostOptions {
		place, after, ok := l.letter(r, next)
		if !ok {
			break
		}
		places, rest = append(places, place), after
		next, more = r.cutJoin(after)
	}
	for _, place := range places {
		rest = strings.TrimLeft(rest, behindOption)
		if after, ok := cutFold(rest, l.items[place].text); ok {
			rest = strings.TrimLeft(after, behindOption)
		}
	}
	return places, rest
}

// letter reads one letter or number that an option has. A letter before a word
// is an article: "A cat".
func (l *optionList) letter(r *Reader, text string) (int, string, bool) {
	bare := strings.TrimLeft(text, "([*_` ")
	row, place, size := letterAt(bare)
	if size == 0 || place >= len(l.items) || l.items[0].place < 0 || (row == numbers && l.kind != numberedOption) {
		return 0, text, false
	}
	rest := bare[size:]
	behind := strings.TrimLeft(rest, "*_ ")
	next, _ := utf8.DecodeRuneInString(behind)
	return place, rest, !isWordRune(next) || r.cues["option_joints"].Prefix(behind) != ""
}

// cutJoin takes what joins two letters off the front.
func (r *Reader) cutJoin(text string) (string, bool) {
	text = strings.TrimLeft(text, ")].*_ ")
	bare := strings.TrimLeft(text, ",/&+、，; ")
	rest, ok := r.cues["option_joints"].Cut(bare)
	return rest, ok || bare != text
}

// cutFold takes words off the front of a text, in any case, where no word goes
// on behind them.
func cutFold(text, words string) (string, bool) {
	words = strings.TrimRight(words, ".!; ")
	if words == "" || len(text) < len(words) || !strings.EqualFold(text[:len(words)], words) {
		return text, false
	}
	rest := text[len(words):]
	next, _ := utf8.DecodeRuneInString(rest)
	return rest, rest == "" || !isWordRune(next)
}
