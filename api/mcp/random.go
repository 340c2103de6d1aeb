package mcp

import (
	"context"
	"net/url"

	"github.com/quarrykb/quarry/api/view"
)

// Bounds of one question in an answer, in bytes of JSON.
const (
	longestQuestion = 6_000
	longestReply    = 9_000
	longestChoices  = 4_000
)

type randomAnswer struct {
	Found     bool           `json:"found"              jsonschema:"false where no question matches"`
	Question  *drawnQuestion `json:"question,omitempty" jsonschema:"the question; left out where none matches"`
	Remaining int            `json:"remaining"          jsonschema:"how many further questions match"`
	Seed      uint64         `json:"seed"               jsonschema:"draws the same question again"`
	Notes     []string       `json:"notes,omitempty"    jsonschema:"what to know about this draw"`
}

type drawnQuestion struct {
	ID         string   `json:"id"                   jsonschema:"for check_answer"`
	Question   string   `json:"question"             jsonschema:"what is asked"`
	Choices    []string `json:"choices,omitempty"    jsonschema:"what there is to choose from"`
	Answer     string   `json:"answer,omitempty"     jsonschema:"what the source answers; left out where hidden or missing"`
	Answered   bool     `json:"answered"             jsonschema:"whether the source answers it"`
	Style      string   `json:"style"                jsonschema:"open, true_false, scenario, choice or cloze"`
	Difficulty string   `json:"difficulty,omitempty" jsonschema:"easy, medium or hard"`
	Topics     []string `json:"topics"               jsonschema:"topic ids"`
	cited
}

func (s *Server) randomTool() tool {
	arguments := append(filters(),
		argument{name: "style", sort: sortText, oneOf: []string{"open", "true_false", "scenario", "choice", "cloze"}, about: "Only questions asked in this way."},
		argument{name: "answered", sort: sortTruth, about: "true: only questions whose source has an answer, which check_answer needs."},
		argument{name: "hide_answer", sort: sortTruth, fallback: "false", about: "true: leave the answer out, for a quiz; check_answer judges the reply."},
		argument{name: "seed", sort: sortWhole, most: largestSeed, about: "Draws the same question again; leave out for a new one."})
	return tool{
		name: "random_question", title: "Draw a random question",
		about:     "Draw one random study question, by topic, difficulty or document. Use it for a quiz: set hide_answer, put the question to the learner and judge the reply with check_answer.",
		arguments: arguments,
		output:    outputOf[randomAnswer](),
		call:      s.random,
	}
}

func (s *Server) random(ctx context.Context, a given) (any, error) {
	query := url.Values{"count": {"1"}}
	a.into(query, "topic", "difficulty", "document", "style", "answered", "seed")
	if hide, there := a["hide_answer"]; there {
		query.Set("hide_answers", hide)
	}
	var drawn view.Draw
	if _, err := s.get(ctx, "/v1/questions/random", query, &drawn); err != nil {
		return nil, err
	}
	out := randomAnswer{Remaining: drawn.Remaining, Seed: drawn.Seed, Notes: notesOf(drawn.Notes)}
	if len(drawn.Items) == 0 {
		out.Notes = append(out.Notes, "no question matches: leave a filter out")
		return out, nil
	}
	one := drawn.Items[0]
	out.Found = true
	rest := " … (cut; fetch " + one.ID + " for more)"
	out.Question = &drawnQuestion{
		ID: one.ID, Question: cut(one.Question, longestQuestion, rest),
		Answer:  cut(said(one.Answer), longestReply, rest),
		Choices: fitting(one.Choices, longestChoices), Answered: one.Answered, Style: one.Style,
		Difficulty: said(one.Difficulty),
		Topics:     fitting(view.Texts(one.Topics), longestNote), cited: s.cite(ctx, one.Source, routeOf(one.ID)),
	}
	return out, nil
}
