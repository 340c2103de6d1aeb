package phrase

import (
	"strings"
	"unicode/utf8"
)

// optionKey is what the lines below the options say about them.
type optionKey struct {
	named       bool  // a line names the right options
	announced   bool  // the label of one was the last line
	lines       []int // indexes of the lines that do
	explanation []string
}

// readKey looks below the options for a line that names the right ones, and
// keeps what else stands there.
func (r *Reader) readKey(l *optionList, lines []string) optionKey {
	key := optionKey{}
	for i := l.end; i < len(lines); i++ {
		if key.named || !key.read(r, l, i, lines[i]) {
			key.keep(r, lines[i])
		}
	}
	for n := len(key.explanation); n > 0 && strings.Trim(withoutTags(key.explanation[n-1]), " \t-*_") == ""; n-- {
		key.explanation = key.explanation[:n-1]
	}
	return key
}

// read takes a line that names the right options, or is a label that the next
// line belongs to.
func (k *optionKey) read(r *Reader, l *optionList, i int, line string) bool {
	value, labelled := r.keyValue(line)
	if k.announced && !labelled && strings.TrimSpace(line) != "" {
		value, labelled = strings.TrimSpace(withoutTags(line)), true
	}
	switch {
	case !labelled:
		return false
	case value == "":
		k.announced = true
		k.lines = append(k.lines, i)
		return true
	}
	rest, ok := l.name(r, value)
	k.announced = false
	if !ok {
		return false
	}
	k.named = true
	k.lines = append(k.lines, i)
	k.explain(rest)
	return true
}

// keep takes a line for a part of the explanation.
func (k *optionKey) keep(r *Reader, line string) {
	if !r.MetaLine(line) && (len(k.explanation) > 0 || holdsWord(withoutTags(line))) {
		k.explanation = append(k.explanation, line)
	}
}

func (k *optionKey) explain(rest string) {
	if holdsWord(rest) {
		k.explanation = append(k.explanation, rest)
	}
}

// IsKeyLine reports whether a line is labelled as an answer.
func (r *Reader) IsKeyLine(line string) bool {
	_, ok := r.keyValue(line)
	return ok
}

// keyValue returns what stands behind the label of an answer: "Answer: B",
// "**Correct option: (c)**", "The correct answer is B.".
func (r *Reader) keyValue(line string) (string, bool) {
	if len(line) > longestKey {
		line = line[:longestKey]
		return r.keyOf(line)
	}
	return r.keyOf(line)
}

// longestKey is how much of a line is looked at for the label of an answer.
const longestKey = 4000

func (r *Reader) keyOf(line string) (string, bool) {
	if strings.Contains(line, "<") {
		line = withoutTags(strings.Replace(line, "</summary>", ": ", 1))
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
	if found, ok := r.readLabel(line, r.keyLabels); ok {
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
		return strings.TrimLeft(rest, " \t.,;:-–—)]*_"), true
	}
	bare := strings.TrimLeft(unwrap(strings.TrimSpace(value)), " *_\"'")
	best := -1
	for i, item := range l.items {
		if _, ok := cutFold(bare, item.text); ok && (best < 0 || len(item.text) > len(l.items[best].text)) {
			best = i
		}
	}
	if best < 0 {
		return value, false
	}
	l.items[best].right = true
	rest, _ := cutFold(bare, l.items[best].text)
	return strings.TrimLeft(rest, " \t.,;:-–—)]*_\"'"), true
}

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
	if rest = strings.TrimLeft(rest, " \t.,;:-–—)]*_\n"); rest != "" {
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
	if number, rest, ok := shortNumber(bare); ok && len(l.items) > 0 && l.items[0].kind == numberedOption {
		return number - 1, rest, number >= 1 && number <= len(l.items) && r.endsLetter(rest)
	}
	sign, size := utf8.DecodeRuneInString(bare)
	for _, row := range alphabets() {
		at := strings.IndexRune(row, sign)
		if size == 0 || at < 0 || sign == utf8.RuneError || len(l.items) == 0 || l.items[0].place < 0 {
			continue
		}
		place := utf8.RuneCountInString(row[:at])
		if place >= len(l.items) {
			return 0, text, false
		}
		rest := bare[size:]
		_, repeated := cutFold(strings.TrimLeft(rest, " "), l.items[place].text)
		return place, rest, r.endsLetter(rest) || repeated
	}
	return 0, text, false
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
	bare := strings.TrimLeft(rest, " \t.,;:-–—)]*_")
	if after, ok := cutFold(bare, option); ok {
		return after
	}
	return rest
}

// cutFold takes words off the front of a text, in any case, where no word goes
// on behind them.
func cutFold(text, words string) (string, bool) {
	words = strings.TrimRight(words, ".!; ")
	rest, ok := cutFoldPrefix(text, words)
	if !ok || words == "" {
		return text, false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if rest != "" && isWordRune(next) {
		return text, false
	}
	return rest, true
}

func cutFoldPrefix(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}
