package mcp

import (
	"context"
	"net/url"

	"github.com/quarrykb/quarry/api/view"
)

// drawnFields are what is shown of a question that was drawn.
const drawnFields = "id,question,choices,answer,answered,style,difficulty,topics,corrected.was" + placeFields

func (s *Server) randomTool() tool {
	arguments := append(filters(),
		argument{name: "style", sort: sortText, oneOf: []string{"open", "true_false", "scenario", "choice", "cloze"}},
		argument{name: "min_confidence", sort: sortNumber, about: "Of the difficulty, 0 to 1; 1: stated."},
		argument{name: "answered", sort: sortTruth, about: "true: only with an answer."},
		argument{name: "generated", sort: sortText, oneOf: []string{"exclude", "include", "only"}, about: "Made ones."},
		argument{name: "hide_answer", sort: sortTruth, fallback: "false", about: "true: without the answer."},
		argument{name: "seed", sort: sortWhole, most: largestSeed, about: "Draws the same again."})
	return tool{
		name: "random_question", title: "Random question",
		about:     "Draw one random study question. For a quiz set hide_answer, put it to the learner and judge the reply with check_answer.",
		arguments: arguments,
		output:    outputOf("found:boolean", "question:object"),
		call:      s.random,
	}
}

func (s *Server) random(ctx context.Context, a given) (any, error) {
	query := url.Values{"count": {"1"}, "fields": {drawnFields}}
	a.into(query, "topic", "difficulty", "min_confidence", "document", "style", "answered", "generated", "seed")
	if hide, there := a["hide_answer"]; there {
		query.Set("hide_answers", hide)
	}
	var drawn view.Draw
	if _, err := s.get(ctx, "/v1/questions/random", query, &drawn); err != nil {
		return nil, err
	}
	out := answer{"found": len(drawn.Items) > 0, "remaining": drawn.Remaining, "seed": drawn.Seed}
	notes := notesOf(drawn.Notes)
	if len(drawn.Items) == 0 {
		return out.with("notes", append(notes, "no question matches: leave a filter out")), nil
	}
	one, t := drawn.Items[0], s.telling(ctx)
	t.mark = " … (cut; fetch " + one.ID + " for more)"
	question, err := t.tell(one, drawnFields, Budget/2)
	return out.with("question", question).with("notes", notes).with("truncated", t.isCut), err
}
