package answer

import "math"

// expression is a formula, or a part of one: "6 · N · D", "latency + bytes / bandwidth".
type expression struct {
	kind  expressionKind
	value float64 // of a number
	name  string  // of what stands for a number, as it is written, or of a function
	of    []expression

	beside bool // a product without a sign: "6 N"
}

type expressionKind int

const (
	constant expressionKind = iota
	variable
	sum
	difference
	product
	quotientOf
	power
	applied // a function
)

// operators counts the operators of an expression.
func (e expression) operators() int {
	count := 0
	if e.kind >= sum {
		count++
	}
	for _, part := range e.of {
		count += part.operators()
	}
	return count
}

// variables returns the names of what stands for numbers, each once.
func (e expression) variables() []string {
	var names []string
	seen := map[string]bool{}
	e.walk(func(part expression) {
		if part.kind == variable && !seen[part.name] {
			seen[part.name] = true
			names = append(names, part.name)
		}
	})
	return names
}

func (e expression) walk(visit func(expression)) {
	visit(e)
	for _, part := range e.of {
		part.walk(visit)
	}
}

// at returns what an expression is worth where its variables are worth what is given.
func (e expression) at(values map[string]float64) float64 {
	part := func(i int) float64 { return e.of[i].at(values) }
	switch e.kind {
	case constant:
	case variable:
		return values[e.name]
	case applied:
		return e.apply(values)
	case sum:
		return part(0) + part(1)
	case difference:
		return part(0) - part(1)
	case product:
		return part(0) * part(1)
	case quotientOf:
		return part(0) / part(1)
	case power:
		return math.Pow(part(0), part(1))
	}
	return e.value
}

func (e expression) apply(values map[string]float64) float64 {
	result := e.of[0].at(values)
	for _, part := range e.of[1:] {
		switch e.name {
		case "min":
			result = math.Min(result, part.at(values))
		case "max":
			result = math.Max(result, part.at(values))
		}
	}
	switch e.name {
	case "sqrt":
		return math.Sqrt(result)
	case "log", "ln":
		return math.Log(result)
	case "exp":
		return math.Exp(result)
	}
	return result
}

// same reports whether two expressions are the same number whatever their variables are
// worth, where their numbers may be rounded. Variables are called alike in both.
func (e expression) same(other expression, names []string) bool {
	const trials, prime, spread, share = 12, 7919, 4, 0.02
	for trial := range trials {
		values := map[string]float64{}
		for i, name := range names {
			_, fraction := math.Modf(math.Sqrt(float64(prime + 1301*i + 101*trial)))
			values[name] = math.Exp(spread*fraction - spread/2)
		}
		a, b := e.at(values), other.at(values)
		if math.IsNaN(a) || math.IsNaN(b) || math.Abs(a-b) > share*math.Abs(a) {
			return false
		}
	}
	return true
}
