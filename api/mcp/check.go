package mcp

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// Bounds of what a check answers, in bytes of JSON.
const (
	longestPoint  = 1_500
	longestPoints = 8_000
	longestCount  = 4_000
)

type checkAnswer struct {
	QuestionID  string        `json:"question_id"         jsonschema:"the question that was judged by"`
	Verdict     string        `json:"verdict"             jsonschema:"correct, partly, incorrect or unsure; unsure: judge yourself"`
	Reason      string        `json:"reason"              jsonschema:"what decided it, in a word"`
	Explanation string        `json:"explanation"         jsonschema:"what decided it, in a sentence"`
	Coverage    float64       `json:"coverage"            jsonschema:"share by weight of the required key points that the reply covers, from 0 to 1"`
	Covered     []checkPoint  `json:"covered"             jsonschema:"key points that the reply has"`
	Missing     []checkPoint  `json:"missing"             jsonschema:"key points that it lacks or contradicts"`
	Numbers     []checkNumber `json:"numbers"             jsonschema:"numbers held against each other"`
	cited
	Truncated bool `json:"truncated,omitempty" jsonschema:"points were left out to keep the answer short; fetch the question for its answer"`
}

type checkPoint struct {
	Text         string `json:"text"         jsonschema:"what the reference answer says"`
	Required     bool   `json:"required"     jsonschema:"whether a correct reply needs it"`
	Contradicted bool   `json:"contradicted" jsonschema:"whether the reply says the opposite"`
}

type checkNumber struct {
	Expected string `json:"expected"        jsonschema:"the number of the reference answer"`
	Given    string `json:"given,omitempty" jsonschema:"the number of the reply; left out where it has none"`
	Agrees   bool   `json:"agrees"          jsonschema:"whether they agree, whatever their units"`
}

func (s *Server) checkTool() tool {
	return tool{
		name: "check_answer", title: "Check an answer",
		about: "Judge a learner's reply to a stored question by its reference answer: key points, numbers in any unit, negation. Use it after random_question; says what is covered and missing. The verdict unsure means: judge by the answer yourself.",
		arguments: []argument{
			{name: "question_id", sort: sortText, needed: true, most: 200, about: "Id of the question, such as q_6xw2m7k4zntq5ravcbyh."},
			{name: "answer", sort: sortText, needed: true, empty: true, most: 20_000, about: "The learner's reply, word for word, of 20,000 bytes at most; an empty one is judged too."},
		},
		output: outputOf[checkAnswer](),
		call:   s.check,
	}
}

func (s *Server) check(ctx context.Context, a given) (any, error) {
	id := idOf(a["question_id"])
	if !strings.HasPrefix(id, "q_") {
		return nil, refuse("question_id: %q is no question's id, which begins with q_; random_question and search give one",
			cutBefore(id, 100))
	}
	var found view.Check
	if _, err := s.post(ctx, routeOf(id)+"/check", map[string]string{"answer": a["answer"]}, &found); err != nil {
		return nil, err
	}
	out := checkAnswer{
		QuestionID: id, Verdict: found.Verdict, Reason: found.Reason,
		Explanation: cut(found.Explanation, longestPoint, "…"),
		Coverage:    found.Coverage, cited: s.cite(ctx, found.Source, routeOf(id)),
	}
	short := func(points []view.KeyPoint) []checkPoint {
		shown := view.Map(points, func(point view.KeyPoint) checkPoint {
			text := cut(point.Text, longestPoint, "…")
			out.Truncated = out.Truncated || text != point.Text
			return checkPoint{Text: text, Required: point.Required, Contradicted: point.Contradicted}
		})
		kept := fitting(shown, longestPoints)
		out.Truncated = out.Truncated || len(kept) < len(shown)
		return kept
	}
	out.Covered, out.Missing = short(found.Covered), short(found.Missing)
	out.Numbers = fitting(view.Map(found.Numbers, func(number view.NumberCheck) checkNumber {
		return checkNumber{
			Expected: cut(number.Expected, longestNote, "…"), Given: cut(said(number.Given), longestNote, "…"),
			Agrees: number.Agrees,
		}
	}), longestCount)
	out.Truncated = out.Truncated || len(out.Numbers) < len(found.Numbers)
	return out, nil
}
