package backup

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// Keep says which backups of a folder stay. One stays where any of the rules says so,
// and the newest does in any case.
type Keep []keepRule

// keepRule keeps the newest backup of each of so many spans of time that have one, the
// newest of these spans. Spans are those of the calendar, in UTC; weeks begin on Monday.
type keepRule struct {
	count int
	span  byte // 'h', 'd', 'w', 'm' or 'y'; 0 where each backup is a span of its own
}

// UnmarshalText reads rules such as "7d,4w", or a plain number.
func (k *Keep) UnmarshalText(text []byte) error {
	*k = nil
	for word := range strings.SplitSeq(string(text), ",") {
		rule := keepRule{}
		number := strings.TrimSpace(word)
		if last := len(number) - 1; last > 0 && strings.IndexByte("hdwmy", number[last]) >= 0 {
			rule.span, number = number[last], number[:last]
		}
		count, err := strconv.Atoi(number)
		if err != nil || count < 1 {
			return quarry.Errorf(quarry.KindInvalid,
				"%q says nothing of what to keep: write a number, or numbers of hours, days, weeks, months or years, such as 24h,7d,4w,12m", word)
		}
		rule.count = count
		*k = append(*k, rule)
	}
	return nil
}

// String returns what UnmarshalText reads.
func (k Keep) String() string {
	words := make([]string, 0, len(k))
	for _, rule := range k {
		words = append(words, strings.TrimRight(fmt.Sprintf("%d%c", rule.count, rule.span), "\x00")) // a rule of no span has none
	}
	return strings.Join(words, ",")
}

// stay returns which of some backups are kept, of which the newest comes first.
func (k Keep) stay(found []datadir.Backup) []bool {
	kept := make([]bool, len(found))
	for _, rule := range k {
		spans := map[string]bool{}
		for i, b := range found {
			span := rule.spanOf(b)
			if spans[span] {
				continue
			}
			if len(spans) == rule.count {
				break
			}
			spans[span], kept[i] = true, true
		}
	}
	if len(kept) > 0 {
		kept[0] = true
	}
	return kept
}

// spanOf names the span that a backup belongs to.
func (r keepRule) spanOf(b datadir.Backup) string {
	switch r.span {
	case 'h':
		return b.Moment.Format("2006-01-02T15")
	case 'd':
		return b.Moment.Format(time.DateOnly)
	case 'w':
		year, week := b.Moment.ISOWeek()
		return fmt.Sprintf("%d-%d", year, week)
	case 'm':
		return b.Moment.Format("2006-01")
	case 'y':
		return b.Moment.Format("2006")
	}
	return b.Name
}
