package lexicon

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Lexicon is what Quarry knows of a field before it has read anything: topics,
// devices, attributes, units and grade words. It is an immutable value.
type Lexicon struct {
	*quantity.System // of its units

	data             Data
	topics           map[quarry.TopicID]Topic
	devices          map[quarry.DeviceID]quarry.Device
	names            map[string]deviceName // by nameKey
	nameWords        map[string]int        // by its first word: how many words the longest such name has
	attributes       map[quarry.AttributeID]quarry.Attribute
	attributeAliases map[string][]quarry.AttributeID
	grades           map[string]quarry.Difficulty
	nameLabels       map[string]bool // by slug
	skus             map[quarry.DeviceID][]quarry.DeviceID
	namesakes        map[string]bool // by nameKey
	variants         []string
	cues             Cues
	languages        map[string]*text.Language // by code
	common           common
}

// Data is the lexicon as it is written down.
type Data struct {
	Fingerprint string // changes whenever the data does
	Topics      []Topic
	FieldWords  []string // words of the field that speak for none of its topics
	Devices     []quarry.Device
	Attributes  []quarry.Attribute
	Units       []quantity.Unit
	Grades      []GradeWord
	Synonyms    [][]string // groups of words and phrases that mean the same
	Conditions  []ConditionTerm
	NameLabels  []string // titles whose values name devices
	Classes     []quarry.DeviceClass
	Namesakes   []string   // names that hold a device's name and are of something else: "Cortex-M4"
	Variants    []string   // words that make another's name of a device's name: "Ti"
	Cues        []CueWords // by cue and language
	Numerals    []quantity.Words
	Asking      AskingWords
	Aspects     []Aspect
}

// New builds the look-ups. An id that stands twice, an alias that two
// devices claim or that holds neither letter nor digit, a parent or a family
// that does not exist or has one itself is an error.
func New(data Data) (*Lexicon, error) {
	cues := newCues(data.Cues)
	units, err := quantity.New(data.Units, wordingOf(cues, data.Numerals))
	if err != nil {
		return nil, err
	}
	l := &Lexicon{
		System: units, data: data, cues: cues, languages: languagesOf(data.Cues), common: commonIn(data.Cues),
		topics: make(map[quarry.TopicID]Topic), devices: map[quarry.DeviceID]quarry.Device{},
		names: map[string]deviceName{}, nameWords: map[string]int{},
		attributes: map[quarry.AttributeID]quarry.Attribute{}, attributeAliases: map[string][]quarry.AttributeID{},
		skus:   map[quarry.DeviceID][]quarry.DeviceID{},
		grades: map[string]quarry.Difficulty{}, nameLabels: map[string]bool{}, namesakes: map[string]bool{},
	}
	for _, label := range data.NameLabels {
		l.nameLabels[text.Slug(label)] = true
	}
	for _, add := range []func() error{l.addTopics, l.addDevices, l.addAttributes, l.addGrades} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	l.addNamesakes()
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
		if parent, ok := l.topics[topic.Parent]; topic.Parent != "" && (!ok || parent.Parent != "") {
			return fmt.Errorf("topic %q: no top-level topic %q above it", topic.ID, topic.Parent)
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
		if err := l.addNames(device); err != nil {
			return err
		}
	}
	for _, device := range l.data.Devices {
		if family, ok := l.devices[device.Family]; device.Family != "" && (!ok || family.Family != "") {
			return fmt.Errorf("device %q: no family %q that is no SKU itself", device.ID, device.Family)
		}
		if device.Family != "" {
			l.skus[device.Family] = append(l.skus[device.Family], device.ID)
		}
	}
	return nil
}

func (l *Lexicon) addNames(device quarry.Device) error {
	for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
		if err := l.addAlias(device, name); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lexicon) addAlias(device quarry.Device, alias string) error {
	if text.Slug(alias) == "" {
		return fmt.Errorf("device %q: alias %q holds neither letter nor digit", device.ID, alias)
	}
	for _, slug := range slugsOf(device, alias) {
		name, taken := l.names[nameKey(slug)]
		if taken && name.id != device.ID {
			return fmt.Errorf("alias %q is claimed by %q and %q", alias, name.id, device.ID)
		}
		if !slices.Contains(name.slugs, slug) {
			l.names[nameKey(slug)] = deviceName{id: device.ID, slugs: append(name.slugs, slug)}
		}
		l.addFirstWords(slug)
	}
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
			slug := text.Slug(alias)
			if !seen[slug] {
				l.attributeAliases[slug] = append(l.attributeAliases[slug], attribute.ID)
			}
			seen[slug] = true
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

// Data returns what the lexicon was built from.
func (l *Lexicon) Data() Data { return l.data }
