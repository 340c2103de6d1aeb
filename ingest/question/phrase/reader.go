package phrase

import (
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

	shortcodes    *strings.Replacer
	comment, room *regexp.Regexp

	// What is looked for at every line.
	listMarks, verdicts      []optionMark
	markedRight, markedWrong []string // with what stands around them
}

// New returns a reader that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	verdicts := verdicts()
	round, square := [2]string{"(", ")"}, [2]string{"[", "]"}
	return &Reader{
		lexicon: lexicon, cues: cues, numerals: lexicon.Numerals(), shortcodes: shortcodes(),
		comment: regexp.MustCompile(comment), room: regexp.MustCompile(room),
		listMarks: listMarks(), verdicts: verdicts,
		markedRight: slices.Concat(verdicts[0].written, []string{"(✓)", "(✔)", "(✅)"}, around(cues["marked_right"], round, square, [2]string{"（", "）"},
			[2]string{"← "}, [2]string{"<-- "}, [2]string{"<- "}, [2]string{"<— "})),
		markedWrong: slices.Concat(verdicts[1].written, around(cues["marked_wrong"], round, square)),
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
