package contract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/tools/contract"
)

// shelf is a document with everything that the view for tools takes out.
const shelf = `{"openapi":"3.1.1","info":{"title":"t","version":"1"},"security":[{"bearer":[]},{"apiKey":[]}],
"tags":[{"name":"search"},{"name":"operations"}],
"components":{
 "securitySchemes":{"bearer":{"type":"http","scheme":"bearer"},"apiKey":{"type":"apiKey","in":"header","name":"X-API-Key"}},
 "schemas":{
  "Asked":{"type":"object","properties":{"query":{"type":"string"},"filters":{"$ref":"#/components/schemas/Filters"}}},
  "Filters":{"type":"object","properties":{"kind":{"type":"array","description":"kinds","items":{"type":"string","enum":["fact"]}},"topic":{"type":"array","description":"topics","items":{"type":"string"}}}},
  "Answer":{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}}}},
  "Alone":{"type":"object"}}},
"paths":{
 "/livez":{"get":{"operationId":"live","tags":["operations"],"responses":{"200":{"description":"x","content":{"application/json":{}}}}}},
 "/v1/jobs/{id}":{"get":{"operationId":"job","tags":["documents"],"responses":{"200":{"description":"x","content":{"application/json":{}}}}}},
 "/v1/export":{"get":{"operationId":"export","tags":["documents"],"responses":{"200":{"description":"x","content":{"text/csv":{}}}}}},
 "/v1/documents":{"post":{"operationId":"write","tags":["documents"],"responses":{}},"delete":{"operationId":"remove","tags":["documents"],"responses":{}}},
 "/v1/context":{"post":{"operationId":"context","tags":["search"],"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Asked"}}}},"responses":{}}},
 "/v1/search":{"get":{"operationId":"search","tags":["search"],"description":"LONG",
  "parameters":[{"name":"If-None-Match","in":"header"},
   {"name":"format","in":"query","x-page":"true","schema":{"type":"string"}},
   {"name":"mode","in":"query","style":"form","explode":false,"description":"how","schema":{"type":"array","items":{"type":"string","enum":["a","b"]}},"example":["a","b"]},
   {"name":"topic","in":"query","description":"topics","schema":{"type":"array","items":{"type":"string"}}},
   {"name":"count","in":"query","description":"count","schema":{"type":"integer","enum":[1,2]}}],
  "responses":{"200":{"description":"x","headers":{"ETag":{}},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Answer"}},"text/html":{}}},
   "303":{"description":"to a page"}}}}}}`

func TestTheViewForToolsKeepsWhatHostsUnderstand(t *testing.T) {
	t.Parallel()
	sentence := "It finds what is there, and `total` says how much. "
	made, err := contract.ForTools([]byte(strings.Replace(shelf, "LONG", strings.Repeat(sentence, 9), 1)))
	if err != nil {
		t.Fatalf("make the view: %v", err)
	}
	var got any
	if err := json.Unmarshal(made, &got); err != nil {
		t.Fatalf("read the view: %v", err)
	}
	want := `{"openapi":"3.1.1","info":{"title":"t","version":"1"},"security":[{"bearer":[]}],"tags":[{"name":"search"}],
"components":{
 "securitySchemes":{"bearer":{"type":"http","scheme":"bearer"}},
 "schemas":{
  "Asked":{"type":"object","properties":{"query":{"type":"string"},"filters":{"$ref":"#/components/schemas/Filters"}}},
  "Filters":{"type":"object","properties":{"kind":{"type":"string","description":"kinds","enum":["fact"]},"topic":{"type":"string","description":"topics; several with commas"}}},
  "Answer":{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}}}}}},
"paths":{
 "/v1/context":{"post":{"operationId":"context","tags":["search"],"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Asked"}}}},"responses":{}}},
 "/v1/search":{"get":{"operationId":"search","tags":["search"],"description":"SHORT",
  "parameters":[
   {"name":"mode","in":"query","description":"how","schema":{"type":"string","enum":["a","b"]},"example":"a,b"},
   {"name":"topic","in":"query","description":"topics; several with commas","schema":{"type":"string"}},
   {"name":"count","in":"query","description":"count","schema":{"type":"integer"}}],
  "responses":{"200":{"description":"x","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Answer"}}}}}}}}}`
	var wanted any
	if err := json.Unmarshal([]byte(strings.Replace(want, "SHORT", strings.TrimSpace(strings.Repeat(sentence, 5)), 1)), &wanted); err != nil {
		t.Fatalf("read what is wanted: %v", err)
	}
	if difference := cmp.Diff(wanted, got); difference != "" {
		t.Errorf("the view (-want +got):\n%s", difference)
	}
}
