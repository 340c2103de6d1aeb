package judged

import (
	"bufio"
	"bytes"
	"io"

	"github.com/quarrykb/quarry"
)

// Lines reads what was judged, a JSON value a line, and checks each; empty lines are left out. What
// cannot be read, has a field that is not known or is refused is quarry.KindInvalid, with its line.
func Lines[T any](from io.Reader, check func(*T) error) ([]T, error) {
	const longestLine = 1 << 20
	var all []T
	lines := bufio.NewScanner(io.LimitReader(from, longestFile))
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var one T
		err := strictly(line, &one)
		if err == nil {
			err = check(&one)
		}
		if err != nil {
			return nil, quarry.Errorf(quarry.KindInvalid, "line %d: %s", n, reason(err)).Because(err)
		}
		all = append(all, one)
	}
	if err := lines.Err(); err != nil {
		return nil, quarry.Errorf(quarry.KindInvalid, "cannot be read line by line").Because(err)
	}
	return all, nil
}
