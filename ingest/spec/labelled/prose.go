package labelled

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// longestSentence is the longest sentence, in bytes, whose numbers are read.
const longestSentence = 500

// prose reads sentences, each with the lines that it stands on.
func (w *walker) prose(lines, path []doc.Text) {
	whole, starts := lines[0].Text, []int{0}
	for _, line := range lines[1:] {
		starts = append(starts, len(whole)+1)
		whole += " " + line.Text
	}
	for at := range w.words.english.Sentences(whole) {
		sentence := strings.TrimSpace(whole[at.Start:at.End])
		if sentence == "" || len(sentence) > longestSentence {
			continue
		}
		first, last := 0, 0
		for i, start := range starts {
			if start <= at.Start {
				first = i
			}
			if start < at.End {
				last = i
			}
		}
		raw := joined(lines[first : last+1])
		raw.Text, raw.Strong = sentence, 0
		w.emit(Value{Raw: raw, Path: path, Layout: Sentence, Group: w.group, Section: w.sections.now})
	}
}
