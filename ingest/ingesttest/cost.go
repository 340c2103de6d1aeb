package ingesttest

import (
	"runtime"
	"strings"
	"testing"
)

const (
	hostileBytes = 32 << 10
	doubledGrows = 3    // times, at most, that twice the text may take
	fixedCost    = 4e6  // bytes that any text may take
	bytesAByte   = 2000 // bytes that a byte of text may take
)

// Linear reads texts that are made to be dear, and fails where twice as much of
// one takes more than three times the memory: what is quadratic takes four
// times. The texts are named by what they are made of, and are about so many
// bytes long; a text may be refused.
//
// The bytes that are allocated are counted, and no time is measured, for they
// are the same on every machine and every day. Others would be counted too: a
// test that calls this must not be parallel. What takes time and no memory is
// found by the benchmarks.
func Linear(t *testing.T, texts func(size int) map[string]string, read func(text []byte)) {
	t.Helper()
	single, double := texts(hostileBytes), texts(2*hostileBytes)
	for name := range single {
		once, twice := allocated(read, single[name]), allocated(read, double[name])
		if twice > doubledGrows*once && twice > fixedCost {
			t.Errorf("%s: %d bytes took %d, %d took %d: %.1f times as much",
				name, len(single[name]), once, len(double[name]), twice, float64(twice)/float64(once))
		}
		if most := fixedCost + bytesAByte*uint64(len(double[name])); twice > most {
			t.Errorf("%s: %d bytes took %d, want at most %d", name, len(double[name]), twice, most)
		}
	}
}

// Repeated returns texts that begin alike and then say one thing over and over.
func Repeated(before string, pieces map[string]string) func(size int) map[string]string {
	return func(size int) map[string]string {
		texts := make(map[string]string, len(pieces))
		for name, piece := range pieces {
			texts[name] = before + strings.Repeat(piece, size/len(piece)+1)
		}
		return texts
	}
}

// allocated returns how many bytes reading a text takes.
func allocated(read func(text []byte), text string) uint64 {
	content := []byte(text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read(content)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
