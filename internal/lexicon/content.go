package lexicon

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// content is what one lexicon file, or several that were laid over each other,
// say.
type content struct {
	Topics      []topic      `yaml:"topics"`
	FieldWords  []scalar     `yaml:"field_words"`
	Devices     []device     `yaml:"devices"`
	Attributes  []attribute  `yaml:"attributes"`
	Units       []unit       `yaml:"units"`
	Grades      grades       `yaml:"grades"`
	Synonyms    [][]scalar   `yaml:"synonyms"`
	Paraphrases []paraphrase `yaml:"paraphrases"`
	Conditions  []condition  `yaml:"conditions"`
	NameLabels  []scalar     `yaml:"name_labels"`
	Classes     []scalar     `yaml:"classes"`
	Namesakes   []scalar     `yaml:"namesakes"`
	Variants    []scalar     `yaml:"variants"`
	Asking      asking       `yaml:"asking"`
	Aspects     []aspect     `yaml:"aspects"`
	Cues        cues         `yaml:"-"` // of all languages
	Numerals    []numerals   `yaml:"-"` // likewise
}

// document is one lexicon file: content with words of one language.
type document struct {
	Content  content             `yaml:",inline"`
	Language scalar              `yaml:"language"` // of the cues
	Cues     map[string][]scalar `yaml:"cues"`
	NoThings map[string][]scalar `yaml:"no_things"` // cues under the name of earlier releases
	Numerals *numerals           `yaml:"numerals"`  // of the language
}

// whole returns the content with the words under their language.
func (d document) whole() content {
	all := d.Content
	all.Cues = cues{}
	for _, sorts := range []map[string][]scalar{d.Cues, d.NoThings} {
		for cue, words := range sorts {
			all.Cues.add(cue, d.Language.value, words)
		}
	}
	if d.Numerals != nil {
		d.Numerals.Language = d.Language
		all.Numerals = []numerals{*d.Numerals}
	}
	return all
}

// under lays a later file over this content.
func (c content) under(later content) (content, error) {
	var faults [7]error
	c.Topics, faults[0] = overlay("topic", c.Topics, later.Topics)
	c.Devices, faults[1] = overlay("device", c.Devices, later.Devices)
	c.Attributes, faults[2] = overlay("attribute", c.Attributes, later.Attributes)
	c.Units, faults[3] = overlay("unit", c.Units, later.Units)
	c.Conditions, faults[4] = overlay("condition", c.Conditions, later.Conditions)
	c.Aspects, faults[5] = overlay("aspect", c.Aspects, later.Aspects)
	c.Numerals, faults[6] = overlay("numerals", c.Numerals, later.Numerals)
	c.Paraphrases = slices.Concat(c.Paraphrases, later.Paraphrases)
	c.FieldWords, c.NameLabels = union(c.FieldWords, later.FieldWords), union(c.NameLabels, later.NameLabels)
	c.Classes, c.Namesakes = union(c.Classes, later.Classes), union(c.Namesakes, later.Namesakes)
	c.Variants, c.Synonyms = union(c.Variants, later.Variants), joinSynonyms(c.Synonyms, later.Synonyms)
	c.Grades, c.Asking, c.Cues = c.Grades.under(later.Grades), c.Asking.under(later.Asking), c.Cues.under(later.Cues)
	return c, cmp.Or(faults[:]...)
}

// check holds the content against the rules that one entry alone cannot break.
func (c content) check() error {
	units := spellings(c.Units)
	return cmp.Or(
		checkClasses(c.Classes), checkTopics(c.Topics), checkDevices(c.Devices, c.Classes), checkUnits(c.Units),
		checkAttributes(c.Attributes, c.Classes, units), c.Grades.check(), checkSynonyms(c.Synonyms), checkParaphrases(c.Paraphrases),
		checkConditions(c.Conditions, units, c.Classes), checkSearched("name label", c.NameLabels),
		checkSearched("namesake", c.Namesakes), checkSearched("variant", c.Variants),
		c.Cues.check(), c.Asking.check(), checkAspects(c.Aspects), checkSearched("field word", c.FieldWords),
	)
}

func (c content) data() (Data, error) {
	known := spellings(c.Units)
	units, unitFault := valuesOf(c.Units, unit.unit)
	attributes, attributeFault := valuesOf(c.Attributes, func(a attribute) (quarry.Attribute, error) { return a.value(known) })
	numerals, numeralFault := valuesOf(c.Numerals, numerals.words)
	if err := cmp.Or(unitFault, attributeFault, numeralFault); err != nil {
		return Data{}, err
	}
	return fingerprinted(Data{
		Topics: each(c.Topics, topic.value), FieldWords: values(c.FieldWords), Devices: each(c.Devices, device.value),
		Attributes: attributes, Units: units, Grades: c.Grades.value(), Synonyms: each(c.Synonyms, values),
		Paraphrases: each(c.Paraphrases, paraphrase.value),
		Conditions:  each(c.Conditions, condition.value), NameLabels: values(c.NameLabels), Classes: each(c.Classes, deviceClass),
		Namesakes: values(c.Namesakes), Variants: values(c.Variants), Cues: c.Cues.values(), Numerals: numerals,
		Asking: c.Asking.value(), Aspects: valuesOfAspects(c.Aspects),
	})
}

// each turns every entry into what it says; nil if there is none.
func each[E, V any](entries []E, value func(E) V) []V {
	if len(entries) == 0 {
		return nil
	}
	all := make([]V, 0, len(entries))
	for _, one := range entries {
		all = append(all, value(one))
	}
	return all
}

// valuesOf is each where an entry may say nothing that can be read: it returns the first fault.
func valuesOf[E, V any](entries []E, value func(E) (V, error)) ([]V, error) {
	all := make([]V, 0, len(entries))
	for _, one := range entries {
		said, err := value(one)
		if err != nil {
			return nil, err
		}
		all = append(all, said)
	}
	return all, nil
}

// fingerprinted names the data after its content: not after the files, whose
// comments and division change nothing that is extracted.
func fingerprinted(data Data) (Data, error) {
	canonical, err := json.Marshal(data)
	if err != nil {
		return data, fmt.Errorf("fingerprint the lexicon: %w", err)
	}
	sum := sha256.Sum256(canonical)
	data.Fingerprint = hex.EncodeToString(sum[:16])
	return data, nil
}

// joinSynonyms joins groups that share a term: to mean the same is transitive,
// so a later file extends a group by naming any term of it.
func joinSynonyms(groups, later [][]scalar) [][]scalar {
	for _, group := range later {
		if len(group) == 0 {
			continue
		}
		var apart [][]scalar
		for _, standing := range groups {
			if sharesTerm(standing, group) {
				group = union(standing, group)
			} else {
				apart = append(apart, standing)
			}
		}
		groups = append(apart, group)
	}
	return groups
}

func sharesTerm(a, b []scalar) bool {
	terms := folded(b)
	return slices.ContainsFunc(folded(a), func(term string) bool { return slices.Contains(terms, term) })
}

// checkSynonyms wants at least two terms in a group: one alone says nothing.
func checkSynonyms(groups [][]scalar) error {
	for _, group := range groups {
		if len(group) == 1 {
			return group[0].at.errorf("synonym %q stands alone", group[0].value)
		}
	}
	return nil
}
