package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The settings of the model of what is a question, chosen by the out-of-fold figures.
const (
	questionSeeds  = 5
	questionRidge  = 1
	documentWeight = 20 // of all lines of one document, if it has more
	trustedWeight  = 5  // of what somebody published, and of the layouts, which have to come out exactly
	caseWeight     = 3  // of the cases of detectors
	fewestAlike    = 4  // words of a line that a question begins or ends with
)

func questionSettings() settings { return settings{linear: true, ridge: questionRidge} }

// askingDocument is a document with all that it asks, as a reader of it judged.
type askingDocument struct {
	path   string
	asked  map[string]bool // by plain words; false: careful readers differ
	weight float64
}

// recorder is a finder that keeps what its model is told, and asks no model: the one that it
// carries may be of other features.
type recorder struct {
	*pattern.Finder

	cases []pattern.Case
}

func (r *recorder) Find(lines *ingest.Lines) []ingest.Found {
	r.cases = append(r.cases, r.Cases(lines)...)
	return nil
}

// questions fits the model of what is a question to judged documents, split by document.
func (t *trainer) questions(built *lexicon.Lexicon) error {
	documents, err := t.askingDocuments()
	if err != nil {
		return err
	}
	examples, groups, err := t.questionExamples(built, documents)
	if err != nil {
		return err
	}
	return t.fitTaking(taking{
		of: fmt.Sprintf("%d lines of %d documents", len(examples), len(documents)), names: pattern.Features(),
		examples: examples, groups: groups, settings: questionSettings(), seeds: questionSeeds,
		report: func(said []float64) { t.printQuestions(examples, groups, said) },
		file:   filepath.Join(t.root, "ingest", "question", "pattern", "model.json"),
	})
}

// printQuestions prints what a threshold would keep of the lines of the documents that were
// written to be judged.
func (t *trainer) printQuestions(examples []example, groups []string, said []float64) {
	t.printf("\n| threshold | kept | right of them | of the right ones kept |\n|---|---|---|---|\n")
	for _, threshold := range []float64{0.2, 0.3, 1.0 / 3, 0.4, 0.5, 0.6} {
		kept, right, all := 0, 0.0, 0.0
		for i, e := range examples {
			if filepath.Base(filepath.Dir(groups[i])) != "training" {
				continue
			}
			all += e.y
			if said[i] >= threshold {
				kept++
				right += e.y
			}
		}
		t.printf("| %.2f | %d | %.3f | %.3f |\n", threshold, kept, right/float64(max(1, kept)), right/max(1, all))
	}
}

// questionExamples reads the lines of some documents that may ask.
func (t *trainer) questionExamples(built *lexicon.Lexicon, documents []askingDocument) ([]example, []string, error) {
	record := &recorder{}
	finders := layouts.Finders(built)
	for i, finder := range finders {
		if weighs, ok := finder.(*pattern.Finder); ok {
			record.Finder = weighs
			finders[i] = record
		}
	}
	pipeline := ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(built), Splitters: layouts.Splitters(built), Parsers: layouts.ParsersWith(built, finders...),
		Lexicon: built, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	var examples []example
	var groups []string
	for _, d := range documents {
		record.cases = nil
		raw, err := pipeline.Read(t.ctx, ingest.FileSource(quarry.DefaultCollection, filepath.Dir(d.path), filepath.Base(d.path), d.path))
		if err == nil {
			_, err = pipeline.Parse(t.ctx, raw)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", d.path, err)
		}
		of := d.examples(record.cases)
		for i := range of {
			of[i].weight = d.weight * min(1, documentWeight/float64(len(of)))
		}
		examples = append(examples, of...)
		groups = append(groups, slices.Repeat([]string{d.path}, len(of))...)
	}
	return examples, groups, nil
}

// examples labels the lines of a document, but for those that readers differ about.
func (d askingDocument) examples(cases []pattern.Case) []example {
	var all []example
	for _, c := range cases {
		if asks, unclear := d.asks(c.Texts); asks {
			all = append(all, example{x: c.Features, y: 1})
		} else if !unclear {
			all = append(all, example{x: c.Features})
		}
	}
	return all
}

// asks reports whether one of a line's texts is asked, or is the beginning or the end of
// what is; and otherwise whether readers differ about it.
func (d askingDocument) asks(texts []string) (bool, bool) {
	for _, text := range texts {
		words := plainText(text)
		if asked, judged := d.asked[words]; judged {
			return asked, !asked
		}
		if len(strings.Fields(words)) < fewestAlike {
			continue
		}
		for question := range d.asked {
			if strings.HasPrefix(question, words) || strings.HasSuffix(question, words) {
				return true, false
			}
		}
	}
	return false, false
}

