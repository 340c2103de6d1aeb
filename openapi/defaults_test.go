package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/quarrykb/quarry/openapi"
)

// Generators of clients take a property with a default for one that is always there,
// and make callers send it.
func TestNoPropertyHasADefault(t *testing.T) {
	t.Parallel()
	for version, raw := range map[string][]byte{"3.0": openapi.JSON30(), "3.1": openapi.JSON31()} {
		for name, property := range propertiesOf(t, raw) {
			if _, has := property["default"]; has {
				t.Errorf("%s: %s has a default: say it in its description", version, name)
			}
		}
	}
}

// propertiesOf returns the properties of all schemas by the names of both.
func propertiesOf(t *testing.T, raw []byte) map[string]map[string]json.RawMessage {
	t.Helper()
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]json.RawMessage{}
	for name, schema := range document.Components.Schemas {
		for property, of := range schema.Properties {
			all[name+"."+property] = of
		}
	}
	if len(all) == 0 {
		t.Fatal("the document has no schemas")
	}
	return all
}
