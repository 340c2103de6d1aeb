package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
)

// Documents lists the documents that a filter lets through, by path and id,
// with their exact number.
func (s *Store) Documents(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Document], error) {
	return list(ctx, s, documents(), f, r)
}

// Document returns one document and the revision it was read at, or
// KindNotFound.
func (s *Store) Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error) {
	return one(ctx, s, documents, string(id))
}

func documents() kindOf[quarry.Document] {
	return kindOf[quarry.Document]{
		name:    quarry.EntryDocument,
		from:    "documents e",
		columns: documentColumns + ", ingested_at",
		key:     "e.path, e.id",
		after:   func(p quarry.Position) []any { return []any{p.Path, string(p.ID)} },
		read:    readDocument,
		where:   whereDocument,
		position: func(d quarry.Document) quarry.Position {
			return quarry.Position{Path: d.Path, ID: quarry.EntryID(d.ID)}
		},
	}
}

const documentColumns = "id, collection, path, root, put_before, title, sha256, text_sha256, text_of, bytes, " +
	"language, licence, source_url, author, date, fingerprint, " +
	"lines_entry, lines_structure, lines_furniture, lines_prose, lines_unaccounted, report, encoding"

func readDocument(scan scanFunc) (quarry.Document, error) {
	var d quarry.Document
	var report string
	var ingested int64
	meta, lines := &d.Metadata, &d.Report.Lines
	err := scan(&d.ID, &d.Collection, &d.Path, &d.Root, &d.As, &d.Title, &d.SHA256, &d.TextSHA256, &d.TextOf, &d.Bytes,
		&meta.Language, &meta.Licence, &meta.SourceURL, &meta.Author, &meta.Date, &d.Fingerprint,
		&lines.Entry, &lines.Structure, &lines.Furniture, &lines.Prose, &lines.Unaccounted, &report, &d.Encoding, &ingested)
	if err != nil {
		return d, err
	}
	d.IngestedAt = time.UnixMicro(ingested).UTC()
	d.Report, err = reportOf(report, d.Report.Lines)
	return d, err
}

// documentRow is a document in stored form: the values of documentColumns.
type documentRow struct {
	digest     string
	text       textHashes
	ingestedAt time.Time
	values     []any
}

func rowOfDocument(d quarry.Document) (documentRow, error) {
	report, err := jsonReport(d.Report)
	if err != nil {
		return documentRow{}, quarry.Errorf(quarry.KindInvalid, "document %q has a report that is no number", d.Path).
			Because(err)
	}
	lines := d.Report.Lines
	values := []any{
		string(d.ID), d.Collection, d.Path, d.Root, d.As, d.Title, d.SHA256, d.TextSHA256, string(d.TextOf), int(d.Bytes),
		d.Metadata.Language, d.Metadata.Licence, d.Metadata.SourceURL, d.Metadata.Author, d.Metadata.Date,
		d.Fingerprint, lines.Entry, lines.Structure, lines.Furniture, lines.Prose, lines.Unaccounted, report, laterEncoding(d.Encoding),
	}
	return documentRow{
		digest: digestOf(d, values), text: textHashes{d.SHA256, d.TextSHA256},
		ingestedAt: d.IngestedAt, values: values,
	}, nil
}

// storedReport is the part of a report that has no columns.
type storedReport struct {
	Format      string   `json:"format"`
	Parser      string   `json:"parser"`
	Coverage    float64  `json:"coverage"`
	Extracted   float64  `json:"extracted"`
	Counts      [4]int   `json:"counts"` // question, fact, spec, passage
	Unaccounted [][2]int `json:"unaccounted"`
	Warnings    []string `json:"warnings"`
}

func jsonReport(r quarry.Report) (string, error) {
	stored := storedReport{
		Format: r.Format, Parser: r.Parser, Coverage: r.Coverage, Extracted: r.Extracted,
		Counts:   [4]int{r.Counts.Question, r.Counts.Fact, r.Counts.Spec, r.Counts.Passage},
		Warnings: r.Warnings,
	}
	for _, lines := range r.Unaccounted {
		stored.Unaccounted = append(stored.Unaccounted, [2]int{lines.LineStart, lines.LineEnd})
	}
	text, err := json.Marshal(stored)
	return string(text), err
}

func reportOf(text string, lines quarry.LineCounts) (quarry.Report, error) {
	var stored storedReport
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return quarry.Report{}, fmt.Errorf("read stored report: %w", err)
	}
	counts := stored.Counts
	report := quarry.Report{
		Format: stored.Format, Parser: stored.Parser, Coverage: stored.Coverage, Extracted: stored.Extracted,
		Counts: quarry.Counts{Question: counts[0], Fact: counts[1], Spec: counts[2], Passage: counts[3]},
		Lines:  lines, Warnings: stored.Warnings,
	}
	for _, lines := range stored.Unaccounted {
		report.Unaccounted = append(report.Unaccounted, quarry.LineRange{LineStart: lines[0], LineEnd: lines[1]})
	}
	return report, nil
}
