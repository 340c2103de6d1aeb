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
	languages        map[string]*text.Language  // by code
	commonest        map[string]string          // codes of languages, by each one's commonest words
	small            map[string]map[string]bool // words that say nothing of what a query is about, by code
	asked            map[string][]askedPhrase   // what asks for attributes, by its first word
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
	Synonyms    [][]string   // groups of words and phrases that mean the same
	Paraphrases []Paraphrase // what everyday words mean
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

// New builds the look-ups of data that keeps the rules to which Load holds files. A name that
// two devices or two units of one kind claim is an error here, too: no look-up could hold it.
func New(data Data) (*Lexicon, error) {
	cues := newCues(data.Cues)
	units, err := quantity.New(data.Units, wordingOf(cues, data.Numerals))
	if err != nil {
		return nil, err
	}
	l := &Lexicon{
		System: units, data: data, cues: cues, languages: languagesOf(data.Cues), commonest: commonestOf(data.Cues), small: smallOf(data.Cues, data.Asking),
		topics: make(map[quarry.TopicID]Topic), devices: map[quarry.DeviceID]quarry.Device{},
		names: map[string]deviceName{}, nameWords: map[string]int{},
		attributes: map[quarry.AttributeID]quarry.Attribute{}, attributeAliases: map[string][]quarry.AttributeID{},
		skus: map[quarry.DeviceID][]quarry.DeviceID{}, asked: askedPhrases(data.Attributes),
		grades: map[string]quarry.Difficulty{}, nameLabels: map[string]bool{}, namesakes: map[string]bool{},
	}
	for _, label := range data.NameLabels {
		l.nameLabels[text.Slug(label)] = true
	}
	for _, topic := range data.Topics {
		l.topics[topic.ID] = topic
	}
	for _, grade := range data.Grades {
		l.grades[strings.ToLower(grade.Word)] = grade.Difficulty
	}
	for _, attribute := range data.Attributes {
		l.addAttribute(attribute)
	}
	for _, device := range data.Devices {
		if err := l.addDevice(device); err != nil {
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

// Data returns what the lexicon was built from.
func (l *Lexicon) Data() Data { return l.data }

func (l *Lexicon) addAttribute(attribute quarry.Attribute) {
	l.attributes[attribute.ID] = attribute
	for _, alias := range append([]string{string(attribute.ID), attribute.Name}, attribute.Aliases...) {
		slug := text.Slug(alias)
		if called := l.attributeAliases[slug]; !slices.Contains(called, attribute.ID) {
			l.attributeAliases[slug] = append(called, attribute.ID)
		}
	}
}

func (l *Lexicon) addDevice(device quarry.Device) error {
	l.devices[device.ID] = device
	if device.Family != "" {
		l.skus[device.Family] = append(l.skus[device.Family], device.ID)
	}
	for _, alias := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
		for _, slug := range slugsOf(device, alias) {
			key := nameKey(slug)
			name, taken := l.names[key]
			if taken && name.id != device.ID {
				return fmt.Errorf("alias %q is claimed by %q and %q", alias, name.id, device.ID)
			}
			if !slices.Contains(name.slugs, slug) {
				l.names[key] = deviceName{id: device.ID, slugs: append(name.slugs, slug)}
			}
			l.addFirstWords(slug)
		}
	}
	return nil
}
