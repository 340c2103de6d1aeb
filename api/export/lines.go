package export

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// exportVersion numbers the format of an export as JSON Lines. A reader of an
// older one does not understand a newer one; docs/export.md describes it.
const exportVersion = 1

// exportHeader is the first line of an export.
type exportHeader struct {
	Version  int             `json:"quarry_export"`
	Revision quarry.Sequence `json:"revision"`
	Scheme   string          `json:"scheme"`
	Filtered bool            `json:"filtered"` // documents may lack entries
	Notes    []string        `json:"notes,omitempty"`
}

// exportTrailer is the last line: without it an export is cut.
type exportTrailer struct {
	End exportEnd `json:"quarry_export_end"`
}

// exportEnd counts what was written. The revision is that of the newest part:
// where it is the header's, all of the export is of one state.
type exportEnd struct {
	Documents int             `json:"documents"`
	Entries   int             `json:"entries"`
	Revision  quarry.Sequence `json:"revision"`
}

// exportedDocument is a document, the beginning of its content, and how many
// lines with more of it and with entries follow.
type exportedDocument struct {
	Kind string `json:"kind"`
	view.DocumentDetail
	URL         string `json:"url"`
	Entries     int    `json:"entries"`
	Corrections int    `json:"corrections,omitempty"`
	MoreContent int    `json:"more_content"`
	exportedPiece
}

// exportedContent is more of a document's content.
type exportedContent struct {
	Kind string `json:"kind"`
	exportedPiece
}

// exportedPiece is a piece of a document's text, or of the file that the text
// is an extract of.
type exportedPiece struct {
	Text     string `json:"text,omitempty"`
	Base64   []byte `json:"text_base64,omitempty"` // a text that is not UTF-8
	Original []byte `json:"original_base64,omitempty"`
}

type exportedQuestion struct {
	view.Question
	Ordinal int `json:"ordinal"`
}

type exportedFact struct {
	view.Fact
	Ordinal int `json:"ordinal"`
}

type exportedSpec struct {
	view.Spec
	AttributeKind string `json:"attribute_kind"`
	AttributeUnit string `json:"attribute_unit"`
	Ordinal       int    `json:"ordinal"`
}

type exportedPassage struct {
	view.Passage
	DifficultyConfidence *float64 `json:"difficulty_confidence"`
	Ordinal              int      `json:"ordinal"`
}

// exportedCorrection is what a person said of an entry of the document, and the hash of the
// bytes that the entry was read from.
type exportedCorrection struct {
	Kind       string          `json:"kind"`
	Correction view.Correction `json:"correction"`
	SpanSHA256 string          `json:"span_sha256"`
}

// exportLines writes an export that is read back without loss. Each document
// is whole and of one moment.
func (h *Handlers) exportLines(ctx context.Context, e exportAsked, out exportSink) (Exported, error) {
	w := lineWriter{base: e.base, encoder: json.NewEncoder(out)}
	w.encoder.SetEscapeHTML(false)
	w.write(exportHeader{
		Version: exportVersion, Revision: e.revision, Scheme: quarry.IDScheme, Filtered: e.filtered, Notes: e.Notes,
	})
	end := exportEnd{Revision: e.revision}
	take := func(page quarry.Page[quarry.Knowledge]) error {
		end.Revision = max(end.Revision, page.Revision)
		for _, k := range page.Items {
			w.document(k)
			end.Documents, end.Entries = end.Documents+1, end.Entries+k.Size()
		}
		return w.fault
	}
	err := pageWalk[quarry.Knowledge]{h.Store.Knowledge, e.Filter, 1, take, out}.export(ctx, h)
	if err == nil {
		w.write(exportTrailer{End: end})
		err = w.fault
	}
	return Exported{Documents: end.Documents, Entries: end.Entries}, err
}

// lineWriter writes one value a line, until one cannot be written.
type lineWriter struct {
	base    string
	encoder *json.Encoder
	fault   error
}

func (w *lineWriter) write(line any) {
	if w.fault != nil {
		return
	}
	if err := w.encoder.Encode(line); err != nil {
		w.fault = fmt.Errorf("write the export: %w", err)
	}
}

