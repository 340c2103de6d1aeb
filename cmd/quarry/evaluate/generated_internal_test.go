package evaluate

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestJudgementsAreCountedByType(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	made := quarry.Question{ID: "g_a", Text: "What?", Answer: "1", Choices: []string{"1", "2"}, Made: &quarry.Made{Type: quarry.MadeTerm}}
	r := reportGenerated(map[quarry.MadeType][]quarry.Question{quarry.MadeTerm: {made}}, []judgedQuestion{
		{ID: "g_a", Type: quarry.MadeTerm, Prompt: "What?", Answer: "1", Choices: []string{"1", "2"}, Sound: &yes},
		{ID: "g_a", Type: quarry.MadeTerm, Prompt: "What?", Answer: "1", Choices: []string{"2", "1"}, Sound: &no},
		{ID: "g_a", Type: quarry.MadeTerm, Prompt: "What now?", Answer: "1", Choices: []string{"1", "2"}, Sound: &no},
		{ID: "g_a", Type: quarry.MadeTerm, Prompt: "What?", Answer: "1", Choices: []string{"1", "3"}, Sound: &no},
		{ID: "g_b", Type: quarry.MadeFigure, Prompt: "Which?", Answer: "3", Choices: []string{"3"}, Sound: &yes},
	})
	if r.Made != 1 || r.Judged != 5 || r.Still != 2 || r.Sound != 1 || r.Precision != 0.5 {
		t.Errorf("%d made, %d judged, %d of these still made, %d sound (%v); want 1, 5, 2, 1 (0.5)", r.Made, r.Judged, r.Still, r.Sound, r.Precision)
	}
	for _, one := range r.Types {
		want := map[quarry.MadeType]int{quarry.MadeTerm: 2}[one.Type]
		if one.Still != want {
			t.Errorf("%d of the judged %s are still made, want %d", one.Still, one.Type, want)
		}
	}
}
