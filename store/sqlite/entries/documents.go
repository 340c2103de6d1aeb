package entries

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
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

func documents() Kind[quarry.Document] {
	return Kind[quarry.Document]{
		Name:    quarry.EntryDocument,
		From:    "documents e",
		Columns: DocumentColumns + ", ingested_at",
		Key:     "e.path, e.id",
		After:   func(p quarry.Position) []any { return []any{p.Path, string(p.ID)} },
		Read:    ReadDocument,
		Where:   whereDocument,
		Position: func(d quarry.Document) quarry.Position {
			return quarry.Position{Path: d.Path, ID: quarry.EntryID(d.ID)}
		},
	}
}

// DocumentColumns are the columns of a document that its digest is made of.
const DocumentColumns = "id, collection, path, root, put_before, title, sha256, text_sha256, text_of, bytes, " +
	"language, licence, source_url, author, date, fingerprint, " +
	"lines_entry, lines_structure, lines_furniture, lines_prose, lines_unaccounted, report, encoding, topics"

// ReadDocument reads DocumentColumns and ingested_at.
func ReadDocument(scan db.ScanFunc) (quarry.Document, error) {
	var d quarry.Document
	var report, topics string
	var ingested int64
	meta, lines := &d.Metadata, &d.Report.Lines
	err := scan(&d.ID, &d.Collection, &d.Path, &d.Root, &d.As, &d.Title, &d.SHA256, &d.TextSHA256, &d.TextOf, &d.Bytes,
		&meta.Language, &meta.Licence, &meta.SourceURL, &meta.Author, &meta.Date, &d.Fingerprint,
		&lines.Entry, &lines.Structure, &lines.Furniture, &lines.Prose, &lines.Unaccounted, &report, &d.Encoding, &topics, &ingested)
	if err != nil {
		return d, err
	}
	d.IngestedAt = time.UnixMicro(ingested).UTC()
	if d.Topics, err = db.Listed[quarry.Topic](topics); err != nil {
		return d, err
	}
	d.Report, err = ReportOf(report, d.Report.Lines)
	return d, err
}

// DocumentRow is a document in stored form: the values of DocumentColumns.
type DocumentRow struct {
	ID         quarry.DocumentID
	Digest     string
	Text       TextHashes
	IngestedAt time.Time
	Values     []any
}

// TextHashes tell whether a document's content has to be written again.
type TextHashes struct{ SHA256, TextSHA256 string }

// RowOfDocument brings a document into stored form.
func RowOfDocument(d quarry.Document) (DocumentRow, error) {
	report, err := JSONReport(d.Report)
	if err != nil {
		return DocumentRow{}, quarry.Errorf(quarry.KindInvalid, "document %q has a report that is no number", d.Path).
			Because(err)
	}
	lines := d.Report.Lines
	values := []any{
		string(d.ID), d.Collection, d.Path, d.Root, d.As, d.Title, d.SHA256, d.TextSHA256, string(d.TextOf), int(d.Bytes),
		d.Metadata.Language, d.Metadata.Licence, d.Metadata.SourceURL, d.Metadata.Author, d.Metadata.Date,
		d.Fingerprint, lines.Entry, lines.Structure, lines.Furniture, lines.Prose, lines.Unaccounted, report,
		later{d.Encoding, quarry.UTF8, 'e'},
		later{db.JSONList(d.Topics), db.EmptyList, 't'},
	}
	return DocumentRow{
		ID: d.ID, Digest: DigestOf(d, values), Text: TextHashes{d.SHA256, d.TextSHA256}, IngestedAt: d.IngestedAt, Values: values,
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

// JSONReport writes a report but for its counts of lines.
func JSONReport(r quarry.Report) (string, error) {
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

// ReportOf reads what JSONReport wrote.
func ReportOf(text string, lines quarry.LineCounts) (quarry.Report, error) {
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

// WrongHashes says which bytes of a document are not those that were read. A text that is
// its whole file has one hash, and no other bytes.
func WrongHashes(d quarry.Document, text, original []byte) []string {
	var problems []string
	if hashOf(text) != d.TextSHA256 {
		problems = append(problems, "its stored text is not the one that was read: the hash is another")
	}
	if d.TextOf == quarry.TextOfFile {
		original = text
	}
	if d.SHA256 != d.TextSHA256 && hashOf(original) != d.SHA256 {
		problems = append(problems, "its file's own bytes are not those that were read: the hash is another")
	}
	return problems
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
