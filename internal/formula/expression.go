package formula

import (
	"math"
	"slices"
)

// expression is a formula or a part of one: a constant, a variable, or what an operator or
// a function makes of others.
type expression struct {
	operator string // "" of a constant, "x" of a variable, else the operator or the function
	value    float64
	name     string
	of       []expression
}

const variable = "x"

// calculates reports whether an expression has an operator and a variable.
func (e expression) calculates() bool { return len(e.of) > 0 && len(e.variables()) > 0 }

// parts returns an expression and all parts of it that calculate.
func (e expression) parts() []expression {
	all := []expression{e}
	for _, part := range e.of {
		if len(part.of) > 0 || part.operator == variable {
			all = append(all, part.parts()...)
		}
	}
	return all
}

// holds reports whether another expression is a part of this one, or some terms of a sum or
// factors of a product in it: which of them stand side by side is no matter.
func (e expression) holds(other expression) bool {
	return slices.ContainsFunc(e.parts(), func(part expression) bool {
		if other.same(part) {
			return true
		}
		if part.operator != other.operator || part.operator != "+" && part.operator != "*" {
			return false
		}
		left := part.operands(part.operator)
		for _, one := range other.operands(other.operator) {
			at := slices.IndexFunc(left, one.same)
			if at < 0 {
				return false
			}
			left = slices.Delete(left, at, at+1)
		}
		return true
	})
}

// operands returns what an operator joins, over all that it joins in a row.
func (e expression) operands(operator string) []expression {
	if e.operator != operator {
		return []expression{e}
	}
	var all []expression
	for _, part := range e.of {
		all = append(all, part.operands(operator)...)
	}
	return all
}

// variables returns the names of the variables, each once.
func (e expression) variables() []string {
	var names []string
	if e.operator == variable {
		names = append(names, e.name)
	}
	for _, part := range e.of {
		for _, name := range part.variables() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// renamed calls the variables as others.
func (e expression) renamed(names map[string]string) expression {
	if own, ok := names[e.name]; ok && e.operator == variable {
		e.name = own
	}
	of := make([]expression, len(e.of))
	for i, part := range e.of {
		of[i] = part.renamed(names)
	}
	e.of = of
	return e
}

// same reports whether two expressions are the same number whatever their variables are
// worth, where their numbers may be rounded.
func (e expression) same(other expression) bool {
	const trials, share = 12, 0.02
	for trial := range trials {
		a, b := e.at(trial), other.at(trial)
		if math.IsNaN(a) || math.IsNaN(b) || math.Abs(a-b) > share*math.Abs(a) {
			return false
		}
	}
	return true
}

// at returns what an expression is worth in a trial, in which each variable has a value
// that its name and the trial decide.
func (e expression) at(trial int) float64 {
	parts := make([]float64, len(e.of))
	for i, part := range e.of {
		parts[i] = part.at(trial)
	}
	switch e.operator {
	case variable:
		return valueOf(e.name, trial)
	case "+":
		return parts[0] + parts[1]
	case "-":
		return parts[0] - parts[1]
	case "*":
		return parts[0] * parts[1]
	case "/":
		return parts[0] / parts[1]
	case "^":
		return math.Pow(parts[0], parts[1])
	case "min":
		return slices.Min(parts)
	case "max":
		return slices.Max(parts)
	case "sqrt":
		return math.Sqrt(parts[0])
	case "log", "ln":
		return math.Log(parts[0])
	case "exp":
		return math.Exp(parts[0])
	}
	return e.value
}

func isFunction(name string) bool {
	return slices.Contains([]string{"min", "max", "sqrt", "log", "ln", "exp"}, name)
}

// valueOf returns what a variable is worth in a trial: between 0.14 and 7.4.
func valueOf(name string, trial int) float64 {
	const prime, spread = 7919, 4
	seed := float64(prime + 101*trial)
	for i, c := range name {
		seed += float64(int(c) * (i + 13))
	}
	_, fraction := math.Modf(math.Sqrt(seed))
	return math.Exp(spread*fraction - spread/2)
}
