package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/internal/text"
)

// problemOf turns a problem document back into an error.
func (a *asker) problemOf(ctx context.Context, body []byte) error {
	var problem api.Problem
	if err := json.Unmarshal(body, &problem); err != nil || problem.Detail == "" {
		return quarry.Errorf(quarry.KindUnavailable, "the server answered with something that is no problem document")
	}
	if len(problem.Fixes) == 0 {
		return quarry.Errorf(kindOf(problem), "%s", problem.Detail)
	}
	return quarry.Errorf(kindOf(problem), "%s; did you mean %s?", problem.Detail, strings.Join(a.meant(ctx, problem), ", "))
}

// kindOf is what a problem is to a command. An unknown word was not
// found, be it a device's or an attribute's.
func kindOf(problem api.Problem) quarry.Kind {
	other := func(f api.ProblemField) bool {
		return !strings.HasPrefix(f.Field, attributeField) || !strings.Contains(f.Message, unknown)
	}
	switch {
	case problem.Status == http.StatusNotFound:
		return quarry.KindNotFound
	case problem.Status != http.StatusBadRequest:
		return quarry.KindUnavailable
	case len(problem.Errors) > 0 && !slices.ContainsFunc(problem.Errors, other):
		return quarry.KindNotFound
	}
	return quarry.KindInvalid
}

// attributeField begins the names of the parameters that take attributes.
const attributeField = "attribute"

// meant writes what may be meant as people call it: a device by its name, and an
// attribute with the name that comes closest to the word that is not known.
func (a *asker) meant(ctx context.Context, problem api.Problem) []string {
	if a.lexicon == nil {
		return problem.Fixes
	}
	attribute := len(problem.Errors) == 1 && strings.HasPrefix(problem.Errors[0].Field, attributeField)
	var names []string
	for _, fix := range problem.Fixes {
		known, ours := a.lexicon.Attribute(quarry.AttributeID(fix))
		switch {
		case ours && attribute:
			fix = calledLike(problem.Errors[0].Message, known)
		case attribute:
			fix = a.nameOf(ctx, "/v1/attributes", fix)
		case problem.Status == http.StatusNotFound:
			fix = a.nameOf(ctx, "/v1/devices", fix)
		}
		names = append(names, fix)
	}
	return names
}

// nameOf returns the name of what has an id in a list of the API, in quotation marks where
// it could be read as two; what has none there stays as it is.
func (a *asker) nameOf(ctx context.Context, list, id string) string {
	var found api.List[struct{ ID, Name string }]
	if _, err := a.get(ctx, list, url.Values{"q": {id}, "limit": {strconv.Itoa(perPage)}}, &found); err != nil {
		return id
	}
	for _, item := range found.Items {
		if item.ID == id && strings.Contains(item.Name, ",") {
			return strconv.Quote(item.Name)
		} else if item.ID == id {
			return item.Name
		}
	}
	return id
}

// calledLike is an attribute's id, behind the other name of it that a message's
// word is a slip of: "weight (mass)".
func calledLike(message string, attribute quarry.Attribute) string {
	word := ""
	if quoted := strings.SplitN(message, `"`, 3); len(quoted) > 1 {
		word = text.Slug(quoted[1])
	}
	best, closest := "", text.SlipsAllowed(word)+1
	for _, name := range append([]string{string(attribute.ID), attribute.Name}, attribute.Aliases...) {
		if slips := text.Slips(word, text.Slug(name)); slips < closest {
			best, closest = name, slips
		}
	}
	if best == "" || text.Slug(best) == text.Slug(string(attribute.ID)) {
		return string(attribute.ID)
	}
	return strings.ToLower(best) + " (" + string(attribute.ID) + ")"
}
