package lsa

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// encoding begins every encoded model, and numbers the way it is written: how
// many directions and how many terms there are, each term with its weight, the
// directions of the terms in their order, and a digest of all that. Numbers have
// four bytes, the lowest first.
const encoding = "quarry-lsa/1\n"

// Encode returns the model as bytes, the same for the same model.
func (m *Model) Encode() []byte {
	var b bytes.Buffer
	b.Grow(len(encoding) + 4*len(m.spread) + 16*len(m.names) + sha256.Size)
	b.WriteString(encoding)
	put := func(number uint32) { b.Write(binary.LittleEndian.AppendUint32(b.AvailableBuffer(), number)) }
	put(uint32(m.directions)) //nolint:gosec // There are at most mostDirections.
	put(uint32(len(m.names))) //nolint:gosec // There are at most mostTerms.
	for i, name := range m.names {
		put(uint32(len(name))) //nolint:gosec // It is at most longestTerm.
		b.WriteString(name)
		put(math.Float32bits(m.idf[i]))
	}
	for _, x := range m.spread {
		put(math.Float32bits(x))
	}
	sum := sha256.Sum256(b.Bytes())
	b.Write(sum[:])
	return b.Bytes()
}

// Decode reads what Encode wrote, for texts that the same terms are made of. It
// refuses bytes that are no model, are one of another encoding, or are not what
// was written, and says which. It needs no more memory than a small multiple of
// what it is given.
func Decode(terms Terms, encoded []byte) (*Model, error) {
	body, isModel := bytes.CutPrefix(encoded, []byte(encoding))
	if !isModel {
		return nil, fmt.Errorf("read the model of related terms: it does not begin with %q", encoding)
	}
	if len(body) < sha256.Size {
		return nil, damaged("it is cut short")
	}
	written := len(encoded) - sha256.Size
	sum := sha256.Sum256(encoded[:written])
	if !bytes.Equal(sum[:], encoded[written:]) {
		return nil, damaged("it is not what was written")
	}
	in := &input{rest: body[:len(body)-sha256.Size]}
	directions, size := uint64(in.number()), uint64(in.number())
	if directions > mostDirections || size > mostTerms || (8+4*directions)*size > uint64(len(in.rest)) {
		return nil, damaged(fmt.Sprintf("it cannot have %d directions of %d terms", directions, size))
	}
	model := newModel(terms, int(size))
	for range size {
		name := in.next(int(in.number()))
		model.add(string(name), in.float())
	}
	if in.short || uint64(len(in.rest)) != 4*directions*size {
		return nil, damaged("its directions are not of its terms")
	}
	model.directions = int(directions)
	model.spread = make([]float32, directions*size)
	for i := range model.spread {
		model.spread[i] = in.float()
	}
	model.learnShadow()
	model.name(sum)
	return model, nil
}

func damaged(how string) error { return fmt.Errorf("read the model of related terms: %s", how) }

// input is what is still to be read. It is short once it was asked for more
// than there is.
type input struct {
	rest  []byte
	short bool
}

func (in *input) next(length int) []byte {
	if in.short || length > len(in.rest) {
		in.short = true
		return nil
	}
	taken := in.rest[:length]
	in.rest = in.rest[length:]
	return taken
}

func (in *input) number() uint32 {
	if taken := in.next(4); taken != nil {
		return binary.LittleEndian.Uint32(taken)
	}
	return 0
}

func (in *input) float() float32 { return math.Float32frombits(in.number()) }
