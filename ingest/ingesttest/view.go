package ingesttest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// view is a document's knowledge as a person reads it: places are lines, ids
// are left out, and what is empty is not there. Specs are no work of a layout: they are
// held against judged lists where they are read.
type view struct {
	Title     string         `json:"title"`
	Metadata  *metadataView  `json:"metadata,omitempty"`
	Lines     lineView       `json:"lines"`
	Marks     []string       `json:"marks,omitempty"`
	Warnings  []string       `json:"warnings,omitempty"`
	Questions []questionView `json:"questions,omitempty"`
	Facts     []factView     `json:"facts,omitempty"`
	Passages  []passageView  `json:"passages,omitempty"`
}

type metadataView struct {
	Language  string `json:"language,omitempty"`
	Licence   string `json:"licence,omitempty"`
	SourceURL string `json:"source_url,omitempty"`
	Author    string `json:"author,omitempty"`
	Date      string `json:"date,omitempty"`
}

type lineView struct {
	Entry     int `json:"entry"`
	Structure int `json:"structure"`
	Furniture int `json:"furniture"`
	Prose     int `json:"prose"`
}

type placeView struct {
	Lines   string   `json:"lines"`
	Heading string   `json:"heading,omitempty"`
	Context []string `json:"context,omitempty"`
}

type questionView struct {
	placeView

	Question   string   `json:"question"`
	Answer     string   `json:"answer,omitempty"`
	Choices    []string `json:"choices,omitempty"`
	Style      string   `json:"style"`
	Difficulty string   `json:"difficulty,omitempty"` // that the source states
	Topics     string   `json:"topics"`
}

type factView struct {
	placeView

	Subject   string   `json:"subject"`
	Statement string   `json:"statement"`
	Citations []string `json:"citations,omitempty"`
	Topics    string   `json:"topics"`
}

type passageView struct {
	placeView

	Text string `json:"text"`
}

func viewOf(k quarry.Knowledge, marks []ingest.Mark) view {
	lines := k.Document.Report.Lines
	v := view{
		Title: k.Document.Title, Warnings: k.Document.Report.Warnings,
		Lines: lineView{lines.Entry, lines.Structure, lines.Furniture, lines.Prose},
	}
	if k.Document.Metadata != (quarry.Metadata{}) {
		metadata := metadataView(k.Document.Metadata)
		v.Metadata = &metadata
	}
	for _, mark := range marks {
		v.Marks = append(v.Marks, fmt.Sprintf("%s %s: %s",
			between(mark.Lines.LineStart, mark.Lines.LineEnd), mark.State, mark.Rule))
	}
	v.addEntries(k)
	return v
}

func (v *view) addEntries(k quarry.Knowledge) {
	for _, q := range k.Questions {
		v.Questions = append(v.Questions, questionView{
			placeView: placeOf(k, q.Source), Question: q.Text, Answer: q.Answer, Choices: q.Choices, Style: string(q.Style),
			Difficulty: stated(q.Grade), Topics: join(q.Topics),
		})
	}
	for _, f := range k.Facts {
		one := factView{placeView: placeOf(k, f.Source), Subject: f.Subject, Statement: f.Statement, Topics: join(f.Topics)}
		for _, citation := range f.Citations {
			one.Citations = append(one.Citations, strings.TrimSpace(citation.Label+" "+citation.URL))
		}
		v.Facts = append(v.Facts, one)
	}
	for _, p := range k.Passages {
		v.Passages = append(v.Passages, passageView{placeView: placeOf(k, p.Source), Text: p.Text})
	}
}

// placeOf shows where an entry stands, and the first words of its context.
func placeOf(k quarry.Knowledge, source quarry.Source) placeView {
	place := placeView{Lines: between(source.LineStart, source.LineEnd), Heading: strings.Join(source.Heading, " > ")}
	for _, piece := range source.Context {
		quote := string(k.Content.Text[piece.Span.ByteStart:piece.Span.ByteEnd])
		place.Context = append(place.Context, fmt.Sprintf("%s %s: %.60s",
			piece.Role, between(piece.Span.LineStart, piece.Span.LineEnd), quote))
	}
	return place
}

func between(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

func join[T ~string](all []T) string {
	plain := make([]string, len(all))
	for i, one := range all {
		plain[i] = string(one)
	}
	return strings.Join(plain, ", ")
}

// stated is the difficulty that the source states; "" where there is an estimate.
func stated(grade quarry.Grade) string {
	if grade.Source != quarry.DifficultyStated {
		return ""
	}
	return string(grade.Difficulty)
}
