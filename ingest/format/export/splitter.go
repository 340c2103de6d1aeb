package export

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/questionkey"
	"github.com/quarrykb/quarry/ingest/spec/finish"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// version is the newest version of the format that is understood.
const version = 1

// Splitter reads exports.
type Splitter struct{ words words }

// words tell what a typed value means, and what a question asks.
type words struct {
	lexicon *lexicon.Lexicon
	keys    *questionkey.Reader
	specs   *finish.Finisher
}

// New returns a splitter. The lexicon tells anew what the numbers, units,
// devices and attributes of typed values mean, and what questions ask.
func New(lexicon *lexicon.Lexicon) *Splitter {
	return &Splitter{words: words{
		lexicon: lexicon, keys: questionkey.NewReader(lexicon), specs: finish.New(lexicon),
	}}
}

// Format names the format.
func (*Splitter) Format() ingest.Format {
	return ingest.Format{Name: "quarry-export", Version: version}
}

// Recognise looks for the line that every export begins with.
func (*Splitter) Recognise(head []byte) ingest.Confidence {
	first, _, whole := bytes.Cut(bytes.TrimPrefix(head, []byte(byteOrderMark)), []byte("\n"))
	var found record
	if (!whole && len(head) >= ingest.HeadBytes) || json.Unmarshal(first, &found) != nil || found.Version == nil {
		return ingest.NotMine
	}
	return announced
}

// CarriesDocuments says that an export has documents of any place.
func (*Splitter) CarriesDocuments() {}

// announced is more than any reader of any JSON is sure of.
const announced ingest.Confidence = 1

// Split yields the documents of an export, each whole. An entry that is not what its document's
// text says is left out, and the document's report says so; where the text itself is another one,
// no entry is left. A file that is cut, or no export any more from some line on, ends with a
// LineError there: what came whole before it stays.
func (s *Splitter) Split(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	return func(yield func(ingest.Part, error) bool) {
		r := reader{lines: &lines{from: bufio.NewReaderSize(file, 64<<10)}, words: s.words}
		for {
			part, err := r.next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(part, err) || err != nil {
				return
			}
		}
	}
}

// reader reads one document after the other.
type reader struct {
	lines     *lines
	words     words
	partial   bool // documents may lack entries
	documents int
	entries   int // that the file has, taken over or not
}

// next returns the next document, or io.EOF behind the last line.
func (r *reader) next(ctx context.Context) (ingest.Part, error) {
	if err := r.begin(ctx); err != nil {
		return ingest.Part{}, err
	}
	found, err := r.lines.read(ctx)
	switch {
	case err != nil:
		return ingest.Part{}, err
	case found.End != nil:
		return ingest.Part{}, r.end(found.End.Documents, found.End.Entries)
	case found.Kind != quarry.EntryDocument:
		return ingest.Part{}, r.lines.invalid("a document or the end of the export belongs here, not %q", found.Kind)
	}
	line := r.lines.line
	k, err := r.document(ctx, found)
	if err != nil {
		return ingest.Part{}, err
	}
	return ingest.Part{Line: line, Knowledge: &k}, nil
}

// begin reads the first line, once.
func (r *reader) begin(ctx context.Context) error {
	if r.lines.line > 0 {
		return nil
	}
	head, err := r.lines.read(ctx)
	switch {
	case err != nil:
		return err
	case head.Version == nil:
		return r.lines.invalid("this is no export of Quarry")
	case *head.Version != version:
		return r.lines.refuse(quarry.KindUnsupported,
			"this export has version %d of the format, and this Quarry reads version %d: a newer one may read it",
			*head.Version, version)
	case head.Scheme != quarry.IDScheme:
		return r.lines.refuse(quarry.KindUnsupported,
			"the ids of this export are made by %q, and those of this Quarry by %q", head.Scheme, quarry.IDScheme)
	}
	r.partial = head.Filtered
	return nil
}

// end checks the last line against what came before it.
func (r *reader) end(documents, entries int) error {
	if documents != r.documents || entries != r.entries {
		return r.lines.invalid("the export counts %d documents and %d entries, and has %d and %d: lines are missing or were added",
			documents, entries, r.documents, r.entries)
	}
	if _, err := r.lines.next(); !errors.Is(err, io.EOF) {
		return r.lines.invalid("something follows the end of the export")
	}
	return io.EOF
}
