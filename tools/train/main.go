// Command train fits the small models of Quarry to judged cases, prints how well they do
// out of fold, and writes them where they are embedded. It promises that the same cases
// give the same models.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/quarrykb/quarry/internal/lexicon"
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
	flags.StringVar(&t.data, "data", "", "folder of the judged cases: answers/, and questions/ with the documents they are about")
	flags.StringVar(&t.root, "root", "..", "root of the repository")
	flags.StringVar(&t.quarry, "quarry", "../bin/quarry", "the program, which reads the documents")
	only := flags.String("only", "", "fit this model alone: answers, contexts, specs, questions, topics, difficulty or facts")
	prepare := flags.Bool("prepare", false, "only write what the program needs to be built before it is fitted: how rare words are, and a model that knows nothing for new features")
	flags.BoolVar(&t.ablate, "ablate", true, "measure what dropping each feature costs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	built, err := lexicon.Load() //nolint:contextcheck // it reads what is embedded
	if err != nil {
		return err
	}
	if *prepare {
		return errors.Join(t.rarity(built), t.blank(built), t.blankGrading(), t.blankTopics())
	}
	switch *only {
	case "difficulty":
		return t.difficulty(built)
	case "specs":
		return t.specs(built)
	case "questions":
		return t.questions(built)
	case "facts":
		return t.facts(built)
	case "topics":
		return t.topics(built)
	}
	folder, err := os.MkdirTemp("", "train-")
	if err != nil {
		return err
	}
	t.folder, t.ingested = folder, map[string]string{}
	return errors.Join(t.answers(built), t.contexts(), t.specs(built), t.questions(built), t.topics(built), t.difficulty(built), t.facts(built), os.RemoveAll(folder))
}

// trainer fits models.
type trainer struct {
	ctx    context.Context //nolint:containedctx // a command has one
	out    io.Writer
	data   string
	root   string
	quarry string
	ablate bool

	folder   string            // for what is made on the way
	ingested map[string]string // by corpus: the folder of its knowledge base
}

// ingest reads a corpus, once, and returns the folder of its knowledge base. Documents that
// cannot be read are left out.
func (t *trainer) ingest(corpus, documents string) (string, error) {
	if data, ok := t.ingested[corpus]; ok {
		return data, nil
	}
	data := filepath.Join(t.folder, corpus)
	args := append([]string{"--data", data, "ingest"}, documentsOf(documents)...)
	out, err := exec.CommandContext(t.ctx, t.quarry, args...).CombinedOutput() //nolint:gosec // the program that was named
	if _, missing := os.Stat(data); missing != nil {
		return "", fmt.Errorf("ingest %s: %w: %s", documents, errors.Join(err, missing), out)
	}
	t.ingested[corpus] = data
	return data, nil
}

func (t *trainer) printf(format string, args ...any) { _, _ = fmt.Fprintf(t.out, format, args...) }

// documents returns the folder of a corpus, in the folder of the data or beside it.
func (t *trainer) documents(corpus string) string {
	inside := filepath.Join(t.data, corpus)
	if _, err := os.Stat(inside); err == nil {
		return inside
	}
	return filepath.Join(t.data, "..", corpus)
}

// documentsOf returns the documents of a folder: those that its gold.json names by their
// keys, or all of it if there is none.
func documentsOf(folder string) []string {
	content, err := os.ReadFile(filepath.Join(folder, "gold.json")) //nolint:gosec // of the folder that was named
	var named map[string]any
	if err != nil || json.Unmarshal(content, &named) != nil {
		return []string{folder}
	}
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(named)) {
		paths = append(paths, filepath.Join(folder, name))
	}
	return paths
}
