package static

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/quarrykb/quarry"
)

// Bounds of a model's file.
const (
	headerSize = 8
	mostHeader = 1 << 20
	mostModel  = 2 << 30
	mostDim    = 1 << 14
)

func refuse(format string, args ...any) error {
	return quarry.Errorf(quarry.KindUnsupported, format, args...)
}

// tensor is what a file's header says of one.
type tensor struct {
	Type    string  `json:"dtype"`
	Shape   []int64 `json:"shape"`
	Offsets []int64 `json:"data_offsets"`
}

// table is the vectors of all tokens, one after the other.
type table struct {
	dim    int
	values []float32
}

func (t table) rows() int { return len(t.values) / t.dim }

func (t table) row(id int32) []float32 { return t.values[int(id)*t.dim : (int(id)+1)*t.dim] }

// readTable reads the vectors out of a model's file, each times its weight.
func readTable(file []byte) (table, error) {
	tensors, data, err := readHeader(file)
	if err != nil {
		return table{}, err
	}
	name := ""
	for found := range tensors {
		switch found {
		case "embeddings", "embedding.weight":
			if name != "" {
				return table{}, refuse("model.safetensors: two tables of vectors")
			}
			name = found
		case "weights":
		default:
			return table{}, refuse("model.safetensors: the tensor %.60q is not supported", found)
		}
	}
	shape := tensors[name].Shape
	if name == "" || len(shape) != 2 || shape[0] < 1 || shape[1] < 1 || shape[1] > mostDim {
		return table{}, refuse("model.safetensors: no table of vectors with 1 to %d numbers each", mostDim)
	}
	values, err := tensors[name].read(name, data)
	if err != nil {
		return table{}, err
	}
	read := table{dim: int(shape[1]), values: values}
	if weights, ok := tensors["weights"]; ok {
		return read, read.weigh(weights, data)
	}
	return read, nil
}

// weigh multiplies each vector with its weight.
func (t table) weigh(weights tensor, data []byte) error {
	by, err := weights.read("weights", data)
	if err != nil {
		return err
	}
	if len(by) != t.rows() {
		return refuse("model.safetensors: %d weights for %d tokens", len(by), t.rows())
	}
	for i := range t.values {
		t.values[i] *= by[i/t.dim]
	}
	return nil
}

// readHeader returns what a file holds, and the bytes that it holds it in.
func readHeader(file []byte) (map[string]tensor, []byte, error) {
	if len(file) < headerSize {
		return nil, nil, refuse("model.safetensors: the file is cut short")
	}
	size := binary.LittleEndian.Uint64(file)
	rest := file[headerSize:]
	if size > mostHeader || size > uint64(len(rest)) {
		return nil, nil, refuse("model.safetensors: a header of %d bytes", size)
	}
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(rest[:size], &raw); err != nil {
		return nil, nil, refuse("model.safetensors: the header is no JSON")
	}
	delete(raw, "__metadata__")
	tensors := make(map[string]tensor, len(raw))
	for name, text := range raw {
		var one tensor
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&one); err != nil {
			return nil, nil, refuse("model.safetensors: the header does not describe the tensor %.60q", name)
		}
		tensors[name] = one
	}
	return tensors, rest[size:], nil
}

// read returns a tensor's numbers.
func (t tensor) read(name string, data []byte) ([]float32, error) {
	width := map[string]int64{"F32": 4, "F16": 2, "BF16": 2}[t.Type]
	if width == 0 {
		return nil, refuse("model.safetensors: numbers of type %.20q are not supported", t.Type)
	}
	count := int64(1)
	for _, n := range t.Shape {
		if n < 1 || n > mostModel/width/count {
			return nil, refuse("model.safetensors: the tensor %q has the shape %.100v", name, t.Shape)
		}
		count *= n
	}
	if len(t.Offsets) != 2 || t.Offsets[0] < 0 || t.Offsets[1] > int64(len(data)) || t.Offsets[1]-t.Offsets[0] != count*width {
		return nil, refuse("model.safetensors: the tensor %q is not where the header says", name)
	}
	return decode(name, t.Type, data[t.Offsets[0]:t.Offsets[1]])
}

func decode(name, kind string, data []byte) ([]float32, error) {
	width := 2
	if kind == "F32" {
		width = 4
	}
	values := make([]float32, len(data)/width)
	for i := range values {
		at := data[i*width:]
		switch kind {
		case "F32":
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(at))
		case "BF16":
			values[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(at)) << 16)
		default:
			values[i] = half(binary.LittleEndian.Uint16(at))
		}
		if wide := float64(values[i]); math.IsNaN(wide) || math.IsInf(wide, 0) {
			return nil, refuse("model.safetensors: the tensor %q holds what is no number", name)
		}
	}
	return values, nil
}

// half reads a float16 of IEEE 754: 1 bit of sign, 5 of exponent, 10 of fraction.
func half(bits uint16) float32 {
	const bias, fractions, all = 15, 10, 31
	exponent, fraction := int(bits>>fractions)&all, float64(bits&(1<<fractions-1))
	var value float64
	switch exponent {
	case all:
		return float32(math.Inf(1))
	case 0:
		value = math.Ldexp(fraction, 1-bias-fractions)
	default:
		value = math.Ldexp(fraction+1<<fractions, exponent-bias-fractions)
	}
	if bits>>15 == 1 {
		value = -value
	}
	return float32(value)
}
