package lexicon

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// builtIn holds the files that people edit, and what they say together, decoded: to decode
// YAML takes some ten times as long as all else that a small command does.
//
//go:embed data
var builtIn embed.FS

// generated is what the built-in YAML says, as JSON of content without places.
const generated = "data/generated.json"

// Load returns the built-in lexicon with the files at these paths laid over
// it, each over all before it. A file that cannot be read, that is larger than
// MaxBytes or that breaks a rule is an error of kind invalid, which names the
// file and, where there is one, the line.
func Load(paths ...string) (*Lexicon, error) {
	files := make([]File, 0, len(paths))
	for _, name := range paths {
		file, err := readFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return Parse(files...)
}

// Parse is Load for files that were read already.
func Parse(files ...File) (*Lexicon, error) {
	own := make([]content, 0, len(files))
	for _, file := range files {
		read, err := file.decode()
		if err != nil {
			return nil, err
		}
		own = append(own, read)
	}
	var standard content
	text, err := builtIn.ReadFile(generated)
	if err := errors.Join(err, json.Unmarshal(text, &standard)); err != nil {
		return nil, fmt.Errorf("read the built-in lexicon: %w", err)
	}
	lexicon, err := build(standard, own)
	if err == nil || len(own) == 0 {
		return lexicon, err
	}
	// A message may name the line of a built-in entry, which only the YAML tells.
	if standard, err = decodeBuiltIn(); err != nil {
		return nil, err
	}
	return build(standard, own)
}

// decodeBuiltIn reads the built-in YAML, each file laid over those before it.
func decodeBuiltIn() (content, error) {
	var all content
	err := fs.WalkDir(builtIn, "data", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".yaml" {
			return err
		}
		data, err := builtIn.ReadFile(name)
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

// build lays the users' own content over the standard one, checks the whole and hands it out.
func build(standard content, own []content) (*Lexicon, error) {
	whole := standard
	for _, later := range own {
		laid, err := whole.under(later)
		if err != nil {
			return nil, err
		}
		whole = laid
	}
	whole.Units = completed(whole.Units)
	if err := cmp.Or(whole.check(), whole.Cues.checkKnown(standard.Cues), checkShared(whole.Attributes, own)); err != nil {
		return nil, err
	}
	data, err := whole.data()
	if err != nil {
		return nil, err
	}
	if len(own) > 0 {
		alone, err := standard.data()
		if err != nil {
			return nil, err
		}
		if data.Fingerprint != alone.Fingerprint {
			data.Fingerprint += ownMark
		}
	}
	lexicon, err := New(data)
	if err != nil {
		// The look-ups hold the rule that no two devices share a name; where both stand is
		// searched for only now, for that takes as long as to build them.
		return nil, cmp.Or(claimNames(whole.Devices), fmt.Errorf("build the lexicon: %w", err))
	}
	return lexicon, nil
}

// ownMark ends the fingerprint of a lexicon that is not the built-in one, so
// that another version of Quarry can be told from another lexicon.
const ownMark = "+own"

// IsOwn reports whether a fingerprint is of a lexicon to which users
// added something of their own.
func IsOwn(fingerprint string) bool { return strings.HasSuffix(fingerprint, ownMark) }
