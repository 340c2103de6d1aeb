package pattern

// settleInsets ends the questions in quotes that a label opens where their quotes
// end, and counts them by a key below that has as many answers.
func (t *reader) settleInsets(kept []asked) {
	var open []int
	keys := t.keys
	for i := range kept {
		for len(keys) > 0 && keys[0].title < kept[i].line {
			t.countInsets(kept, open, keys[0])
			open, keys = nil, keys[1:]
		}
		if !t.lines[kept[i].line].inset || kept[i].body.answer > 0 || kept[i].body.labelled {
			continue
		}
		open = append(open, i)
		if kept[i].form.quoted {
			kept[i].end = t.quoteEnd(kept[i])
		}
	}
	if len(keys) > 0 {
		t.countInsets(kept, open, keys[0])
	}
}

// countInsets gives the questions above a key the numbers of its answers, where
// both are as many and none has another number.
func (t *reader) countInsets(kept []asked, open []int, k key) {
	if len(open) != len(k.answers) {
		return
	}
	for i, at := range open {
		if number := kept[at].number; k.answers[i].number != i+1 || number >= 0 && number != i+1 {
			return
		}
	}
	for i, at := range open {
		kept[at].number, kept[at].end = i+1, kept[at].last+1
	}
}

// quoteEnd returns the line behind the quote that a question stands in.
func (t *reader) quoteEnd(one asked) int {
	end := one.last + 1
	for end < one.end && t.lines[end].form.quoted {
		end++
	}
	return end
}
