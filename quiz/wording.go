package quiz

import (
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// wording is how a spec is spoken of in a question.
type wording struct {
	place  string // where a thing is told of that nothing else is known of, with a comma; "" for any other
	device string // with an article where people use one
	name   string // of the attribute, with what it depends on before it
	behind string // what it depends on that stands at the end, with a comma
	unit   string // behind its numbers; "" where they only count
	factor float64
	counts bool   // whether the name is that of things which are counted
	ranks  bool   // whether it can be asked which is the most
	label  string // what the source calls the attribute beside its name; equal for what may be compared
	spec   quarry.Spec
}

// longestName is how many words a thing or an attribute has that is asked about.
const longestName = 6

// wordingOf finds words for a spec; false where there are none for all that its number depends on, or
// where a name is none that people say.
func (m *Maker) wordingOf(s quarry.Spec) (wording, bool) {
	name, label, ok := m.nameOf(s)
	if !ok {
		return wording{}, false
	}
	w := wording{device: s.Device.Name, name: lowered(name), unit: s.Value.Unit, factor: factorOf(s), label: label, spec: s}
	clean := readable(s.Device.Name, longestName) && readable(name, longestName) &&
		!strings.Contains(s.Device.Name, ",") && !strings.ContainsAny(name, ",()/") && isWholeName(s.Device) && w.addPlace()
	if !clean {
		return w, false
	}
	number, whole := m.lexicon.ReadQuantity(s.Value.Text)
	said := strings.ToLower(s.Value.Text + " " + s.Attribute.Written)
	if w.unit != "1" && number.Unit != w.unit && !strings.Contains(said, strings.ToLower(w.unit)) {
		return w, false // a unit that stands elsewhere may come with a condition
	}
	isKnown := !s.Device.Discovered && !s.Attribute.Discovered // else nothing but the words vouches for it
	if !isKnown && !whole || !w.addConditions(m, s.Conditions) {
		return w, false
	}
	if !s.Device.Discovered && isHardware(s.Device.Class) {
		w.device = "the " + w.device
	}
	head, _, _ := strings.Cut(w.name, " per ")
	words := strings.Fields(head)
	const mostDiscovered = 2 // words that a table's head has which is a name, and no note
	if s.Attribute.Discovered && (len(words) > mostDiscovered || strings.ContainsAny(head, "0123456789")) {
		return w, false
	}
	if slices.Contains(words, "of") {
		return w, !s.Attribute.Discovered && w.unit != ""
	}
	last := words[len(words)-1]
	w.counts = m.english.IsPlural(last)
	if w.unit == "1" || w.counts && m.english.Singular(last) == m.english.Singular(w.unit) {
		w.unit = ""
	}
	isSuperlative := slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(word, "est") })
	w.ranks = !isSuperlative && (s.Attribute.Kind != "" || s.Normalized.Unit != "")
	return w, true
}

// nameOf returns the name by which an attribute is asked for, and what else its source calls it: the
// same words wherever the same is meant. It returns false where the source uses another name, beside
// what a number depends on and its unit: what it calls a "TBP" may be no "TDP".
func (m *Maker) nameOf(s quarry.Spec) (string, string, bool) {
	a := s.Attribute
	if a.Discovered {
		return a.Name, "", true
	}
	named, written := m.stemsOf(a.Name), m.stemsOf(a.Written)
	units, conditions := m.stemsOf(s.Value.Unit), map[string]bool{}
	for _, term := range m.lexicon.ConditionTerms() {
		if term.Value != "" && s.Conditions.Value(term.Axis) == term.Value {
			maps.Copy(conditions, m.stemsOf(strings.Join(slices.Concat(term.Phrases, term.Parts), " ")))
		}
	}
	var beside, others []string // others are no condition and no unit
	for word := range written {
		format, _ := m.lexicon.FindDevice(word)
		if named[word] || units[word] {
			continue
		}
		beside = append(beside, word)
		if !conditions[word] && format.Class != quarry.ClassFormat {
			others = append(others, word)
		}
	}
	slices.Sort(beside)
	label := strings.Join(beside, " ")
	if len(others) > 0 && len(named)+len(others) == len(written) && shared(named, written) == len(named) {
		return m.bare(a.Written), label, true // a longer name: "Memory bus width"
	}
	return a.Name, label, len(others) == 0
}

