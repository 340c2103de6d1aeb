package record_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// row returns a record of texts, as a table has them.
func row(line int, header, cells string) record.Record {
	one := record.Record{Span: quarry.Span{ByteStart: line, ByteEnd: line + 1, LineStart: line, LineEnd: line}}
	names := strings.Split(header, " | ")
	for i, cell := range strings.Split(cells, " | ") {
		value := doc.Value{Kind: doc.String, Text: cell}
		one.Fields = append(one.Fields, doc.Field{Name: names[i], Value: value})
	}
	return one
}

func read(t *testing.T, table []string) ingest.Extraction {
	t.Helper()
	var records []record.Record
	for i, cells := range table[1:] {
		records = append(records, row(i+2, table[0], cells))
	}
	return extract(t, records)
}

func newReader(t *testing.T) *record.Reader {
	t.Helper()
	words := ingesttest.Lexicon(t)
	return record.NewReader(words, phrase.New(words))
}

func extract(t *testing.T, records []record.Record) ingest.Extraction {
	t.Helper()
	var found ingest.Extraction
	newReader(t).Extract(t.Context(), records, &found)
	return found
}

func TestFieldsAreTakenForWhatTheyMean(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		table []string
		want  []string // question → answer, of every row
	}{
		"by their names":         {[]string{"Question | Answer", "What is rye? | A grass"}, []string{"What is rye? → A grass"}},
		"in another order":       {[]string{"id | answer | question", "7 | A grass | What is rye?"}, []string{"What is rye? → A grass"}},
		"in longer names":        {[]string{"question_id | questionText | CorrectAnswer", "7 | What is rye? | A grass"}, []string{"What is rye? → A grass"}},
		"front and back":         {[]string{"Front | Back | Tags", "rye | a grass | grain"}, []string{"rye → a grass"}},
		"terms":                  {[]string{"term | definition", "rye | a grass"}, []string{"rye → a grass"}},
		"in Spanish":             {[]string{"Pregunta | Respuesta | Tema", "¿Qué es? | Centeno | Granos"}, []string{"¿Qué es? → Centeno"}},
		"in Chinese":             {[]string{"问题 | 答案", "什么是黑麦？ | 一种谷物"}, []string{"什么是黑麦？ → 一种谷物"}},
		"by what they hold":      {[]string{"x | y", "What is rye? | A grass of cold lands", "Who mills? | The miller at his mill"}, []string{"What is rye? → A grass of cold lands", "Who mills? → The miller at his mill"}},
		"a title that asks":      {[]string{"title | body", "What is rye? | A grass", "Why sour? | Of its acids"}, []string{"What is rye? → A grass", "Why sour? → Of its acids"}},
		"an explanation alone":   {[]string{"question | explanation", "What is rye? | A grass"}, []string{"What is rye? → A grass"}},
		"answer and explanation": {[]string{"question | answer | rationale", "What is rye? | A grass | It has ears."}, []string{"What is rye? → A grass\n\nIt has ears."}},
		"no answer":              {[]string{"question | topic", "What is rye? | grain"}, []string{"What is rye? → "}},
		"a placeholder":          {[]string{"question | answer", "What is rye? | TBD"}, []string{"What is rye? → "}},
		"no answers at all":      {[]string{"question | answer | author of it", "What is rye? |  | Smith Jones"}, []string{"What is rye? → "}},
		"numbers":                {[]string{"question | answer", "1) How many? | 7"}, []string{"How many? → 7"}},
		"products":               {[]string{"name | weight | price", "rye | 1 kg | $2"}, nil},
		"a letter":               {[]string{"question | option_a | option_b | answer", "Which? | rye | oats | B"}, []string{"Which? → oats"}},
		"letters of no option":   {[]string{"question | A | B | paper", "Which? | rye | oats | C"}, []string{"Which? → "}},
		"a letter in words":      {[]string{"question | Option 1 | Option 2 | Correct answer", "Which? | rye | oats | Option 2"}, []string{"Which? → oats"}},
		"a number from one":      {[]string{"question | answer1 | answer2 | correct", "Which? | rye | oats | 2"}, []string{"Which? → oats"}},
		"a number from nought":   {[]string{"question | a | b | correct index", "Which? | rye | oats | 1", "What? | x | y | 0"}, []string{"Which? → oats", "What? → x"}},
		"the option itself":      {[]string{"question | A | B | C | answer", "Which? | rye | oats | wheat | Wheat"}, []string{"Which? → wheat"}},
		"label and option":       {[]string{"question | A | B | answer", "Which? | rye | oats | B) oats"}, []string{"Which? → oats"}},
		"several":                {[]string{"question | A | B | C | answer", "Which? | rye | oats | wheat | A, C"}, []string{"Which? → rye\nwheat"}},
		"a letter and why":       {[]string{"question | A | B | answer", "Which? | rye | oats | B because it is so"}, []string{"Which? → oats\n\nbecause it is so"}},
		"an option that is none": {[]string{"question | A | B | answer", "Which? | rye | oats | D"}, []string{"Which? → "}},
		"options in one text":    {[]string{"question | options | answer", "Which? | A) rye; B) oats | B"}, []string{"Which? → oats"}},
		"of a survey":            {[]string{"question | A | B | answer | type", "Which? | rye | oats | A | quiz", "Nice? | yes it was | not so |  | survey"}, []string{"Which? → rye"}},
		"statements ticked":      {[]string{"said | T/F", "Rye is a grass. | T", "Oats are no grass. | F"}, []string{"Rye is a grass. → T", "Oats are no grass. → F"}},
		"a note without number":  {[]string{"no | question | answer", "1 | Why? | So", "2 | Why rye? | So", "3 | Why oats? | So", "4 | Who? | Me", "5 | How? | So", " | Who brings tea? | Tom"}, []string{"Why? → So", "Why rye? → So", "Why oats? → So", "Who? → Me", "How? → So"}},
		"a label for an answer":  {[]string{"label | placeholder | description", "What happened? | x | Say what you saw.", "Which version? | y | Say which."}, nil},
		"wrong answers":          {[]string{"question | correct_answer | wrong1 | wrong2", "Which? | rye | oats | wheat"}, []string{"Which? → rye"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, q := range read(t, tc.table).Questions {
				got = append(got, q.Text+" → "+q.Answer)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestADifficultyIsStatedOnlyOnAKnownScale(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		header string
		grades []string
		want   []quarry.Difficulty
	}{
		"words":                {"difficulty", []string{"Easy", "HARD"}, []quarry.Difficulty{"easy", "hard"}},
		"words in words":       {"level", []string{"Level: advanced", "beginner"}, []quarry.Difficulty{"hard", "easy"}},
		"stars":                {"stars", []string{"★☆☆", "★★★"}, []quarry.Difficulty{"easy", "hard"}},
		"out of five":          {"rating", []string{"1/5", "3/5", "5 out of 5"}, []quarry.Difficulty{"easy", "medium", "hard"}},
		"out of ten":           {"difficulty", []string{"2/10", "5/10", "10/10"}, []quarry.Difficulty{"easy", "medium", "hard"}},
		"one to three":         {"difficulty", []string{"1", "2", "3"}, []quarry.Difficulty{"easy", "medium", "hard"}},
		"one to five":          {"level", []string{"1", "3", "4"}, []quarry.Difficulty{"easy", "medium", "hard"}},
		"of no known scale":    {"difficulty", []string{"1", "2"}, []quarry.Difficulty{"", ""}},
		"beyond any scale":     {"difficulty", []string{"1", "7"}, []quarry.Difficulty{"", ""}},
		"from nought":          {"difficulty", []string{"0", "3"}, []quarry.Difficulty{"", ""}},
		"numbers of all sorts": {"points", []string{"1", "3"}, []quarry.Difficulty{"", ""}},
		"another word":         {"difficulty", []string{"purple", "easy"}, []quarry.Difficulty{"", "easy"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table := []string{"question | answer | " + tc.header}
			for _, grade := range tc.grades {
				table = append(table, "What is rye? | A grass | "+grade)
			}
			var got []quarry.Difficulty
			for _, q := range read(t, table).Questions {
				got = append(got, q.Grade.Difficulty)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestRecordsOfOtherKindsAreReadAmongThemselves(t *testing.T) {
	t.Parallel()
	records := []record.Record{
		row(1, "question | answer", "What is rye? | A grass"), row(2, "name | weight", "Borealis 500 | 80 kg"),
		row(3, "question | answer", " | nobody asked"),
	}
	found := extract(t, records)
	if len(found.Questions) != 1 || len(found.Facts) != 1 || found.Facts[0].Statement != "weight: 80 kg" {
		t.Errorf("found %+v", found)
	}
	if want := []string{"line 3: skipped: the question is empty"}; !slices.Equal(found.Warnings, want) {
		t.Errorf("warnings %q, want %q", found.Warnings, want)
	}
}

func TestAColumnOfSeveralKindsIsJudgedByTheRecordsThatAreLeft(t *testing.T) {
	t.Parallel()
	records := []record.Record{
		row(1, "question | answer | x", "What is rye? | A grass | Borealis"), row(2, "question | answer | x", "What is bran? | A husk | Meridian"),
		row(3, "question | answer | x", "Who mills? | The miller | Australis"),
		row(4, "x | y", "Why is it sour? | Of its acids"), row(5, "x | y", "How long does it rise? | Two hours"),
	}
	var got []string
	for _, q := range extract(t, records).Questions {
		got = append(got, q.Text)
	}
	if want := []string{"What is rye?", "What is bran?", "Who mills?", "Why is it sour?", "How long does it rise?"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAMarkInThePlaceOfAValueAsksNothing(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"?", "??", "-", "(?)"} {
		found := read(t, []string{"Model | Price | Memory (GB)", "Oven 1 | " + mark + " | 8", "Oven 2 | " + mark + " | 8", "Oven 3 | 50 | 16"})
		if len(found.Questions) > 0 || len(found.Facts) != 3 {
			t.Errorf("%q: %d questions and %d facts, want none and 3", mark, len(found.Questions), len(found.Facts))
		}
	}
}

// Each object is looked at once, however deep it stands: twice would take years here.
func TestMapsWithinMapsAreLookedAtOnce(t *testing.T) {
	t.Parallel()
	deep := doc.Value{Kind: doc.Object}
	for range 64 {
		deep = doc.Value{Kind: doc.Object, Fields: []doc.Field{{Name: "alpha", Value: deep}, {Name: "beta", Value: doc.Value{Kind: doc.Object}}}}
	}
	var found ingest.Extraction
	newReader(t).Document(t.Context(), ingest.NewText([]byte("{}")), deep, "json", &found)
	if len(found.Questions) > 0 {
		t.Errorf("maps without a word ask %d questions", len(found.Questions))
	}
}

func TestWordsThatARecordHidesAreAsked(t *testing.T) {
	t.Parallel()
	found := read(t, []string{
		"front | back", "Rye is a {{c1::grass}}. | grass", "Malt is {{c1::sprouted}} grain. | It is dried then.", "What is bran? | The husk.",
	})
	var said []string
	for _, q := range found.Questions {
		said = append(said, q.Text+" = "+strings.ReplaceAll(q.Answer, "\n\n", " / ")+" "+string(q.Style))
	}
	want := []string{"Rye is a […]. = grass cloze", "Malt is […] grain. = sprouted / It is dried then. cloze", "What is bran? = The husk. open"}
	if !slices.Equal(said, want) {
		t.Errorf("found %q, want %q", said, want)
	}
}
