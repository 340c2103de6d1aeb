package judged_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/judged"
)

const page = `<!DOCTYPE html>
<title>Kettle | Brookel</title>
<h1>Kettle</h1>
<p>It boils a litre in two minutes,
says the maker, and holds
1.7 l of water.</p>
<table>
<tr><th></th><th>K-200</th><th>K-300</th></tr>
<tr><td>Weight</td><td>1.2&nbsp;kg</td><td>2 kg</td></tr>
<tr><td
  class="w">Power</td><td>2200 W</td><td>2 kW</td></tr>
</table>`

const extracted = `# Kettle

It boils a litre in two minutes, says the maker, and holds 1.7 l of water.

| | K-200 | K-300 |
|---|---|---|
| Weight | 1.2 kg | 2 kg |
| Power | 2200 W | 2 kW |
`

func extract(original string, lines ...int) quarry.Knowledge {
	k := quarry.Knowledge{
		Document: quarry.Document{TextOf: quarry.TextOfExtract},
		Content:  quarry.Content{Text: []byte(extracted), Original: []byte(original)},
	}
	for _, line := range lines {
		k.Specs = append(k.Specs, served{line: line}.spec())
	}
	return k
}

func TestSpecsStandAtTheLinesOfTheirFile(t *testing.T) {
	t.Parallel()
	at := map[int][2]int{1: {2, 3}, 3: {4, 6}, 5: {8, 8}, 6: {8, 8}, 7: {9, 9}, 8: {11, 11}}
	for line, want := range at {
		k := extract(page, line)
		source := judged.InFile(k)[0].Source
		if source.LineStart < want[0] || source.LineEnd > want[1] {
			t.Errorf("line %d stands at %d to %d, want %d to %d", line, source.LineStart, source.LineEnd, want[0], want[1])
		}
		if k.Specs[0].Source.LineStart != line {
			t.Errorf("line %d: the document's own spec was moved", line)
		}
	}
}

func TestSpecsStayWhereLinesCannotBeTold(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]quarry.Knowledge{
		"the text is the file":    {Document: quarry.Document{TextOf: quarry.TextOfFile}, Specs: specsOf(served{line: 7})},
		"the file is no text":     extract("%PDF\x00K-200", 7),
		"the file has no word":    extract("<>", 7),
		"the file has no content": extract("", 7),
	} {
		if got := judged.InFile(k)[0].Source.LineStart; got != 7 {
			t.Errorf("%s: line %d, want 7", name, got)
		}
	}
}
