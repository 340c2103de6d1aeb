package check

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// A key point stands in its own lines, also where the document indents or quotes an answer.
func TestTheLinesOfAKeyPointAreItsOwn(t *testing.T) {
	t.Parallel()
	answer := "It fires clay\nand glaze. It dries\nwood."
	for _, within := range []string{answer, "    It fires clay\n    and glaze. It dries\n    wood.", "> It fires clay\n> and glaze. It dries\n> wood."} {
		text := "What is a kiln for?\n\n" + within + "\n"
		span := quarry.Span{ByteEnd: len(text) - 1, LineStart: 1, LineEnd: 5}
		q := quoted{quarry.Question{Answer: answer, Source: quarry.Source{Span: span}}, []byte(text)}
		at := strings.Index(answer, " It dries") + 1
		for _, want := range []struct {
			point       quarry.KeyPoint
			first, last int
		}{
			{quarry.KeyPoint{ByteEnd: at - 1}, 3, 4},
			{quarry.KeyPoint{ByteStart: at, ByteEnd: len(answer)}, 4, 5},
		} {
			if first, last := q.lines(want.point); first != want.first || last != want.last {
				t.Errorf("%q: lines %d to %d, want %d to %d", q.written(want.point), first, last, want.first, want.last)
			}
		}
	}
}
