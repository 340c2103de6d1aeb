package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// isOpenShare reports whether it cannot be told of what a number may be off by some per
// cent: "70 ± 1 %" is a share between 69 and 71 % as well as a number between 69.3 and
// 70.7, where no unit is stated.
func (t *table) isOpenShare(q *quarry.Quantity, v *value) bool {
	return q.Unit == "" && q.Qualifier == quarry.Range && strings.HasSuffix(q.Text, "%") &&
		len(v.title.attributes)+len(v.units())+len(v.unitsAround())+len(t.units) == 0
}
