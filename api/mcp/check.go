package mcp

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// checkFields are what a check shows.
const checkFields = "id,verdict,reason,explanation,coverage,covered.text,covered.required,covered.contradicted," +
	"missing.text,missing.required,missing.contradicted,numbers.expected,numbers.given,numbers.agrees" + placeFields

func (s *Server) checkTool() tool {
	return tool{
		name: "check_answer", title: "Check an answer",
		about: "Judge a reply to a stored question by its reference answer: key points, numbers in any unit, negation. unsure means: judge it by the answer yourself.",
		arguments: []argument{
			{name: "question_id", sort: sortText, needed: true, most: 200, about: "Its id: q_…"},
			{name: "answer", sort: sortText, needed: true, empty: true, most: 20_000, about: "The reply, word for word."},
		},
		output: outputOf("verdict:string", "explanation:string", "missing:array"),
		call:   s.check,
	}
}

func (s *Server) check(ctx context.Context, a given) (any, error) {
	id := idOf(a["question_id"])
	if !strings.HasPrefix(id, "q_") && !strings.HasPrefix(id, "g_") {
		return nil, refuse("question_id: %q is no question's id, which begins with q_ or g_; random_question and search give one",
			cutBefore(id, 100))
	}
	var found view.Check
	if _, err := s.post(ctx, routeOf(id)+"/check", map[string]string{"answer": a["answer"]}, &found); err != nil {
		return nil, err
	}
	t := s.telling(ctx)
	checked, err := t.tell(found, checkFields, Budget-roomLeft)
	if out, ok := checked.(map[string]any); ok {
		return answer(out).with("truncated", t.isCut), nil
	}
	return nil, err
}
