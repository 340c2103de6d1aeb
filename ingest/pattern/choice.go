package pattern

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// optionReader reads the options below a question's stem.
type optionReader func(stem string, lines []string) (phrase.Choice, bool)

// optionsFor returns how a question's options are read: by their shape alone
// where several questions have options beyond doubt, or where a key names a
// letter as the answer to one of its number.
func (t *reader) optionsFor(one asked) optionReader {
	if t.offered || (one.number >= 0 && t.lettered[one.number]) {
		return phrase.Options
	}
	return phrase.Choices
}

// readLetters notes the numbers under which keys have letters.
func (t *reader) readLetters() {
	t.lettered = map[int]bool{}
	for _, k := range t.keys {
		for _, one := range k.answers {
			rest, _, _ := cutBullet(strings.TrimSpace(t.text.Line(one.first)))
			if letterOf(rest) >= 0 || letterOf(one.written) >= 0 {
				t.lettered[one.number] = true
			}
		}
	}
}

// chosen returns how many questions have options beyond doubt.
func (t *reader) chosen(taken []asked) int {
	count := 0
	for _, one := range taken {
		first, last := t.answerLines(one)
		if first == 0 || last-first > longestQuestion {
			continue
		}
		if _, ok := phrase.Choices(one.words, strings.Split(t.written(first, last), "\n")); ok {
			count++
		}
	}
	return count
}

// choose reads a question's options, and its answer among them.
func (t *reader) choose(q *quarry.Question, read optionReader, written string) bool {
	found, ok := read(q.Text, strings.Split(written, "\n"))
	if !ok {
		return false
	}
	q.Style, q.Choices, q.Answer = quarry.StyleChoice, found.Texts(), found.Answer()
	if stem := phrase.Strip(withoutPictures(found.Stem)); stem != "" {
		q.Text = stem
	}
	if phrase.IsPlaceholder(q.Answer) {
		q.Answer = ""
	}
	return true
}

// withoutPictures takes the lines off a stem that hold nothing but a picture.
func withoutPictures(stem string) string {
	if !strings.Contains(stem, "![") && !strings.Contains(stem, "<img") {
		return stem
	}
	var kept []string
	for line := range strings.SplitSeq(stem, "\n") {
		if bare := strings.TrimSpace(line); !isPicture(bare) {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

func isPicture(bare string) bool {
	return (strings.HasPrefix(bare, "![") && strings.HasSuffix(bare, ")") && strings.Count(bare, "](") == 1) ||
		(strings.HasPrefix(bare, "<img") && strings.HasSuffix(bare, ">") && strings.Count(bare, ">") == 1)
}

// letterOf returns the place in the alphabet of a letter that stands alone,
// with a mark behind it or not, -1 for anything else.
func letterOf(text string) int {
	bare := strings.ToLower(strings.Trim(text, " ().*_:"))
	if len(bare) != 1 || bare[0] < 'a' || bare[0] > 'j' {
		return -1
	}
	return int(bare[0] - 'a')
}

// optionNamed returns the option that an answer names by its letter, or the answer
// itself.
func optionNamed(answer string, options []string) string {
	letter, rest, _ := strings.Cut(answer, " ")
	at := letterOf(letter)
	if at < 0 || at >= len(options) || (rest != "" && letter == strings.Trim(letter, ").:")) {
		return answer
	}
	rest = strings.TrimLeft(rest, "-–—: ")
	if rest == "" || strings.HasPrefix(rest, options[at]) {
		return strings.TrimSpace(options[at] + strings.TrimPrefix(rest, options[at]))
	}
	return options[at] + "\n\n" + rest
}
