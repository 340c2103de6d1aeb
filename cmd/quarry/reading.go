package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/subprocess"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// readDocuments is the one argument of a process that reads documents for another one of
// this program. No person has a use for it.
const readDocuments = "read-documents"

// How long a document waits for another one before one more process is started, which takes
// half as long, and how long a process is kept that reads nothing.
const (
	readersPatience = 200 * time.Millisecond
	readersIdle     = 30 * time.Second
)

// readersBeside is how many documents more than there are processors may be read at a time: as
// many as short jobs may take long, so that these keep no job waiting.
const readersBeside = 8

// readingLimits are what the reading of one document may take.
type readingLimits struct {
	Timeout time.Duration `help:"Most processor time that one document may take to be read; 0 for any (${default})." default:"60s" env:"QUARRY_PARSE_TIMEOUT" placeholder:"DURATION"`
	Memory  byteSize      `help:"Most memory that one document may take to be read; 0 for any (${default})." default:"1GB" env:"QUARRY_PARSE_MEMORY" placeholder:"SIZE"`
}

// What less than lets hardly any document be read.
const (
	leastTimeout = 100 * time.Millisecond
	leastMemory  = 1 << 20
)

func (l readingLimits) limits() subprocess.Limits {
	return subprocess.Limits{Time: l.Timeout, Memory: int64(l.Memory)}
}

// mayRun refuses a command that reads documents within limits that let it read none.
func (l readingLimits) mayRun(command string) error {
	switch {
	case !readsDocuments(command):
		return nil
	case l.Timeout != 0 && l.Timeout < leastTimeout:
		return quarry.Errorf(quarry.KindInvalid,
			"--parse-timeout is %v: it has to be %v or more, such as 60s, or 0 for any time", l.Timeout, leastTimeout)
	case l.Memory != 0 && l.Memory < leastMemory:
		return quarry.Errorf(quarry.KindInvalid,
			"--parse-memory is %d bytes: it has to be 1MB or more, such as 1GB, or 0 for any memory", l.Memory)
	}
	return nil
}

// readsDocuments reports whether a command reads documents.
func readsDocuments(command string) bool {
	switch command {
	case "serve", "ingest", "reindex", "salvage":
		return true
	}
	return false
}

// byteSize is a number of bytes, as a person writes it: 512MB, 1GB. A KB has 1,024 bytes.
type byteSize int64

// UnmarshalText reads a size.
func (b *byteSize) UnmarshalText(text []byte) error {
	digits := strings.ToUpper(string(text))
	shift := 0
	for unit, bits := range map[string]int{"KB": 10, "MB": 20, "GB": 30} {
		if number, ok := strings.CutSuffix(digits, unit); ok {
			digits, shift = number, bits
			break
		}
	}
	const most = 1 << 62
	number, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(digits, "B")), 10, 64)
	if err != nil || number < 0 || number > most>>shift {
		return fmt.Errorf("%q is no size: write it as 512MB or 1GB", text)
	}
	*b = byteSize(number << shift)
	return nil
}

// reader returns what reads documents within the limits, nil where nothing is limited.
func (s *session) reader() ingest.Reader {
	if s.limits == (subprocess.Limits{}) {
		return nil
	}
	if s.readers == nil {
		s.readers = subprocess.NewReader(subprocess.Config{
			Command: readerCommand, Lexicon: s.Lexicon, Limits: s.limits, Patience: readersPatience, Idle: readersIdle, Log: s.Log,
			Most: runtime.NumCPU() + readersBeside,
		})
	}
	return s.readers
}

// warm starts what reads documents, beside what a command does before the first of them.
func (s *session) warm(ctx context.Context) {
	if s.reader() != nil {
		s.readers.Warm(ctx)
	}
}

// close ends what a session has started.
func (s *session) close() {
	if s.readers != nil {
		s.readers.Close()
	}
	if s.judgeModel != nil {
		_ = s.judgeModel.Close() // it only ends a probe
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
	command := exec.CommandContext(ctx, file, readDocuments) //nolint:gosec // This very program.
	command.Args[0] = "quarry"
	return command
}

// serveReading reads documents for the program that started this one.
func serveReading(in io.Reader, out, complaints io.Writer) int {
	err := subprocess.Serve(in, out, func(lexicon *lexicon.Lexicon, log *slog.Logger) ingest.Reader {
		return newPipeline(lexicon, log, nil)
	})
	if err != nil {
		_, _ = fmt.Fprintf(complaints, "quarry: %v\n", err)
		return exitCouldNot
	}
	return exitDone
}
