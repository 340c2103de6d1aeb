package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/api/view"
)

// Budget bounds the JSON of one answer, in bytes: about 6,000 tokens.
const Budget = 24_000

// specBudget bounds what a look-up of specs answers, in bytes: about fifteen values. Who wants to
// know more of a device names what.
const specBudget = 3_500

// How much of the budget single things may take, in bytes of JSON.
const (
	longestTitle   = 600
	longestPath    = 900
	longestEntry   = 2_000
	longestRefusal = 4_000
	longestNote    = 600
	mostNotes      = 8
)

// cost returns how many bytes a character takes within JSON as encoding/json writes
// it, of which the longest way is counted: other writers may leave more as it is.
func cost(r rune, size int) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029',
		r == utf8.RuneError:
		return 6
	}
	return size
}

// width returns how many bytes a text takes within JSON, without its quotes.
func width(text string) int {
	sum := 0
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		sum += cost(r, size)
		at += size
	}
	return sum
}

// cut returns a text that takes at most so many bytes within JSON: as it is, or its
// beginning with a mark behind. It ends between lines or words where it can.
func cut(text string, most int, mark string) string {
	if len(text) <= most && width(text) <= most {
		return text
	}
	return cutBefore(text, most-width(mark)) + mark
}

// cutBefore returns as much of the beginning of a text as takes so many bytes.
func cutBefore(text string, most int) string {
	end, sum := 0, 0
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if sum += cost(r, size); sum > most {
			break
		}
		end += size
	}
	if end == len(text) {
		return text
	}
	kept := text[:end]
	for _, boundary := range []string{"\n", " "} {
		if at := strings.LastIndex(kept, boundary); at > end*3/4 {
			return kept[:at]
		}
	}
	return kept
}

// size returns how many bytes something takes as JSON.
func size(of any) int {
	written, err := json.Marshal(of)
	if err != nil {
		return Budget + 1 // offer refuses it and says why
	}
	return len(written)
}

// fitting returns as many of the first items as take so many bytes as JSON.
func fitting[T any](items []T, most int) []T {
	for i, item := range items {
		most -= size(item) + len(",")
		if most < 0 {
			return items[:i]
		}
	}
	return items
}

// telling writes views as a model is to read them: what is null is left out, and addresses are
// absolute.
type telling struct {
	base    string // of addresses
	mark    string // behind what is cut
	isCut   bool   // something was
	written bytes.Buffer
	writer  *view.Writer
}

func (s *Server) telling(ctx context.Context) *telling {
	return &telling{base: s.base(ctx), mark: "…", writer: &s.writer}
}

// tell returns the fields of a view that are named, in so many bytes of JSON: its longer texts
// are cut, and its longer lists end early.
func (t *telling) tell(of any, fields string, most int) (any, error) {
	t.written.Reset()
	if err := t.writer.Write(&t.written, of, view.Shown{Fields: strings.Split(fields, ",")}); err != nil {
		return nil, err
	}
	for room := most; ; room /= 2 {
		var told any
		if err := json.Unmarshal(t.written.Bytes(), &told); err != nil {
			return nil, err
		}
		if told = t.within(told, room); size(told) <= most || room == 0 {
			return told, nil
		}
	}
}

// within gives each text and each list so many bytes.
func (t *telling) within(of any, room int) any {
	switch of := of.(type) {
	case string:
		kept := cut(of, room, t.mark)
		t.isCut = t.isCut || kept != of
		return kept
	case []any:
		for i := range of {
			of[i] = t.within(of[i], room)
		}
		kept := fitting(of, room)
		t.isCut = t.isCut || len(kept) < len(of)
		return kept
	case map[string]any:
		for name, value := range of {
			switch address, isText := value.(string); {
			case value == nil:
				delete(of, name)
			case isText && name == "url":
				of[name] = absolute(t.base, address)
			default:
				of[name] = t.within(value, room)
			}
		}
	}
	return of
}

// tellAll tells the first views of a list, each in so many bytes, as many as fit into most.
func tellAll[V any](t *telling, views []V, fields string, each, most int) ([]any, error) {
	told := []any{}
	for _, one := range views {
		item, err := t.tell(one, fields, each)
		if err != nil {
			return nil, err
		}
		if most -= size(item) + len(","); most < 0 {
			t.isCut = true
			break
		}
		told = append(told, item)
	}
	return told, nil
}

// notesOf shortens what an answer notes.
func notesOf(notes []string) []string {
	var kept []string
	for _, note := range notes[:min(len(notes), mostNotes)] {
		kept = append(kept, cut(note, longestNote, "…"))
	}
	return kept
}
