package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// percent is the sign of shares.
const percent = "%"

// takeShare reads "70 ± 1 %" as a share between 69 and 71 %, where no unit is stated
// of which the one per cent could be: the sign is then that of both numbers.
func (t *table) takeShare(q *quarry.Quantity, v *value) {
	if q.Unit != "" || q.Qualifier != quarry.Range || !strings.HasSuffix(q.Text, percent) || len(v.title.attributes)+len(v.units())+len(v.unitsAround())+len(t.units) > 0 {
		return
	}
	middle, by, ok := strings.Cut(q.Text, "±")
	first, known := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, middle)
	second, also := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, by)
	if !ok || !known || !also || first.Unit != "" || first.Qualifier != quarry.Exact || second.Qualifier != quarry.Exact {
		return
	}
	low, high := *first.Min-*second.Min, *first.Max+*second.Max
	q.Bounds = quarry.Bounds{Min: multiplied(&low, 1), Max: multiplied(&high, 1), Unit: percent}
	q.Step = max(first.Step, second.Step)
}
