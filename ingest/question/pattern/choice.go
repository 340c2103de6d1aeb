package pattern

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// options reads the options below a question's stem: by their shape alone where a key
// or the question's own label names a letter as the answer, or where the question asks for
// one thing and nothing but letters stands below it.
func (t *reader) options(one asked, stem string, lines []string) (phrase.Choice, bool) {
	found, ok := t.words.Options(stem, lines)
	keyed := t.lines[one.line].right > 0 || one.number >= 0 && t.lettered[one.number]
	bare := found.Lettered() && len(found.Options) >= companions && found.Answer() == "" && found.Stem == stem && t.words.AsksForOne(stem)
	return found, ok && (keyed || bare || t.words.Offered(stem, found))
}

// readLetters notes the numbers under which keys have letters.
func (t *reader) readLetters() {
	t.lettered = map[int]bool{}
	for _, k := range t.keys {
		for _, one := range k.answers {
			if t.words.NamesOption(t.says(one)) {
				t.lettered[one.number] = true
			}
		}
	}
}

// choose reads a question's options, and its answer among them.
func (t *reader) choose(q *quarry.Question, one asked, written string) bool {
	found, ok := t.options(one, q.Text, strings.Split(written, "\n"))
	if !ok {
		return false
	}
	q.Style, q.Choices, q.Answer = quarry.StyleChoice, found.Texts(), found.Answer()
	if stem := t.words.Strip(found.Stem); stem != "" {
		q.Text = stem
	}
	if t.words.IsPlaceholder(q.Answer) {
		q.Answer = ""
	}
	return true
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
