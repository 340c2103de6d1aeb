package quarry

import (
	"fmt"
	"strings"
	"unicode"
)

// Lexicon is what Quarry knows of a field before it has read anything: topics,
// devices, attributes, units and grade words. It is an immutable value, read
// from data by package ingest/lexicon and handed to whoever needs it.
type Lexicon struct {
	data             LexiconData
	topics           map[TopicID]Topic
	devices          map[DeviceID]Device
	aliases          map[string]DeviceID
	longestAlias     int // in words
	attributes       map[AttributeID]Attribute
	attributeAliases map[string][]AttributeID
	units            map[string]Unit
	grades           map[string]Difficulty
}

// LexiconData is the lexicon as it is written down.
type LexiconData struct {
	Fingerprint string // changes whenever the data does
	Topics      []Topic
	Devices     []Device
	Attributes  []Attribute
	Units       []Unit
	Grades      []GradeWord
	Synonyms    [][]string // groups of words and phrases that mean the same
}

// NewLexicon builds the look-ups. An id that stands twice, an alias that two
// devices claim, a parent or a family that does not exist is an error.
func NewLexicon(data LexiconData) (*Lexicon, error) {
	l := &Lexicon{
		data:   data,
		topics: map[TopicID]Topic{}, devices: map[DeviceID]Device{}, aliases: map[string]DeviceID{},
		attributes: map[AttributeID]Attribute{}, attributeAliases: map[string][]AttributeID{},
		units: map[string]Unit{}, grades: map[string]Difficulty{},
	}
	for _, add := range []func() error{l.addTopics, l.addDevices, l.addAttributes, l.addUnits, l.addGrades} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Fingerprint names this state of the data.
func (l *Lexicon) Fingerprint() string { return l.data.Fingerprint }

// Synonyms returns groups of words and phrases that mean the same.
func (l *Lexicon) Synonyms() [][]string { return l.data.Synonyms }

func (l *Lexicon) addTopics() error {
	for _, topic := range l.data.Topics {
		if _, twice := l.topics[topic.ID]; twice {
			return fmt.Errorf("topic %q stands twice", topic.ID)
		}
		if _, ok := l.topics[topic.Parent]; topic.Parent != "" && !ok {
			return fmt.Errorf("topic %q: no parent %q above it", topic.ID, topic.Parent)
		}
		l.topics[topic.ID] = topic
	}
	return nil
}

func (l *Lexicon) addDevices() error {
	for _, device := range l.data.Devices {
		if _, twice := l.devices[device.ID]; twice {
			return fmt.Errorf("device %q stands twice", device.ID)
		}
		l.devices[device.ID] = device
		for _, alias := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			if err := l.addAlias(device.ID, alias); err != nil {
				return err
			}
		}
	}
	for _, device := range l.data.Devices {
		if _, ok := l.devices[device.Family]; device.Family != "" && !ok {
			return fmt.Errorf("device %q: no family %q", device.ID, device.Family)
		}
	}
	return nil
}

func (l *Lexicon) addAlias(id DeviceID, alias string) error {
	slug := Slug(alias)
	if other, taken := l.aliases[slug]; taken && other != id {
		return fmt.Errorf("alias %q is claimed by %q and %q", alias, other, id)
	}
	l.aliases[slug] = id
	l.longestAlias = max(l.longestAlias, len(wordsOf(alias)))
	return nil
}

func (l *Lexicon) addAttributes() error {
	for _, attribute := range l.data.Attributes {
		if _, twice := l.attributes[attribute.ID]; twice {
			return fmt.Errorf("attribute %q stands twice", attribute.ID)
		}
		l.attributes[attribute.ID] = attribute
		seen := map[string]bool{}
		for _, alias := range append([]string{string(attribute.ID), attribute.Name}, attribute.Aliases...) {
			slug := Slug(alias)
			if !seen[slug] {
				l.attributeAliases[slug] = append(l.attributeAliases[slug], attribute.ID)
			}
			seen[slug] = true
		}
	}
	return nil
}

func (l *Lexicon) addUnits() error {
	for _, unit := range l.data.Units {
		for _, symbol := range append([]string{unit.Symbol}, unit.Aliases...) {
			if other, taken := l.units[symbol]; taken && other.Symbol != unit.Symbol {
				return fmt.Errorf("unit %q is claimed by %q and %q", symbol, other.Symbol, unit.Symbol)
			}
			l.units[symbol] = unit
		}
	}
	return nil
}

func (l *Lexicon) addGrades() error {
	for _, grade := range l.data.Grades {
		word := strings.ToLower(grade.Word)
		if other, taken := l.grades[word]; taken && other != grade.Difficulty {
			return fmt.Errorf("grade word %q means %q and %q", word, other, grade.Difficulty)
		}
		l.grades[word] = grade.Difficulty
	}
	return nil
}

// Slug folds a name for look-ups: lower case, letters and digits only, with
// one hyphen for every run of anything else.
func Slug(name string) string { return SlugWith(name, '-') }

// SlugWith is Slug with another separator.
func SlugWith(name string, separator rune) string {
	var slug strings.Builder
	pending := false
	for _, r := range strings.ToLower(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			pending = slug.Len() > 0
			continue
		}
		if pending {
			slug.WriteRune(separator)
			pending = false
		}
		slug.WriteRune(r)
	}
	return slug.String()
}

// word is a run of letters and digits, by its bytes.
type word struct{ start, end int }

func wordsOf(text string) []word {
	var words []word
	start := -1
	for i, r := range text {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r)
		if inside && start < 0 {
			start = i
		}
		if !inside && start >= 0 {
			words = append(words, word{start, i})
			start = -1
		}
	}
	if start >= 0 {
		words = append(words, word{start, len(text)})
	}
	return words
}
