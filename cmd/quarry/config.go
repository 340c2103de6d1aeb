package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/evaluate"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
	"github.com/quarrykb/quarry/cmd/quarry/lookup"
	"github.com/quarrykb/quarry/ingest/subprocess"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// commandLine is everything that can be set: a flag beats an environment
// variable, which beats the default.
type commandLine struct {
	Data      string           `help:"Folder of the database and its indexes (${default})." default:"./quarry-data" env:"QUARRY_DATA" placeholder:"DIR"`
	Lexicon   []string         `help:"Your own lexicon, added to the built-in one." env:"QUARRY_LEXICON" type:"existingfile" placeholder:"FILE"`
	LogFormat string           `help:"Log lines as text or JSON." enum:"text,json" default:"text" env:"QUARRY_LOG_FORMAT"`
	LogLevel  string           `help:"Least level that is logged: debug, info, warn or error (warn; info for the requests that are served)." enum:",debug,info,warn,error" default:"" env:"QUARRY_LOG_LEVEL" placeholder:"LEVEL"`
	Version   kong.VersionFlag `help:"Print the version and stop."`

	app.EmbedderChoice `embed:"" group:"Embedder (all commands that search or ingest):"`
	app.RerankerChoice `embed:"" group:"Reranker (all commands that search):"`
	app.JudgeChoice    `embed:"" group:"Judge of free answers (all commands that check them):"`

	Parse readingLimits `embed:"" prefix:"parse-" group:"Limits of one document (all commands that read documents):"`

	Serve   serveCommand   `cmd:"" help:"Serve the knowledge API."`
	Ingest  intake.Command `cmd:"" help:"Read documents and keep what they say."`
	Search  lookup.Search  `cmd:"" help:"Search questions, facts, specs and passages."`
	Context lookup.Context `cmd:"" help:"Gather what a chatbot needs to answer a question, with citations, within a number of tokens."`
	Random  lookup.Random  `cmd:"" help:"Draw random questions."`
	Check   lookup.Check   `cmd:"" help:"Judge an answer by the question's own."`
	Suggest lookup.Suggest `cmd:"" help:"Complete a query while it is typed."`
	Similar lookup.Similar `cmd:"" help:"List the questions that are nearest to one."`
	Spec    lookup.Spec    `cmd:"" help:"Look up what is claimed of a device."`

	Devices    lookup.Devices    `cmd:"" help:"List the devices of which something is claimed."`
	Glossary   lookup.Glossary   `cmd:"" help:"List what short forms stand for."`
	Unanswered lookup.Unanswered `cmd:"" help:"List the questions without an answer, and what seems to answer them."`
	Compare    lookup.Compare    `cmd:"" help:"Set what is claimed of several devices side by side."`
	Conflicts  lookup.Conflicts  `cmd:"" help:"List claims that contradict each other."`

	Correct     lookup.Correct     `cmd:"" help:"Correct, hide or grade an entry, name the better of two claims, or take that back."`
	Corrections lookup.Corrections `cmd:"" help:"List what was corrected, hidden, graded or preferred."`

	MCP mcpCommand `cmd:"" name:"mcp" help:"Give a chatbot the tools, over standard input and output (MCP)."`

	Eval   evaluate.Commands `cmd:"" help:"Measure how well searches find what was judged to be relevant, how well it is told which queries are answered, and how well difficulties can be estimated."`
	Key    keyCommands       `cmd:"" help:"Make, list and revoke the keys that let others call."`
	Export exportCommand     `cmd:"" help:"Write what is stored to a file that quarry ingest reads back, a table or Anki notes."`
	Jobs   jobCommands       `cmd:"" help:"List, retry and drop what was handed in to a server."`
	Doctor doctorCommand     `cmd:"" help:"Check the database, every span and the index, and say what to do."`

	Backup  backupCommand  `cmd:"" help:"Copy the database to a file, beside a running server or alone."`
	Restore restoreCommand `cmd:"" help:"Put a backup in the database's place, and keep what was there."`
	Salvage salvageCommand `cmd:"" help:"Make a sound database of what can still be read of a damaged or missing one."`
	Compact compactCommand `cmd:"" help:"Give the room of what was deleted back to the disk."`
	Reindex reindexCommand `cmd:"" help:"Build the indexes anew, or read every document again from its stored bytes."`
	Bench   benchCommand   `cmd:"" help:"Measure this installation beside a bare bleve index over the same texts."`
}