// isWholeName reports whether a thing's name has every part with a digit of how the source writes it:
// of "PCIe 5.0 x16" a figure may be that is not one of PCIe 5.0.
func isWholeName(d quarry.DeviceMention) bool {
	name := d.Name + " " + strings.ReplaceAll(strings.ToLower(d.Name), " ", "")
	for _, word := range text.Words(d.Written) {
		if strings.ContainsAny(word, "0123456789") && !strings.Contains(strings.ToLower(name), word) {
			return false
		}
	}
	return true
}

// addPlace says in which document a thing is told of that is known from nowhere else: its name alone
// does not say what it is. It returns false where the document has no title but the name of its file.
func (w *wording) addPlace() bool {
	if !isUnknown(w.spec.Device.Class) {
		return true
	}
	const longest = 80
	source := w.spec.Source
	w.place = "According to “" + source.Title + "”, "
	return source.Title != "" && len(source.Title) <= longest && !strings.HasSuffix(source.Path, source.Title) &&
		!strings.ContainsAny(source.Title, marks+"“”")
}

// asked puts a question about what is told of in a place.
func (w *wording) asked(question string) string {
	if w.place == "" {
		return question
	}
	return w.place + strings.ToLower(question[:1]) + question[1:]
}

// addConditions says what a number depends on; false where there is no word for it.
func (w *wording) addConditions(m *Maker, c quarry.Conditions) bool {
	before := map[quarry.Axis]string{} //nolint:exhaustive // these stand before the name
	for axis := range c {
		value := c.Value(axis)
		if value == quarry.Unstated || value == quarry.NoneCondition {
			continue
		}
		spoken := strings.ReplaceAll(value, "_", " ")
		switch axis { //nolint:exhaustive // any other has no words
		case quarry.AxisPrecision:
			before[axis] = strings.ToUpper(spoken) + " "
		case quarry.AxisSparsity:
			before[axis] = spoken + " "
		case quarry.AxisBasis:
			if value == "estimated" {
				return false
			}
			before[axis] = spoken + " "
		case quarry.AxisPer:
			if m.per[value] == "" {
				return false
			}
			w.name += " " + m.per[value]
		case quarry.AxisDirection:
			w.behind = map[string]string{"one": ", in one direction", "both": ", both directions together"}[value]
		case "engine":
			w.behind = map[string]string{
				"tensor_core": " with tensor or matrix cores", "cuda_core": " without tensor cores",
			}[value]
		default:
			return false
		}
	}
	w.name = before[quarry.AxisBasis] + before[quarry.AxisSparsity] + before[quarry.AxisPrecision] + w.name
	return true
}

// isHardware reports whether people say "the" before the name of a thing.
func isHardware(class quarry.DeviceClass) bool {
	return slices.Contains([]quarry.DeviceClass{
		quarry.ClassGPU, quarry.ClassAccelerator, quarry.ClassSoC, quarry.ClassModule, quarry.ClassSwitch,
		quarry.ClassSystem, quarry.ClassCPU,
	}, class)
}

// lowered writes a name as within a sentence: the first letter of a word that is no short form or
// proper name is small.
func lowered(name string) string {
	first, rest, _ := strings.Cut(name, " ")
	tail := first[min(1, len(first)):]
	if len(first) <= 2 || strings.ToLower(tail) != tail || strings.ContainsFunc(rest, func(r rune) bool { return 'A' <= r && r <= 'Z' }) && !hasShortForm(rest) {
		return name
	}
	return strings.ToLower(first[:1]) + name[1:]
}

