package judged

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Gold is judged sheets by the names of their files.
type Gold map[string]Sheet

// Sheet is what was judged of the numbers of one data sheet.
type Sheet struct {
	Field     string   `json:"field"`     // what it is about ("camera drone")
	Layout    string   `json:"layout"`    // how it is written
	Specs     []Spec   `json:"specs"`     // what a reader looks up
	Negatives []Number `json:"negatives"` // numbers that are no specs
	Either    []Number `json:"either"`    // on which careful readers differ
}

// Spec is a number that a reader looks up.
type Spec struct {
	Line       int          `json:"line"`
	Device     string       `json:"device"`
	Key        []string     `json:"key"` // the device's name has one of them
	Attribute  string       `json:"attribute"`
	Synonyms   []string     `json:"synonyms"` // of the attribute
	Min        *float64     `json:"min"`      // nil where that side is open
	Max        *float64     `json:"max"`
	Unit       string       `json:"unit"`    // as it is written; "" where none is
	Written    []float64    `json:"written"` // the digits on the line
	Conditions string       `json:"conditions"`
	Accept     [][]*float64 `json:"accept"` // other bounds that are as right
}

// Number is a number, or several of one line, that was judged to be no spec, or one for
// some readers only.
type Number struct {
	Line   int       `json:"line"`
	Text   string    `json:"text"`
	Values []float64 `json:"values"`
	Why    string    `json:"why"`
}

// UnmarshalJSON reads a sheet, and says of which entry a fault is.
func (s *Sheet) UnmarshalJSON(written []byte) error {
	var read struct {
		Field     string            `json:"field"`
		Layout    string            `json:"layout"`
		Specs     []json.RawMessage `json:"specs"`
		Negatives []json.RawMessage `json:"negatives"`
		Either    []json.RawMessage `json:"either"`
	}
	if err := strictly(written, &read); err != nil {
		return err
	}
	*s = Sheet{Field: read.Field, Layout: read.Layout}
	var fault error
	s.Specs = entries[Spec]("spec", read.Specs, &fault)
	s.Negatives = entries[Number]("negative", read.Negatives, &fault)
	s.Either = entries[Number]("either", read.Either, &fault)
	return fault
}

// entries reads the entries of one list of a sheet up to the first fault.
func entries[T any](noun string, written []json.RawMessage, fault *error) []T {
	var all []T
	for i, one := range written {
		var entry T
		if *fault != nil {
			return nil
		}
		if err := strictly(one, &entry); err != nil {
			*fault = fmt.Errorf("%s %d: %w", noun, i+1, err)
		}
		all = append(all, entry)
	}
	return all
}

// strictly reads JSON that has no other fields than are read: a slip in a name would leave
// out what was judged.
func strictly(written []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(written))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// ends returns the bounds that are not open.
func ends(bounds ...*float64) []float64 {
	var closed []float64
	for _, bound := range bounds {
		if bound != nil {
			closed = append(closed, *bound)
		}
	}
	return closed
}

// longestFile is how many bytes a file of judged sheets may have.
const longestFile = 64 << 20

// Read reads a file of judged sheets. What is none is quarry.KindInvalid, and so is a spec
// without a line, a number, a device or an attribute, and a field that is not known.
func Read(from io.Reader) (Gold, error) {
	var written map[string]json.RawMessage
	if err := json.NewDecoder(io.LimitReader(from, longestFile)).Decode(&written); err != nil {
		return nil, quarry.Errorf(quarry.KindInvalid, "is no file of judged sheets: %v", err).Because(err)
	}
	if len(written) == 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "holds no judged sheet")
	}
	gold := make(Gold, len(written))
	for _, name := range slices.Sorted(maps.Keys(written)) {
		var sheet Sheet
		if err := json.Unmarshal(written[name], &sheet); err != nil {
			return nil, quarry.Errorf(quarry.KindInvalid, "%s: %s", name, reason(err)).Because(err)
		}
		gold[name] = sheet
		if err := gold[name].check(); err != nil {
			return nil, quarry.Errorf(quarry.KindInvalid, "%s: %v", name, err).Because(err)
		}
	}
	return gold, nil
}

// reason is what is wrong with a sheet, without the name of what found it.
func reason(err error) string { return strings.ReplaceAll(err.Error(), "json: ", "") }

func (s Sheet) check() error {
	for i, spec := range s.Specs {
		if spec.Line < 1 || strings.TrimSpace(spec.Device) == "" || spec.Attribute == "" || len(ends(spec.Min, spec.Max)) == 0 {
			return fmt.Errorf("spec %d needs a line, a device, an attribute, and min or max", i+1)
		}
	}
	for _, number := range slices.Concat(s.Negatives, s.Either) {
		if number.Line < 1 {
			return fmt.Errorf("%q needs a line", number.Text)
		}
	}
	return nil
}