// document writes a document, its content and its entries.
func (w *lineWriter) document(k quarry.Knowledge) {
	pieces := piecesOf(k.Content)
	w.write(exportedDocument{
		Kind: string(quarry.EntryDocument), DocumentDetail: view.NewDocumentDetail(k.Document),
		URL:     w.base + "/v1/documents/" + string(k.Document.ID),
		Entries: k.Size(), Corrections: len(k.Corrections), MoreContent: len(pieces) - 1, exportedPiece: pieces[0],
	})
	for _, piece := range pieces[1:] {
		w.write(exportedContent{Kind: "content", exportedPiece: piece})
	}
	w.entries(k)
	for _, c := range k.Corrections {
		line := exportedCorrection{Kind: "correction", Correction: view.NewCorrection(c), SpanSHA256: c.Bytes}
		line.Correction.URL = w.base + line.Correction.URL
		w.write(line)
	}
}

func (w *lineWriter) entries(k quarry.Knowledge) {
	number := newNumbering(k)
	for _, q := range k.Questions {
		line := exportedQuestion{view.NewQuestion(q), number.of(q.Identity(), quarry.EntryID(q.ID))}
		line.Question = absoluteQuestion(line.Question, w.base)
		w.write(line)
	}
	for _, f := range k.Facts {
		line := exportedFact{view.NewFact(f), number.of(f.Identity(), quarry.EntryID(f.ID))}
		line.Source.URL = w.base + line.Source.URL
		w.write(line)
	}
	for _, s := range k.Specs {
		line := exportedSpec{
			Spec: view.NewSpec(s), AttributeKind: string(s.Attribute.Kind), AttributeUnit: s.Attribute.Unit,
			Ordinal: number.of(s.Identity(), quarry.EntryID(s.ID)),
		}
		line.Source.URL = w.base + line.Source.URL
		w.write(line)
	}
	for _, p := range k.Passages {
		line := exportedPassage{view.NewPassage(p), view.ConfidenceOf(p.Grade), number.of(p.Identity(), quarry.EntryID(p.ID))}
		line.Source.URL = w.base + line.Source.URL
		w.write(line)
	}
}

// absoluteQuestion gives a question addresses that mean something outside.
func absoluteQuestion(q view.Question, base string) view.Question {
	q.Source.URL = base + q.Source.URL
	for i := range q.Variants {
		q.Variants[i].Source.URL = base + q.Variants[i].Source.URL
	}
	for i := range q.BestAnswers {
		q.BestAnswers[i].URL = base + q.BestAnswers[i].URL
	}
	return q
}

// pieceBytes is how much of a content one line holds.
const pieceBytes = 1 << 20

// piecesOf cuts a content into pieces, at least one. A text is cut between
// characters.
func piecesOf(content quarry.Content) []exportedPiece {
	var pieces []exportedPiece
	isUTF8 := utf8.Valid(content.Text)
	for text := content.Text; len(text) > 0; {
		end := min(len(text), pieceBytes)
		for isUTF8 && end < len(text) && !utf8.RuneStart(text[end]) {
			end--
		}
		piece := exportedPiece{Base64: text[:end]}
		if isUTF8 {
			piece = exportedPiece{Text: string(text[:end])}
		}
		pieces, text = append(pieces, piece), text[end:]
	}
	for original := range slices.Chunk(content.Original, pieceBytes) {
		pieces = append(pieces, exportedPiece{Original: original})
	}
	if len(pieces) == 0 {
		return []exportedPiece{{}}
	}
	return pieces
}

// numbering finds out the ordinal in an id: which of the entries of one key text
// in a document it stands for.
type numbering struct {
	most int
	made map[quarry.EntryID]int // ordinals by id
	next map[quarry.EntryID]int // the next ordinal, by the first id of a key text
}

func newNumbering(k quarry.Knowledge) *numbering {
	counts := k.Document.Report.Counts
	return &numbering{
		most: k.Size() + counts.Question + counts.Fact + counts.Spec + counts.Passage,
		made: map[quarry.EntryID]int{}, next: map[quarry.EntryID]int{},
	}
}

// of returns the ordinal, 0 where the id is not made of the identity.
func (n *numbering) of(identity quarry.Identity, id quarry.EntryID) int {
	first := quarry.NewID(identity)
	if first == id {
		return 0
	}
	for ordinal := n.next[first] + 1; n.made[id] == 0 && ordinal <= n.most; ordinal++ {
		identity.Ordinal = ordinal
		n.made[quarry.NewID(identity)] = ordinal
		n.next[first] = ordinal
	}
	return n.made[id]
}
