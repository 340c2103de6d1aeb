package sqlite

import "testing"

func TestOfManyFaultsTheFirstAreNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		rows []string
		want string
	}{
		"a row of many lines": {
			[]string{"*** in database main ***\nTree 5 page 5: a\nTree 5 page 6: b\nTree 5 page 7: c\nTree 5 page 8: d", "e"},
			"Tree 5 page 5: a; Tree 5 page 6: b; Tree 5 page 7: c; and 2 more",
		},
		"few": {[]string{"q_1", "q_2"}, "q_1; q_2"},
	} {
		if got := someFaults(tc.rows); got != tc.want {
			t.Errorf("%s is said as %q, want %q", name, got, tc.want)
		}
	}
}
