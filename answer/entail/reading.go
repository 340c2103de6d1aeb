package entail

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/modelserver"
	"github.com/quarrykb/quarry/internal/text"
)

// readCompletion returns what the model said, where it said all of it.
func readCompletion(answer []byte) (string, error) {
	var read struct {
		Choices []struct {
			Finish  string `json:"finish_reason"`
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(answer, &read); err != nil {
		return "", modelserver.Later(errors.New("the answer is no chat completion"))
	}
	if len(read.Choices) == 0 {
		return "", errors.New("the server returned nothing of the model")
	}
	said := read.Choices[0]
	switch {
	case said.Message.Refusal != "" || said.Finish == "content_filter":
		return "", errors.New("the model refused to judge")
	case said.Finish == "length":
		return "", errors.New("the model wrote more than it was allowed to: --judge-model names one that writes what it is asked for")
	}
	return said.Message.Content, nil
}

// readVerdicts reads what a model said of the points of a request. It may have thought aloud
// before, and have put a fence around: what counts is one object. A model that finds the
// decoy, at this place of the points, is not believed at all.
func readVerdicts(said string, r Request, decoyed int) ([]Verdict, error) {
	if at := strings.LastIndex(said, "</think>"); at >= 0 {
		said = said[at:]
	}
	first, last := strings.Index(said, "{"), strings.LastIndex(said, "}")
	var all map[string]struct {
		Evidence string  `json:"evidence"`
		Verdict  Verdict `json:"verdict"`
	}
	if first < 0 || last < first || json.Unmarshal([]byte(said[first:last+1]), &all) != nil {
		return nil, errors.New("the model did not write the JSON that it was asked for")
	}
	points := len(r.Points)
	if len(all) != points {
		return nil, fmt.Errorf("the model judged %d points instead of %d", len(all), points)
	}
	verdicts := make([]Verdict, points)
	for name, one := range all {
		n, err := strconv.Atoi(name)
		switch {
		case err != nil || n < 1 || n > points || verdicts[n-1] != "":
			return nil, errors.New("the model does not say which point it judges")
		case !slices.Contains(allVerdicts(), one.Verdict):
			return nil, fmt.Errorf("the model's verdict on point %d is none", n)
		case n-1 == decoyed && one.Verdict == Entailed:
			return nil, errors.New("the model finds in the answer what no answer says")
		}
		verdicts[n-1] = one.Verdict
		if !stands(one.Evidence, r.Answer) {
			verdicts[n-1] = Absent
		}
	}
	return verdicts, nil
}

// stands reports whether words stand in an answer, whatever its spaces, capitals and marks
// of print.
func stands(words, answer string) bool {
	folded := func(s string) string { return text.Folded(text.Plain(text.Visible(s))) }
	return strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) &&
		strings.Contains(folded(answer), folded(words))
}
