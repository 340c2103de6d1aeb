package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// mostWrappers is how many wrappers an answer may have around one another.
const mostWrappers = 8

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

// unwrapped takes one layer off.
func (f *Finder) unwrapped(answer string) string {
	var kept strings.Builder
	at := 0
	for _, one := range f.foldsOf(ingest.NewText([]byte(answer))) {
		isAll := strings.TrimSpace(answer[:one.start]) == "" && strings.TrimSpace(answer[one.end:]) == ""
		if one.start >= at && (f.hides(one) || isAll && f.senseOf(one.title) == ofNothing) {
			kept.WriteString(answer[at:one.start] + one.body)
			at = one.end
		}
	}
	if at == 0 {
		return answer
	}
	return text.Dedented(kept.String() + answer[at:])
}

// unframed takes one frame off that dresses an answer from end to end: a
// paragraph, or the marks of a spoiler.
func unframed(answer string) string {
	bare := strings.TrimSpace(answer)
	if strings.HasPrefix(bare, "<!--") && strings.Index(bare, "-->") == len(bare)-len("-->") {
		return "" // nothing is seen of a comment
	}
	for _, frame := range [][2]string{{"<p>", "</p>"}, {"||", "||"}, {">!", "!<"}} {
		inner, opened := strings.CutPrefix(bare, frame[0])
		inner, closed := strings.CutSuffix(inner, frame[1])
		if opened && closed && !strings.Contains(inner, frame[0]) {
			return text.Dedented(strings.TrimLeft(inner, " \t"))
		}
	}
	return answer
}
