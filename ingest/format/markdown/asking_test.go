package markdown_test

import (
	"slices"
	"testing"
)

func TestAHeadingAsksOnlyWhereItReadsLikeAQuestion(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []string // question and answer, one after the other
	}{
		"an initial below it": {
			"## Authors\n\nA. Smith and B. Jones wrote this.\n", nil,
		},
		"a title with an answer's label below it": {
			"# Solutions\n\nAnswer: the key to all of them hangs at the door.\n", nil,
		},
		"choices keep their letters": {
			"## Which grain rises first?\n\nA) the first\nB) the second\n", []string{"Which grain rises first?", "A) the first\nB) the second"},
		},
		"a command with a labelled answer": {
			"## Explain proofing\n\n**Answer:** It is rest.\n", []string{"Explain proofing", "It is rest."},
		},
		"a number like its neighbours'": {
			"## 1. What is rye?\n\nA: A grain.\n\n## 2. Spelt, in a word\n\nA: Grain.\n\n## Sources\n\nA: Nobody.\n",
			[]string{"What is rye?", "A grain.", "Spelt, in a word", "Grain."},
		},
		"numbers, and answers' labels below them": {
			"## 1. Rye\n\nA: A grain.\n\n## 2. Spelt\n\nA: Grain.\n", []string{"Rye", "A grain.", "Spelt", "Grain."},
		},
		"numbers alone": {
			"## 1. Rye\n\nA grain.\n\n## 2. Spelt\n\nGrain.\n", nil,
		},
		"lettered labels": {
			"## Q. What is rye?\n\nA. A grain.\n", []string{"What is rye?", "A grain."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, q := range parse(t, tc.text).Questions {
				got = append(got, q.Text, q.Answer)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%q; want %q", got, tc.want)
			}
		})
	}
}

func TestAByteOrderMarkHidesNoHeading(t *testing.T) {
	t.Parallel()
	if got := parse(t, "\ufeff# Bread\n\nIt rises.\n").Title; got != "Bread" {
		t.Errorf("title %q; want Bread", got)
	}
}
