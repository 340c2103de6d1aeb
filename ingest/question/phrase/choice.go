package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Choice is what stands below the stem of a question of multiple choice.
type Choice struct {
	Stem        string // the stem, with the lines between it and the options
	Options     []Option
	Used        []int    // indexes of the lines that hold options or say which is right, in their order
	Explanation []string // the other lines below the options
}

// Texts returns what the options say.
func (c Choice) Texts() []string {
	texts := make([]string, 0, len(c.Options))
	for _, option := range c.Options {
		texts = append(texts, option.Text)
	}
	return texts
}

// Keyed reports whether the source says which option is right.
func (c Choice) Keyed() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Right })
}

// Answer returns the right options, a line each, and their explanation; "" without both.
func (c Choice) Answer() string {
	var right []string
	for _, option := range c.Options {
		if option.Right {
			right = append(right, option.Text)
		}
	}
	answer := strings.Join(right, "\n")
	explanation := strings.TrimSpace(strings.Join(c.Explanation, "\n"))
	if answer != "" && explanation != "" {
		return answer + "\n\n" + explanation
	}
	return answer + explanation
}

// Choices reads the options of a question from the lines below its stem: lettered in any dress,
// boxes to tick, numbers and bullets. It finds them only where the source says which is right, by
// an answer that names it, a tick, emphasis or a star, where the stem asks to choose, or where
// nothing but boxes stands below it: steps with letters are no options. Numbers and bullets need
// the former. Where other questions of a document have options, see Options.
func (r *Reader) Choices(stem string, lines []string) (Choice, bool) {
	found, ok := r.Options(stem, lines)
	if !ok || !r.Offered(stem, found) {
		return Choice{}, false
	}
	return found, true
}

// Offered reports whether more than their shape says that a question has options.
func (r *Reader) Offered(stem string, found Choice) bool {
	boxes := found.Options[0].kind == boxedOption && len(found.Explanation) == 0
	return found.Keyed() || boxes || r.asksToChoose(stem)
}

// Lettered reports whether letters tell the options apart.
func (c Choice) Lettered() bool { return len(c.Options) > 0 && c.Options[0].kind == letteredOption }

// Options reads what has the shape of options, lettered or with boxes, where nothing but the shape
// says that they are. It promises all that Choices does otherwise.
func (r *Reader) Options(stem string, lines []string) (Choice, bool) {
	c := r.gather(lines)
	isEmpty := func(o Option) bool { return o.Text == "" }
	if len(c.Options) < fewestOptions || len(c.Options) > mostOptions || slices.ContainsFunc(c.Options, isEmpty) {
		return Choice{}, false
	}
	boxed := c.Options[0].kind == boxedOption
	between := strings.TrimSpace(strings.Join(lines[:c.Used[0]], "\n"))
	if boxed && between != "" && !r.asksToChoose(stem+between) { // tasks of an answer
		return Choice{}, false
	}
	c.Stem = strings.TrimSpace(stem + "\n" + between)
	if !c.readKey(r, lines) {
		mark(c.Options)
	}
	return c, c.Keyed() || c.Lettered() || boxed
}

// How many options a question may have.
const (
	fewestOptions = 2
	mostOptions   = 10
)

// asksToChoose reports whether a stem asks for one of what follows, or leaves a blank for it.
func (r *Reader) asksToChoose(stem string) bool {
	return containsAny(strings.ToLower(stem), r.cues["asks_to_choose"].List()) || HasBlank(stem)
}

// mostInOption is how many lines may go on with the last option.
const mostInOption = 12

// gather reads options of one kind, in the order of their letters, from lines, up to the
// one that says which is right. Lines between two options go on with the first of them, as
// those right below the last one do with it.
func (r *Reader) gather(lines []string) Choice {
	var c Choice
	for i, line := range lines {
		if options := r.readOptions(line); c.accepts(options) {
			c.goOn(lines, i)
			c.Options, c.Used = append(c.Options, options...), append(c.Used, i)
		} else if r.IsKeyLine(line) {
			break
		}
	}
	end := c.end()
	for most := min(len(lines), end+mostInOption); end < most && r.continues(lines[end]); {
		end++
	}
	c.goOn(lines, end)
	return c
}

// accepts reports whether some options are the next ones.
func (c *Choice) accepts(options []Option) bool {
	if len(options) == 0 || len(c.Options) > mostOptions {
		return false
	}
	next := options[0]
	if len(c.Options) == 0 {
		return next.place <= 0
	}
	previous := c.Options[len(c.Options)-1]
	return next.kind == previous.kind && next.dress == previous.dress &&
		(next.place == previous.place+1 || max(next.place, previous.place) < 0)
}

// end returns the index of the line behind the last one that is used.
func (c *Choice) end() int {
	if len(c.Used) == 0 {
		return 0
	}
	return c.Used[len(c.Used)-1] + 1
}

// goOn gives the last option the lines below it, up to one.
func (c *Choice) goOn(lines []string, end int) {
	if len(c.Options) == 0 {
		return
	}
	last := &c.Options[len(c.Options)-1]
	all := []string{last.Text}
	for i := c.end(); i < end; i++ {
		all, c.Used = append(all, strings.TrimSpace(lines[i])), append(c.Used, i)
	}
	last.Text = strings.TrimSpace(strings.Join(all, "\n"))
}

// continues reports whether a line right below the last option goes on with it.
func (r *Reader) continues(line string) bool {
	bare := strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(bare)
	return isWordRune(first) && !r.IsKeyLine(line) && !isKeyed(bare)
}