// hasShortForm reports whether all large letters of a text are in short forms: such say nothing of
// how the word before them is written.
func hasShortForm(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if strings.ToLower(word) != word && (len(word) < 2 || strings.ToUpper(word[:2]) != word[:2]) {
			return false
		}
	}
	return true
}

// ask asks for the figure.
func (w *wording) ask() string {
	if w.counts {
		return w.asked("How many " + w.name + " does " + w.device + " have" + w.behind + "?")
	}
	return w.asked("What is the " + w.name + " of " + w.device + w.behind + "?")
}

// askHolder asks who has the figure; false where only one document can tell, or where it is a small
// count, which many things have of something.
func (w *wording) askHolder(value float64) (string, bool) {
	if w.counts {
		const fewest = 100
		return w.asked("Which of these has " + w.show(value) + " " + w.name + w.behind + "?"), w.place == "" && value >= fewest*w.factor
	}
	return w.asked("Which of these has " + article(w.name) + " " + w.name + " of " + w.show(value) + w.behind + "?"), w.place == ""
}

// askSuperlative asks who has the most or the least; false where that is nothing to ask for.
func (w *wording) askSuperlative(most bool) (string, bool) { //nolint:revive // which end is asked for is what varies
	words := [2]string{"lowest", "highest"}
	switch {
	case w.counts:
		words = [2]string{"fewest", "most"}
	case slices.Contains([]quarry.QuantityKind{"data", "bits", "area", "length"}, w.spec.Attribute.Kind):
		words = [2]string{"smallest", "largest"}
	case w.spec.Attribute.Kind == "time":
		words = [2]string{"shortest", "longest"}
	}
	word := words[0]
	if most {
		word = words[1]
	}
	return w.asked("Which of these has the " + word + " " + w.name + w.behind + "?"), w.ranks
}

// article is the indefinite one for a name as it is spoken.
func article(name string) string {
	first, _, _ := strings.Cut(name, " ")
	vowels := "aeioAEIO"
	if start := first[:min(2, len(first))]; strings.ToUpper(start) == start { // letters are spelled: "an NVLink"
		vowels = "AEFHILMNORSX8"
	}
	if strings.Contains(vowels, first[:1]) {
		return "an"
	}
	return "a"
}

// show writes a value of the base unit in the unit of the wording.
func (w *wording) show(value float64) string {
	number := grouped(quantity.Format(quantity.Tidy(value / w.factor)))
	switch {
	case w.unit == "":
		return number
	case w.unit == "%" || w.unit == "°":
		return number + w.unit
	case number != "1" && w.factor == 1 && isWord(w.unit):
		return number + " " + w.unit + "s"
	}
	return number + " " + w.unit
}

// isWord reports whether a unit is a word that has a plural, and no symbol.
func isWord(unit string) bool {
	const shortest = 4
	return unit == "bit" || len(unit) >= shortest && strings.ToLower(unit) == unit && !strings.HasSuffix(unit, "s")
}

// shows reports whether the figure of another spec can be written in this unit without giving away
// that it was written otherwise.
func (w *wording) shows(other *figure) bool {
	const most = 5 // digits
	return len(strings.Trim(strings.ReplaceAll(quantity.Format(quantity.Tidy(other.value/w.factor)), ".", ""), "0")) <= most
}

// givenAway reports whether the name of the thing has the number of its figure: "NHX23-76-42B" that
// of 4.2 A.
func (w *wording) givenAway(value float64) bool {
	number := quantity.Format(quantity.Tidy(value / w.factor))
	numbers := strings.FieldsFunc(w.spec.Device.Name, func(c rune) bool { return (c < '0' || '9' < c) && c != '.' })
	return slices.Contains(numbers, number) || slices.Contains(numbers, strings.ReplaceAll(number, ".", "")) ||
		strings.Contains(strings.ReplaceAll(w.spec.Device.Name, " ", ""), number+w.unit)
}

// grouped parts the thousands of a number.
func grouped(number string) string {
	whole, rest, _ := strings.Cut(number, ".")
	if !text.AllDigits(whole) {
		return number
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}
