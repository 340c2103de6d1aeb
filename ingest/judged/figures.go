package judged

import "slices"

// Figures counts what became of sheets.
type Figures struct {
	Specs     int            `json:"specs"` // that were judged
	Found     int            `json:"found"` // of them, that were served
	Missed    map[Reason]int `json:"missed"`
	Negatives int            `json:"negatives"` // numbers that are no specs
	Taken     int            `json:"taken"`     // of them, that specs were made of
	Served    int            `json:"served"`    // specs that were served
	Right     int            `json:"right"`     // of them, that are judged so
	Wrong     int            `json:"wrong"`
	Recall    *float64       `json:"recall"`    // share of the judged specs that were served; nil where none was judged
	Precision *float64       `json:"precision"` // share that is right of what is right or wrong; nil where nothing is
}

// Figures counts one sheet.
func (r Result) Figures() Figures { return Results{r}.Figures() }

// Figures counts all sheets.
func (all Results) Figures() Figures {
	f := Figures{Missed: make(map[Reason]int)}
	for _, r := range all {
		f.Specs, f.Negatives, f.Served = f.Specs+len(r.Missed), f.Negatives+len(r.Taken), f.Served+len(r.Served)
		for _, why := range r.Missed {
			if why == Found {
				f.Found++
				continue
			}
			f.Missed[why]++
		}
		for _, taken := range r.Taken {
			if taken {
				f.Taken++
			}
		}
		for _, one := range r.Served {
			switch one.Verdict {
			case Right:
				f.Right++
			case Wrong:
				f.Wrong++
			case Unjudged:
			}
		}
	}
	f.Recall, f.Precision = share(f.Found, f.Specs), share(f.Right, f.Right+f.Wrong)
	return f
}

// TakenShare returns the share of the negatives that specs were made of; nil where there are none.
func (f Figures) TakenShare() *float64 { return share(f.Taken, f.Negatives) }

// share returns nil of nothing.
func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	return new(float64(part) / float64(whole))
}

// bins is into how many parts of equal width confidences are cut.
const bins = 10

// Bin is what became of the served specs with a confidence from one value to another.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Specs      int     `json:"specs"`
	Confidence float64 `json:"confidence"` // its mean
	Right      float64 `json:"right"`      // share of those that are right
}

// Reliability returns the bins that hold something, by rising confidence. Specs that were not
// judged are in none.
func (all Results) Reliability() []Bin {
	var sums [bins]Bin
	for _, r := range all {
		for _, one := range r.Served {
			if one.Verdict == Unjudged {
				continue
			}
			bin := &sums[min(bins-1, max(0, int(one.Spec.Confidence*bins)))]
			bin.Specs++
			bin.Confidence += one.Spec.Confidence
			if one.Verdict == Right {
				bin.Right++
			}
		}
	}
	for i := range sums {
		n := float64(max(1, sums[i].Specs))
		sums[i] = Bin{float64(i) / bins, float64(i+1) / bins, sums[i].Specs, sums[i].Confidence / n, sums[i].Right / n}
	}
	return slices.DeleteFunc(sums[:], func(b Bin) bool { return b.Specs == 0 })
}
