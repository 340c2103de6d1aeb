package vectorindex

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"unique"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// recordVersion begins every record and numbers the way it is written.
const recordVersion = 3

// mostListed is the most values of a list that a record is read with.
const mostListed = 1 << 16

// encode writes everything but the kind, which stands in the reference.
func (a about) encode() []byte {
	b := append(make([]byte, 0, 128), recordVersion)
	b = binary.LittleEndian.AppendUint64(b, a.text)
	b = binary.AppendUvarint(b, uint64(max(a.first, 0)))
	b = binary.AppendUvarint(b, uint64(max(a.last, 0)))
	b = binary.AppendUvarint(b, uint64(max(a.words, 0)))
	for _, one := range a.values[columnKind+1:] {
		b = appendText(b, one.Value())
	}
	for _, values := range a.lists {
		b = binary.AppendUvarint(b, uint64(len(values)))
		for _, one := range values {
			b = appendText(b, one.Value())
		}
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// recordHead is how many bytes the version and the hash of the text have.
const recordHead = 1 + 8

// firstVersion is the oldest version whose records begin as those of today.
const firstVersion = 2

// decodeText reads the hash of what was embedded, from a record of an earlier
// version too: the vector stays true, whatever else is known by now.
func decodeText(kind quarry.EntryKind, written []byte) (uint64, error) {
	if len(written) >= recordHead && written[0] >= firstVersion && written[0] < recordVersion {
		return binary.LittleEndian.Uint64(written[1:]), nil
	}
	known, err := decodeAbout(kind, written)
	return known.text, err
}

// decodeAbout reads what encode wrote of an entry of this kind.
func decodeAbout(kind quarry.EntryKind, written []byte) (about, error) {
	if len(written) < recordHead || written[0] != recordVersion {
		return about{}, errors.New("what is known of a vector's entry is damaged or of another version")
	}
	in := &input{left: written[recordHead:]}
	a := about{text: binary.LittleEndian.Uint64(written[1:]), first: int32(in.number()), last: int32(in.number()), words: int32(in.number())} //nolint:gosec // Numbers end at the most that 32 bits hold.
	a.values[columnKind] = unique.Make(string(kind))
	for c := columnKind + 1; c < columns; c++ {
		a.values[c] = unique.Make(in.text())
	}
	for l := range a.lists {
		a.lists[l] = in.texts()
	}
	if in.damaged || len(in.left) > 0 {
		return about{}, errors.New("what is known of a vector's entry is damaged")
	}
	return a, nil
}

// input reads a record from its front.
type input struct {
	left    []byte
	damaged bool
}

func (in *input) number() int {
	number, length := binary.Uvarint(in.left)
	if length <= 0 || number > math.MaxInt32 {
		in.damaged = true
		return 0
	}
	in.left = in.left[length:]
	return int(number)
}

func (in *input) text() string {
	length := in.number()
	if in.damaged || length > len(in.left) {
		in.damaged = true
		return ""
	}
	text := string(in.left[:length])
	in.left = in.left[length:]
	return text
}

func (in *input) texts() []value {
	count := in.number()
	in.damaged = in.damaged || count > mostListed
	var all []value
	for i := 0; i < count && !in.damaged; i++ {
		all = append(all, unique.Make(in.text()))
	}
	return all
}

// value is a word that many entries have. Equal ones are the same.
type value = unique.Handle[string]

// column is something that each entry has one value of.
type column int

// The columns. The kind stands in the reference and is not written once more.
const (
	columnKind column = iota
	columnDifficulty
	columnDifficultySource
	columnStyle
	columnAnswered // questions only: "true" or "false"
	columnDocument // the document's id
	columnPath
	columnCollection
	columns
)

// notAnswered is the value of columnAnswered for questions without an answer.
const notAnswered = "false"

// list is something that each entry has any number of values of.
type list int

// The lists.
const (
	listTopics list = iota
	listDevices
	listElsewhere // of each further document that it stands in id, path and collection
	lists
)

// placeColumns are what listElsewhere has of each document, in this order.
func placeColumns() []column { return []column{columnDocument, columnPath, columnCollection} }

// about is what has to be known of an entry besides its vector.
type about struct {
	text   uint64 // a hash of what was embedded
	first  int32  // line
	last   int32
	words  int32 // of title and text
	values [columns]value
	lists  [lists][]value
}

// isOpen reports whether it is a question without an answer.
func (a *about) isOpen() bool { return a.values[columnAnswered].Value() == notAnswered }

// aboutOf collects what has to be known of an entry of which this was embedded.
func aboutOf(e quarry.Entry, embedded string, devices search.DeviceNames) about {
	a := about{
		text: hashOf(embedded), first: int32(e.Source.LineStart), last: int32(e.Source.LineEnd), //nolint:gosec // Lines of a document.
		words: int32(text.WordCount(e.Title) + text.WordCount(e.Text)), //nolint:gosec // Of one entry.
	}
	words := [columns]string{
		columnKind: string(e.Kind), columnDifficulty: string(e.Grade.Difficulty),
		columnDifficultySource: string(e.Grade.Source), columnStyle: string(e.Style),
		columnDocument: string(e.Source.DocumentID), columnPath: e.Source.Path, columnCollection: e.Source.Collection,
	}
	if e.Kind == quarry.EntryQuestion {
		words[columnAnswered] = strconv.FormatBool(e.Answered)
	}
	for c, word := range words {
		a.values[c] = unique.Make(word)
	}
	a.lists[listTopics] = valuesOf(e.Topics)
	a.lists[listDevices] = valuesOf(search.DevicesOf(devices, e))
	for _, place := range e.Elsewhere {
		a.lists[listElsewhere] = append(a.lists[listElsewhere], valuesOf([]string{string(place.DocumentID), place.Path, place.Collection})...)
	}
	return a
}

func valuesOf[T ~string](words []T) []value {
	all := make([]value, len(words))
	for i, word := range words {
		all[i] = unique.Make(string(word))
	}
	return all
}

func hashOf(text string) uint64 {
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, text) // it never fails
	return hash.Sum64()
}
