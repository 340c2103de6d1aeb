package read

import (
	"strings"
	"testing"
)

func TestTheSizeOfAWebPIsRead(t *testing.T) {
	t.Parallel()
	head := func(chunk, bytes string) []byte {
		return []byte("RIFF\x00\x00\x00\x00WEBP" + chunk + bytes + strings.Repeat("\x00", 40))
	}
	for name, tc := range map[string]struct {
		head          []byte
		width, height int
	}{
		"lossy":        {head("VP8 ", "\x00\x00\x00\x00\x30\x01\x00\x9d\x01\x2a\x40\x01\xf0\x00"), 320, 240},
		"lossless":     {head("VP8L", "\x00\x00\x00\x00\x2f\x3f\xc1\x3b\x00"), 320, 240},
		"extended":     {head("VP8X", "\x0a\x00\x00\x00\x00\x00\x00\x00\x3f\x01\x00\xef\x00\x00"), 320, 240},
		"another kind": {head("ALPH", "\x0a\x00"), 0, 0},
		"no WebP":      {[]byte(strings.Repeat("x", 40)), 0, 0},
		"too short":    {[]byte("RIFF"), 0, 0},
	} {
		if width, height := sizeOfWebP(tc.head); width != tc.width || height != tc.height {
			t.Errorf("%s has %d by %d pixels, want %d by %d", name, width, height, tc.width, tc.height)
		}
	}
}

func TestTheSizeOfADrawingIsRead(t *testing.T) {
	t.Parallel()
	for drawing, want := range map[string][2]int{
		`<?xml version="1.0"?><!-- a --><svg width="40" height="30.5px" viewBox="0 0 1 1">`: {40, 30},
		`<svg viewBox="0 0 200,100"/>`:                {200, 100},
		`<svg width="100%" viewBox="0 0 200 100">`:    {200, 100},
		`<svg width="NaN" height="Inf">`:              {0, 0},
		`<svg width="-3" height="1e9" viewBox="0 0">`: {0, 0},
		`<svg>`:    {0, 0},
		`no <svg `: {0, 0},
	} {
		if width, height := sizeOfDrawing([]byte(drawing)); [2]int{width, height} != want {
			t.Errorf("%s has %d by %d pixels, want %v", drawing, width, height, want)
		}
	}
}