// readKey looks below the options for a line that names the right ones, or for a
// label that the next line belongs to, and notes what else stands there as their
// explanation. It reports whether it found any of the options named.
func (c *Choice) readKey(r *Reader, lines []string) bool {
	named, announced := false, false
	for i := c.end(); i < len(lines); i++ {
		value, labelled := r.keyValue(lines[i])
		bare := strings.TrimSpace(text.WithoutTags(lines[i]))
		if announced && !labelled && bare != "" {
			value, labelled = bare, true
		}
		if labelled && !named {
			announced = value == ""
			rest, ok := c.name(r, value)
			if named = ok; ok || announced {
				c.Used = append(c.Used, i)
				if holdsWord(rest) {
					c.Explanation = append(c.Explanation, rest)
				}
				continue
			}
		}
		if len(c.Explanation) > 0 || holdsWord(bare) {
			c.Explanation = append(c.Explanation, lines[i])
		}
	}
	for n := len(c.Explanation); n > 0 && !holdsWord(text.WithoutTags(c.Explanation[n-1])); n-- {
		c.Explanation = c.Explanation[:n-1]
	}
	return named
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
	if found, ok := r.readLabel(bare, r.answerLabels); ok && found.name != "a" && found.name != "back" { // "a." is an option
		return found.rest, true
	}
	return "", r.IsAnswerLabel(line)
}

// name marks the options that an answer names, by all of the words of one, by letters or by
// numbers, and returns what the answer says besides.
func (c *Choice) name(r *Reader, answer string) (string, bool) {
	bare := strings.TrimLeft(unwrap(strings.TrimSpace(answer)), " *_\"'`")
	var best *Option
	said := ""
	for i := range c.Options {
		one := &c.Options[i]
		if rest, ok := cutFold(bare, one.Text); ok && (best == nil || len(one.Text) > len(best.Text)) {
			best, said = one, strings.TrimLeft(rest, behindOption)
		}
	}
	if best != nil {
		best.Right = true
		return said, true
	}
	places, said := r.letters(bare, func(row string, place int) bool {
		return place < len(c.Options) && c.Options[0].place >= 0 && (row != numbers || c.Options[0].kind == numberedOption)
	})
	for _, place := range places {
		c.Options[place].Right = true
		said = strings.TrimLeft(said, behindOption)
		if rest, ok := cutFold(said, c.Options[place].Text); ok { // "B, basil, because …"
			said = strings.TrimLeft(rest, behindOption)
		}
	}
	return said, len(places) > 0
}

// behindOption is what may part the option that an answer names from what it says besides.
const behindOption = " \t\n.,;:-–—)]*_\"'"

// Named returns the options that an answer names, by their words or their letters, a line
// each, and what it says besides; the answer itself where it names none.
func (r *Reader) Named(answer string, options []string) string {
	var c Choice
	for _, option := range options {
		c.Options = append(c.Options, Option{Text: option, kind: letteredOption})
	}
	rest, ok := c.name(r, answer)
	if !ok {
		return answer
	}
	c.Explanation = []string{rest}
	return c.Answer()
}

// NamesOption reports whether an answer begins with the letter of an option.
func (r *Reader) NamesOption(answer string) bool {
	places, _ := r.letters(answer, func(row string, _ int) bool { return row != numbers })
	return len(places) > 0
}

// letters reads the letters or numbers of options that an answer begins with, and returns
// their places and what follows: "B", "(c) because …", "B and D". A letter before a word is
// an article: "A cat".
func (r *Reader) letters(answer string, isOption func(row string, place int) bool) ([]int, string) {
	if joined := joinedLetters(answer, isOption); len(joined) > 1 {
		return joined, ""
	}
	var places []int
	next, rest, more := answer, answer, true
	for more && len(places) < mostOptions {
		bare := strings.TrimLeft(next, "([*_` ")
		row, place, size := letterAt(bare)
		behind := strings.TrimLeft(bare[size:], "*_ ")
		first, _ := utf8.DecodeRuneInString(behind)
		isArticle := isWordRune(first) && r.cues["option_joints"].Prefix(behind) == ""
		if size == 0 || isArticle || !isOption(row, place) {
			break
		}
		places, rest = append(places, place), bare[size:]
		behind = strings.TrimLeft(rest, ")].*_ ")
		joint := strings.TrimLeft(behind, ",/&+、，; ")
		next, more = r.cues["option_joints"].Cut(joint)
		more = more || joint != behind
	}
	return places, rest
}

// joinedLetters returns the places of the letters that an answer consists of, in their order and
// with nothing between them: "ac".
func joinedLetters(answer string, isOption func(row string, place int) bool) []int {
	var places []int
	for at := range answer {
		row, place, size := letterAt(answer[at:])
		if size != 1 || row == numbers || !isOption(row, place) || at > 0 && place <= places[at-1] {
			return nil
		}
		places = append(places, place)
	}
	return places
}

// cutFold takes words off the front of a text, in any case, where no word goes on behind them.
func cutFold(text, words string) (string, bool) {
	words = strings.TrimRight(words, ".!; ")
	if words == "" || len(text) < len(words) || !strings.EqualFold(text[:len(words)], words) {
		return text, false
	}
	rest := text[len(words):]
	next, _ := utf8.DecodeRuneInString(rest)
	return rest, rest == "" || !isWordRune(next)
}
