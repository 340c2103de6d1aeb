package pattern

import (
	"strings"

	textkit "github.com/quarrykb/quarry/internal/text"
)

// partner is the mark that the answers of a group begin with: a label, "Antwort",
// or a sign, that most of them have and the questions have not.
type partner struct{ label, sign string }

// partner returns the mark of a group's answers, nothing where they have none.
func (g *group) partner() partner {
	if g.mark == nil {
		own := g.members[0].form
		label := g.usual(own.label, func(b body) string { return b.label })
		g.mark = &partner{label, g.usual(own.sign, func(b body) string { return b.sign })}
	}
	return *g.mark
}

// usual returns what most of a group's answers begin with and its questions do not, "" for nothing.
func (g *group) usual(own string, of func(body) string) string {
	counts := map[string]int{}
	for _, c := range g.members {
		counts[of(c.body)]++
	}
	for said, count := range counts {
		if said != "" && said != own && count >= companions && most(count, g.bodies) {
			return said
		}
	}
	return ""
}

// cutLabel takes the mark of the group's answers off the front of one.
func (g *group) cutLabel(w words, written string) string {
	mark := g.partner()
	head, rest, _ := strings.Cut(written, "\n")
	cut := head
	switch {
	case mark.label != "":
		bare := w.withoutTime(cutItem(head))
		if next, label, _ := w.cutLabel(strings.TrimLeft(bare, "*_")); label == mark.label {
			cut = strings.TrimSpace(next)
			if strings.HasPrefix(bare, "**") || strings.HasPrefix(bare, "__") {
				cut = strings.TrimSpace(strings.TrimPrefix(cut, bare[:2]))
			}
		}
	case mark.sign != "":
		var l line
		if bare := l.cutSign(strings.TrimSpace(head)); strings.HasPrefix(l.form.sign, mark.sign) {
			cut = bare
		}
	}
	if cut == head {
		return written
	}
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, "\n"))]
	return strings.Trim(cut+"\n"+blank+textkit.Dedented(rest), "\n")
}
