package mcp

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// longestLearner is how many characters a learner's name may have, and a review's.
const longestLearner = 64

func learnerArgument() argument {
	return argument{name: "learner", sort: sortText, needed: true, most: longestLearner, about: "Any name, always the same."}
}

func (s *Server) nextTool() tool {
	return tool{
		name: "next_question", title: "Next question",
		about:     "Get what a learner is due to be asked, with its answer: keep that back until record_review. changed: what its document said before.",
		arguments: append([]argument{learnerArgument()}, filters()...),
		output:    outputOf("found:boolean", "question:object"),
		call:      s.next,
	}
}

func (s *Server) next(ctx context.Context, a given) (any, error) {
	query := url.Values{}
	a.into(query, "learner", "topic", "difficulty", "document")
	var next view.StudyNext
	if _, err := s.get(ctx, "/v1/study/next", query, &next); err != nil {
		return nil, err
	}
	out := answer{"found": len(next.Items) > 0, "left": next.Left}
	out = out.with("notes", notesOf(next.Notes)).with("next_due", next.NextDue)
	if len(next.Items) == 0 {
		return out, nil
	}
	one, t := next.Items[0], s.telling(ctx)
	t.mark = " … (cut; fetch " + one.Question.ID + " for more)"
	var err error
	if out["question"], err = t.tell(one.Question, drawnFields, Budget/2); err != nil {
		return nil, err
	}
	if out["card"], err = t.tell(one.Card, "state,due,reps,lapses,last_review", longestEntry); err != nil {
		return nil, err
	}
	if one.Changed != nil {
		if out["changed"], err = t.tell(*one.Changed, "at,was,now", Budget/4); err != nil {
			return nil, err
		}
	}
	return out.with("truncated", t.isCut), nil
}

func (s *Server) reviewTool() tool {
	return tool{
		name: "record_review", title: "Record a reply",
		about: "Keep a learner's reply and schedule the question anew. An answer is judged, unless you rate it: 1 not known, 2 hard, 3 good, 4 easy.",
		arguments: []argument{
			learnerArgument(),
			{name: "question_id", sort: sortText, needed: true, most: 200, about: "Its id: q_…"},
			{name: "answer", sort: sortText, most: 20_000, about: "The reply, word for word."},
			{name: "rating", sort: sortWhole, least: 1, most: 4, about: "1 to 4."},
			{name: "review_id", sort: sortText, most: longestLearner, about: "Yours, to repeat safely."},
		},
		output: outputOf("rating:integer", "card:object"),
		call:   s.review,
		writes: true,
	}
}

func (s *Server) review(ctx context.Context, a given) (any, error) {
	id := idOf(a["question_id"])
	if !strings.HasPrefix(id, "q_") {
		return nil, refuse("question_id: %q is no id of a stored question, which begins with q_; next_question gives one", cutBefore(id, 100))
	}
	body := map[string]any{"learner": a["learner"], "question_id": id}
	for argument, field := range map[string]string{"answer": "answer", "review_id": "id"} {
		if value, there := a[argument]; there {
			body[field] = value
		}
	}
	if rating, there := a["rating"]; there {
		body["rating"], _ = strconv.Atoi(rating) // it was read as a whole number
	}
	var kept view.StudyRecorded
	if _, err := s.post(ctx, "/v1/study/reviews", body, &kept); err != nil {
		return nil, err
	}
	t := s.telling(ctx)
	card, err := t.tell(kept.Card, "state,due,reps,lapses", longestEntry)
	if err != nil {
		return nil, err
	}
	out := answer{"review_id": kept.Review.ID, "rating": kept.Review.Rating, "card": card, "repeated": kept.Repeated}
	if kept.Check != nil {
		if out["check"], err = t.tell(*kept.Check, checkFields, Budget-longestEntry-roomLeft); err != nil {
			return nil, err
		}
	}
	return out.with("truncated", t.isCut), nil
}
