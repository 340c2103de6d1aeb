package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
)

// Normalised is a document whose entries have their ids and whose lines are
// accounted for.
type Normalised struct {
	Knowledge quarry.Knowledge
}

// normalise gives every entry its document, its id and clean text. Spans that
// do not lie inside the text are a parser's fault and refuse the document: an
// entry that cannot be traced must not be stored.
func (p *Pipeline) normalise(_ context.Context, specified Specified) (Normalised, error) {
	parsed := specified.Parsed
	n := normaliser{
		text: parsed.Raw.Text, lines: newLineStates(parsed.Raw.Text), document: p.document(parsed),
		ordinals: map[quarry.EntryID]int{}, headings: map[string]string{},
	}
	knowledge := quarry.Knowledge{Content: quarry.Content{Text: parsed.Raw.Text.Bytes, Original: parsed.Raw.Original}}
	found := parsed.Extraction
	knowledge.Questions = keep(found.Questions, n.question)
	knowledge.Facts = keep(found.Facts, n.fact)
	knowledge.Specs = keep(specified.Specs, n.spec)
	knowledge.Passages = keep(found.Passages, n.passage)
	if err := errors.Join(n.faults...); err != nil {
		return Normalised{}, fmt.Errorf("parser %s: %w", parsed.Format.Name, err)
	}
	n.document.Report = n.lines.report(parsed, knowledge)
	knowledge.Document = n.document
	return Normalised{Knowledge: knowledge}, nil
}

