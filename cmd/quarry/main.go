package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // the days of a learner are those of a zone, whatever the machine knows of it

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

func main() { os.Exit(run()) }

// run owns the process: its streams, its signals and its exit code. The first
// interruption lets a command end what it is at, a second one ends it at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	streams := app.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	if len(os.Args) == 2 && os.Args[1] == app.ReadDocuments {
		return complain(streams, app.ServeReading(os.Stdin, os.Stdout))
	}
	return execute(ctx, os.Args[1:], streams)
}

// helped ends a run after --help or --version was printed.
type helped struct{}

// execute runs one command line.
func execute(ctx context.Context, args []string, streams app.Streams) int {
	var line commandLine
	parser, err := newParser(&line, streams)
	if err != nil {
		return complain(streams, err)
	}
	if len(args) > 0 && args[0] == "help" { // as many programs say it
		args = append(slices.Clone(args[1:]), "--help")
	}
	args, unknown := behindFlags(parser.Model.Node, args)
	parsed, wasHelp, err := parse(parser, args)
	if wasHelp {
		return present.ExitDone
	}
	if err != nil {
		_, _ = fmt.Fprintf(streams.Err, "quarry: %v\n", err)
		_, _ = fmt.Fprintln(streams.Err, "Run quarry --help, or quarry COMMAND --help.")
		if unknown {
			_, _ = fmt.Fprintln(streams.Err, "Words that begin with two minuses stand behind --, after all flags.")
		}
		return present.ExitWrongUse
	}
	session, err := line.session(streams) //nolint:contextcheck // small local files: there is nothing to interrupt
	if err == nil {
		err = line.Parse.mayRun(strings.Fields(parsed.Command())[0])
	}
	if err != nil {
		return complain(streams, err)
	}
	defer session.Close()
	parsed.BindTo(ctx, (*context.Context)(nil))
	return complain(streams, parsed.Run(session))
}

// parse lets kong read the arguments. Kong ends help by calling Exit, which
// here comes back as a panic of our own.
func parse(parser *kong.Kong, args []string) (*kong.Context, bool, error) {
	var parsed *kong.Context
	var err error
	wasHelp := false
	func() {
		defer func() {
			switch fault := recover().(type) {
			case nil:
			case helped:
				wasHelp = true
			default:
				panic(fault)
			}
		}()
		parsed, err = parser.Parse(args)
	}()
	return parsed, wasHelp, err
}

// complain prints what went wrong, once, and returns the exit code.
func complain(streams app.Streams, err error) int {
	if err == nil {
		return present.ExitDone
	}
	if quiet, ok := errors.AsType[*present.ExitError](err); ok {
		return quiet.Code
	}
	if stopped, ok := errors.AsType[*present.InterruptedError](err); ok {
		_, _ = fmt.Fprintf(streams.Err, "quarry: %v\n", stopped)
		return present.ExitCouldNot
	}
	if errors.Is(err, context.Canceled) {
		_, _ = fmt.Fprintln(streams.Err, "quarry: interrupted; what was done so far is kept")
		return present.ExitCouldNot
	}
	message, code := err.Error(), present.ExitCouldNot
	if known, ok := errors.AsType[*quarry.Error](err); ok {
		message = known.Message
		if known.Kind == quarry.KindInvalid {
			code = present.ExitWrongUse
		}
		if known.Kind == quarry.KindInternal {
			message = err.Error()
		}
	}
	_, _ = fmt.Fprintf(streams.Err, "quarry: %s\n", message)
	return code
}
