package delimited_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/format/delimited"
)

func all(text string) []delimited.Record {
	var records []delimited.Record
	scanner := delimited.NewScanner([]byte(text), 0, ',')
	for record, ok := scanner.Next(); ok; record, ok = scanner.Next() {
		records = append(records, record)
	}
	return records
}

func fieldsOf(text string) [][]string {
	var found [][]string
	for _, record := range all(text) {
		var fields []string
		for _, field := range record.Fields {
			fields = append(fields, field.Text)
		}
		found = append(found, fields)
	}
	return found
}

func TestFieldsStandWhereTheySay(t *testing.T) {
	t.Parallel()
	const text = "a, \"b\"\"c\" ,d\r\n"
	for i, want := range []string{"a", "\"b\"\"c\"", "d"} {
		field := all(text)[0].Fields[i]
		if got := text[field.Start:field.End]; got != want {
			t.Errorf("field %d stands at %q; want %q", i+1, got, want)
		}
	}
}

func TestFieldsAreParted(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want [][]string
	}{
		"plain":                                 {"a,b\nc,d\n", [][]string{{"a", "b"}, {"c", "d"}}},
		"without a last line break":             {"a,b\nc,", [][]string{{"a", "b"}, {"c", ""}}},
		"line breaks of two bytes":              {"a,b\r\nc,d\r\n", [][]string{{"a", "b"}, {"c", "d"}}},
		"a byte-order mark":                     {"\ufeff\"a\",b\n", [][]string{{"a", "b"}}},
		"quotes":                                {"\"a, \"\"b\"\"\",\"c\nd\"\n", [][]string{{"a, \"b\"", "c\nd"}}},
		"spaces around quotes":                  {"a, \"b, c\" ,d\n", [][]string{{"a", "b, c", "d"}}},
		"blank lines":                           {"\n  \na,b\n\n\nc,d\n\n", [][]string{{"a", "b"}, {"c", "d"}}},
		"an empty field in quotes":              {"\"\",\"\"\n", [][]string{{"", ""}}},
		"a quote in a bare field":               {"5\" wide,b\n", [][]string{{"5\" wide", "b"}}},
		"a field that opens with a quoted word": {"\"a\" b,c\nd,e\n", [][]string{{"\"a\" b", "c"}, {"d", "e"}}},
		"a quote that is never closed":          {"a,\"b\nc,d\n", [][]string{{"a", "\"b"}, {"c", "d"}}},
		"nothing":                               {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := fieldsOf(tc.text)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tc.text, diff)
			}
		})
	}
}

func TestAQuoteThatIsNeverClosedIsNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want int
	}{
		"the last field":                     {"a,\"b", 2},
		"one that others follow":             {"a,\"b\nc,d", 2},
		"none":                               {"a,\"b\"", -1},
		"a quote of words that are no field": {"\"a\" b,\"c", -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := all(tc.text)[0].Open; got != tc.want {
				t.Errorf("the quote at %d is never closed; want %d", got, tc.want)
			}
		})
	}
}

func TestColumnsAreCountedAndNotAllKept(t *testing.T) {
	t.Parallel()
	got := all(strings.Repeat(",", 2999) + "\n")[0]
	if got.Columns != 3000 || len(got.Fields) != delimited.MaxColumns {
		t.Errorf("%d columns, %d kept; want 3000 and %d", got.Columns, len(got.Fields), delimited.MaxColumns)
	}
}

func TestTheSeparatorIsTheOneThatPartsMostRegularly(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text  string
		want  byte
		table bool
	}{
		"commas":                        {"a,b,c\nd,e,f\n", ',', true},
		"semicolons and decimal commas": {"a;b\n1,5;2\n3,7;4\n", ';', true},
		"tabs before commas":            {"a,b\tc\nd,e\tf\n", '\t', true},
		"pipes":                         {"a|b\nc|d, e\n", '|', true},
		"a sentence here and there":     {"One, two.\nThree.\nFour, five, six.\n", ',', false},
		"nothing that parts":            {"a\nb\n", '\t', false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := delimited.Sniff([]byte(tc.text), 0, delimited.Separators)
			if got.Table() != tc.table || (tc.table && got.Separator != tc.want) {
				t.Errorf("%+v; want %q, a table: %t", got, tc.want, tc.table)
			}
		})
	}
}