// defaultData is where data lives unless told otherwise. The tag above says the
// same.
const defaultData = "./quarry-data"

const description = `A knowledge API over your study documents: questions with answers, facts and
typed hardware specs, each traceable to the line that it came from.`

func newParser(line *commandLine, streams app.Streams) (*kong.Kong, error) {
	return kong.New(line,
		kong.Name("quarry"), kong.Description(description),
		kong.Writers(streams.Out, streams.Err), kong.Exit(func(int) { panic(helped{}) }),
		kong.Vars{"version": "quarry " + version(), "local": localAddress},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Help(helpful),
		kong.WithHyphenPrefixedParameters(true))
}

// helpful prints help without the flags that do nothing: where a command neither
// searches nor ingests, nothing asks an embedder, and few commands read documents.
func helpful(options kong.HelpOptions, parsed *kong.Context) error {
	chosen := parsed.Selected()
	if chosen == nil {
		return kong.DefaultHelpPrinter(options, parsed)
	}
	command := strings.Fields(chosen.Path())[0]
	is := func(commands ...string) bool { return slices.Contains(commands, command) }
	for _, flag := range parsed.Model.Flags {
		switch group, _, _ := strings.Cut(flag.Name, "-"); group {
		case "embedder": // of what reads the database alone, or no text at all
			flag.Hidden = flag.Hidden || is("key", "backup", "restore", "salvage", "export", "random",
				"spec", "compare", "conflicts", "devices", "glossary", "jobs", "corrections")
		case "reranker":
			flag.Hidden = flag.Hidden || !is("serve", "search", "context", "mcp", "eval")
		case "judge":
			flag.Hidden = flag.Hidden || !is("serve", "check", "mcp", "eval")
		case "parse":
			flag.Hidden = flag.Hidden || !readsDocuments(command)
		}
	}
	return kong.DefaultHelpPrinter(options, parsed)
}

// version returns what Go knows of the build, or what QUARRY_VERSION says where
// that is nothing: an image is built without the repository.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	if named := os.Getenv("QUARRY_VERSION"); named != "" {
		return named
	}
	return "(devel)"
}

// build names this program.
func build() app.BuildInfo {
	b := app.BuildInfo{Version: version(), File: version()}
	if file, err := os.Executable(); err == nil {
		if info, err := os.Stat(file); err == nil {
			b.File = fmt.Sprintf("%s %d %d", b.Version, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b
}

func (c *commandLine) session(streams app.Streams) (*app.Session, error) {
	if c.Data == "" { // set to nothing is not set
		c.Data = defaultData
	}
	data, err := filepath.Abs(c.Data)
	if err != nil {
		return nil, fmt.Errorf("find the data directory: %w", err)
	}
	words, err := lexicon.Load(c.Lexicon...)
	if err != nil {
		return nil, err
	}
	return &app.Session{
		Streams: streams,
		Dir: datadir.Dir{
			Data: data, Disk: disk.System{}, Lexicon: words, Log: c.logger(streams, slog.LevelWarn), Told: streams.Err,
		},
		Embedder: c.EmbedderChoice, Reranker: c.RerankerChoice, Judge: c.JudgeChoice,
		Limits: subprocess.Limits{Time: c.Parse.Timeout, Memory: int64(c.Parse.Memory)},
		Build:  build(), Access: c.logger(streams, slog.LevelInfo),
	}, nil
}

// logger writes to the standard error what has at least the level that was chosen, or
// else the fallback.
func (c *commandLine) logger(streams app.Streams, fallback slog.Level) *slog.Logger {
	level := fallback
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = fallback
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(streams.Err, options))
	}
	return slog.New(slog.NewTextHandler(streams.Err, options))
}

// environment reads a variable that Quarry shares with other programs.
func environment(name string) string { return os.Getenv(name) }

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
	return slices.Contains([]string{"serve", "ingest", "reindex", "salvage"}, command)
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
