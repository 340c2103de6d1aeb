package phrase

import (
	"slices"
	"strings"
)

// Option is one of the answers that a question offers.
type Option struct {
	Text  string // without its letter, its box and what marks it as right
	Right bool   // the source says so
}

// Choice is what stands below the stem of a question of multiple choice.
type Choice struct {
	Stem        string // the stem, without options that stand on its line, and with the lines between both
	Options     []Option
	Used        []int    // indexes of the lines that hold options or say which is right, in their order
	Explanation []string // the other lines below the options

	kind optionKind
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

// Answer returns the right options, a line each, and their explanation. It is
// empty where the source has neither.
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

// Choices reads the options of a question from the lines below its stem, or
// from the stem's own line: lettered in any dress, boxes to tick, numbers and
// bullets. It finds them only where the source says which is right, by an
// answer that names it, a tick, emphasis or a star, where the stem asks to
// choose, or where nothing but boxes stands below it: steps with letters are no
// options. Numbers and bullets need the former. Where other questions of a
// document have options, see Options.
func (r *Reader) Choices(stem string, lines []string) (Choice, bool) {
	found, ok := r.Options(stem, lines)
	boxes := found.kind == boxedOption && len(found.Explanation) == 0
	if !ok || (!found.Keyed() && !r.asksToChoose(stem) && !boxes) {
		return Choice{}, false
	}
	return found, true
}

// Lettered reports whether letters tell the options apart.
func (c Choice) Lettered() bool { return c.kind == letteredOption }

// Options reads what has the shape of options, lettered or with boxes, where
// nothing but the shape says that they are. It promises all that Choices does
// otherwise.
func (r *Reader) Options(stem string, lines []string) (Choice, bool) {
	list, inline := r.stemOptions(stem)
	if !inline {
		list = r.gather(lines)
	}
	if len(list.items) < fewestOptions || len(list.items) > mostOptions || list.isTasks(r, stem, lines) {
		return Choice{}, false
	}
	key := r.readKey(&list, lines)
	c := Choice{Stem: list.stem(stem, lines), Explanation: key.explanation, kind: list.kind}
	for _, item := range list.items {
		if !holdsWord(item.text) && !strings.ContainsAny(item.text, "+-*/=<>$%&|^~") {
			return Choice{}, false
		}
		c.Options = append(c.Options, Option{Text: item.text, Right: item.right})
	}
	for i := list.items[0].line; i >= 0 && i < list.end; i++ {
		c.Used = append(c.Used, i)
	}
	c.Used = append(c.Used, key.lines...)
	return c, c.Keyed() || list.kind == letteredOption || list.kind == boxedOption
}

// How many options a question may have.
const (
	fewestOptions = 2
	mostOptions   = 10
)

// asksToChoose reports whether a stem asks for one of what follows, or leaves a
// blank that one of it fills.
func (r *Reader) asksToChoose(stem string) bool {
	return containsAny(strings.ToLower(stem), r.cues["asks_to_choose"].List()) || HasBlank(stem)
}

// stemOptions reads options that stand on the stem's own line: "Which is it?
// (a) rye (b) wheat".
func (r *Reader) stemOptions(stem string) (optionList, bool) {
	for _, first := range []string{" A) ", " a) ", " (A) ", " (a) ", " A. ", " a. ", " [A] "} {
		at := strings.Index(stem, first)
		if at <= 0 || !holdsWord(stem[:at]) {
			continue
		}
		items := r.readOptions(stem[at:])
		if len(items) < fewestOptions || items[0].kind != letteredOption {
			break
		}
		for i := range items {
			items[i].line = -1
		}
		return optionList{items: items, kind: letteredOption, above: stem[:at]}, true
	}
	return optionList{}, false
}
