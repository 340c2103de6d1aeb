package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// fetched is what the fetch tool answers, in the shape that connectors of ChatGPT
// expect. Its metadata are texts, which every host can show.
type fetched struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Text     string            `json:"text"`
	URL      string            `json:"url"`
	Metadata map[string]string `json:"metadata"`
}

func (s *Server) fetchTool() tool {
	return tool{
		name: "fetch", title: "Read an entry",
		about: "Read one entry or document (d_…, with lines for a part) in full by its id. Use it before quoting; metadata has the file and lines to cite.",
		arguments: []argument{
			{name: "id", sort: sortText, needed: true, most: 500, about: "Id, or url of a result."},
			{name: "lines", sort: sortText, most: 30, about: "Of a document: 120-240."},
		},
		output: outputOf("text:string", "url:string", "metadata:object"),
		call:   s.fetch,
	}
}

// idOf returns the id in what a model gives as one: an id, or an address that has it.
func idOf(given string) string {
	given, _, _ = strings.Cut(strings.TrimSpace(given), "#")
	given, _, _ = strings.Cut(given, "?")
	for part := range strings.SplitSeq(given, "/") {
		if part != given && routeOf(part) != "" {
			return part
		}
	}
	return given
}

// linesOf returns the lines that an address names: "#L19-L23" or "?lines=19-23".
func linesOf(given string) string {
	if _, fragment, ok := strings.Cut(given, "#L"); ok {
		return strings.ReplaceAll(fragment, "L", "")
	}
	_, lines, _ := strings.Cut(given, "?lines=")
	return lines
}

func (s *Server) fetch(ctx context.Context, a given) (any, error) {
	id := idOf(a["id"])
	route := routeOf(id)
	if route == "" {
		return nil, refuse("id: %q is none: an id begins with q_, g_, f_, s_, p_, c_ or d_; search finds them", cutBefore(id, 100))
	}
	if strings.HasPrefix(id, "d_") {
		lines := a["lines"]
		if lines == "" {
			lines = linesOf(a["id"])
		}
		return s.fetchDocument(ctx, id, lines)
	}
	if a["lines"] != "" {
		return nil, refuse("lines: only a document (d_…) has lines to choose; leave them out")
	}
	var body json.RawMessage
	revision, err := s.get(ctx, route, url.Values{"view": {"full"}}, &body)
	if err != nil {
		return nil, err
	}
	shown, err := entryOf(id, body)
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", route, err)
	}
	shown.note("revision", revision)
	shown.ID, shown.URL = id, s.absolute(ctx, route)
	mark := "\n[cut here to keep the answer short: the whole is at " + shown.URL + "]"
	if from := shown.Metadata["document_id"]; from != "" {
		mark = fmt.Sprintf("\n[cut here to keep the answer short: fetch %s with lines %s for the source, or read %s]",
			from, shown.Metadata["lines"], shown.URL)
	}
	return shown.short(mark), nil
}

// newFetched begins an answer with what it is, what it says and where it stands.
func newFetched(kind, title, text string, at view.Source) *fetched {
	f := &fetched{Title: titleOf(title, at.Title, at.Path), Text: text, Metadata: map[string]string{}}
	f.note("kind", kind)
	f.note("path", at.Path)
	if at.DocumentID != "" {
		f.note("lines", linesIn(at))
		f.note("document_id", at.DocumentID)
	}
	return f
}

// note adds to the metadata what is not empty.
func (f *fetched) note(name, value string) {
	if value != "" {
		f.Metadata[name] = cut(value, longestPath, "…")
	}
}

// graded adds what questions, facts, specs and passages have.
func (f *fetched) graded(difficulty *string, topics []string) *fetched {
	f.note("difficulty", said(difficulty))
	f.note("topics", strings.Join(topics, ", "))
	return f
}

// short cuts the text to what the budget leaves for it, with a mark behind.
func (f *fetched) short(mark string) *fetched {
	text := f.Text
	f.Text = ""
	left := Budget - size(f) - len(`,"truncated":"true"`)
	f.Text = cut(text, left, mark)
	if f.Text != text {
		f.note("truncated", "true")
	}
	return f
}

// mostLines is how many lines of a document are asked for at once: more than an
// answer can hold of all but the shortest.
const mostLines = 2_000

func (s *Server) fetchDocument(ctx context.Context, id, lines string) (any, error) {
	var document view.Document
	route := routeOf(id)
	revision, err := s.get(ctx, route, url.Values{"fields": {"path,title,bytes,language,licence,source_url"}}, &document)
	if err != nil {
		return nil, err
	}
	asked, err := runOf(lines)
	if err != nil {
		return nil, err
	}
	var text string
	if document.Bytes > 0 || lines != "" { // an empty document has no first line
		if _, err := s.get(ctx, route+"/content", url.Values{"lines": {asked.String()}}, &text); err != nil {
			return nil, err
		}
	}
	shown := newFetched("document", document.Title, "", view.Source{Path: document.Path})
	shown.ID, shown.URL = id, s.absolute(ctx, route+"/content")
	shown.note("language", said(document.Language))
	shown.note("licence", said(document.Licence))
	shown.note("source_url", said(document.SourceURL))
	shown.note("revision", revision)
	return shown.document(text, asked), nil
}

// run is a run of lines, from 1 and inclusive.
type run struct{ first, last int }

// String writes it as the route has it.
func (r run) String() string { return fmt.Sprintf("%d-%d", r.first, r.last) }

func runOf(lines string) (run, error) {
	asked := run{1, mostLines}
	if lines == "" {
		return asked, nil
	}
	from, to, ranged := strings.Cut(lines, "-")
	if !ranged {
		to = from
	}
	first, errFirst := strconv.ParseUint(strings.TrimSpace(from), 10, 31)
	last, errLast := strconv.ParseUint(strings.TrimSpace(to), 10, 31)
	if errFirst != nil || errLast != nil {
		return run{}, refuse("lines: must be a line or a range such as 19-23")
	}
	asked = run{int(first), int(last)}
	asked.last = min(asked.last, asked.first+mostLines-1)
	return asked, nil
}

// document puts lines into the answer, as many whole ones as fit, and says which.
func (f *fetched) document(text string, asked run) *fetched {
	have := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		have++
	}
	end := asked.first + have - 1
	const room = 400 // for the mark, the lines and that they were cut
	kept := cutLines(text, Budget-size(f)-room)
	shown := asked.first + strings.Count(kept, "\n") - 1
	switch {
	case kept == text:
		shown = end
	case shown < asked.first: // the first line alone is longer
		kept, shown = cutBefore(text, Budget-size(f)-room)+"\n[the line goes on: the whole is at "+f.URL+"]\n", asked.first
	}
	f.Text = kept
	if have > 0 {
		f.note("lines", run{asked.first, shown}.String())
	}
	if shown < end || have == mostLines {
		f.Text += fmt.Sprintf("[cut after line %d to keep the answer short: fetch %s with lines %d-%d to read on]",
			shown, f.ID, shown+1, shown+mostLines)
		f.note("truncated", "true")
	}
	return f
}

// cutLines returns as many whole lines as take so many bytes within JSON.
func cutLines(text string, most int) string {
	end := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if most -= width(line); most < 0 {
			return text[:end]
		}
		end += len(line)
	}
	return text
}
