package phrase_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/ingest/phrase"
)

func TestAnAnswersLabelIsCutAndANameIsNot(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		document []string // further lines
		answer   string
		want     string
		labelled bool
	}{
		"a word":                           {nil, "Answer: yes", "yes", true},
		"a word in emphasis":               {nil, "**Answer:** yes", "yes", true},
		"a word with the colon outside":    {nil, "*Answer*: yes", "yes", true},
		"an abbreviation":                  {nil, "Ans. yes", "yes", true},
		"a letter before a colon":          {nil, "A: yes", "yes", true},
		"a letter in emphasis":             {nil, "**A:** yes", "yes", true},
		"a letter in emphasis, full stop":  {nil, "*A.* yes", "yes", true},
		"several lines":                    {nil, "A:\n\nyes\nno", "yes\nno", true},
		"an initial":                       {nil, "A. Smith and B. Jones wrote this.", "", false},
		"an initial, all of it emphasised": {nil, "**A. Smith** wrote this.", "", false},
		"a choice":                         {nil, "A) the first\nB) the second", "", false},
		"a name with a number":             {nil, "A100: 80 GB", "", false},
		"a bold name with a number":        {nil, "**A100:** 80 GB", "", false},
		"a longer word":                    {nil, "Answers: three", "", false},
		"where questions are lettered":     {[]string{"Q. Why?"}, "A. because", "because", true},
		"where questions are numbered":     {[]string{"**Q2:** Why?"}, "A2: because", "because", true},
		"a choice where they are lettered": {[]string{"Q) Why?"}, "A) one\nB) two", "", false},
		"where a colon follows the letter": {[]string{"Q: Why?"}, "A. Smith", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !tc.labelled {
				tc.want = tc.answer
			}
			got, labelled := phrase.LabelsOf(slices.Values(tc.document)).CutAnswer(tc.answer)
			if got != tc.want || labelled != tc.labelled {
				t.Errorf("%q, %t; want %q, %t", got, labelled, tc.want, tc.labelled)
			}
		})
	}
}

func TestALineThatReadsLikeATitleIsAHeading(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Memory":                            "Memory",
		"## Why it is so, and what follows": "Why it is so, and what follows",
		"2. **Memory**":                     "Memory",
		"Memory:":                           "Memory",
		"- Memory":                          "",
		"Take care of it.":                  "",
		"#memory is a tag of this line.":    "",
		"":                                  "",
		"Everything that anybody ever wanted to say about old ovens": "",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if got, ok := phrase.Heading(line); ok != (want != "") || (ok && got != want) {
				t.Errorf("%q, %t; want %q", got, ok, want)
			}
		})
	}
}
