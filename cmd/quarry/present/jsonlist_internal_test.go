package present

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type (
	listHead struct {
		Name string `json:"name"`
	}
	listPart struct {
		At   int      `json:"at"`
		Tags []string `json:"tags,omitempty"`
	}
	listTail struct {
		Total int            `json:"total"`
		By    map[string]int `json:"by"`
	}
	listWhole struct {
		listHead

		Parts []listPart `json:"parts"`
		listTail
	}
)

func TestAListIsWrittenAsOneIndentedObjectWouldBe(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][]listPart{
		"no element":    {},
		"one element":   {{At: 1}},
		"many elements": {{At: 1, Tags: []string{"<a>", "b"}}, {At: 2}, {At: 3}},
	} {
		head, tail := listHead{Name: "tides & \"times\""}, listTail{Total: len(parts), By: map[string]int{"b": 2, "a": 1}}
		var got, want bytes.Buffer
		list := BeginList(&got, head, "parts")
		for _, part := range parts {
			list.Add(part)
		}
		if err := list.End(tail); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		encoder := json.NewEncoder(&want)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(listWhole{head, parts, tail}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// closedPipe takes so many bytes.
type closedPipe struct{ left int }

func (p *closedPipe) Write(content []byte) (int, error) {
	if p.left -= len(content); p.left < 0 {
		return 0, errors.New("the pipe is closed")
	}
	return len(content), nil
}

func TestAListThatCannotBeWrittenSaysSoOnceAtItsEnd(t *testing.T) {
	t.Parallel()
	list := BeginList(&closedPipe{left: 10_000}, listHead{}, "parts")
	for i := range 10_000 {
		list.Add(listPart{At: i})
	}
	if err := list.End(listTail{}); err == nil {
		t.Error("a list of which only a part was written ended well")
	}
}
