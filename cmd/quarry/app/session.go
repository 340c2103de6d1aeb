package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/entail"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/subprocess"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Streams is where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Session is one run of the program: its streams, the data directory that it is about, what it
// was told to use, and what it has started.
type Session struct {
	Streams
	datadir.Dir

	Embedder EmbedderChoice
	Reranker RerankerChoice
	Judge    JudgeChoice
	Limits   subprocess.Limits // of what is read
	Build    BuildInfo
	Access   *slog.Logger // of the requests that are served
	traces   *tracing     // nil for none

	Reads      *ingest.Pipeline   // nil until it is needed
	readers    *subprocess.Reader // nil until they are needed
	judgeModel *entail.Judge      // nil until it is needed, and where none was chosen
}

// BuildInfo names the program that runs.
type BuildInfo struct {
	Version string
	File    string // tells two builds apart, even of one version
}

// NewSession returns a session over a data directory that says nothing to anybody and uses what
// is built in: for a program that asks a base and is no command.
func NewSession(data string) (*Session, error) {
	words, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	return &Session{
		Streams: Streams{Out: io.Discard, Err: io.Discard},
		Dir: datadir.Dir{
			Data: data, Disk: disk.System{}, Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard,
		},
	}, nil
}

// Close ends what a session has started.
func (s *Session) Close() {
	if s.readers != nil {
		s.readers.Close()
	}
	if s.judgeModel != nil {
		_ = s.judgeModel.Close() // it only ends a probe
	}
}

// Apart lets a command use a data directory of its own, without documents, which is gone
// afterwards.
func (s *Session) Apart(use func(*Session) error) error {
	data, err := os.MkdirTemp("", "quarry-")
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable, "cannot make a temporary directory: %v", err).Because(err)
	}
	apart := *s
	apart.Data = data
	apart.readers, apart.judgeModel = nil, nil // those that it starts are its own to end
	err = use(&apart)
	apart.Close()
	return errors.Join(err, os.RemoveAll(data))
}

// modelJudge returns the model that judges beside the rules, nil where none was chosen. The
// session has one, and ends what it does in the background.
func (s *Session) modelJudge() (*entail.Judge, error) {
	if s.judgeModel != nil {
		return s.judgeModel, nil
	}
	opened, err := s.Judge.open()
	s.judgeModel = opened
	return opened, err
}

// Pipeline returns what documents are read with. To make one of a lexicon takes longer
// than to read a document.
func (s *Session) Pipeline() *ingest.Pipeline {
	if s.Reads == nil {
		s.Reads = NewPipeline(s.Lexicon, s.Log, s.reader())
	}
	return s.Reads
}

// NewPipeline returns a pipeline whose documents a reader reads; nil for itself.
func NewPipeline(lexicon *lexicon.Lexicon, log *slog.Logger, reader ingest.Reader) *ingest.Pipeline {
	return ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(lexicon), Splitters: layouts.Splitters(lexicon),
		Parsers: layouts.Parsers(lexicon),
		Lexicon: lexicon, Log: log, Now: time.Now, Reader: reader,
	})
}

// ReadDocuments is the one argument of a process that reads documents for another one of
// this program. No person has a use for it.
const ReadDocuments = "read-documents"

// How long a document waits for another one before one more process is started, which takes
// half as long, how long a process is kept that reads nothing, and the most that one takes to start.
const (
	readersPatience = 200 * time.Millisecond
	readersIdle     = 30 * time.Second
	readersStart    = time.Minute
)

// readersBeside is how many documents more than there are processors may be read at a time: as
// many as short jobs may take long, so that these keep no job waiting.
const readersBeside = 8

// reader returns what reads documents within the limits, nil where nothing is limited.
func (s *Session) reader() ingest.Reader {
	if s.Limits == (subprocess.Limits{}) {
		return nil
	}
	if s.readers == nil {
		s.readers = subprocess.NewReader(subprocess.Config{
			Command: readerCommand, Lexicon: s.Lexicon, Limits: s.Limits, Log: s.Log,
			Patience: readersPatience, Idle: readersIdle, Start: readersStart, Most: runtime.NumCPU() + readersBeside,
		})
	}
	return s.readers
}

// Warm starts what reads documents, beside what a command does before the first of them.
func (s *Session) Warm(ctx context.Context) {
	if s.reader() != nil {
		s.readers.Warm(ctx)
	}
}

// readerCommand starts this very program once more: on Linux even where another version has
// taken the place of its file.
func readerCommand(ctx context.Context) *exec.Cmd {
	file := "/proc/self/exe"
	if _, err := os.Stat(file); err != nil {
		file = os.Args[0]
		if own, err := os.Executable(); err == nil {
			file = own
		}
	}
	command := exec.CommandContext(ctx, file, ReadDocuments) //nolint:gosec // This very program.
	command.Args[0] = "quarry"
	return command
}

// ServeReading reads documents for the program that started this one.
func ServeReading(in io.Reader, out io.Writer) error {
	return subprocess.Serve(in, out, func(lexicon *lexicon.Lexicon, log *slog.Logger) ingest.Reader {
		return NewPipeline(lexicon, log, nil)
	})
}
