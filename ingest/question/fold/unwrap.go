package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// Unwrap takes off an answer what only hides it: details with a summary like
// "Show the answer", admonitions, containers and callouts with such a title,
// elements like <Answer>, and the marks of spoilers. What they hold stays, and
// so does everything else. A fold whose title says more than that stays too.
func (f *Finder) Unwrap(answer string) string {
	for range mostWrappers {
		next := unframed(f.unwrapped(answer))
		if next == answer {
			break
		}
		answer = next
	}
	return answer
}

// mostWrappers is how many wrappers an answer may have around one another.
const mostWrappers = 8

// unwrapped takes one layer off.
func (f *Finder) unwrapped(answer string) string {
	bare := strings.TrimSpace(answer)
	if inner, ok := spoiler(bare); ok {
		return inner
	}
	if !mayFold(bare) {
		return answer
	}
	var kept strings.Builder
	at, changed := 0, false
	for _, one := range f.foldsOf(ingest.NewText([]byte(answer))) {
		if one.start < at || !one.wraps(f, answer) {
			continue
		}
		before := answer[at:one.start]
		kept.WriteString(before[:len(before)-indentBefore(before)])
		kept.WriteString(one.body)
		if strings.HasSuffix(answer[:one.end], "\n") {
			kept.WriteByte('\n')
		}
		at, changed = one.end, true
	}
	if !changed {
		return answer
	}
	kept.WriteString(answer[at:])
	return trimmedLines(kept.String())
}

// unframed takes off what dresses an answer from end to end: line breaks around
// it, and a paragraph, a block or bold that holds all of it.
func unframed(answer string) string {
	bare := strings.TrimSpace(answer)
	if !strings.HasPrefix(bare, "<") && !strings.HasSuffix(bare, ">") {
		return answer
	}
	for _, rule := range []string{"<br>", "<br/>", "<br />", "</br>"} {
		if rest, ok := strings.CutPrefix(bare, rule); ok {
			return trimmedLines(strings.TrimLeft(rest, " \t\r\n"))
		}
		if rest, ok := strings.CutSuffix(bare, rule); ok {
			return trimmedLines(rest)
		}
	}
	for _, name := range []string{"b", "p", "div", "strong", "blockquote", "i", "em"} {
		open := "<" + name + ">"
		inner, ok := cutBoth(bare, open, "</"+name+">")
		if ok && !strings.Contains(inner, open) && !strings.Contains(inner, "</"+name+">") {
			return dedented(inner)
		}
	}
	return answer
}

// indentBefore returns how many bytes of white space a text ends with, behind
// the beginning of a line.
func indentBefore(text string) int {
	bare := strings.TrimRight(text, " \t")
	if bare == "" || strings.HasSuffix(bare, "\n") {
		return len(text) - len(bare)
	}
	return 0
}

// mayFold reports whether a text has any of the marks that a fold has.
func mayFold(text string) bool {
	return strings.Contains(text, "<") || strings.Contains(text, ":::") || strings.Contains(text, "[!") ||
		strings.Contains(text, "!!! ") || strings.Contains(text, "???") || strings.Contains(text, ".. ")
}

// wraps reports whether a fold does nothing but hide an answer. One without a
// title does, where nothing stands beside it.
func (f fold) wraps(finder *Finder, answer string) bool {
	switch {
	case finder.isReveal(f.title):
		return true
	case f.title == "":
		return finder.isReveal(nameOf(f.kind)) || (f.kind == "details" && f.isAllOf(answer)) || (f.kind == "success" && f.isAllOf(answer))
	}
	return finder.isHint(f.title) && f.isAllOf(answer)
}

func (f fold) isAllOf(answer string) bool {
	return strings.TrimSpace(answer[:f.start]) == "" && strings.TrimSpace(answer[f.end:]) == ""
}

// spoiler takes a spoiler's marks off: "||…||", ">!…!<", and ">! " before every
// line.
func spoiler(text string) (string, bool) {
	const bars = "||"
	if inner, ok := cutBoth(text, bars, bars); ok && !strings.Contains(inner, bars) {
		return strings.TrimSpace(inner), true
	}
	if inner, ok := cutBoth(text, ">!", "!<"); ok && !strings.Contains(inner, "!<") {
		return strings.TrimSpace(inner), true
	}
	if !strings.HasPrefix(text, ">!") {
		return text, false
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		inner, ok := strings.CutPrefix(strings.TrimSpace(line), ">!")
		if !ok && strings.TrimSpace(line) != "" {
			return text, false
		}
		lines[i] = strings.TrimPrefix(inner, " ")
	}
	return strings.Join(lines, "\n"), true
}

func cutBoth(text, prefix, suffix string) (string, bool) {
	if len(text) < len(prefix)+len(suffix) || !strings.HasPrefix(text, prefix) || !strings.HasSuffix(text, suffix) {
		return text, false
	}
	return text[len(prefix) : len(text)-len(suffix)], true
}
