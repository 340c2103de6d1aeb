package lexicon

import (
	"cmp"
	_ "embed" // of what is built in
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// builtIn is what the YAML beside it says, which people edit, as JSON of content without
// places: to decode YAML takes some ten times as long as all else that a small command does.
//
//go:embed data/generated.json
var builtIn []byte

// Load returns the built-in lexicon with the files at these paths laid over
// it, each over all before it. A file that cannot be read or that breaks a rule is an
// error of kind invalid, one that is larger than MaxBytes of kind too large: it names the
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
	if err := json.Unmarshal(builtIn, &standard); err != nil {
		return nil, fmt.Errorf("read the built-in lexicon: %w", err)
	}
	lexicon, err := build(standard, own)
	if fault, ok := errors.AsType[unplaced](err); ok && len(files) > 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "lexicon %s: %s", strings.Join(named(files), ", "), fault)
	}
	return lexicon, err
}

func named(files []File) []string {
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = file.Name
	}
	return names
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
