package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/grading"
	"github.com/quarrykb/quarry/ingest/question/questionkey"
	"github.com/quarrykb/quarry/ingest/spec"
	"github.com/quarrykb/quarry/ingest/topic"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Version numbers the stages behind the parsers. Another version makes every
// document be read again.
const Version = 8

// Saver takes a document with all that was extracted from it, in one
// transaction. A dry run hands in a saver that only tells the difference.
type Saver interface {
	SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error)
}

// Reader takes a document that was loaded through every stage but the last, and refuses
// it with a StageError; any other error says that it could not be read for now. It is
// pure but for the time that it notes.
type Reader interface {
	ReadDocument(ctx context.Context, loaded Loaded) (Tagged, error)
}

// Config is what a pipeline is made of.
type Config struct {
	Splitters  []Splitter
	Extractors []Extractor
	Parsers    []Parser
	Lexicon    *lexicon.Lexicon
	Log        *slog.Logger
	Now        func() time.Time

	// Reader reads the documents of runs as this pipeline would, in a process of its own
	// for example; nil for the pipeline itself.
	Reader Reader
}

// Pipeline runs the stages.
type Pipeline struct {
	config      Config
	specs       *spec.Reader
	topics      *topic.Reader
	keys        *questionkey.Reader
	grades      *grading.Grader
	fingerprint string
}

// NewPipeline returns a pipeline over an explicit list of parsers.
func NewPipeline(c Config) *Pipeline {
	p := &Pipeline{
		config: c, specs: spec.New(c.Lexicon), topics: topic.New(c.Lexicon),
		keys: questionkey.NewReader(c.Lexicon), grades: grading.New(c.Lexicon), fingerprint: fingerprint(c),
	}
	if c.Reader == nil {
		p.config.Reader = p
	}
	return p
}

// Fingerprint names everything but a document's bytes that decides what is
// extracted from it: the ids, the stages, the parsers, what questions ask, how specs are read, and the lexicon. All
// parsers are part of it, for a new one may claim an old document. The lexicon
// has a word of its own in it; see LexiconOf.
func (p *Pipeline) Fingerprint() string { return p.fingerprint }

func fingerprint(c Config) string {
	parts := []string{
		quarry.IDScheme, fmt.Sprintf("pipeline/%d", Version), fmt.Sprintf("asks/%d", questionkey.Version),
		fmt.Sprintf("specs/%d", spec.Version), c.Lexicon.Fingerprint(),
	}
	add := func(f Format) { parts = append(parts, fmt.Sprintf("%s/%d", f.Name, f.Version)) }
	for _, splitter := range c.Splitters {
		add(splitter.Format())
	}
	for _, extractor := range c.Extractors {
		add(extractor.Format())
	}
	for _, parser := range c.Parsers {
		add(parser.Format())
	}
	return lexiconWord + c.Lexicon.Fingerprint() + " pipeline/" + Hash([]byte(strings.Join(parts, "\n")))[:16]
}

const lexiconWord = "lexicon/"

// LexiconOf returns the fingerprint of the lexicon that a document was read
// with, by the document's fingerprint; "" where that does not say.
func LexiconOf(fingerprint string) string {
	word, _, _ := strings.Cut(fingerprint, " ")
	if lexicon, ok := strings.CutPrefix(word, lexiconWord); ok {
		return lexicon
	}
	return ""
}

// run returns what runs stages over a source.
func (p *Pipeline) run(source Source) stageRunner {
	return stageRunner{source: source.Name, log: p.config.Log}
}

// Prepare takes a document that was read through every stage but the last.
// Read it top to bottom: it is the table of contents of this package.
func (p *Pipeline) Prepare(ctx context.Context, raw Raw) (Tagged, error) {
	run := p.run(raw.Source)

	parsed, err := p.Parse(ctx, raw)
	if err != nil {
		return Tagged{}, err
	}
	specified, err := step(ctx, run, StageSpecify, parsed, p.specify)
	if err != nil {
		return Tagged{}, err
	}
	normalised, err := step(ctx, run, StageNormalise, specified, p.normalise)
	if err != nil {
		return Tagged{}, err
	}
	return step(ctx, run, StageTag, normalised, p.tag)
}

// Parse takes a document that was read through the stages up to the parser's. It is a part
// of Prepare, for who measures or fits what comes behind.
func (p *Pipeline) Parse(ctx context.Context, raw Raw) (Parsed, error) {
	run := p.run(raw.Source)
	detected, err := step(ctx, run, StageDetect, raw, p.detect)
	if err != nil {
		return Parsed{}, err
	}
	return step(ctx, run, StageParse, detected, parse)
}

// Read loads a source as one document, whatever a splitter would say of it,
// takes the text out of it, and refuses what holds none.
func (p *Pipeline) Read(ctx context.Context, source Source) (Raw, error) {
	run := p.run(source)
	loaded, err := step(ctx, run, StageRead, source, p.load)
	if err != nil {
		return Raw{}, err
	}
	return step(ctx, run, StageRead, loaded, p.read)
}

// ReadDocument is the Reader that reads in this process.
func (p *Pipeline) ReadDocument(ctx context.Context, loaded Loaded) (Tagged, error) {
	raw, err := step(ctx, p.run(loaded.Source), StageRead, loaded, p.read)
	if err != nil {
		return Tagged{}, err
	}
	return p.Prepare(ctx, raw)
}

// Save hands a prepared document to the saver.
func (p *Pipeline) Save(ctx context.Context, source Source, tagged Tagged, to Saver) (quarry.Difference, error) {
	save := func(ctx context.Context, t Tagged) (quarry.Difference, error) {
		return to.SaveDocument(ctx, t.Knowledge)
	}
	return step(ctx, p.run(source), StageSave, tagged, save)
}

// Limits before the parsers. Markdown is held as a tree, of about 28 bytes a
// byte of text, so that 4 MB of it stay near 110 MB; a longer line than 1 MB
// is no text that anybody reads.
const (
	MaxTextBytes = 4 << 20
	MaxLineBytes = 1 << 20
)

// MaxEntries is how many entries one document may yield: more of them belong
// into several documents.
const MaxEntries = 100_000

// Limits of files of records, which are read one part after the other.
const (
	HeadBytes      = 64 << 10 // of a file, for telling what it is
	PartBytes      = 2 << 20  // a part ends behind the record that reaches it
	PartRecords    = 10_000
	MaxRecordBytes = 32 << 20
)
