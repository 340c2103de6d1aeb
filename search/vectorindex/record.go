package vectorindex

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/quarrykb/quarry"
)

// recordVersion begins every record and numbers the way it is written.
const recordVersion = 2

// mostListed is the most values of a list that a record is read with.
const mostListed = 1 << 16

// encode writes everything but the kind, which stands in the reference.
func (a about) encode() []byte {
	b := append(make([]byte, 0, 128), recordVersion)
	b = binary.LittleEndian.AppendUint64(b, a.text)
	b = binary.AppendUvarint(b, uint64(max(a.first, 0)))
	b = binary.AppendUvarint(b, uint64(max(a.last, 0)))
	b = binary.AppendUvarint(b, uint64(max(a.words, 0)))
	for _, value := range a.values[columnKind+1:] {
		b = appendText(b, value)
	}
	for _, values := range a.lists {
		b = binary.AppendUvarint(b, uint64(len(values)))
		for _, value := range values {
			b = appendText(b, value)
		}
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// decodeAbout reads what encode wrote of an entry of this kind.
func decodeAbout(kind quarry.EntryKind, written []byte) (about, error) {
	const head = 1 + 8
	if len(written) < head || written[0] != recordVersion {
		return about{}, errors.New("what is known of a vector's entry is damaged or of another version")
	}
	in := &input{left: written[head:]}
	a := about{text: binary.LittleEndian.Uint64(written[1:]), first: in.number(), last: in.number(), words: in.number()}
	a.values[columnKind] = string(kind)
	for c := columnKind + 1; c < columns; c++ {
		a.values[c] = in.text()
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

func (in *input) texts() []string {
	count := in.number()
	in.damaged = in.damaged || count > mostListed
	var all []string
	for i := 0; i < count && !in.damaged; i++ {
		all = append(all, in.text())
	}
	return all
}
