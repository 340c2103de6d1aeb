package lexicon

import "encoding/json"

// Generated is the file that is decoded in the place of the built-in YAML.
const Generated = generated

// Generate returns what that file has to hold: a value a line, so that a change shows.
func Generate() ([]byte, error) {
	all, err := decodeBuiltIn()
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(all, "", "")
}

// MarshalText leaves out where the word stands.
func (t scalar) MarshalText() ([]byte, error) { return []byte(t.value), nil }

// ParseAlone is Parse without the built-in data, which would take a fuzzer all
// of its time.
func ParseAlone(file File) (*Lexicon, error) {
	read, err := file.decode()
	if err != nil {
		return nil, err
	}
	whole, err := content{}.under(read)
	if err != nil {
		return nil, err
	}
	return build(whole, nil)
}
