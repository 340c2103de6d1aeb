package pattern

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// optionReader reads the options below a question's stem.
type optionReader func(stem string, lines []string) (phrase.Choice, bool)

// optionsFor returns how a question's options are read: by their shape alone
// where several questions have options beyond doubt, or where a key or the
// question's own label names a letter as the answer.
func (t *reader) optionsFor(one asked) optionReader {
	if t.offered || t.lines[one.line].right > 0 || (one.number >= 0 && t.lettered[one.number]) {
		return t.words.Options
	}
	return func(stem string, lines []string) (phrase.Choice, bool) {
		if found, ok := t.words.Choices(stem, lines); ok {
			return found, true
		}
		found, ok := t.words.onlyOptions(stem, lines)
		return found, ok && (t.bare || t.words.AsksForOne(stem))
	}
}

// Limits of options that nothing says of which is right.
const (
	fewestBare  = 3
	longestBare = 100 // bytes of one of them
)

// onlyOptions reads short lettered options, where nothing else stands below a
// question and nothing says which is right.
func (w words) onlyOptions(stem string, lines []string) (phrase.Choice, bool) {
	found, ok := w.Options(stem, lines)
	if !ok || !found.Lettered() || found.Answer() != "" || found.Stem != stem || len(found.Options) < fewestBare {
		return phrase.Choice{}, false
	}
	for _, option := range found.Options {
		if len(option.Text) > longestBare || strings.Contains(option.Text, "\n") {
			return phrase.Choice{}, false
		}
	}
	return found, true
}

// readLetters notes the numbers under which keys have letters.
func (t *reader) readLetters() {
	t.lettered = map[int]bool{}
	for _, k := range t.keys {
		for _, one := range k.answers {
			rest, _, _ := t.words.cutBullet(strings.TrimSpace(t.text.Line(one.first)))
			if t.words.NamesOption(strings.TrimSpace(rest)) || t.words.NamesOption(one.written) {
				t.lettered[one.number] = true
			}
		}
	}
}

// readOffers tells whether several questions have options beyond doubt, and
// whether several have nothing else below them.
func (t *reader) readOffers(taken []asked) {
	chosen, bare := 0, 0
	for _, one := range taken {
		first, last := t.answerLines(one)
		if first == 0 || last-first > longestQuestion {
			continue
		}
		lines := strings.Split(t.written(first, last), "\n")
		if _, ok := t.words.Choices(one.words, lines); ok {
			chosen++
		}
		if _, ok := t.words.onlyOptions(one.words, lines); ok && t.words.AsksForOne(one.words) {
			bare++
		}
	}
	t.offered, t.bare = chosen >= companions, bare >= companions
}

// choose reads a question's options, and its answer among them.
func (t *reader) choose(q *quarry.Question, read optionReader, written string) bool {
	found, ok := read(q.Text, strings.Split(written, "\n"))
	if !ok {
		return false
	}
	q.Style, q.Choices, q.Answer = quarry.StyleChoice, found.Texts(), found.Answer()
	if stem := t.words.Strip(withoutPictures(found.Stem)); stem != "" {
		q.Text = stem
	}
	if t.words.IsPlaceholder(q.Answer) {
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