// plainText returns the words of a text in lower case, without tags and marks.
func plainText(text string) string {
	for {
		before, tag, opened := strings.Cut(text, "<")
		_, after, closed := strings.Cut(tag, ">")
		if !opened || !closed {
			break
		}
		text = before + " " + after
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// judgedQuestions is what a file beside documents says of what they ask.
type judgedQuestions struct {
	Questions []struct {
		Question string `json:"question"`
		Unclear  bool   `json:"unclear"`
	} `json:"questions"`
}

func (j judgedQuestions) of(path string) askingDocument {
	d := askingDocument{path: path, asked: map[string]bool{}, weight: 1}
	for _, q := range j.Questions {
		d.asked[plainText(q.Question)] = !q.Unclear
	}
	return d
}

// askingDocuments returns the judged documents, the layouts and the cases of the
// detectors with what they ask, and the reference texts of the project, which ask nothing.
func (t *trainer) askingDocuments() ([]askingDocument, error) {
	all, err := judgedTogether(filepath.Join(t.root, "cmd", "quarry", "testdata", "questions", "training"))
	if err == nil && t.data != "" {
		var public []askingDocument
		public, err = judgedTogether(filepath.Join(t.data, "questions"))
		for i := range public {
			public[i].weight = trustedWeight
		}
		all = append(all, public...)
	}
	for _, folder := range []struct {
		glob, suffix string
		weight       float64
	}{
		{"cmd/quarry/testdata/layouts/*.want.json", ".want.json", trustedWeight},
		{"ingest/question/pattern/testdata/*.golden.json", ".golden.json", caseWeight},
		{"ingest/format/markdown/testdata/*.golden.json", ".golden.json", caseWeight},
		{"corpus/documents/reference/*.md", "", 1},
		{"ingest/spec/testdata/listed/*/*.md", "", 1},
		{"docs/*.md", "", 1},
	} {
		some, failed := t.judgedAlone(folder.glob, folder.suffix, folder.weight)
		all, err = append(all, some...), errors.Join(err, failed)
	}
	slices.SortFunc(all, func(a, b askingDocument) int { return strings.Compare(a.path, b.path) })
	return all, err
}

// judgedTogether returns the documents of a folder that its gold.json is about.
func judgedTogether(folder string) ([]askingDocument, error) {
	content, err := os.ReadFile(filepath.Join(folder, "gold.json")) //nolint:gosec // of the folder that was named
	if err != nil {
		return nil, err
	}
	var gold map[string]judgedQuestions
	if err := json.Unmarshal(content, &gold); err != nil {
		return nil, err
	}
	var all []askingDocument
	for name, judged := range gold {
		all = append(all, judged.of(filepath.Join(folder, name)))
	}
	return all, nil
}

// judgedAlone returns the documents that have a file of their own beside them, told by its
// suffix, or ask nothing where there is no suffix.
func (t *trainer) judgedAlone(glob, suffix string, weight float64) ([]askingDocument, error) {
	paths, err := filepath.Glob(filepath.Join(t.root, filepath.FromSlash(glob)))
	if err != nil {
		return nil, err
	}
	var all []askingDocument
	for _, path := range paths {
		if suffix == "" {
			all = append(all, judgedQuestions{}.of(path))
			continue
		}
		content, err := os.ReadFile(path) //nolint:gosec // of the project, below the root that was given
		if err != nil {
			return nil, err
		}
		var judged judgedQuestions
		if err := json.Unmarshal(content, &judged); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		document, err := besideJudged(path, suffix)
		if err != nil {
			return nil, err
		}
		if document != "" {
			one := judged.of(document)
			one.weight = weight
			all = append(all, one)
		}
	}
	return all, nil
}

// besideJudged returns the document that a file is about: of its name without the suffix,
// or with another ending; "" where it is a file of records.
func besideJudged(path, suffix string) (string, error) {
	bare := strings.TrimSuffix(path, suffix)
	beside, err := filepath.Glob(bare + ".*")
	if err != nil {
		return "", err
	}
	for _, one := range append([]string{bare}, beside...) {
		if _, err := os.Stat(one); err == nil && filepath.Ext(one) != ".json" {
			return one, nil
		}
	}
	return "", nil
}
