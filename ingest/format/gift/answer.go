package gift

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// option is one that stands in the braces.
type option struct {
	right    bool
	text     string
	feedback string
}

// sureness is how sure it is that braces hold an answer.
type sureness int

const (
	noAnswer sureness = iota
	perhaps           // what other texts have in braces too
	surely
)

// cutGeneral cuts what is said to everybody off the end of the braces.
func cutGeneral(inside string) (string, string) {
	at := strings.LastIndex(inside, "####")
	if at < 0 {
		return inside, ""
	}
	return strings.TrimSpace(inside[:at]), plain(inside[at+len("####"):])
}

// optionsOf returns the options in braces, the marks "=" and "~" before each.
func optionsOf(inside string) []option {
	var all []option
	for inside != "" {
		end := unescaped(inside[1:], "=~") + 1
		if end == 0 {
			end = len(inside)
		}
		all = append(all, optionOf(inside[0], inside[1:end]))
		inside = inside[end:]
	}
	return all
}

// optionOf reads one option. A weight above nothing makes it right.
func optionOf(mark byte, text string) option {
	one := option{right: mark == '='}
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "%"); ok {
		weight, behind, _ := strings.Cut(rest, "%")
		if share, err := strconv.ParseFloat(weight, 64); err == nil {
			one.right, text = share > 0, behind
		}
	}
	said, feedback, _ := cut(text, "#")
	one.text, one.feedback = formatted(said), plain(feedback)
	return one
}

// read returns the question that an entry asks.
func read(one entry) (quarry.Question, sureness) {
	q := quarry.Question{Text: one.stem, Style: quarry.StyleOpen}
	inside, general := cutGeneral(one.inside)
	sure := perhaps
	switch {
	case !one.braced:
		return q, noAnswer
	case inside == "": // an essay
	case isVerdict(inside):
		q.Style, q.Answer = quarry.StyleTrueFalse, judged(inside)
	case isNumber(inside):
		q.Answer, sure = numbers(inside[1:]), surely
	case inside[0] == '=' || inside[0] == '~':
		sure = surely
		readOptions(&q, optionsOf(inside))
		if one.tail != "" && q.Style == quarry.StyleOpen {
			q.Style = quarry.StyleCloze
		}
	default:
		return q, noAnswer
	}
	q.Answer = together(q.Answer, general)
	if one.tail != "" {
		q.Text = strings.TrimSpace(q.Text + " […] " + one.tail)
	}
	return q, sure
}

func isVerdict(inside string) bool {
	said, _, _ := cut(inside, "#")
	return slices.Contains([]string{"T", "F", "TRUE", "FALSE"}, strings.ToUpper(strings.TrimSpace(said)))
}

func isNumber(inside string) bool {
	numbers, ok := strings.CutPrefix(inside, "#")
	return ok && strings.IndexAny(strings.TrimLeft(numbers, "= \n\t"), "-+.0123456789") == 0
}

// together returns an answer and what is said of it.
func together(answer, feedback string) string {
	return strings.TrimSpace(strings.TrimSpace(answer) + "\n\n" + strings.TrimSpace(feedback))
}

// judged returns what is true, and what is said to those who know it: the second
// of what is said, or all that is.
func judged(inside string) string {
	said, feedback, _ := cut(inside, "#")
	right, other, several := cut(feedback, "#")
	if several && strings.TrimSpace(other) != "" {
		right = other
	}
	return together(said, plain(right))
}

// numbers returns the numbers that are asked for with their tolerance, or the range
// that they lie in.
func numbers(inside string) string {
	var right []string
	for _, one := range optionsOf("=" + strings.TrimLeft(inside, "= \n\t")) {
		value := strings.Replace(strings.Replace(one.text, ":", " ± ", 1), "..", " – ", 1)
		if one.right {
			right = append(right, together(value, one.feedback))
		}
	}
	return strings.Join(right, "\n")
}

// readOptions reads what a question offers, or the pairs that it asks to match,
// or the words that answer it.
func readOptions(q *quarry.Question, all []option) {
	if len(all) > 1 && !slices.ContainsFunc(all, func(one option) bool { return !strings.Contains(one.text, "->") }) {
		q.Answer = matched(all)
		return
	}
	var right, said []string
	for _, one := range all {
		if one.right {
			right, said = append(right, one.text), append(said, one.feedback)
		}
		if one.text != "" {
			q.Choices = append(q.Choices, one.text)
		}
	}
	q.Answer = together(strings.Join(right, "\n"), strings.Join(said, "\n"))
	if q.Style = quarry.StyleChoice; len(right) == len(all) {
		q.Style, q.Choices = quarry.StyleOpen, nil
	}
}

// matched returns pairs, a line each. One without a left side only misleads.
func matched(all []option) string {
	var pairs []string
	for _, one := range all {
		left, right, _ := strings.Cut(one.text, "->")
		if strings.TrimSpace(left) != "" {
			pairs = append(pairs, "- "+strings.TrimSpace(left)+" → "+strings.TrimSpace(right))
		}
	}
	return strings.Join(pairs, "\n")
}
