package subprocess_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/subprocess"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// What this binary is started as by its own tests.
const (
	asHostile = "read-with-a-hostile-parser"
	asWhole   = "read-with-every-layout"
	asProgram = "be-a-program-that-is-killed"
	asMute    = "never-get-ready"
)

func TestMain(m *testing.M) {
	as := ""
	if len(os.Args) > 1 {
		as = os.Args[1]
	}
	switch as {
	case asHostile:
		serve(hostile)
	case asWhole:
		serve(whole)
	case asProgram:
		beProgram()
	case asMute:
		<-time.After(time.Hour) // until it is killed
	default:
		os.Exit(m.Run())
	}
}

func serve(open func(*lexicon.Lexicon, *slog.Logger) *ingest.Pipeline) {
	err := subprocess.Serve(os.Stdin, os.Stdout, func(l *lexicon.Lexicon, log *slog.Logger) ingest.Reader { return open(l, log) })
	if err != nil {
		panic(err)
	}
}

func hostile(l *lexicon.Lexicon, log *slog.Logger) *ingest.Pipeline {
	return ingest.NewPipeline(ingest.Config{Parsers: []ingest.Parser{hostileParser{}}, Lexicon: l, Log: log, Now: epoch})
}

func whole(l *lexicon.Lexicon, log *slog.Logger) *ingest.Pipeline {
	return ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(l), Splitters: layouts.Splitters(l), Parsers: layouts.Parsers(l), Lexicon: l, Log: log, Now: epoch,
	})
}

func epoch() time.Time { return time.Unix(1_700_000_000, 0).UTC() }

// hostileParser does what a text's first line says. Of any other text it makes a passage.
type hostileParser struct{}

func (hostileParser) Format() ingest.Format { return ingest.Format{Name: "hostile", Version: 1} }

func (hostileParser) Recognise(*ingest.Text) ingest.Confidence { return ingest.Certain }

func (hostileParser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	ingest.NotePlace(ctx, "page 7")
	switch text.Line(1) {
	case "loop":
		for i := 0; ; i++ {
			_ = i
		}
	case "allocate":
		for kept := [][]byte{}; ; {
			kept = append(kept, make([]byte, 1<<20))
		}
	case "giant":
		runtime.KeepAlive(make([]byte, 10<<30))
	case "recurse":
		runtime.KeepAlive(deeper(1))
	case "exit":
		os.Exit(3)
	case "write nonsense":
		_, _ = os.Stdout.WriteString("nonsense\n")
	case "die":
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		<-ctx.Done()
		return ingest.Extraction{}, err
	case "panic":
		panic("odd")
	case "refuse":
		return ingest.Extraction{}, &ingest.LineError{Line: 2, Err: quarry.Errorf(quarry.KindUnsupported, "no").WithCode("odd").Because(io.EOF)}
	}
	page := ingest.NewPage(ctx, text)
	page.Prose(1, text.Lines())
	return page.Found(), nil
}

func deeper(n int) int {
	if n == 0 {
		return 0
	}
	return deeper(n+1) + n
}

const megabyte = 1 << 20

// limits are such that a test takes little time: nothing that is read here comes near them.
func limits() subprocess.Limits {
	return subprocess.Limits{Time: 300 * time.Millisecond, Memory: 64 * megabyte}
}

// started are the commands that a reader was given.
type started struct {
	mu       sync.Mutex
	commands []*exec.Cmd
}

// gone reports how many processes were started, and fails where one is still there.
func (s *started) gone(t *testing.T) int {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, command := range s.commands {
		if command.Process != nil && command.ProcessState == nil {
			t.Errorf("process %d of %d was not waited for", i+1, len(s.commands))
		}
	}
	return len(s.commands)
}

// want fails where another number of processes was started.
func (s *started) want(t *testing.T, count int) {
	t.Helper()
	if got := s.count(); got != count {
		t.Errorf("%d processes were started, want %d", got, count)
	}
}

