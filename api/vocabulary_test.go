package api_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/openapi"
)

func TestTheContractKnowsEveryWordOfAVocabulary(t *testing.T) {
	t.Parallel()
	var contract struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					Enum []any `json:"enum"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(openapi.JSON31(), &contract); err != nil {
		t.Fatal(err)
	}
	for schema, field := range map[string]struct {
		name  string
		words []string
	}{
		"Context":  {"role", plain(quarry.ContextRoles())},
		"Quote":    {"role", plain(quarry.ContextRoles())},
		"Value":    {"qualifier", plain(quarry.Qualifiers())},
		"Question": {"style", plain(quarry.Styles())},
		"Variant":  {"style", plain(quarry.Styles())},
		"Fact":     {"difficulty_source", plain(quarry.DifficultySources())},
	} {
		var listed []string
		for _, word := range contract.Components.Schemas[schema].Properties[field.name].Enum {
			if text, ok := word.(string); ok {
				listed = append(listed, text)
			}
		}
		if !slices.Equal(listed, field.words) {
			t.Errorf("%s.%s: the contract lists %q, want %q", schema, field.name, listed, field.words)
		}
	}
}

func plain[T ~string](words []T) []string {
	texts := make([]string, 0, len(words))
	for _, word := range words {
		texts = append(texts, string(word))
	}
	return texts
}
