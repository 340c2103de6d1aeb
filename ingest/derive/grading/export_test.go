package grading

import "math"

// AtLeast is atLeast.
func AtLeast(heads, throws int) float64 { return atLeast(heads, throws) }

// WorstSlope returns by how much a slope of the loss differs at most from
// what small steps to both sides say, in relation to its size.
func WorstSlope(sample *Sample) float64 {
	const step = 1e-5
	c := newCorpus(sample.examples())
	t := c.training(c.all())
	parameters := c.columns * len(c.classes)
	x, slope := make([]float64, parameters), make([]float64, parameters)
	for i := range x {
		x[i] = math.Sin(float64(i)) / 2
	}
	t.gradient(slope, x)
	worst := 0.0
	for i := range min(parameters, 60) {
		at := x[i]
		x[i] = at + step
		above := t.loss(x)
		x[i] = at - step
		stepped := (above - t.loss(x)) / (2 * step)
		x[i] = at
		worst = max(worst, math.Abs(stepped-slope[i])/(1+math.Abs(slope[i])))
	}
	return worst
}