func (s *started) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commands)
}

func self(t *testing.T) string {
	t.Helper()
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// newReader returns a reader whose processes run this binary, and what it starts. What is not
// said of it is what harms no test: no document waits for too short a time.
func newReader(t *testing.T, as string, c subprocess.Config) (*subprocess.Reader, *started) {
	t.Helper()
	file, s := self(t), &started{}
	c.Command = func(ctx context.Context) *exec.Cmd {
		s.mu.Lock()
		defer s.mu.Unlock()
		command := exec.CommandContext(ctx, file, as)
		s.commands = append(s.commands, command)
		return command
	}
	c.Patience, c.Idle, c.Start = cmp.Or(c.Patience, time.Minute), cmp.Or(c.Idle, time.Minute), cmp.Or(c.Start, time.Minute)
	if c.Lexicon == nil {
		c.Lexicon = ingesttest.Lexicon(t)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	reader := subprocess.NewReader(c)
	t.Cleanup(func() {
		reader.Close()
		s.gone(t)
	})
	return reader, s
}

func logTo(log io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(log, nil)) }

func load(name string, content []byte) ingest.Loaded {
	return ingest.Loaded{
		Source:  ingest.Source{Name: name, Collection: "main", Root: "/notes", Path: name},
		Content: content, SHA256: ingest.Hash(content),
	}
}

func TestAParserThatTakesTooMuchIsEndedAndTheNextDocumentIsRead(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, code string }{
		"a loop":            {"loop", "parse_timeout"},
		"more and more":     {"allocate", "parse_memory"},
		"a lot at once":     {"giant", "parse_memory"},
		"endless recursion": {"recurse", "parse_memory"},
		"the end of all":    {"exit", "parse_crashed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			bounds := limits()
			if tc.code != "parse_timeout" { // a slow machine must not end first what takes too much else
				bounds.Time = time.Minute
			}
			reader, s := newReader(t, asHostile, subprocess.Config{Limits: bounds, Log: logTo(&log)})
			mustRead(t, reader, "before")
			got := mustRefuse(t, reader, tc.text)
			placed := got.Stage == "parse" && got.Source == "a.md" && strings.Contains(got.Reason, "(hostile, page 7)")
			if got.Code != tc.code || !placed {
				t.Errorf("rejection = %+v, want %s in the stage parse, on page 7; the log: %s", got, tc.code, &log)
			}
			mustRead(t, reader, "behind")
			if s.count() != 2 || !strings.Contains(log.String(), "exit_code") {
				t.Errorf("%d processes and the log %q, want 2 and a line that says why", s.count(), &log)
			}
		})
	}
}

// mustRefuse reads a document that is refused.
func mustRefuse(t *testing.T, reader *subprocess.Reader, text string) quarry.Rejection {
	t.Helper()
	_, err := reader.ReadDocument(t.Context(), load("a.md", []byte(text)))
	refused, ok := errors.AsType[*ingest.StageError](err)
	if !ok {
		t.Fatalf("error = %v, want a refusal", err)
	}
	return refused.Rejection()
}

// mustRead reads a harmless document.
func mustRead(t *testing.T, reader *subprocess.Reader, text string) {
	t.Helper()
	read, err := reader.ReadDocument(t.Context(), load("b.md", []byte(text+"\n")))
	if err != nil || len(read.Knowledge.Passages) != 1 || read.Knowledge.Passages[0].Text != text {
		t.Errorf("%q reads as %+v, %v", text, read.Knowledge, err)
	}
}

