package eval

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// The files of a collection in BEIR's layout (Thakur and others, "BEIR: a
// heterogeneous benchmark for zero-shot evaluation of information retrieval
// models", 2021).
const (
	CorpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
	qrelsFile   = "qrels.tsv"
	qrelsFolder = "qrels"
)

// ReadCollection reads the judged queries of a collection: queries.jsonl, and
// qrels.tsv or, where that is not there, the split's file in the folder qrels.
// Queries without a judgement are passed over, as everybody who publishes
// figures does. A file that is missing is quarry.KindNotFound, and what cannot
// be understood is quarry.KindInvalid, with file and line.
func ReadCollection(folder fs.FS, split string) ([]Query, error) {
	judged := qrels{}
	path := qrelsFile
	if _, err := fs.Stat(folder, path); errors.Is(err, fs.ErrNotExist) {
		path = qrelsFolder + "/" + split + ".tsv"
	}
	if err := readFile(folder, path, judged.read); err != nil {
		return nil, err
	}
	var queries []Query
	err := readFile(folder, queriesFile, func(from io.Reader) error {
		found, err := judged.queries(from)
		queries = found
		return err
	})
	return queries, err
}

// readFile lets something read a file, and names the file in what goes wrong.
func readFile(folder fs.FS, path string, read func(io.Reader) error) error {
	file, err := folder.Open(path)
	if err != nil {
		return quarry.Errorf(quarry.KindNotFound, "the collection has no %s that can be read", path).Because(err)
	}
	return errors.Join(In(path, read(file)), file.Close())
}

// In names the file, or whatever else it is, in which something is wrong.
func In(path string, err error) error {
	if known, ok := errors.AsType[*quarry.Error](err); ok {
		return quarry.Errorf(known.Kind, "%s %s", path, known.Message).Because(err)
	}
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	return nil
}

// qrels are grades by query and document.
type qrels map[string]map[string]int

// read reads lines of query, document and grade, with tabs between them; a
// first line whose grade is none names the columns. The four columns of TREC,
// of which the second says nothing, will do as well.
func (q qrels) read(from io.Reader) error {
	first := true
	for line, err := range linesOf(from) {
		if err != nil {
			return err
		}
		if err := q.addLine(strings.Fields(string(line.text)), first); err != nil {
			return atLine(line.number, "%v", err)
		}
		first = false
	}
	return nil
}

func (q qrels) addLine(fields []string, first bool) error {
	const ofTREC, needed = 4, 3
	if len(fields) == ofTREC {
		fields = slices.Delete(fields, 1, 2)
	}
	if len(fields) != needed {
		return fmt.Errorf("query, document and grade are needed, not %d columns", len(fields))
	}
	grade, err := strconv.Atoi(fields[2])
	switch {
	case err != nil && first:
		return nil
	case err != nil || grade > HighestGrade:
		return fmt.Errorf("the grade %q is no whole number up to %d", fields[2], HighestGrade)
	}
	return q.add(fields[0], fields[1], grade)
}

// add adds a grade. Those below 0, which some collections have for spam, are 0.
func (q qrels) add(query, document string, grade int) error {
	if q[query] == nil {
		q[query] = map[string]int{}
	}
	before, twice := q[query][document]
	if grade = max(0, grade); twice && before != grade {
		return fmt.Errorf("query %q and document %q have the grade %d already", query, document, before)
	}
	q[query][document] = grade
	return nil
}

// queries reads the queries that are judged, in the order of their file.
func (q qrels) queries(from io.Reader) ([]Query, error) {
	var queries []Query
	known := map[string]int{}
	for record, err := range recordsOf(from) {
		if err != nil {
			return nil, err
		}
		id := string(record.ID)
		if before := known[id]; before > 0 {
			return nil, atLine(record.line, "query %q stands in line %d already", id, before)
		}
		known[id] = record.line
		if q[id] != nil {
			queries = append(queries, Query{ID: id, Text: record.Text, Relevant: q.of(id)})
		}
	}
	missing := slices.Sorted(maps.Keys(q))
	missing = slices.DeleteFunc(missing, func(id string) bool { return known[id] > 0 })
	if len(missing) > 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "lacks %d queries that are judged, such as %q", len(missing), missing[0])
	}
	return queries, nil
}

// of returns what was judged of a query, always in the same order.
func (q qrels) of(query string) []Judgement {
	all := make([]Judgement, 0, len(q[query]))
	for document, grade := range q[query] {
		all = append(all, Judgement{Place: Whole(document), Grade: grade})
	}
	slices.SortFunc(all, func(a, b Judgement) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// Whole is the place of a document that is judged as a whole.
func Whole(document string) Place { return Place{Path: document, LineStart: 1, LineEnd: 1} }
