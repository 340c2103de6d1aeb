package lexicon

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

//go:embed data
var builtIn embed.FS

// Default returns the built-in lexicon.
func Default() (*Lexicon, error) { return Parse() }

// Load returns the built-in lexicon with the files at these paths laid over
// it, each over all before it. A file that cannot be read, that is larger than
// MaxBytes or that breaks a rule is an error of kind invalid, which names the
// file and, where there is one, the line.
func Load(paths ...string) (*Lexicon, error) {
	files := make([]File, 0, len(paths))
	for _, path := range paths {
		file, err := readFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return Parse(files...)
}

// Parse is Load for files that were read already.
func Parse(files ...File) (*Lexicon, error) {
	layers := make([]content, 1, len(files)+1)
	for _, file := range files {
		layer, err := file.decode()
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	first, err := builtInLayer("data")
	if err != nil {
		return nil, err
	}
	layers[0] = first
	return build(layers)
}

// BuiltInWords returns the data of the built-in lexicon that is words of languages and nothing
// else: cues and numerals, without devices, attributes, units and topics.
func BuiltInWords() (Data, error) {
	words, err := builtInLayer("data/words")
	if err != nil {
		return Data{}, err
	}
	return words.data()
}

// builtInLayer reads the embedded files of a folder as if they were one. They are decoded
// side by side, for that is most of the time that a command takes to start.
func builtInLayer(folder string) (content, error) {
	var paths []string
	err := fs.WalkDir(builtIn, folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return content{}, fmt.Errorf("read the built-in lexicon: %w", err)
	}
	contents, errs := make([]content, len(paths)), make([]error, len(paths))
	var decoding sync.WaitGroup
	for i, path := range paths {
		decoding.Go(func() { contents[i], errs[i] = decodeBuiltIn(path) })
	}
	decoding.Wait()
	if err := errors.Join(errs...); err != nil {
		return content{}, fmt.Errorf("read the built-in lexicon: %w", err)
	}
	var all content
	for _, one := range contents {
		all = all.and(one)
	}
	return all, nil
}

func decodeBuiltIn(path string) (content, error) {
	data, err := fs.ReadFile(builtIn, path)
	if err != nil {
		return content{}, err
	}
	return File{Name: path, Data: data}.decode()
}

// build lays the layers over each other, checks the whole and hands it out.
func build(layers []content) (*Lexicon, error) {
	var whole content
	for _, layer := range layers {
		next, err := whole.under(layer)
		if err != nil {
			return nil, err
		}
		whole = next
	}
	whole.Units = completed(whole.Units)
	if err := whole.check(); err != nil {
		return nil, err
	}
	if err := errors.Join(whole.cues.checkKnown(layers[0].cues), checkShared(whole.Attributes, layers[1:])); err != nil {
		return nil, err
	}
	data, err := whole.data()
	if err != nil {
		return nil, err
	}
	if len(layers) > 1 {
		standard, err := layers[0].data()
		if err != nil {
			return nil, err
		}
		if data.Fingerprint != standard.Fingerprint {
			data.Fingerprint += ownMark
		}
	}
	lexicon, err := New(data)
	if err != nil {
		return nil, whole.explain(err)
	}
	return lexicon, nil
}

// ownMark ends the fingerprint of a lexicon that is not the built-in one, so
// that another version of Quarry can be told from another lexicon.
const ownMark = "+own"

// IsOwn reports whether a fingerprint is of a lexicon to which users
// added something of their own.
func IsOwn(fingerprint string) bool { return strings.HasSuffix(fingerprint, ownMark) }
