package claim

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// candidate is what may be the name of a thing that is not known, alone or beside
// others of its shape.
type candidate struct {
	names   []string
	title   string // over the names
	defined bool   // what stands beside the name says what it means
	signs   signs
}

// signs are what the numbers beside a name say for it to be a thing's.
type signs struct {
	kinds    map[quarry.QuantityKind]bool // that are measured
	portions int                          // masses and volumes of what is unknown, as of ingredients
	named    int                          // numbers whose name says what they measure
	large    bool                         // one is larger than people and what they have at home
	against  bool                         // a name is that of a setting, or of what is done and paid
}

// What speaks for a name to be a thing's. What nearly everything has, people, rooms
// and meals among it, says little, however much of it there is.
const (
	ofThingTitle   = 1.5 // the title says that they are things
	ofLooseTitle   = 0.5 // … or what may be anything
	ofSheet        = 1.0 // the title says that attributes stand beside them
	ofModel        = 1.0 // a word of letters and digits
	ofNumber       = 0.5 // a number, or a word in capitals
	ofLarge        = 0.5 // a tonne or some metres
	ofTechnical    = 1.0 // a kind that only things have
	ofEveryday     = 0.5 // a kind that nearly everything has
	mostEveryday   = 1.0 // … of less than four of them
	ofDefinition   = 0.5
	ofSetting      = -1.0 // … of a setting or of what is done
	enoughForThing = 1.5
)

// manyEveryday is of how many kinds rooms, people and meals have no numbers.
const manyEveryday = 4

// meet takes note of one more title or key, and of what its numbers measure.
func (s *signs) meet(r *Reader, name string, kind quarry.QuantityKind, known bool) {
	s.against = s.against || r.has(name, settingWord, doingWord)
	if kind == "" || !isOfHaving(kind) {
		return
	}
	switch known = known || r.isNamedBy(withoutBrackets(name), kind); {
	case known || !isEveryday(kind):
		s.named++
	case kind == "mass" || kind == "volume":
		s.portions++
		return
	}
	if s.kinds == nil {
		s.kinds = map[quarry.QuantityKind]bool{}
	}
	s.kinds[kind] = true
}

// kindOr returns the kind of a title's numbers, or what its name says that they
// measure where no unit does.
func (l *label) kindOr(kind quarry.QuantityKind) quarry.QuantityKind {
	if kind == "" && len(l.attributes) > 0 {
		return l.attributes[0].Kind
	}
	return kind
}

// add takes the signs of another name of the same shape.
func (s *signs) add(other signs) {
	if s.kinds == nil {
		s.kinds = map[quarry.QuantityKind]bool{}
	}
	for kind := range other.kinds {
		s.kinds[kind] = true
	}
	s.portions, s.named, s.against = s.portions+other.portions, s.named+other.named, s.against || other.against
}

// isOfHaving reports whether a kind says anything of what has it: of times, of
// money, of shares and of counts everything may have some.
func isOfHaving(kind quarry.QuantityKind) bool {
	return isOfThings(kind) || kind == "level" || kind == "data" || kind == "pixels" || kind == kindOfFLOPS || kind == kindOfOPS ||
		strings.HasSuffix(string(kind), "_rate") && !strings.HasPrefix(string(kind), "currency")
}

// isEveryday reports whether nearly everything has numbers of a kind: people,
// meals, rooms, trips and parcels, and what runs on a computer.
func isEveryday(kind quarry.QuantityKind) bool {
	switch kind {
	case "mass", "length", "area", "volume", "temperature", "speed", "energy", "data":
		return true
	}
	return false
}

// weight is what all the kinds say together.
func (s *signs) weight() float64 {
	everyday := 0
	for kind := range s.kinds {
		if isEveryday(kind) {
			everyday++
		}
	}
	technical := ofTechnical * float64(len(s.kinds)-everyday)
	if s.large {
		technical += ofLarge
	}
	if everyday >= manyEveryday {
		return technical + mostEveryday + ofEveryday
	}
	return technical + min(ofEveryday*float64(everyday), mostEveryday)
}

