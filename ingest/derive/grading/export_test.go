package grading

import "math"

// AtLeast is atLeast.
func AtLeast(heads, throws int) float64 { return atLeast(heads, throws) }

// WorstSlope returns by how much a slope of any kind of model differs at most from
// what small steps to both sides say, in relation to its size.
func WorstSlope(sample *Sample) float64 {
	const step = 1e-5
	c := newCorpus(sample.examples())
	worst := 0.0
	for _, k := range kinds() {
		f, parameters := c.fitOf(k, c.all())
		x, slope := make([]float64, parameters), make([]float64, parameters)
		for i := range x {
			x[i] = math.Sin(float64(i)) / 2
		}
		f.gradient(slope, x)
		for i := max(0, parameters-60); i < parameters; i++ {
			at := x[i]
			x[i] = at + step
			above := f.loss(x)
			x[i] = at - step
			stepped := (above - f.loss(x)) / (2 * step)
			x[i] = at
			worst = max(worst, math.Abs(stepped-slope[i])/(1+math.Abs(slope[i])))
		}
	}
	return worst
}
