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
	model, err := in.model(terms)
	if err != nil {
		return nil, err
	}
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

// finite returns the next real number, and whether it is one.
func (in *input) finite() (float32, bool) {
	x := math.Float32frombits(in.number())
	return x, !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0)
}

func (in *input) model(terms Terms) (*Model, error) {
	dim, size := in.number(), in.number()
	if in.short {
		return nil, damaged("it is cut short")
	}
	if dim > mostDirections || size > mostTerms || 8*uint64(size)+4*uint64(dim)*uint64(size) > uint64(len(in.rest)) {
		return nil, damaged(fmt.Sprintf("it cannot have %d directions of %d terms", dim, size))
	}
	model := newModel(terms, int(size))
	model.directions = int(dim)
	for range size {
		if err := in.term(model); err != nil {
			return nil, err
		}
	}
	if len(in.rest) != 4*model.directions*len(model.names) {
		return nil, damaged("its directions are not of its terms")
	}
	model.spread = make([]float32, model.directions*len(model.names))
	for i := range model.spread {
		x, isFinite := in.finite()
		if !isFinite {
			return nil, damaged("one of its directions is no number")
		}
		model.spread[i] = x
	}
	model.learnShadow()
	return model, nil
}

func (in *input) term(model *Model) error {
	length := in.number()
	if length > longestTerm {
		return damaged("one of its terms is too long")
	}
	name := string(in.next(int(length)))
	idf, isFinite := in.finite()
	if in.short || !isFinite || idf < 0 {
		return damaged("one of its terms has no weight")
	}
	if _, known := model.numbers[name]; known {
		return damaged("one of its terms stands twice")
	}
	model.add(name, idf)
	return nil
}
