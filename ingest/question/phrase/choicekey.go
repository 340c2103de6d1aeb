package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// optionKey is what the lines below the options say about them.
type optionKey struct {
	lines       []int // indexes of the lines that name the right ones
	explanation []string
}

// readKey looks below the options for a line that names the right ones, or for a
// label that the next line belongs to, and keeps what else stands there. Without
// one it takes those for right that their marks tell from the others.
func (r *Reader) readKey(l *optionList, lines []string) optionKey {
	key, named, announced := optionKey{}, false, false
	for i := l.end; i < len(lines); i++ {
		line := lines[i]
		value, labelled := r.keyValue(line)
		if announced && !labelled && strings.TrimSpace(line) != "" {
			value, labelled = strings.TrimSpace(text.WithoutTags(line)), true
		}
		if labelled && !named {
			announced = value == ""
			rest, ok := l.name(r, value)
			if named = ok; ok || announced {
				key.lines = append(key.lines, i)
				if holdsWord(rest) {
					key.explanation = append(key.explanation, rest)
				}
				continue
			}
		}
		if !r.MetaLine(line) && (len(key.explanation) > 0 || holdsWord(text.WithoutTags(line))) {
			key.explanation = append(key.explanation, line)
		}
	}
	for n := len(key.explanation); n > 0 && strings.Trim(text.WithoutTags(key.explanation[n-1]), " \t-*_") == ""; n-- {
		key.explanation = key.explanation[:n-1]
	}
	if !named {
		mark(l.items)
	}
	return key
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
	if inner, ok := strings.CutPrefix(bare, "["); ok && strings.HasSuffix(inner, "]") {
		bare = strings.TrimSuffix(inner, "]")
	}
	bare = strings.TrimLeft(bare, "✅✔✓\ufe0f👉→ ")
	if found, ok := r.readKeyLabel(bare); ok {
		return found.rest, true
	}
	folded := strings.ToLower(bare[:min(len(bare), longestLabel)])
	if opening := r.cues["option_key_openings"].Prefix(folded); opening != "" {
		return strings.TrimLeft(bare[len(opening):], " :"), true
	}
	return "", r.IsAnswerLabel(line)
}

// readKeyLabel matches the label of what says which option is right. The letter
// alone is that of an option, and the back of a card is none.
func (r *Reader) readKeyLabel(line string) (label, bool) {
	if found, ok := r.readLabel(line, r.cues["option_key_labels"].List()); ok {
		return found, true
	}
	found, ok := r.readAnswer(line)
	return found, ok && found.name != "a" && found.name != "back"
}

// name marks the options that an answer names, by letter, by number or by all
// of their words, and returns what the answer says besides.
func (l *optionList) name(r *Reader, value string) (string, bool) {
	if places, rest, ok := l.letters(r, value); ok {
		for _, place := range places {
			l.items[place].right = true
		}
		if len(places) == 1 {
			rest = withoutRepeat(rest, l.items[places[0]].text)
		}
		return strings.TrimLeft(rest, behindOption), true
	}
	bare := strings.TrimLeft(unwrap(strings.TrimSpace(value)), " *_\"'")
	var best *optionItem
	said := value
	for i := range l.items {
		item := &l.items[i]
		if rest, ok := cutFold(bare, item.text); ok && (best == nil || len(item.text) > len(best.text)) {
			best, said = item, strings.TrimLeft(rest, behindOption+"\"'")
		}
	}
	if best != nil {
		best.right = true
	}
	return said, best != nil
}

// behindOption is what may part the option that an answer names from what it says
// besides.
const behindOption = " \t.,;:-–—)]*_"

// Named returns the options that an answer names by their letters, a line each, and what it
// says besides; the answer itself where it names none.
func (r *Reader) Named(answer string, options []string) string {
	list := optionList{kind: letteredOption}
	for place, option := range options {
		if strings.EqualFold(strings.TrimSpace(answer), option) {
			return answer // "I", where "I" is an option and the ninth letter
		}
		list.items = append(list.items, optionItem{kind: letteredOption, place: place, text: option})
	}
	places, rest, ok := list.letters(r, answer)
	if !ok {
		return answer
	}
	named := make([]string, len(places))
	for i, place := range places {
		named[i] = options[place]
		rest = withoutRepeat(rest, options[place])
	}
	said := strings.Join(named, "\n")
	if rest = strings.TrimLeft(rest, behindOption+"\n"); rest != "" {
		said += "\n\n" + rest
	}
	return said
}

// NamesOption reports whether an answer begins with the letter of an option.
func (r *Reader) NamesOption(answer string) bool {
	list := optionList{kind: letteredOption, items: make([]optionItem, mostOptions)}
	_, _, ok := list.letters(r, answer)
	return ok
}

// letters reads the letters or numbers at the beginning of an answer: "B", "(c)
// because …", "B and D", "Option A: …".
func (l *optionList) letters(r *Reader, value string) ([]int, string, bool) {
	rest := strings.TrimLeft(value, " *_`")
	head := strings.ToLower(rest[:min(len(rest), longestLabel)])
	if after, ok := strings.CutPrefix(rest[len(r.cues["option_nouns"].Prefix(head)):], " "); ok {
		rest = after
	}
	var places []int
	for len(places) < mostOptions {
		place, after, ok := l.letter(r, rest)
		if !ok {
			break
		}
		places = append(places, place)
		rest = after
		next, joined := r.cutJoin(rest)
		if !joined {
			break
		}
		if _, _, more := l.letter(r, next); !more {
			break
		}
		rest = next
	}
	return places, rest, len(places) > 0
}

// letter reads one letter or number that an option has. A letter before a word
// is an article: "A cat".
func (l *optionList) letter(r *Reader, text string) (int, string, bool) {
	bare := strings.TrimLeft(text, "([*_")
	row, place, size := letterAt(bare)
	if size == 0 || place >= len(l.items) || l.items[0].place < 0 || (row == numbers && l.kind != numberedOption) {
		return 0, text, false
	}
	rest := bare[size:]
	_, repeated := cutFold(strings.TrimLeft(rest, " "), l.items[place].text)
	return place, rest, r.endsLetter(rest) || repeated
}

// endsLetter reports whether a letter stands for itself before a text.
func (r *Reader) endsLetter(rest string) bool {
	rest = strings.TrimLeft(rest, "*_")
	if rest == "" || hasAnyPrefix(rest, ")", "]", ".", ":", ",", ";", "/", "&", "+", "、", "，", "。", "）") {
		return true
	}
	bare := strings.TrimLeft(rest, " ")
	if bare == rest {
		return false
	}
	joined := r.cues["option_joints"].Prefix(bare) + r.cues["behind_options"].Prefix(bare)
	return joined != "" || bare == "" || hasAnyPrefix(bare, "-", "–", "—", "(", "&", "=", "→")
}

// cutJoin takes what joins two letters off the front.
func (r *Reader) cutJoin(text string) (string, bool) {
	text = strings.TrimLeft(text, ")].*_ ")
	bare := strings.TrimPrefix(text, ", ")
	if rest, ok := r.cues["option_joints"].Cut(bare); ok && rest != "" {
		return rest, true
	}
	for _, join := range []string{",", "/", "&", "+", "、", "，", ";"} {
		if rest, ok := strings.CutPrefix(text, join); ok {
			return strings.TrimLeft(rest, " "), true
		}
	}
	return text, false
}

// withoutRepeat takes an option's own words away where an answer repeats them.
func withoutRepeat(rest, option string) string {
	bare := strings.TrimLeft(rest, behindOption)
	if after, ok := cutFold(bare, option); ok {
		return after
	}
	return rest
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