// isEntity is the one judgement on names that are not known, in tables, lists and
// records alike: whether what is called so may be a thing of which there are specs.
// In doubt it is none; what is said of it is kept as words anyway.
func (r *Reader) isEntity(c *candidate) bool {
	title, titled := r.weightOfTitle(c)
	if !titled && (r.isOfNoThings(c.title) || c.signs.areOfPortions() || r.areNoThings(c.names)) {
		return false
	}
	shape := shapeOf(c.names)
	if len(c.signs.kinds) == 0 && (!titled || shape == 0) {
		return false
	}
	weight := title + shape + c.signs.weight()
	if c.defined {
		weight += ofDefinition
	}
	if c.signs.kinds["data"] && !slices.ContainsFunc(c.names, isNamedProperly) {
		weight += ofSetting // what runs on a computer
	}
	return weight >= enoughForThing
}

// isOfNoThings reports whether a title stands over the names of what is no thing.
func (r *Reader) isOfNoThings(title string) bool {
	return title != "" && !r.isProperty(title) && r.isOccasion(title)
}

// areOfPortions reports whether the numbers are mostly those of ingredients.
func (s *signs) areOfPortions() bool { return s.portions > s.named && s.portions > 1 }

// weightOfTitle returns what the title over names says, and whether it says that
// they are things'.
func (r *Reader) weightOfTitle(c *candidate) (float64, bool) {
	loose, over := r.isLoose(c.title), r.isNameTitle(c.title)
	switch {
	case over && !loose || r.isMakeTitle(c.title):
		return ofThingTitle, true
	case r.isProperty(c.title) && c.title != "" && !loose:
		return ofSheet, false
	case c.signs.against:
		return ofSetting, false
	case over && !r.isPlainName(c.title):
		return ofLooseTitle, false
	}
	return 0, false
}

// isLoose reports whether a title stands over names of nearly anything.
func (r *Reader) isLoose(title string) bool {
	return r.is(text.SlugWith(title, ' '), nameTitle, looseTitle)
}

// areNoThings reports whether one of some names in three is that of a time, of a
// room, of people or of what is done.
func (r *Reader) areNoThings(names []string) bool {
	others := 0
	for _, name := range names {
		if r.isMoment(name) || r.isCoded(name) || !isModelName(name) && r.has(withoutBrackets(name), occasions(titleWord, dailyWord)...) || r.is(strings.ToLower(strings.TrimSpace(name)), dailyWord, partWord, calendarWord) {
			others++
		}
	}
	return 3*others > len(names)
}

// isNamedProperly reports whether a name has a capital or a digit.
func isNamedProperly(name string) bool {
	return hasDigit(name) || strings.ContainsFunc(name, unicode.IsUpper)
}

// shapeOf tells what names say by the way they are written: models have words of
// letters and digits.
func shapeOf(names []string) float64 {
	models, numbers := 0, 0
	for _, name := range names {
		switch {
		case isModelName(name):
			models++
		case hasDigit(name) || hasCapitals(name):
			numbers++
		}
	}
	switch {
	case 2*models > len(names):
		return ofModel
	case 2*(models+numbers) > len(names):
		return ofNumber
	}
	return 0
}

// isModelName reports whether a name has a word of letters and digits: "E30",
// "DT-770", "m7g.large", or one of capitals before a number: "HD 600".
func isModelName(name string) bool {
	capitals := false
	for word := range strings.FieldsSeq(name) {
		if hasDigit(word) && (capitals || strings.ContainsFunc(word, unicode.IsLetter)) {
			return true
		}
		capitals = isInCapitals(word)
	}
	return false
}

// hasCapitals reports whether a word of a name of several is in capitals: "Praktica LTL".
func hasCapitals(name string) bool {
	words := strings.Fields(name)
	return len(words) > 1 && slices.ContainsFunc(words, func(word string) bool { return len(word) > 1 && isInCapitals(word) })
}

func isInCapitals(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsUpper(c) })
}
