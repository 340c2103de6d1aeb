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

// table is the vectors of all tokens.
type table struct {
	dim     int
	values  []float32 // of the rows, one after the other
	mapping []int32   // by token, its row; nil where token and row have one number
	weights []float32 // by token; nil where all weigh the same
}

func (t table) tokens() int {
	if t.mapping != nil {
		return len(t.mapping)
	}
	return len(t.values) / t.dim
}

func (t table) row(token int32) []float32 {
	if t.mapping != nil {
		token = t.mapping[token]
	}
	return t.values[int(token)*t.dim : (int(token)+1)*t.dim]
}

func (t table) weight(token int32) float64 {
	if t.weights == nil {
		return 1
	}
	return float64(t.weights[token])
}

// readTable reads the vectors out of a model's file, which row each token has and its
// weight.
func readTable(file []byte) (table, error) {
	tensors, data, err := readHeader(file)
	if err != nil {
		return table{}, err
	}
	name, err := tableIn(tensors)
	if err != nil {
		return table{}, err
	}
	shape := tensors[name].Shape
	if len(shape) != 2 || shape[0] < 1 || shape[1] < 1 || shape[1] > mostDim {
		return table{}, refuse("model.safetensors: no table of vectors with 1 to %d numbers each", mostDim)
	}
	read := table{dim: int(shape[1])}
	if read.values, err = tensors[name].read(name, data); err != nil {
		return table{}, err
	}
	if mapping, ok := tensors[nameMapping]; ok {
		if read.mapping, err = mapping.rows(data, len(read.values)/read.dim); err != nil {
			return table{}, err
		}
	}
	if weights, ok := tensors[nameWeights]; ok {
		if read.weights, err = weights.read(nameWeights, data); err == nil && len(read.weights) != read.tokens() {
			err = refuse("model.safetensors: %d weights for %d tokens", len(read.weights), read.tokens())
		}
	}
	return read, err
}

// tableIn returns the name of the table of vectors, "" where there is none.
func tableIn(tensors map[string]tensor) (string, error) {
	name := ""
	for found := range tensors {
		switch found {
		case "embeddings", "embedding.weight":
			if name != "" {
				return "", refuse("model.safetensors: two tables of vectors")
			}
			name = found
		case nameMapping, nameWeights:
		default:
			return "", refuse("model.safetensors: the tensor %.60q is not supported", found)
		}
	}
	return name, nil
}

// rows reads which of so many rows each token has.
func (t tensor) rows(data []byte, count int) ([]int32, error) {
	numbers, err := t.part(nameMapping, data, map[string]int64{typeI32: 4, typeI64: 8})
	if err != nil {
		return nil, err
	}
	width := 4
	if t.Type == typeI64 {
		width = 8
	}
	rows := make([]int32, len(numbers)/width)
	for i := range rows {
		row := uint64(binary.LittleEndian.Uint32(numbers[i*width:]))
		if t.Type == typeI64 {
			row = binary.LittleEndian.Uint64(numbers[i*width:])
		}
		if row >= uint64(count) { //nolint:gosec // It is above 0.
			return nil, refuse("model.safetensors: the token %d has the row %d of %d", i, row, count)
		}
		rows[i] = int32(row) //nolint:gosec // A file of mostModel bytes has no more.
	}
	return rows, nil
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

// The types of numbers that are read, and the names of the tensors beside the table.
const (
	typeF64  = "F64"
	typeF32  = "F32"
	typeF16  = "F16"
	typeBF16 = "BF16"
	typeI8   = "I8"
	typeI32  = "I32"
	typeI64  = "I64"

	nameMapping = "mapping"
	nameWeights = "weights"
)

// part returns where a tensor's numbers stand, of types of so many bytes each.
func (t tensor) part(name string, data []byte, widths map[string]int64) ([]byte, error) {
	width := widths[t.Type]
	if width == 0 {
		return nil, refuse("model.safetensors: numbers of type %.20q are not supported as %.60q", t.Type, name)
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
	return data[t.Offsets[0]:t.Offsets[1]], nil
}

// read returns a tensor's real numbers. Whole ones of a byte are these: by which scale
// they were made does not turn a vector.
func (t tensor) read(name string, data []byte) ([]float32, error) {
	widths := map[string]int64{typeF64: 8, typeF32: 4, typeF16: 2, typeBF16: 2, typeI8: 1}
	part, err := t.part(name, data, widths)
	if err != nil {
		return nil, err
	}
	width := int(widths[t.Type])
	values := make([]float32, len(part)/width)
	for i := range values {
		values[i] = number(t.Type, part[i*width:])
		if wide := float64(values[i]); math.IsNaN(wide) || math.IsInf(wide, 0) {
			return nil, refuse("model.safetensors: the tensor %q holds what is no number", name)
		}
	}
	return values, nil
}

// number reads the number that bytes begin with.
func number(kind string, at []byte) float32 {
	switch kind {
	case typeF64:
		return float32(math.Float64frombits(binary.LittleEndian.Uint64(at)))
	case typeF32:
		return math.Float32frombits(binary.LittleEndian.Uint32(at))
	case typeBF16:
		return math.Float32frombits(uint32(binary.LittleEndian.Uint16(at)) << 16)
	case typeI8:
		return float32(int8(at[0])) //nolint:gosec // It is the same byte.
	}
	return half(binary.LittleEndian.Uint16(at))
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
