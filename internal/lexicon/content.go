package lexicon

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/quarrykb/quarry"
)

// content is what one lexicon file, or several that were laid over each other,
// say.
type content struct {
	Language   scalar              `yaml:"language"` // of the cues
	CueWords   map[string][]scalar `yaml:"cues"`
	NoThings   map[string][]scalar `yaml:"no_things"` // cues under the name of earlier releases
	Numerals   *numerals           `yaml:"numerals"`  // of the language
	Topics     []topic             `yaml:"topics"`
	FieldWords []scalar            `yaml:"field_words"`
	Devices    []device            `yaml:"devices"`
	Attributes []attribute         `yaml:"attributes"`
	Units      []unit              `yaml:"units"`
	Grades     grades              `yaml:"grades"`
	Synonyms   [][]scalar          `yaml:"synonyms"`
	Conditions []condition         `yaml:"conditions"`
	NameLabels []scalar            `yaml:"name_labels"`
	Classes    []scalar            `yaml:"classes"`
	Namesakes  []scalar            `yaml:"namesakes"`
	Variants   []scalar            `yaml:"variants"`
	Asking     asking              `yaml:"asking"`
	Aspects    []aspect            `yaml:"aspects"`

	cues     cues       // of all files, by their language
	numerals []numerals // likewise
}

// and puts two files side by side, as if they were one.
func (c content) and(other content) content {
	return content{
		Topics: append(c.Topics, other.Topics...), Devices: append(c.Devices, other.Devices...),
		Attributes: append(c.Attributes, other.Attributes...), Units: append(c.Units, other.Units...),
		Grades: grades{
			Easy: append(c.Grades.Easy, other.Grades.Easy...), Medium: append(c.Grades.Medium, other.Grades.Medium...),
			Hard: append(c.Grades.Hard, other.Grades.Hard...),
		},
		Synonyms:   append(c.Synonyms, other.Synonyms...),
		Conditions: append(c.Conditions, other.Conditions...), NameLabels: append(c.NameLabels, other.NameLabels...),
		Classes: append(c.Classes, other.Classes...), Namesakes: append(c.Namesakes, other.Namesakes...),
		Variants: append(c.Variants, other.Variants...), cues: c.cues.under(other.cues), numerals: append(c.numerals, other.numerals...),
		Asking: c.Asking.under(other.Asking), Aspects: append(c.Aspects, other.Aspects...),
		FieldWords: append(c.FieldWords, other.FieldWords...),
	}
}

// under lays a later file over this content.
func (c content) under(later content) (content, error) {
	topics, err := overlay("topic", c.Topics, later.Topics)
	if err != nil {
		return content{}, err
	}
	devices, err := overlay("device", c.Devices, later.Devices)
	if err != nil {
		return content{}, err
	}
	attributes, err := overlay("attribute", c.Attributes, later.Attributes)
	if err != nil {
		return content{}, err
	}
	units, err := overlay("unit", c.Units, later.Units)
	if err != nil {
		return content{}, err
	}
	conditions, err := overlay("condition", c.Conditions, later.Conditions)
	if err != nil {
		return content{}, err
	}
	aspects, err := overlay("aspect", c.Aspects, later.Aspects)
	if err != nil {
		return content{}, err
	}
	numerals, err := overlay("numerals", c.numerals, later.numerals)
	if err != nil {
		return content{}, err
	}
	return content{
		Topics: topics, Devices: devices, Attributes: attributes, Units: units,
		Grades: c.Grades.under(later.Grades), Synonyms: joinSynonyms(c.Synonyms, later.Synonyms),
		Conditions: conditions, NameLabels: union(c.NameLabels, later.NameLabels),
		Classes: union(c.Classes, later.Classes), Namesakes: union(c.Namesakes, later.Namesakes),
		Variants: union(c.Variants, later.Variants), cues: c.cues.under(later.cues), numerals: numerals,
		Asking: c.Asking.under(later.Asking), Aspects: aspects, FieldWords: union(c.FieldWords, later.FieldWords),
	}, nil
}

// check holds the content against the rules that one entry alone cannot break.
func (c content) check() error {
	units := spellings(c.Units)
	for _, err := range []error{
		checkClasses(c.Classes), checkTopics(c.Topics), checkDevices(c.Devices, c.Classes), checkUnits(c.Units),
		checkAttributes(c.Attributes, c.Classes, units), c.Grades.check(), checkSynonyms(c.Synonyms),
		checkConditions(c.Conditions, units), checkSearched("name label", c.NameLabels),
		checkSearched("namesake", c.Namesakes), checkSearched("variant", c.Variants),
		c.cues.check(), c.Asking.check(), checkAspects(c.Aspects), checkSearched("field word", c.FieldWords),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// explain says where the names stand that two devices claim. The look-ups that
// are built of the data hold that rule already; places are searched for only
// when it is broken, for to read them all takes as long as to build.
func (c content) explain(err error) error {
	if found := claimNames(c.Devices); found != nil {
		return found
	}
	return fmt.Errorf("build the lexicon: %w", err)
}

func (c content) data() (Data, error) {
	units, err := valuesOf(c.Units, unit.unit)
	if err != nil {
		return Data{}, err
	}
	known := spellings(c.Units)
	attributes, err := valuesOf(c.Attributes, func(a attribute) (quarry.Attribute, error) { return a.value(known) })
	if err != nil {
		return Data{}, err
	}
	numerals, err := valuesOf(c.numerals, numerals.words)
	if err != nil {
		return Data{}, err
	}
	data := Data{
		Grades: c.Grades.value(), NameLabels: values(c.NameLabels), Units: units, Attributes: attributes,
		Namesakes: values(c.Namesakes), Variants: values(c.Variants), Cues: c.cues.values(), Numerals: numerals,
		Asking: c.Asking.value(), Aspects: valuesOfAspects(c.Aspects), FieldWords: values(c.FieldWords),
	}
	for _, one := range c.Topics {
		data.Topics = append(data.Topics, one.value())
	}
	for _, one := range c.Devices {
		data.Devices = append(data.Devices, one.value())
	}
	for _, one := range c.Conditions {
		data.Conditions = append(data.Conditions, one.value())
	}
	for _, class := range c.Classes {
		data.Classes = append(data.Classes, quarry.DeviceClass(class.value))
	}
	for _, group := range c.Synonyms {
		if len(group) > 0 {
			data.Synonyms = append(data.Synonyms, values(group))
		}
	}
	return fingerprinted(data)
}

// valuesOf turns every entry into what it says, or returns the first fault.
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
