package pattern

// fewestPairs is how many blocks of two lines in a row are no coincidence.
const fewestPairs = 6

// markPairs labels as questions the first lines of blocks of two lines, where many follow each
// other: the fronts of cards above their backs, as programs print or export them. Fronts are
// terms or ask, and most are shorter than their backs, where verses and addresses are alike.
func (w words) markPairs(all []line) {
	var fronts []int
	for n := 1; n < len(all); n++ {
		if all[n].kind == blank {
			continue
		}
		if isPair(all, n) {
			fronts = append(fronts, n)
			n++
			continue
		}
		if n+1 < len(all) && all[n+1].kind == blank { // a title
			continue
		}
		w.labelFronts(all, fronts)
		fronts = nil
		for n+1 < len(all) && all[n+1].kind != blank {
			n++
		}
	}
	w.labelFronts(all, fronts)
}

// isPair reports whether a block of two plain lines begins on a line.
func isPair(all []line, n int) bool {
	plain := func(n int) bool { return n < len(all) && all[n].kind == text && all[n].form.plain() }
	return plain(n) && plain(n+1) && (n+2 == len(all) || n+2 < len(all) && all[n+2].kind == blank)
}

// labelFronts makes questions of the first lines of some pairs, where they read like fronts.
func (w words) labelFronts(all []line, fronts []int) {
	shorter := 0
	for _, n := range fronts {
		seeks := w.seeks(&all[n])
		if seeks || len(all[n].words) < len(all[n+1].words) {
			shorter++
		}
		if !seeks && len(all[n].words) > longestFront {
			return
		}
	}
	if len(fronts) < fewestPairs || 3*shorter < 2*len(fronts) {
		return
	}
	for _, n := range fronts {
		all[n].form.label = "q"
	}
}

// longestFront is the longest front of a card that does not ask, in bytes.
const longestFront = 80
