package grading

import "math"

// family is a way in which the scores of a text become probabilities of the
// classes. Its starts are what it says of a text whose scores are 0.
type family interface {
	// shape returns how many scores a text has, and how many numbers are learnt
	// beside the weights, all of them 0 at first.
	shape() (scores, beside int)
	// weigh fills in the probabilities of the classes.
	weigh(scores, beside, probabilities []float64)
	// slope fills in the derivatives of −log of one class's probability by the
	// scores, and adds those by the numbers beside them.
	slope(scores, beside []float64, class int, into slopes)
}

type slopes struct {
	scores, beside []float64
	weighed        []float64 // room for as many numbers as there are classes
}

// leastShare keeps logarithms finite.
const leastShare = 1e-12

// nominal is multinomial logistic regression: every class has a score of its own.
type nominal struct{ starts []float64 } // logarithms of the classes' shares

func newNominal(counts []int) family {
	total := 0
	for _, n := range counts {
		total += n
	}
	var f nominal
	for _, n := range counts {
		f.starts = append(f.starts, math.Log(shareOf(n, total, len(counts))))
	}
	return f
}

// shareOf is a share that is never 0 (Laplace, of half an example).
func shareOf(n, total, classes int) float64 {
	const half = 0.5
	return (float64(n) + half) / (float64(total) + half*float64(classes))
}

func (f nominal) shape() (int, int) { return len(f.starts), len(f.starts) }

func (f nominal) weigh(scores, beside, probabilities []float64) {
	highest := math.Inf(-1)
	for k, start := range f.starts {
		probabilities[k] = start + scores[k] + beside[k]
		highest = max(highest, probabilities[k])
	}
	sum := 0.0
	for k := range probabilities {
		probabilities[k] = math.Exp(probabilities[k] - highest)
		sum += probabilities[k]
	}
	for k := range probabilities {
		probabilities[k] /= sum
	}
}

func (f nominal) slope(scores, beside []float64, class int, into slopes) {
	f.weigh(scores, beside, into.weighed)
	for k, p := range into.weighed {
		if k == class {
			p--
		}
		into.scores[k] = p
		into.beside[k] += p
	}
}

// ordinal is the proportional odds model (McCullagh, "Regression models for ordinal
// data", 1980): one score says how hard a text is, and cuts say where the next
// class begins. Few examples suffice for one score.
type ordinal struct {
	first float64   // the first cut
	gaps  []float64 // logarithms of the distances of the others from the one before
}

func newOrdinal(counts []int) family {
	const leastGap = 0.1
	total := 0
	for _, n := range counts {
		total += n
	}
	var f ordinal
	below, last := 0.0, 0.0
	for k, n := range counts[:len(counts)-1] {
		below += shareOf(n, total, len(counts))
		cut := math.Log(below / (1 - below))
		if k == 0 {
			f.first = cut
		} else {
			f.gaps = append(f.gaps, math.Log(max(leastGap, cut-last)))
		}
		last = cut
	}
	return f
}

func (f ordinal) shape() (int, int) { return 1, 1 + len(f.gaps) }

// cut returns where the class behind k begins, without bound for the last one.
func (f ordinal) cut(k int, beside []float64) float64 {
	if k < 0 {
		return math.Inf(-1)
	}
	if k > len(f.gaps) {
		return math.Inf(1)
	}
	cut := f.first + beside[0]
	for j := range k {
		cut += math.Exp(f.gaps[j] + beside[j+1])
	}
	return cut
}

func (f ordinal) weigh(scores, beside, probabilities []float64) {
	below := 0.0
	for k := range probabilities {
		upTo := sigmoid(f.cut(k, beside) - scores[0])
		probabilities[k] = max(leastShare, upTo-below)
		below = upTo
	}
}

func (f ordinal) slope(scores, beside []float64, class int, into slopes) {
	upper, lower := sigmoid(f.cut(class, beside)-scores[0]), sigmoid(f.cut(class-1, beside)-scores[0])
	share := max(leastShare, upper-lower)
	atUpper, atLower := upper*(1-upper)/share, lower*(1-lower)/share
	into.scores[0] = atUpper - atLower
	into.beside[0] += atLower - atUpper
	for j := range f.gaps {
		wide := math.Exp(f.gaps[j] + beside[j+1])
		if class > j {
			into.beside[j+1] -= atUpper * wide
		}
		if class > j+1 {
			into.beside[j+1] += atLower * wide
		}
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
