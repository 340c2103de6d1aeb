package lexicon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Generated is the file that is decoded in the place of the built-in YAML.
const Generated = "data/generated.json"

// Generate returns what that file has to hold: a value a line, so that a change shows.
func Generate() ([]byte, error) {
	all, err := decodeYAML()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err = encoder.Encode(all)
	return text.Bytes(), err
}

// decodeYAML reads the YAML of the built-in lexicon, each file laid over those before it.
func decodeYAML() (content, error) {
	var all content
	err := filepath.WalkDir("data", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		read, err := File{Name: name, Data: data}.decode()
		if err != nil {
			return err
		}
		all, err = all.under(read)
		return err
	})
	if err != nil {
		return content{}, fmt.Errorf("read the built-in lexicon: %w", err)
	}
	return all, nil
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
