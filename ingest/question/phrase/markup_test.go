package phrase_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

func TestAnItemIsToldByItsMarkOrItsNumber(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]phrase.Item{
		"- Rye":          {Mark: '-', Number: -1, Rest: "Rye"},
		"12. Rye":        {Mark: '1', Number: 12, Rest: " Rye"},
		"(12) Rye":       {Mark: '1', Number: 12, Rest: " Rye"},
		"12.- Rye":       {Mark: '1', Number: 12, Rest: " Rye"},
		"12、黑麦":          {Mark: '1', Number: 12, Rest: "黑麦"},
		"⑫黑麦":            {Mark: '1', Number: 12, Rest: "黑麦"},
		"#12 Rye":        {Mark: '1', Number: 12, Rest: "Rye"},
		"12  Rye":        {Mark: '1', Number: 12, Rest: "Rye"},
		"3.35 TB/s":      {Number: -1, Rest: "3.35 TB/s"},
		"12 loaves":      {Number: -1, Rest: "12 loaves"},
		"12\\. of March": {Mark: '1', Number: 12, Rest: " of March"},
		"12345. Rye":     {Number: -1, Rest: "12345. Rye"},
		"(12. Rye":       {Number: -1, Rest: "(12. Rye"},
		"Rye":            {Number: -1, Rest: "Rye"},
		"":               {Number: -1},
	} {
		if got := phrase.ItemOf(line); got != want {
			t.Errorf("ItemOf(%q) = %+v, want %+v", line, got, want)
		}
	}
}
