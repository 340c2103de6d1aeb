package main

import (
	"encoding/json"
	"os"

	"github.com/quarrykb/quarry"
)

func (t *trainer) dump(names []string, sets []answerSet, all []*judgedAnswer) {
	f, _ := os.Create(os.Getenv("DUMP"))
	defer f.Close()
	e := json.NewEncoder(f)
	_ = e.Encode(map[string]any{"names": names})
	for _, a := range all {
		w := map[string]string{}
		for _, v := range []quarry.AnswerVerdict{quarry.VerdictIncorrect, quarry.VerdictPartly, quarry.VerdictCorrect} {
			w[string(v)] = string(a.Within[v])
		}
		_ = e.Encode(map[string]any{"set": sets[a.set].name, "question": a.Question, "q": a.Question.Text, "ref": a.Question.Answer, "given": a.Given, "grade": a.Grade, "verdict": a.Verdict, "x": a.X, "exact": a.exact, "fitted": a.fitted, "taught": a.taught, "within": w, "p": a.partly, "s": a.score, "c": a.correct})
	}
}

