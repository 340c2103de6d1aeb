package main

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strings"

	"github.com/quarrykb/quarry/ingest/spec"
)

func figures(cases []specCase, ex []example, said []float64) (loss, p90, p80 float64) {
	sum, w := 0.0, 0.0
	type o struct {
		s float64
		r bool
	}
	var os []o
	all := 0
	for i, c := range cases {
		if c.count == corpusWeight {
			continue
		}
		p := min(max(said[i], 1e-4), 1-1e-4)
		sum -= ex[i].weight * (ex[i].y*math.Log(p) + (1-ex[i].y)*math.Log(1-p))
		w += ex[i].weight
		os = append(os, o{said[i], c.right})
		if c.right {
			all++
		}
	}
	sort.Slice(os, func(a, b int) bool { return os[a].s > os[b].s })
	right := 0
	for i, x := range os {
		if x.r {
			right++
		}
		if p80 == 0 && right >= all*8/10 {
			p80 = float64(right) / float64(i+1)
		}
		if p90 == 0 && right >= all*9/10 {
			p90 = float64(right) / float64(i+1)
		}
	}
	return sum / w, p90, p80
}

func explore(cases []specCase, ex []example, groups []string) {
	names := spec.Features()
	keep := make([]bool, len(names))
	for i := range keep {
		keep[i] = true
	}
	sub := func(keep []bool) []example {
		out := make([]example, len(ex))
		for i, e := range ex {
			var x []float64
			for f, k := range keep {
				if k {
					x = append(x, e.x[f])
				}
			}
			out[i] = example{x: x, y: e.y, weight: e.weight}
		}
		return out
	}
	try := func(keep []bool, s settings) (float64, float64, float64) {
		e := sub(keep)
		return figures(cases, ex, outOfFold(groups, e, s, 2))
	}
	if os.Getenv("EXPLORE") == "settings" {
		for _, ridge := range []float64{1, 5, 20, 60} {
			fmt.Print("linear ", ridge, " ")
			fmt.Println(try(keep, settings{linear: true, ridge: ridge}))
		}
		for _, d := range []int{2, 3, 4} {
			for _, n := range []int{60, 150} {
				for _, ridge := range []float64{5, 20} {
					fmt.Print("trees ", d, n, ridge, " ")
					fmt.Println(try(keep, settings{trees: n, depth: d, rate: 0.05, ridge: ridge, leaf: 5}))
				}
			}
		}
		return
	}
	if os.Getenv("EXPLORE") == "add" {
		for i, n := range names {
			keep[i] = !strings.HasPrefix(n, "x_")
		}
		l, a, b := try(keep, specSettings())
		fmt.Println("base", l, a, b)
		for range 6 {
			best, at := l, -1
			for f, n := range names {
				if keep[f] {
					continue
				}
				keep[f] = true
				nl, na, nb := try(keep, specSettings())
				keep[f] = false
				fmt.Println("  ", n, nl, na, nb)
				if nl < best {
					best, at = nl, f
				}
			}
			if at < 0 {
				return
			}
			l = best
			keep[at] = true
			fmt.Println("+", names[at], l)
		}
		return
	}
	if os.Getenv("EXPLORE") == "forward" {
		for i := range keep {
			keep[i] = false
		}
		l := math.Inf(1)
		for {
			best, at := math.Inf(1), -1
			var ba, bb float64
			for f := range keep {
				if keep[f] {
					continue
				}
				keep[f] = true
				nl, na, nb := try(keep, specSettings())
				keep[f] = false
				if nl < best {
					best, at, ba, bb = nl, f, na, nb
				}
			}
			if at < 0 || best > l-0.0003 {
				break
			}
			l = best
			keep[at] = true
			fmt.Println("+", names[at], best, ba, bb)
		}
		return
	}
	l, a, b := try(keep, specSettings())
	fmt.Println("all", l, a, b)
	for {
		best, at := math.Inf(1), -1
		var ba, bb float64
		for f := range keep {
			if !keep[f] {
				continue
			}
			keep[f] = false
			nl, na, nb := try(keep, specSettings())
			keep[f] = true
			if nl < best {
				best, at, ba, bb = nl, f, na, nb
			}
		}
		if best > l+0.0005 {
			break
		}
		l = best
		keep[at] = false
		fmt.Println("-", names[at], best, ba, bb)
	}
	var left []string
	for f, k := range keep {
		if k {
			left = append(left, names[f])
		}
	}
	fmt.Println(strings.Join(left, " "))
}
