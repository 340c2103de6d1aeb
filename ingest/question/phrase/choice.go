package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Option is one of the answers that a question offers.
type Option struct {
	Text  string // without its letter, its box and what marks it as right
	Right bool   // the source says so
}

// Choice is what stands below the stem of a question of multiple choice.
type Choice struct {
	Stem        string // the stem, with the lines between it and the options
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

// Choices reads the options of a question from the lines below its stem:
// lettered in any dress, boxes to tick, numbers and bullets. It finds them only where the source says which is right, by an
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
	list := r.gather(lines)
	if len(list.items) < fewestOptions || len(list.items) > mostOptions {
		return Choice{}, false
	}
	between := strings.TrimSpace(strings.Join(lines[:list.items[0].line], "\n"))
	if list.kind == boxedOption && between != "" && !r.asksToChoose(stem+between) { // tasks of an answer
		return Choice{}, false
	}
	used, explanation := r.readKey(&list, lines)
	c := Choice{Stem: strings.TrimSpace(stem + "\n" + between), Explanation: explanation, kind: list.kind}
	for _, item := range list.items {
		if item.text == "" {
			return Choice{}, false
		}
		c.Options = append(c.Options, Option{Text: item.text, Right: item.right})
	}
	for i := list.items[0].line; i < list.end; i++ {
		c.Used = append(c.Used, i)
	}
	c.Used = append(c.Used, used...)
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

// optionList is the options that stand below a stem.
type optionList struct {
	items []optionItem
	kind  optionKind
	end   int // the index of the line behind the last option's
}

// mostInOption is how many lines may go on with the last option.
const mostInOption = 12

// gather reads options of one kind, in the order of their letters, from lines, up to the
// one that says which is right.
func (r *Reader) gather(lines []string) optionList {
	list := optionList{}
	for i, line := range lines {
		if items := r.readOptions(line); list.accepts(items) {
			list.add(items, i)
		} else if r.IsKeyLine(line) {
			break
		}
	}
	list.close(r, lines)
	return list
}

// accepts reports whether the options of a line are the next ones of the list.
func (l *optionList) accepts(items []optionItem) bool {
	if len(items) == 0 || len(l.items) > mostOptions {
		return false
	}
	next := items[0]
	if len(l.items) == 0 {
		return next.place <= 0
	}
	previous := l.items[len(l.items)-1]
	return next.kind == l.kind && (next.place == previous.place+1 || max(next.place, previous.place) < 0)
}

func (l *optionList) add(items []optionItem, line int) {
	for _, item := range items {
		item.line = line
		l.items = append(l.items, item)
	}
	l.kind = items[0].kind
}

// close gives the lines between the options to the option above them, and to
// the last one what goes on right below it.
func (l *optionList) close(r *Reader, lines []string) {
	for i := range l.items {
		item := &l.items[i]
		l.end = item.line + 1
		if i+1 < len(l.items) {
			l.end = max(l.end, l.items[i+1].line)
		} else {
			for l.end < min(len(lines), item.line+1+mostInOption) && r.continues(lines[l.end]) {
				l.end++
			}
		}
		all := []string{item.text}
		for _, line := range lines[item.line+1 : l.end] {
			all = append(all, strings.TrimSpace(line))
		}
		item.text = strings.TrimSpace(strings.Join(all, "\n"))
	}
}

// continues reports whether a line right below the last option goes on with it.
func (r *Reader) continues(line string) bool {
	bare := strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(bare)
	return isWordRune(first) && !r.IsKeyLine(line) && !isKeyed(bare)
}
