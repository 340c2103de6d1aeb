package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/quarrykb/quarry/tools/contract"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "openapi: %v\n", err)
		os.Exit(1)
	}
}

// run is the command: what main does, with its surroundings handed in.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("openapi", flag.ContinueOnError)
	flags.SetOutput(out)
	source := flags.String("api", "../api", "folder of the annotated package; those below it are read too")
	info := flags.String("info", "doc.go", "file in it that holds the general annotations")
	target := flags.String("out", "../openapi", "folder of the documents")
	problems := flags.String("problems", "../openapi/problems.json", "file that explains the codes of problems")
	record := flags.Bool("record", false, "write nothing but the record of the contract's version")
	changelog := flags.String("changelog", "../docs/contract-changelog.md", "file that says what changed in each version")
	check := flags.Bool("check", false, "write nothing; fail if a document is stale")
	if err := flags.Parse(args); err != nil {
		return err
	}
	made, err := contract.Generate(ctx, contract.Sources{Folder: *source, Info: *info, Problems: *problems})
	if err != nil {
		return err
	}
	files := []contract.File{
		{Path: filepath.Join(*target, "openapi-3.0.json"), Content: made.V30},
		{Path: filepath.Join(*target, "openapi.json"), Content: made.V31},
		{Path: filepath.Join(*target, "openapi-tools.json"), Content: made.Tools},
	}
	ledger := contract.Ledger{Record: filepath.Join(*target, "version.json"), Changelog: *changelog}
	switch {
	case *record:
		return contract.RecordVersion(made.V31, ledger)
	case *check:
		return errors.Join(contract.Compare(files, out), contract.CheckVersion(made.V31, ledger))
	}
	return contract.Write(files, out)
}
