package main

import "testing"

func TestRoomIsMadeUnlessMemoryIsSpokenFor(t *testing.T) {
	for _, tc := range []struct {
		name, value string
		room        int
	}{{"GOGC", "", roomBytes}, {"GOGC", "100", 0}, {"GOMEMLIMIT", "512MiB", 0}} {
		t.Run(tc.name+"="+tc.value, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			t.Setenv(tc.name, tc.value)
			if got := len(makeRoom()); got != tc.room {
				t.Errorf("room = %d bytes, want %d", got, tc.room)
			}
		})
	}
}
