package export

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits of one document. The format has none of its own, and a file may say anything.
const (
	mostText       = ingest.PartBytes + ingest.MaxRecordBytes
	mostOriginal   = 2 * ingest.MaxRecordBytes
	mostEntryBytes = 256 << 20 // of the lines of its entries

	// Ingest's own reports have one warning more, which counts the others, and
	// those of an import are added.
	mostWarnings = 2 * ingest.MostWarnings
)

// partialNote is what the report of a document says of which entries may be missing.
const partialNote = "imported from an export that a filter had narrowed: entries may be missing"

// document reads what belongs to a document. What is refused of it is said in its report.
func (r *reader) document(ctx context.Context, found record) (quarry.Knowledge, error) {
	content, err := r.content(ctx, found)
	if err != nil {
		return quarry.Knowledge{}, err
	}
	k := quarry.Knowledge{Document: documentOf(found, content), Content: content}
	if fault := faultOf(k); fault != "" {
		return k, r.lines.invalid("%s", fault)
	}
	if found.Entries < 0 || found.Entries > ingest.MaxEntries {
		return k, r.lines.refuse(quarry.KindTooLarge, "more than %d entries, the most that is taken from one document", ingest.MaxEntries)
	}
	if err := r.entriesOf(ctx, &k, found.Entries); err != nil {
		return k, err
	}
	if err := r.correctionsOf(ctx, &k, found.Corrections); err != nil {
		return k, err
	}
	if report := &k.Document.Report; r.partial {
		k.Document.Fingerprint = strings.TrimSuffix(k.Document.Fingerprint, ingest.PartialMark) + ingest.PartialMark
		if !slices.Contains(report.Warnings, partialNote) {
			report.Warnings = append(report.Warnings, partialNote)
		}
	}
	r.documents, r.entries = r.documents+1, r.entries+found.Entries
	return k, nil
}

// content puts the pieces of a document's content together.
func (r *reader) content(ctx context.Context, found record) (quarry.Content, error) {
	var content quarry.Content
	one := found.piece
	for left := found.MoreContent; ; left-- {
		content.Text = append(append(content.Text, one.Text...), one.Base64...)
		content.Original = append(content.Original, one.Original...)
		if len(content.Text) > mostText || len(content.Original) > mostOriginal {
			return content, r.lines.refuse(quarry.KindTooLarge, "a document of more than %d MB", mostText>>20)
		}
		if left <= 0 {
			return content, nil
		}
		more, err := r.lines.read(ctx)
		if err != nil {
			return content, err
		}
		if more.Kind != "content" {
			return content, r.lines.invalid("more of the content of %q belongs here, not %q", found.Path, more.Kind)
		}
		one = more.piece
	}
}

func documentOf(found record, content quarry.Content) quarry.Document {
	said := found.Report
	d := quarry.Document{
		ID: quarry.DocumentID(found.ID), Collection: found.Collection, Path: found.Path,
		Title:  cmp.Or(strings.TrimSpace(found.Title), path.Base(found.Path)),
		SHA256: found.SHA256, TextSHA256: found.TextSHA256, TextOf: found.TextOf,
		Encoding: cmp.Or(found.Encoding, quarry.UTF8), Bytes: int64(len(content.Text)), Fingerprint: found.Fingerprint,
		Metadata: quarry.Metadata(found.metadata), Topics: found.Brought,
		Report: quarry.Report{
			Format: said.Format, Parser: said.Parser, Coverage: said.Coverage, Extracted: said.Extracted,
			Lines: said.Lines, Warnings: said.Warnings[:min(len(said.Warnings), mostWarnings)],
		},
	}
	if content.Original != nil {
		d.Bytes = int64(len(content.Original))
	}
	for _, lines := range said.Unaccounted[:min(len(said.Unaccounted), ingest.MostUnaccounted)] {
		d.Report.Unaccounted = append(d.Report.Unaccounted, quarry.LineRange(lines))
	}
	return d
}

// entriesOf reads a document's entries. The report counts those that are kept.
func (r *reader) entriesOf(ctx context.Context, k *quarry.Knowledge, count int) error {
	began := r.lines.bytes
	judge := newJudge(k, r.words)
	for range count {
		found, err := r.lines.read(ctx)
		if err != nil {
			return err
		}
		read := r.lines.bytes - began
		if read > mostEntryBytes {
			return r.lines.refuse(quarry.KindTooLarge, "the entries of one document take more than %d MB", mostEntryBytes>>20)
		}
		if !judge.take(r.lines.line, read, found) {
			return r.lines.invalid("an entry of %q belongs here, not %q", k.Document.Path, found.Kind)
		}
	}
	k.Document.Report.Counts = quarry.Counts{
		Question: len(k.Questions), Fact: len(k.Facts), Spec: len(k.Specs), Passage: len(k.Passages),
	}
	k.Document.Report.Warnings = append(k.Document.Report.Warnings, judge.warnings()...)
	return nil
}
