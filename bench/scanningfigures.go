package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/quarrykb/quarry/bench/generate"
)

// scanSeed keeps queries from being vectors that are searched.
const scanSeed = 0x5CA7

// vecForm is how sqlite-vec keeps vectors.
type vecForm struct{ name, column, value string }

func exactForm() vecForm {
	return vecForm{name: "float32", column: fmt.Sprintf("embedding float[%d]", scannedDim), value: "?"}
}

func narrowForm() vecForm {
	return vecForm{
		name: "int8", column: fmt.Sprintf("embedding int8[%d]", scannedDim), value: "vec_quantize_int8(?, 'unit')",
	}
}

// scanningFigures measure the scan of vectors that another embedder made.
func scanningFigures(count int) []figure {
	all := []figure{recallFigure(count, exactScanners(), 1), recallFigure(count, narrowScanners(), 0.99)}
	for _, peer := range vecScanners(exactForm()) {
		all = append(all, scanFigure(count, exactScanners(), peer), scanMemoryFigure(count, exactScanners(), peer))
	}
	for _, peer := range vecScanners(narrowForm()) {
		all = append(all, scanFigure(count, narrowScanners(), peer))
	}
	return append(all, scanMemoryFigure(count, narrowScanners(), exactScanners()))
}

// scanFigure is the ten nearest of all vectors.
func scanFigure(count int, ours, peer scanners) figure {
	return figure{
		name:   fmt.Sprintf("scan %d × %d, %s", count, scannedDim, ours.name),
		ours:   "the nearest ten of " + ours.says + ", on all cores",
		peer:   "the nearest ten of " + peer.says,
		target: 0.2, tail: true, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			first, err := ours.openFilled(ctx, dir, count)
			if err != nil {
				return contest{}, err
			}
			second, err := peer.openFilled(ctx, dir, count)
			if err != nil {
				return contest{}, errors.Join(err, first.close())
			}
			runtime.GC() // of what filling left behind
			scanning := func(s scanner) side {
				return timed(func(ctx context.Context, i int) error {
					found, err := s.nearest(ctx, i)
					if err == nil && len(found) != topHits {
						err = fmt.Errorf("%d are nearest, want %d", len(found), topHits)
					}
					return err
				})
			}
			return contest{
				ours: scanning(first), peer: scanning(second), each: queriesEach(count) / 2,
				close: func() error { return errors.Join(first.close(), second.close()) },
			}, nil
		},
	}
}

// recallQueries is how many queries recall is measured with, each at its ten
// nearest.
const recallQueries = 100

// recallFigure is how many of the ten nearest a scan finds.
func recallFigure(count int, ours scanners, least float64) figure {
	return figure{
		name:  fmt.Sprintf("recall@10 in %d × %d, %s", count, scannedDim, ours.name),
		ours:  "of the ten nearest by float64, how many are found by " + ours.says,
		peer:  "all of them",
		least: least, unit: recallQueries * topHits / 100, called: "%",
		open: func(ctx context.Context, dir string) (contest, error) {
			opened, err := ours.openFilled(ctx, dir, count)
			if err != nil {
				return contest{}, err
			}
			queries := generate.Directions(scanSeed, 0, recallQueries, scannedDim)
			tenths := nearby(count, queries)
			return contest{
				ours: func(ctx context.Context, _ int) (time.Duration, error) {
					return foundNearest(ctx, opened, queries, tenths)
				},
				peer: func(context.Context, int) (time.Duration, error) { return recallQueries * topHits, nil },
				each: 1, anew: true, close: opened.close,
			}, nil
		},
	}
}

// foundNearest counts what is as near as the tenth.
func foundNearest(
	ctx context.Context, s scanner, queries [][]float32, tenths []float64,
) (time.Duration, error) {
	var near time.Duration
	for q, query := range queries {
		found, err := s.nearest(ctx, q)
		if err != nil {
			return 0, err
		}
		for _, number := range found {
			if product(query, generate.Directions(seed, number, 1, scannedDim)[0]) >= tenths[q]-nearlySame {
				near++
			}
		}
	}
	return near, nil
}
