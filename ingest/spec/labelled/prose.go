package labelled

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// longestSentence is the longest sentence, in bytes, whose numbers are read.
const longestSentence = 500

// prose reads sentences, each with the lines that it stands on.
func (w *walker) prose(lines, path []doc.Text) {
	var joint strings.Builder
	starts := make([]int, len(lines))
	for i, line := range lines {
		starts[i] = joint.Len()
		joint.WriteString(line.Text + " ")
	}
	whole := joint.String()
	first := 0
	for at := range w.words.english.Sentences(whole) {
		sentence := strings.TrimSpace(whole[at.Start:at.End])
		if sentence == "" || len(sentence) > longestSentence {
			continue
		}
		for first+1 < len(starts) && starts[first+1] <= at.Start {
			first++
		}
		last := first
		for last+1 < len(starts) && starts[last+1] < at.End {
			last++
		}
		raw := joined(lines[first : last+1])
		raw.Text, raw.Strong = sentence, 0
		w.emit(Value{Raw: raw, Path: path, Layout: Sentence})
	}
}
