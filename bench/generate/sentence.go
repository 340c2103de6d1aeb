package generate

// Patterns of sentences. A word in braces stands for one of its kind, drawn
// anew each time.

func statements() []string {
	return []string{
		"The {part} of a {thing} {action} {stuff} before the {part} sees them.",
		"A {thing} that {action} {stuff} too early leaves the {part} waiting, and the whole becomes more {trait}.",
		"When {stuff} arrive faster than the {part} {action} {stuff}, {name} reported a loss of about {percent} percent.",
		"In practice the {part} is sized for {stuff}, not for {stuff}, because the peak is shorter than it looks.",
		"Most teams measure the {part} first: if it is more {trait} than the {part}, nothing else will help.",
		"The rule of {name} says that {number} {stuff} for each {part} are enough until the load is more {trait}.",
		"Without a {part}, a {thing} {action} {stuff} twice, which shows as a step in the curve.",
		"Replacing the {part} made the {thing} {percent} percent cheaper to run and a little more {trait}.",
		"Nobody at {name} expected the {part} to limit {stuff}; the trace said otherwise.",
		"Every {thing} trades {stuff} against {stuff}, and the {part} decides where the balance lies.",
		"It {action} {stuff} in groups of {number}, so that the {part} stays less {trait}.",
		"The older design {action} {stuff} one by one, and therefore never keeps the {part} busy.",
		"An idle {part} still costs energy, which is why {name} switches it off after {number} seconds.",
		"Two causes are likely: the {part} is more {trait} than it was, or {stuff} are counted twice.",
		"A good sign is a {part} that {action} {stuff} at a steady rate while the {part} rests.",
		"Where the {thing} is shared, the {part} has to be fair to {stuff} of every size.",
	}
}

func askings() []string {
	return []string{
		"Why does a {thing} need a {part} that {action} {stuff}?",
		"What happens to {stuff} when the {part} of a {thing} is more {trait} than planned?",
		"How would you find out whether the {part} or the {part} limits {stuff}?",
		"When is it wrong to let the {part} of a {thing} handle {stuff}?",
		"Which signs tell you that a {thing} {action} {stuff} too late?",
		"How do {stuff} and {stuff} compete for the {part}?",
		"What would {name} change about the {part} of this {thing}?",
		"How many {stuff} can one {part} serve before it becomes more {trait}?",
	}
}

func definitions() []string {
	return []string{
		"A {part} is the element of a {thing} that {action} {stuff}.",
		"{name} scheduling is a method by which a {thing} {action} {stuff} without a second {part}.",
		"The {name} limit refers to the number of {stuff} at which a {part} becomes more {trait}.",
	}
}

func titles() []string {
	return []string{
		"Notes on the {part}", "The {part} in practice", "Working with {stuff}", "How a {thing} {action} {stuff}",
		"{name} on {stuff}", "A {trait} {thing}", "From {stuff} to {stuff}", "Sizing the {part}",
	}
}

func keys() []string {
	return []string{
		"Purpose", "Failure mode", "Remedy", "First check", "Trade-off", "Rule of thumb", "Common mistake", "Cost",
		"Limit", "Origin",
	}
}

func reasons() []string {
	return []string{
		"it {action} {stuff} while the {part} is busy",
		"the {part} is more {trait} than {stuff} allow",
		"{name} found {number} {stuff} for each {part}",
		"keep {stuff} away from the {part} until it is less {trait}",
		"{stuff} first, {stuff} later, and never both through one {part}",
		"watch the {part}, then the {part}, then everything else",
	}
}