// What the machine does is not held against a document, and is tried again in a new process;
// nor is an answer that cannot be understood.
func TestADocumentWhoseProcessIsKilledIsNotRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"die", "write nonsense"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			reader, s := newReader(t, asHostile, subprocess.Config{Limits: limits()})
			_, err := reader.ReadDocument(t.Context(), load("a.md", []byte(text)))
			if _, refused := errors.AsType[*ingest.StageError](err); refused || !quarry.IsKind(err, quarry.KindUnsupported) {
				t.Errorf("error = %v, want it unread and not refused", err)
			}
			if tries := s.gone(t); tries != 2 {
				t.Errorf("it was tried %d times, want twice", tries)
			}
			mustRead(t, reader, "behind")
		})
	}
}

func TestAnEndedContextEndsTheProcess(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asHostile, subprocess.Config{Limits: subprocess.Limits{Time: time.Hour}})
	mustRead(t, reader, "before")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := reader.ReadDocument(ctx, load("a.md", []byte("loop"))); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that of the context", err)
	}
	s.gone(t)
	s.want(t, 1)
}

func TestOneProcessReadsOneDocumentAfterTheOther(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asHostile, subprocess.Config{Limits: limits()})
	for range 200 {
		mustRead(t, reader, "text")
	}
	s.want(t, 1)
}

// A document does not wait for one that takes long.
func TestADocumentThatWaitsGetsAProcessOfItsOwn(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asHostile, subprocess.Config{Limits: subprocess.Limits{Time: time.Hour}, Patience: time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	var looping sync.WaitGroup
	looping.Go(func() {
		if _, err := reader.ReadDocument(ctx, load("a.md", []byte("loop"))); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v", err)
		}
	})
	for range 20 {
		mustRead(t, reader, "text")
	}
	cancel()
	looping.Wait()
	s.want(t, 2)
}

func TestWhatIsRefusedAndLoggedReachesTheProgram(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	reader, _ := newReader(t, asHostile, subprocess.Config{Limits: limits(), Log: logTo(&log)})
	_, err := reader.ReadDocument(t.Context(), load("a.md", []byte("refuse")))
	refused, _ := errors.AsType[*ingest.StageError](err)
	want := quarry.Rejection{Source: "a.md", Stage: "parse", Line: 2, Reason: "no", Code: "odd"}
	if refused == nil || refused.Rejection() != want || !strings.Contains(err.Error(), "EOF") {
		t.Errorf("error = %v, want %+v because of EOF", err, want)
	}
	if got := mustRefuse(t, reader, "panic"); got.Reason != "a fault of the program: odd" {
		t.Errorf("rejection = %+v, want a fault of the program", got)
	}
	if said := log.String(); !strings.Contains(said, "stage panicked") || !strings.Contains(said, "hostileParser") {
		t.Errorf("the log says %q, want the stack of the panic", said)
	}
}

// beProgram is a program that reads a document for ever. The parent sees by its
// output when it and its process are gone.
func beProgram() {
	words, err := lexicon.Load()
	if err != nil {
		panic(err)
	}
	file, err := os.Executable()
	if err != nil {
		panic(err)
	}
	reader := subprocess.NewReader(subprocess.Config{
		Command: func(ctx context.Context) *exec.Cmd {
			command := exec.CommandContext(ctx, file, asHostile)
			command.ExtraFiles = []*os.File{os.Stdout}
			return command
		},
		Lexicon: words, Idle: time.Minute, Start: time.Minute, Log: slog.New(slog.DiscardHandler),
	})
	_, _ = reader.ReadDocument(context.Background(), load("a.md", []byte("before\n")))
	_, _ = os.Stdout.WriteString("reading\n")
	_, _ = reader.ReadDocument(context.Background(), load("a.md", []byte("loop")))
}

func TestAProcessEndsWithTheProgramThatStartedIt(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), self(t), asProgram)
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout = in
	if err := errors.Join(command.Start(), in.Close()); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, len("reading\n"))
	if _, err := io.ReadFull(out, said); err != nil || string(said) != "reading\n" {
		t.Fatalf("it said %q, %v", said, err)
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 { // the end comes with that of the last process
		t.Errorf("it said %q, %v", rest, err)
	}
}
