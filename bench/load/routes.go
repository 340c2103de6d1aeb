package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// route is one operation under load. To load a further one, add it here, and what
// the bare side does for it to handler in bare.go.
type route struct {
	name, method, path string // the path as the contract has it
	requests           func(samples) []asked
}

// asked is one request.
type asked struct {
	method, path, body string // the body is JSON, "" for none
}

// routes lists them in the order of the table. No request of a route comes twice in
// a row, and there are more than a cache of answers would like.
func routes() []route {
	return []route{
		{"search", http.MethodGet, "/v1/search", searches},
		{"random", http.MethodGet, "/v1/questions/random", draws},
		{"specs", http.MethodGet, "/v1/specs", claims},
		{"context", http.MethodPost, "/v1/context", contexts},
	}
}

// samples is what requests are made of, and the routes that there are.
type samples struct {
	questions []string // their texts
	ids       []string // theirs
	devices   []string // ids of devices with specs
	paths     map[string]map[string]json.RawMessage
}

func (s samples) has(r route) bool {
	_, there := s.paths[r.path][strings.ToLower(r.method)]
	return there
}

// windowWords is how many words a search has, that stand together in a question.
const windowWords = 4

func searches(s samples) []asked {
	var all []asked
	for _, question := range s.questions {
		words := strings.Fields(question)
		for from := 0; from+windowWords <= len(words); from += 2 {
			query := strings.Join(words[from:from+windowWords], " ")
			all = append(all, asked{http.MethodGet, "/v1/search?q=" + url.QueryEscape(query), ""})
		}
	}
	return spread(all)
}

// drawn is how many orders are drawn from.
const drawn = 5000

func draws(samples) []asked {
	all := make([]asked, drawn)
	for seed := range all {
		all[seed] = asked{http.MethodGet, "/v1/questions/random?count=5&seed=" + strconv.Itoa(seed), ""}
	}
	return all
}

func claims(s samples) []asked {
	var all []asked
	for _, device := range s.devices {
		all = append(all, asked{http.MethodGet, "/v1/specs?device=" + url.QueryEscape(device), ""})
	}
	return all
}

func contexts(s samples) []asked {
	var all []asked
	for _, question := range s.questions {
		body, err := json.Marshal(map[string]any{"query": question, "max_tokens": 600})
		if err == nil { // texts and numbers always have a JSON form
			all = append(all, asked{http.MethodPost, "/v1/context", string(body)})
		}
	}
	return spread(all)
}

// spread puts neighbours far apart: those of one document are alike.
func spread(all []asked) []asked {
	const stride = 97
	apart := make([]asked, 0, len(all))
	for first := range min(stride, len(all)) {
		for at := first; at < len(all); at += stride {
			apart = append(apart, all[at])
		}
	}
	return apart
}

// mostSampled is how many questions requests are made of.
const mostSampled = 2000

// list is a part of a list of the API.
type list[T any] struct {
	Items []T     `json:"items"`
	Next  *string `json:"next_cursor"`
}

// readSamples asks a server for what requests can be made of.
func readSamples(ctx context.Context, base string) (samples, error) {
	var contract struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := getJSON(ctx, base+"/openapi.json", &contract); err != nil {
		return samples{}, err
	}
	questions, ids, err := readQuestions(ctx, base)
	if err != nil {
		return samples{}, err
	}
	var devices list[struct {
		ID    string
		Specs int `json:"spec_count"`
	}]
	if err := getJSON(ctx, base+"/v1/devices?limit=100", &devices); err != nil {
		return samples{}, err
	}
	s := samples{paths: contract.Paths, questions: questions, ids: ids}
	for _, item := range devices.Items {
		if item.Specs > 0 {
			s.devices = append(s.devices, item.ID)
		}
	}
	return s, nil
}

// readQuestions returns the texts of questions, and their ids.
func readQuestions(ctx context.Context, base string) ([]string, []string, error) {
	var questions, ids []string
	for cursor := ""; len(questions) < mostSampled; {
		var page list[struct{ ID, Question string }]
		if err := getJSON(ctx, base+"/v1/questions?limit=100"+cursor, &page); err != nil {
			return nil, nil, err
		}
		for _, item := range page.Items {
			questions, ids = append(questions, item.Question), append(ids, item.ID)
		}
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + url.QueryEscape(*page.Next)
	}
	return questions, ids, nil
}
