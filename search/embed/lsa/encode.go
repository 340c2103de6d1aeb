package lsa

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
)

// encoding begins every encoded model, and numbers the way it is written.
const encoding = "quarry-lsa/1\n"

// longestTerm is the most bytes of a term that a model is read with.
const longestTerm = 1 << 12

// errDamaged says that bytes are no model.
var errDamaged = errors.New("the model of related terms is damaged")

// Encode returns the model as bytes, the same for the same model.
func (m *Model) Encode() []byte {
	var b bytes.Buffer
	b.Grow(len(encoding) + 4*len(m.spread) + 16*len(m.names))
	b.WriteString(encoding)
	put := func(number int) { b.Write(binary.AppendUvarint(nil, uint64(number))) } //nolint:gosec // None is below 0.
	put(m.dim)
	put(len(m.names))
	for i, name := range m.names {
		put(len(name))
		b.WriteString(name)
		b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(m.idf[i])))
	}
	for _, x := range m.spread {
		b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
	}
	return b.Bytes()
}
