package main

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
)

// The lengths of hostile texts. What is refused for its length does not count, so
// the larger is below every limit.
const (
	hostileSmall = 250 << 10
	hostileLarge = 1000 << 10
)

// hostileFigures tell what four times as much of something hostile costs, and what it
// costs beside an ordinary text of its format that is as long.
func hostileFigures() []figure {
	var figures []figure
	for _, f := range hostileFormats() {
		for _, name := range slices.Sorted(maps.Keys(f.hostile)) {
			write := f.hostile[name]
			figures = append(figures, figure{
				name:   "hostile: " + f.name + ": " + name,
				ours:   "read and parse a text of 1 MB that is dear to read, by processor time",
				peer:   "the same with 250 kB of it",
				target: 5, unit: time.Millisecond,
				open: func(context.Context, string) (contest, error) {
					return openHostile(write(hostileLarge), write(hostileSmall)) //nolint:contextcheck // Nothing in it can take long.
				},
			}, figure{
				name:   "beside ordinary: " + f.name + ": " + name,
				ours:   "read and parse a text of 1 MB that is dear to read, by processor time",
				peer:   "the same with an ordinary text of the format, as long",
				target: 3, unit: time.Millisecond,
				open: func(context.Context, string) (contest, error) {
					hostile := write(hostileLarge)
					return openHostile(hostile, f.ordinary(max(len(hostile), hostileLarge))) //nolint:contextcheck // Nothing in it can take long.
				},
			})
		}
	}
	return figures
}

func openHostile(ours, peer []byte) (contest, error) {
	session, err := app.NewSession("")
	if err != nil {
		return contest{}, err
	}
	reads := func(text []byte) side {
		return busy(func(ctx context.Context, _ int) error { return refusedOrRead(ctx, session.Pipeline(), text) })
	}
	return contest{ours: reads(ours), peer: reads(peer), each: 1, close: func() error { return nil }}, nil
}

// refusedOrRead takes a text through the pipeline as far as it goes: to refuse
// a hostile one is right.
func refusedOrRead(ctx context.Context, p *ingest.Pipeline, text []byte) error {
	raw, err := p.Read(ctx, ingest.Source{
		Name: "hostile", Collection: quarry.DefaultCollection, Root: "/generated", Path: "hostile",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
	})
	if err == nil {
		_, _ = p.Prepare(ctx, raw)
	}
	return ctx.Err()
}
