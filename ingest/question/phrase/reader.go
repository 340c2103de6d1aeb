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
	askedLabels                   []string
	listMarks, verdicts, endMarks []optionMark
}

// New returns a reader that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	verdicts := verdicts()
	round, square := [2]string{"(", ")"}, [2]string{"[", "]"}
	right := around(cues["marked_right"], round, square, [2]string{"（", "）"}, [2]string{"← "}, [2]string{"<-- "},
		[2]string{"<- "}, [2]string{"<— "})
	endMarks := slices.Concat(verdicts, []optionMark{
		{written: append(right, "(✓)", "(✔)", "(✅)"), sign: ticked},
		{written: around(cues["marked_wrong"], round, square)},
	})
	counters := strings.Join(cues["number_counters"].List(), "|")
	return &Reader{
		lexicon: lexicon, cues: cues, numerals: lexicon.Numerals(),
		unseen:      regexp.MustCompile(unseen),
		groups:      regexp.MustCompile(groups),
		parting:     regexp.MustCompile(parting),
		labelEnd:    regexp.MustCompile(fmt.Sprintf(labelEnd, counters)),
		askedLabels: slices.Concat(cues["question_labels"].List(), cues["task_labels"].List()),
		listMarks:   listMarks(), verdicts: verdicts, endMarks: endMarks,
	}
}

// around returns words between marks, with each pair of them.
func around(words lexicon.Words, pairs ...[2]string) []string {
	var all []string
	for _, word := range words.List() {
		for _, pair := range pairs {
			all = append(all, pair[0]+word+pair[1])
		}
	}
	return all
}
