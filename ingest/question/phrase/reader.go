package phrase

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Reader knows the words by which people write questions, labels and titles. It is safe
// for several goroutines.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	numerals quantity.Numerals

	unseen, groups, labelEnd, parting *regexp.Regexp

	// What is looked for at every line.
	askedLabels         []string
	listMarks, verdicts []optionMark
}

// New returns a reader that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	counters := strings.Join(cues["number_counters"].List(), "|")
	return &Reader{
		lexicon: lexicon, cues: cues, numerals: lexicon.Numerals(),
		unseen:      regexp.MustCompile(unseen),
		groups:      regexp.MustCompile(groups),
		parting:     regexp.MustCompile(parting),
		labelEnd:    regexp.MustCompile(fmt.Sprintf(labelEnd, counters)),
		askedLabels: slices.Concat(cues["question_labels"].List(), cues["task_labels"].List()),
		listMarks:   listMarks(), verdicts: verdicts(),
	}
}
