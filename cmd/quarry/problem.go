package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/internal/text"
)

// problemOf turns a problem document back into an error.
func (a *asker) problemOf(body []byte) error {
	var problem api.Problem
	if err := json.Unmarshal(body, &problem); err != nil || problem.Detail == "" {
		return quarry.Errorf(quarry.KindUnavailable, "the server answered with something that is no problem document")
	}
	if len(problem.Fixes) == 0 {
		return quarry.Errorf(kindOf(problem), "%s", problem.Detail)
	}
	return quarry.Errorf(kindOf(problem), "%s; did you mean %s?", problem.Detail, strings.Join(a.meant(problem), ", "))
}

// kindOf is what a problem is to a command. An unknown word was not
// found, be it a device's or an attribute's.
func kindOf(problem api.Problem) quarry.Kind {
	other := func(f api.ProblemField) bool {
		return !strings.HasPrefix(f.Field, attributeField) || !strings.HasSuffix(f.Message, "is not known")
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
func (a *asker) meant(problem api.Problem) []string {
	if a.lexicon == nil {
		return problem.Fixes
	}
	attribute := len(problem.Errors) == 1 && strings.HasPrefix(problem.Errors[0].Field, attributeField)
	var names []string
	for _, fix := range problem.Fixes {
		if device, known := a.lexicon.Device(quarry.DeviceID(fix)); known && problem.Status == http.StatusNotFound {
			fix = device.Name
		}
		if known, ours := a.lexicon.Attribute(quarry.AttributeID(fix)); ours && attribute {
			fix = calledLike(problem.Errors[0].Message, known)
		}
		names = append(names, fix)
	}
	return names
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