func (p *Pipeline) document(parsed Parsed) quarry.Document {
	source := parsed.Raw.Source
	// A document always has a title.
	title := cmp.Or(clean(parsed.Raw.Extract.Title), clean(parsed.Extraction.Title), path.Base(source.Path))
	document := quarry.Document{
		Collection: source.Collection, Root: source.Root, As: source.As, Path: source.Path,
		Title: title, SHA256: parsed.Raw.SHA256, TextSHA256: parsed.Raw.SHA256,
		TextOf: quarry.TextOfFile, Bytes: int64(len(parsed.Raw.Text.Bytes)),
		Encoding: cmp.Or(parsed.Raw.Encoding, quarry.UTF8),
		Metadata: parsed.Extraction.Metadata, Fingerprint: p.fingerprint, IngestedAt: p.config.Now(),
	}
	if original := parsed.Raw.Original; original != nil {
		document.TextOf, document.TextSHA256 = quarry.TextOfExtract, Hash(parsed.Raw.Text.Bytes)
		document.Bytes = int64(len(original))
		// What a text does not say of itself its file may.
		text, file := &document.Metadata, parsed.Raw.Extract.Metadata
		text.Language, text.Licence = cmp.Or(text.Language, file.Language), cmp.Or(text.Licence, file.Licence)
		text.SourceURL, text.Author = cmp.Or(text.SourceURL, file.SourceURL), cmp.Or(text.Author, file.Author)
		text.Date = cmp.Or(text.Date, file.Date)
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	return document
}

type normaliser struct {
	text     *Text
	document quarry.Document
	lines    *lineStates
	ordinals map[quarry.EntryID]int
	headings map[string]string // cleaned, each once
	faults   []error
}

// keep normalises every entry, in place, and drops those that are left without
// a text.
func keep[T any](found []T, do func(*T) bool) []T {
	kept := found[:0]
	for i := range found {
		if do(&found[i]) {
			kept = append(kept, found[i])
		}
	}
	return kept
}

func (n *normaliser) question(q *quarry.Question) bool {
	q.Text, q.Answer = clean(q.Text), cleanText(q.Answer)
	q.Choices = keep(q.Choices, func(choice *string) bool {
		*choice = cleanText(*choice)
		return *choice != ""
	})
	if q.Text == "" {
		return false
	}
	q.Answered = q.Answer != ""
	q.AnswerState = quarry.AnswerGap
	if q.Answered {
		q.AnswerState = quarry.AnswerOwn
	}
	if q.Style == "" {
		q.Style = quarry.StyleOpen
	}
	n.place(&q.Source, quarry.LineEntry)
	q.ID = quarry.QuestionID(n.id(q.Identity()))
	q.CanonicalID = q.ID
	return true
}

func (n *normaliser) fact(f *quarry.Fact) bool {
	f.Subject, f.Statement = clean(f.Subject), cleanStatement(f.Statement)
	if f.Subject == "" || f.Statement == "" {
		return false
	}
	n.place(&f.Source, quarry.LineEntry)
	f.ID = quarry.FactID(n.id(f.Identity()))
	return true
}

// spec keeps the value's text to the byte: it is what the source wrote.
func (n *normaliser) spec(s *quarry.Spec) bool {
	if s.Value.Text == "" {
		return false
	}
	n.place(&s.Source, quarry.LineEntry)
	s.ID = quarry.SpecID(n.id(s.Identity()))
	return true
}

func (n *normaliser) passage(p *quarry.Passage) bool {
	p.Text = strings.Trim(unixLines(norm.NFC.String(p.Text)), "\n")
	if strings.TrimSpace(p.Text) == "" {
		return false
	}
	n.place(&p.Source, quarry.LineProse)
	p.ID = quarry.PassageID(n.id(p.Identity()))
	return true
}

// place completes a source with what the pipeline knows, and checks its spans.
func (n *normaliser) place(s *quarry.Source, state quarry.LineState) {
	s.DocumentID, s.Collection, s.Path = n.document.ID, n.document.Collection, n.document.Path
	s.Title, s.SHA256 = n.document.Title, n.document.SHA256
	for i, heading := range s.Heading { // entries share them: cleaned twice is cleaned once
		s.Heading[i] = n.heading(heading)
	}
	if !n.inside(s.Span) {
		n.faults = append(n.faults, fmt.Errorf("a span %+v outside the text", s.Span))
		return
	}
	for _, piece := range s.Context {
		if !n.inside(piece.Span) {
			n.faults = append(n.faults, fmt.Errorf("a context span %+v outside the text", piece.Span))
			return
		}
	}
	n.lines.set(s.LineStart, s.LineEnd, state)
}

func (n *normaliser) inside(s quarry.Span) bool {
	return s.ByteStart >= 0 && s.ByteStart < s.ByteEnd && s.ByteEnd <= len(n.text.Bytes) &&
		n.text.LineOf(s.ByteStart) == s.LineStart && n.text.LineOf(s.ByteEnd-1) == s.LineEnd
}

// id numbers entries of the same key text, so that the same question twice in
// one document stays two questions.
func (n *normaliser) id(identity quarry.Identity) quarry.EntryID {
	first := quarry.NewID(identity)
	identity.Ordinal = n.ordinals[first]
	n.ordinals[first]++
	if identity.Ordinal == 0 {
		return first
	}
	return quarry.NewID(identity)
}

// heading cleans a heading once for all that stands under it.
func (n *normaliser) heading(written string) string {
	cleaned, ok := n.headings[written]
	if !ok {
		cleaned = clean(written)
		n.headings[written] = cleaned
	}
	return cleaned
}

// clean brings a one-line text into shape: NFC, white space collapsed.
func clean(text string) string {
	return strings.Join(strings.Fields(norm.NFC.String(text)), " ")
}

// cleanText brings a text of several lines into shape: NFC, line breaks of one
// byte, no white space at its ends.
func cleanText(text string) string { return strings.TrimSpace(unixLines(norm.NFC.String(text))) }

// cleanStatement is cleanText, or clean where the text has one line: a formula
// keeps its columns, a sentence has none.
func cleanStatement(text string) string {
	if text = cleanText(text); strings.Contains(text, "\n") {
		return text
	}
	return clean(text)
}

func unixLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
