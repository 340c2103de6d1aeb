package pattern

import "strings"

// How people who speak are told from the labels of a layout: several of them
// ask, and none of them alone.
const (
	fewestSpoken  = 6   // lines with a label
	shareOfAsker  = 0.7 // of an interviewer's lines that ask
	shareOfOthers = 0.25
)

// speaker counts what is said under one label.
type speaker struct{ lines, asking int }

func (s speaker) share() float64 { return float64(s.asking) / float64(s.lines) }

// markSpoken marks the lines of a dialogue: names stand before them, and more
// than one of those who speak asks. An interview, where one asks and the other
// answers, is none.
func markSpoken(all []line) {
	speakers := speakersOf(all)
	dialogue := converse(speakers)
	if !dialogue && !interviewed(speakers) {
		return
	}
	for n := range all {
		of := speakers[all[n].form.label]
		if of != nil && all[n].kind == text && of.asking > 0 && (dialogue || of.share() < shareOfAsker) {
			all[n].spoken = true
		}
	}
}

// interviewed reports whether one asks, and others answer.
func interviewed(speakers map[string]*speaker) bool {
	askers := 0
	for _, of := range speakers {
		if of.lines >= companions && of.share() >= shareOfAsker {
			askers++
		}
	}
	return askers == 1 && len(speakers) > 1
}

// speakersOf counts what is said under every label.
func speakersOf(all []line) map[string]*speaker {
	speakers := map[string]*speaker{}
	for n := range all {
		l := &all[n]
		if l.kind != text || l.form.label == "" || l.form.label == "q" {
			continue
		}
		of := speakers[l.form.label]
		if of == nil {
			of = &speaker{}
			speakers[l.form.label] = of
		}
		of.lines++
		if strings.ContainsAny(l.words, "?？؟") {
			of.asking++
		}
	}
	return speakers
}

// converse reports whether two or more ask, and not one of them only.
func converse(speakers map[string]*speaker) bool {
	asking, askers, others, spoken := 0, 0, false, 0
	for _, of := range speakers {
		spoken += of.lines
		if of.asking == 0 || of.lines < 2 {
			continue
		}
		asking++
		if of.share() >= shareOfAsker {
			askers++
		} else if of.share() > shareOfOthers {
			others = true
		}
	}
	return spoken >= fewestSpoken && asking >= 2 && (askers != 1 || others)
}
