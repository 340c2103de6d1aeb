// Command train fits the small models of Quarry to judged cases, prints how well they do
// out of fold, and writes them where they are embedded. It promises that the same cases
// give the same models.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "train: %v\n", err)
		os.Exit(1)
	}
}

// run is the command: what main does, with its surroundings handed in.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(out)
	t := trainer{ctx: ctx, out: out}
	flags.StringVar(&t.data, "data", "", "folder of the judged cases: answers/ and context/, and the folders of the documents they are about")
	flags.StringVar(&t.root, "root", "..", "root of the repository")
	flags.StringVar(&t.quarry, "quarry", "../bin/quarry", "the program, which reads the documents")
	flags.BoolVar(&t.ablate, "ablate", true, "measure what dropping each feature costs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return t.contexts()
}

// trainer fits models.
type trainer struct {
	ctx    context.Context //nolint:containedctx // a command has one
	out    io.Writer
	data   string
	root   string
	quarry string
	ablate bool
}

func (t *trainer) printf(format string, args ...any) { _, _ = fmt.Fprintf(t.out, format, args...) }
