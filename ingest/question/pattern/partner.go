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
		found := g.findPartner()
		g.mark = &found
	}
	return *g.mark
}

func (g *group) findPartner() partner {
	labels, signs, bodies := map[string]int{}, map[string]int{}, 0
	for _, c := range g.members {
		if c.body.first == 0 {
			continue
		}
		bodies++
		labels[c.body.label]++
		signs[c.body.sign]++
	}
	var found partner
	for label, count := range labels {
		if label != "" && most(count, bodies) && count >= companions && label != g.members[0].form.label {
			found.label = label
		}
	}
	for sign, count := range signs {
		if sign != "" && most(count, bodies) && count >= companions && sign != g.members[0].form.sign {
			found.sign = sign
		}
	}
	return found
}

// cutLabel takes the mark of the group's answers off the front of one.
func (g *group) cutLabel(w words, written string) string {
	mark := g.partner()
	head, rest, more := strings.Cut(written, "\n")
	cut := head
	switch {
	case mark.label != "":
		bare := cutTime(cutItem(head))
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
	if more && cut != head {
		blank := rest[:len(rest)-len(strings.TrimLeft(rest, "\n"))]
		return strings.TrimLeft(cut+"\n"+blank+textkit.Dedented(rest), "\n")
	}
	if more {
		return written
	}
	return cut
}
