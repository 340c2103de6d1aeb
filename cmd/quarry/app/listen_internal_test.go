package app

import (
	"net"
	"strings"
	"testing"
)

func TestAnAddressInUseIsAnsweredWithTheFlagForAnotherOne(t *testing.T) {
	t.Parallel()
	first, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = first.Close() })
	addr := first.Addr().String()
	_, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", addr)
	if said := cannotListen(addr, err).Error(); !strings.Contains(said, addr+" is in use by another program: --addr names another") {
		t.Errorf("said %q, want --addr named", said)
	}
}
