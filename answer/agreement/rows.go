package agreement

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// columns returns the names that public sets have for what a row holds.
func columns(of string) []string {
	switch of {
	case "id":
		return []string{"id", "answer_id"}
	case "reference":
		return []string{"reference", "references", "refanswer", "reference_answer"}
	case "answer":
		return []string{"answer", "student_answer", "response"}
	case "label":
		return []string{"label", "verdict"}
	case "grade":
		return []string{"grade", "score_avg", "score"}
	}
	return []string{of}
}

// ReadRows reads judged answers in rows: a table with commas or tabs whose first row names
// the columns, or JSON Lines, by the name's ending. A row has a question, an answer, a label
// or a grade, and the reference answer unless that is stored elsewhere; several references
// are parted by " || ". A label that begins with "correct" or "part" is that verdict, any
// other one is incorrect. A grade is taken as a share of the highest one of the file; four
// fifths of it are correct, two fifths and less incorrect.
func ReadRows(name string, from io.Reader) ([]Answer, error) {
	from = io.LimitReader(from, longestFile)
	var rows []map[string]string
	var err error
	switch filepath.Ext(name) {
	case ".csv":
		rows, err = table(csv.NewReader(from))
	case ".tsv":
		reader := csv.NewReader(from)
		reader.Comma, reader.LazyQuotes = '\t', true
		rows, err = table(reader)
	default:
		rows, err = lines(from)
	}
	if err != nil {
		return nil, quarry.Errorf(quarry.KindInvalid, "is no table of judged answers: %v", err).Because(err)
	}
	return judgedRows(rows)
}

func table(reader *csv.Reader) ([]map[string]string, error) {
	reader.FieldsPerRecord = -1
	head, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("read the names of the columns: %w", err)
	}
	var rows []map[string]string
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read row %d: %w", len(rows)+2, err)
		}
		row := map[string]string{}
		for i, cell := range cells[:min(len(cells), len(head))] {
			row[head[i]] = cell
		}
		rows = append(rows, row)
	}
}

func lines(from io.Reader) ([]map[string]string, error) {
	const longestLine = 1 << 20
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, longestLine)
	var rows []map[string]string
	for number := 1; scanner.Scan(); number++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		var values map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &values); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		row := map[string]string{}
		for key, value := range values {
			row[key] = fmt.Sprint(value)
		}
		rows = append(rows, row)
	}
	return rows, scanner.Err()
}

func judgedRows(rows []map[string]string) ([]Answer, error) {
	highest := 0.0
	for _, row := range rows {
		if grade, err := strconv.ParseFloat(cell(row, "grade"), 64); err == nil {
			highest = max(highest, grade)
		}
	}
	var answers []Answer
	for i, row := range rows {
		question, given := strings.TrimSpace(cell(row, "question")), strings.TrimSpace(cell(row, "answer"))
		if given == "" {
			continue
		}
		a := Answer{ID: cell(row, "id"), Kind: cell(row, "kind"), Given: given}
		reference := strings.ReplaceAll(strings.TrimSpace(cell(row, "reference")), " || ", "\n")
		a.Question = quarry.Question{Text: question, Answer: reference, Answered: reference != "", Style: quarry.StyleOpen}
		label := strings.ToLower(cell(row, "label"))
		grade, err := strconv.ParseFloat(cell(row, "grade"), 64)
		switch {
		case question == "" || label == "" && (err != nil || highest == 0):
			return nil, quarry.Errorf(quarry.KindInvalid, "row %d has no question, or neither a label nor a grade: columns are called %s", i+1, strings.Join(slices.Concat(columns("question"), columns("label"), columns("grade")), ", "))
		case strings.HasPrefix(label, string(quarry.VerdictCorrect)):
			a.Verdict, a.Grade = quarry.VerdictCorrect, 1
		case strings.HasPrefix(label, "part"):
			a.Verdict, a.Grade = quarry.VerdictPartly, quarry.VerdictPartly.Score()
		case label != "":
			a.Verdict = quarry.VerdictIncorrect
		default:
			a.Grade = grade / highest
			a.Verdict = gradedAs(a.Grade)
		}
		answers = append(answers, a)
	}
	if len(answers) == 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "no row has an answer: that column is called %s", strings.Join(columns("answer"), ", "))
	}
	return answers, nil
}

func cell(row map[string]string, column string) string {
	for _, name := range columns(column) {
		if value, ok := row[name]; ok {
			return value
		}
	}
	return ""
}

// gradedAs returns what an answer is with such a share of the highest grade.
func gradedAs(share float64) quarry.AnswerVerdict {
	const correct, incorrect = 0.8, 0.4
	switch {
	case share >= correct:
		return quarry.VerdictCorrect
	case share <= incorrect:
		return quarry.VerdictIncorrect
	}
	return quarry.VerdictPartly
}
