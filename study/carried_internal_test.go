package study

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

func TestASchedulesNotationIsRead(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 9, 2, 0, 0, 0, 0, time.UTC)
	for name, tc := range map[string]struct {
		text, card string
		want       carried
		ok         bool
	}{
		"a comment behind the card": {
			"warp size :: 32 threads <!--SR:!2026-09-02,4,270-->\n", "warp size :: 32 threads <!--SR:!2026-09-02,4,270-->",
			carried{due: day, interval: 4, ease: 2.7},
			true,
		},
		"a comment on the line below": {
			"What hides latency?\n?\nMany warps\n<!--SR:!2026-09-02,14,250!2026-10-01,3,230-->\n", "What hides latency?\n?\nMany warps",
			carried{due: day, interval: 14, ease: 2.5},
			true,
		},
		"properties below the card": {
			"- What is a warp? #card\n  card-last-interval:: 4.5\n  card-repeats:: 3\n  card-ease-factor:: 2.6\n" +
				"  card-next-schedule:: 2026-09-02T00:00:00.000Z\n  - 32 threads\n", "- What is a warp? #card",
			carried{due: day, interval: 4.5, ease: 2.6, reps: 3},
			true,
		},
		"that of the next card is not this one's": {
			"a :: b\nc :: d <!--SR:!2026-09-02,4,270-->\n", "a :: b", carried{}, false,
		},
		"no day of any calendar": {"a :: b <!--SR:!2026-19-02,4,270-->", "a :: b <!--SR:!2026-19-02,4,270-->", carried{}, false},
		"none":                   {"a :: b", "a :: b", carried{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := strings.Index(tc.text, tc.card)
			got, ok := newNotations().of([]byte(tc.text), quarry.Span{ByteStart: from, ByteEnd: from + len(tc.card)})
			if ok != tc.ok || ok && (got.interval != tc.want.interval || got.ease != tc.want.ease || got.reps != tc.want.reps || !got.due.Equal(tc.want.due)) {
				t.Errorf("got %+v, %t; want %+v, %t", got, ok, tc.want, tc.ok)
			}
		})
	}
}
