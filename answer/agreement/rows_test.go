package agreement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/agreement"
)

func question(text, reference string) quarry.Question {
	return quarry.Question{Text: text, Answer: reference, Answered: reference != "", Style: quarry.StyleOpen}
}

func TestRowsAreReadAsPublicSetsHaveThem(t *testing.T) {
	t.Parallel()
	queue := question("What is a queue?", "A list, first in first out.")
	for name, tc := range map[string]struct {
		rows string
		want []agreement.Answer
	}{
		"graded.csv": {
			"id,question,reference_answer,student_answer,score_avg\n" +
				"1.1,What is a queue?,\"A list, first in first out.\",first in first out,5\n" +
				"1.2,What is a queue?,\"A list, first in first out.\",a list,2.5\n" +
				"1.3,What is a queue?,\"A list, first in first out.\",a tree,2\n" +
				"1.4,What is a queue?,\"A list, first in first out.\",,0\n",
			[]agreement.Answer{
				{ID: "1.1", Question: queue, Given: "first in first out", Verdict: quarry.VerdictCorrect, Grade: 1},
				{ID: "1.2", Question: queue, Given: "a list", Verdict: quarry.VerdictPartly, Grade: 0.5},
				{ID: "1.3", Question: queue, Given: "a tree", Verdict: quarry.VerdictIncorrect, Grade: 0.4},
			},
		},
		"labelled.tsv": {
			"question\treferences\tanswer\tlabel\n" +
				"Why is it \"dark\"?\tThe bulb burned out. || There is a gap.\ta gap\tcorrect\n" +
				"Why is it \"dark\"?\tThe bulb burned out. || There is a gap.\tnight\tcontradictory\n" +
				"Why is it \"dark\"?\tThe bulb burned out. || There is a gap.\tsome gap, or night\tpartially_correct_incomplete\n",
			[]agreement.Answer{
				{Question: question("Why is it \"dark\"?", "The bulb burned out.\nThere is a gap."), Given: "a gap", Verdict: quarry.VerdictCorrect, Grade: 1},
				{Question: question("Why is it \"dark\"?", "The bulb burned out.\nThere is a gap."), Given: "night", Verdict: quarry.VerdictIncorrect},
				{Question: question("Why is it \"dark\"?", "The bulb burned out.\nThere is a gap."), Given: "some gap, or night", Verdict: quarry.VerdictPartly, Grade: 0.5},
			},
		},
		"stored.jsonl": {
			`{"question": "What is a queue?", "answer": "a list", "label": "partial", "kind": "short", "line": 3}` + "\n\n" +
				`{"question": "What is a queue?", "answer": "a tree", "grade": 0, "label": ""}` + "\n" +
				`{"question": "What is a queue?", "answer": "a line", "grade": 4}` + "\n",
			[]agreement.Answer{
				{Kind: "short", Question: question("What is a queue?", ""), Given: "a list", Verdict: quarry.VerdictPartly, Grade: 0.5},
				{Question: question("What is a queue?", ""), Given: "a tree", Verdict: quarry.VerdictIncorrect},
				{Question: question("What is a queue?", ""), Given: "a line", Verdict: quarry.VerdictCorrect, Grade: 1},
			},
		},
	} {
		got, err := agreement.ReadRows(name, strings.NewReader(tc.rows))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestRowsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ file, rows, says string }{
		"nothing":              {"a.csv", "", "columns"},
		"a quotation open":     {"a.csv", "question,answer,label\nx,\"y,correct\n", "row 2"},
		"no question":          {"a.csv", "answer,label\nx,correct\n", "row 1"},
		"no answer":            {"a.csv", "question,label\nx,correct\n", "student_answer"},
		"neither label":        {"a.csv", "question,answer\nx,y\n", "label"},
		"a grade in words":     {"a.tsv", "question\tanswer\tgrade\nx\ty\tgood\n", "grade"},
		"a line of no JSON":    {"a.jsonl", "{\"question\": \"x\", \"answer\": \"y\", \"label\": \"correct\"}\nx\n", "line 2"},
		"nothing but noughts":  {"a.csv", "question,answer,grade\nx,y,0\n", "grade"},
		"a line that is a row": {"a.jsonl", "[1, 2]\n", "line 1"},
	} {
		if _, err := agreement.ReadRows(tc.file, strings.NewReader(tc.rows)); !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tc.says)
		}
	}
}
