package export

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits of one document. The format has none of its own, and a file may say
// anything.
const (
	mostText       = ingest.PartBytes + ingest.MaxRecordBytes
	mostOriginal   = 2 * ingest.MaxRecordBytes
	mostEntryBytes = 256 << 20           // of the lines of its entries
	longestName    = 4 << 10             // of a path or a collection, in bytes
	longestWord    = ingest.MaxLineBytes // of anything else that a document says of itself

	// Ingest's own reports have one warning more, which counts the others, and
	// those of an import are added.
	mostWarnings = 2 * ingest.MostWarnings
)

// partialNote is what the report of a document says of which entries may be
// missing.
const partialNote = "imported from an export that a filter had narrowed: entries may be missing"

// document reads what belongs to a document. What is refused of it is said in
// its report.
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
	if r.partial {
		k.Document.Fingerprint = strings.TrimSuffix(k.Document.Fingerprint, ingest.PartialMark) + ingest.PartialMark
		k.Document.Report.Warnings = withNote(k.Document.Report.Warnings, partialNote)
	}
	r.documents, r.entries = r.documents+1, r.entries+found.Entries
	return k, nil
}

func withNote(notes []string, note string) []string {
	if slices.Contains(notes, note) {
		return notes
	}
	return append(notes, note)
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
		if err := ctx.Err(); err != nil {
			return content, err
		}
		var more record
		if err := r.lines.read(&more); err != nil {
			return content, r.cut(err)
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
		SHA256: found.SHA256, TextSHA256: found.TextSHA256, TextOf: quarry.TextOf(found.TextOf),
		Encoding: cmp.Or(found.Encoding, quarry.UTF8), Bytes: int64(len(content.Text)), Fingerprint: found.Fingerprint,
		Metadata: quarry.Metadata{
			Language: found.Language, Licence: found.Licence, SourceURL: found.SourceURL,
			Author: found.Author, Date: found.Date,
		},
		Report: quarry.Report{
			Format: said.Format, Parser: said.Parser, Coverage: said.Coverage, Extracted: said.Extracted,
			Lines: quarry.LineCounts(said.Lines), Warnings: said.Warnings[:min(len(said.Warnings), mostWarnings)],
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

// faultOf says what about a document cannot be, whatever its entries are. That
// its id and its hashes are right is checked where it is saved.
func faultOf(k quarry.Knowledge) string {
	d := k.Document
	switch {
	case !isName(d.Collection), !isName(d.Path):
		return "a document needs a collection and a path that can be names"
	case slices.ContainsFunc(wordsOf(d), isTooLong):
		return "what it says of itself is longer than a line may be"
	case d.TextOf != quarry.TextOfFile && d.TextOf != quarry.TextOfExtract:
		return "text_of is file or extract"
	case d.TextOf == quarry.TextOfFile && k.Content.Original != nil:
		return "where the text is the file itself there is no other original"
	case !isShare(d.Report.Coverage), !isShare(d.Report.Extracted):
		return "the report's coverage and extracted lie between 0 and 1"
	case !fits(d.Report, 1+bytes.Count(k.Content.Text, []byte("\n"))):
		return "the report counts lines that the text has not"
	}
	return ""
}

// wordsOf are what a document says of itself and no text holds it to.
func wordsOf(d quarry.Document) []string {
	said := d.Metadata
	return append([]string{
		d.Title, d.Fingerprint, d.Encoding, d.Report.Format, d.Report.Parser, said.Language, said.Licence, said.SourceURL, said.Author, said.Date,
	}, d.Report.Warnings...)
}

func isTooLong(word string) bool { return len(word) > longestWord }

func isName(name string) bool {
	return name != "" && len(name) <= longestName && !strings.ContainsRune(name, 0)
}

func isShare(part float64) bool { return part >= 0 && part <= 1 }

// fits reports whether a text of so many lines can have such a report.
func fits(r quarry.Report, lines int) bool {
	for _, n := range []int{r.Lines.Entry, r.Lines.Structure, r.Lines.Furniture, r.Lines.Prose, r.Lines.Unaccounted} {
		if n < 0 || n > lines {
			return false
		}
	}
	for _, found := range r.Unaccounted {
		if found.LineStart < 1 || found.LineEnd < found.LineStart || found.LineEnd > lines {
			return false
		}
	}
	return r.Lines.Total() <= lines && len(r.Unaccounted) <= lines
}

// entriesOf reads a document's entries. The report counts those that are kept.
func (r *reader) entriesOf(ctx context.Context, k *quarry.Knowledge, count int) error {
	began := r.lines.bytes
	judge := newJudge(k, r.words)
	for range count {
		var found record
		if err := r.lines.read(&found); err != nil {
			return r.cut(err)
		}
		read := r.lines.bytes - began
		if read > mostEntryBytes {
			return r.lines.refuse(quarry.KindTooLarge, "the entries of one document take more than %d MB", mostEntryBytes>>20)
		}
		if !judge.take(r.lines.line, read, found) {
			return r.lines.invalid("an entry of %q belongs here, not %q", k.Document.Path, found.Kind)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	k.Document.Report.Counts = quarry.Counts{
		Question: len(k.Questions), Fact: len(k.Facts), Spec: len(k.Specs), Passage: len(k.Passages),
	}
	k.Document.Report.Warnings = append(k.Document.Report.Warnings, judge.warnings()...)
	return nil
}
