package mcp

import (
	"context"
	"net/url"
	"strings"
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
	Path        string        `json:"path"                jsonschema:"the document's file"`
	Lines       string        `json:"lines"               jsonschema:"the lines in it"`
	URL         string        `json:"url"                 jsonschema:"for citing"`
	Truncated   bool          `json:"truncated,omitempty" jsonschema:"points were left out to keep the answer short; fetch the question for its answer"`
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
		return nil, refuse("question_id: %q is no question's id, which begins with q_; random_question and search give one", cutBefore(id, 100))
	}
	var view struct {
		checkAnswer

		Source  source `json:"source"`
		Numbers []struct {
			Expected string  `json:"expected"`
			Given    *string `json:"given"`
			Agrees   bool    `json:"agrees"`
		} `json:"numbers"`
	}
	if _, err := s.rest.post(ctx, routeOf(id)+"/check", map[string]string{"answer": a["answer"]}, &view); err != nil {
		return nil, err
	}
	out := view.checkAnswer
	out.QuestionID, out.Numbers = id, []checkNumber{}
	for _, number := range view.Numbers {
		out.Numbers = append(out.Numbers, checkNumber{
			Expected: cut(number.Expected, longestNote, "…"), Given: cut(said(number.Given), longestNote, "…"), Agrees: number.Agrees,
		})
	}
	out.Explanation = cut(out.Explanation, longestPoint, "…")
	out.Path, out.Lines = view.Source.path(), view.Source.lines()
	out.URL = s.absolute(ctx, "/v1/questions/"+url.PathEscape(id))
	return out.short(), nil
}

// short keeps the points within their bounds.
func (c checkAnswer) short() checkAnswer {
	covered, missing, numbers := len(c.Covered), len(c.Missing), len(c.Numbers)
	clipped := false
	for _, points := range [][]checkPoint{c.Covered, c.Missing} {
		for i, point := range points {
			points[i].Text = cut(point.Text, longestPoint, "…")
			clipped = clipped || points[i].Text != point.Text
		}
	}
	c.Covered = fitting(list(c.Covered), longestPoints)
	c.Missing = fitting(list(c.Missing), longestPoints)
	c.Numbers = fitting(c.Numbers, longestCount)
	c.Truncated = clipped || len(c.Covered) < covered || len(c.Missing) < missing || len(c.Numbers) < numbers
	return c
}
