package static_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/static"
)

const wordPieces = `{
  "version": "1.0", "truncation": null, "padding": null,
  "added_tokens": [{"id": 0, "content": "[UNK]", "special": true}],
  "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 20,
    "vocab": {"[UNK]": 0, "bread": 1, "yeast": 2, "##s": 3, "!": 4, "creme": 5, "law": 6, "面": 7}}
}`

const unigrams = `{
  "added_tokens": [],
  "normalizer": {"type": "Sequence", "normalizers": [
    {"type": "NFKC"}, {"type": "Lowercase"},
    {"type": "Replace", "pattern": {"String": "!"}, "content": " ! "},
    {"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "},
    {"type": "Strip", "strip_left": true, "strip_right": true}]},
  "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
    {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": false}]},
  "model": {"type": "Unigram", "unk_id": 0, "byte_fallback": false,
    "vocab": [["[UNK]", 0], ["▁bread", -2], ["▁", -3], ["bre", -4], ["ad", -4], ["▁!", -3], ["s", -1], ["▁br", -8]]}
}`

// powers is a table in which the sum of the rows tells how often each stands in
// it: row i has 1 in place i.
func powers(rows int) []float32 {
	values := make([]float32, rows*rows)
	for i := range rows {
		values[i*rows+i] = 1
	}
	return values
}

// safetensors writes a file with this header and these bytes behind it.
func safetensors(header string, data ...[]byte) []byte {
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	file = append(file, header...)
	for _, some := range data {
		file = append(file, some...)
	}
	return file
}

func f32(values ...float32) []byte {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return data
}

func f16(bits ...uint16) []byte {
	var data []byte
	for _, b := range bits {
		data = binary.LittleEndian.AppendUint16(data, b)
	}
	return data
}

func tableOf(kind string, rows, dim, size int) string {
	return fmt.Sprintf(`{"__metadata__":{"by":"a test"},"embeddings":{"dtype":%q,"shape":[%d,%d],"data_offsets":[0,%d]}}   `, kind, rows, dim, size)
}

func square() []byte { return safetensors(tableOf("F32", 8, 8, 256), f32(powers(8)...)) }

// write makes a model's directory.
func write(t *testing.T, vectors []byte, tokenizer string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string][]byte{"model.safetensors": vectors, "tokenizer.json": []byte(tokenizer)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, vectors []byte, tokenizer string) *static.Model {
	t.Helper()
	model, err := static.Load(write(t, vectors, tokenizer))
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func embed(t *testing.T, model *static.Model, text string) []float32 {
	t.Helper()
	made, err := model.Embed(t.Context(), []string{text}, search.TextQuery)
	if err != nil || len(made) != 1 {
		t.Fatalf("Embed = %v, %v", made, err)
	}
	return made[0]
}

// mean is the mean of rows of powers(8).
func mean(rows ...int) []float32 {
	if len(rows) == 0 {
		return nil
	}
	sums := make([]float64, 8)
	for _, row := range rows {
		sums[row]++
	}
	values := make([]float32, 8)
	for i, sum := range sums {
		values[i] = float32(sum / float64(len(rows)))
	}
	return values
}

func TestATextIsTheMeanOfItsWordPieces(t *testing.T) {
	t.Parallel()
	model := load(t, square(), wordPieces)
	for text, want := range map[string][]int{
		"Bread":                             {1},
		"breads, yeasts":                    {1, 3, 2, 3},
		"Crème bread!!":                     {5, 1, 4, 4},
		"bread\tyeast\u0000":                {1, 2},
		"麵面bread面":                          {7, 1, 7},
		"breadfruit":                        nil,
		"lawbread [UNK]":                    nil,
		"":                                  nil,
		strings.Repeat("bread", 5) + " law": {6},
		"\xff\xfelaw":                       {6},
	} {
		if diff := cmp.Diff(mean(want...), embed(t, model, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestATextIsCutIntoTheLikeliestPieces(t *testing.T) {
	t.Parallel()
	model := load(t, square(), unigrams)
	for text, want := range map[string][]int{
		"BREAD":     {1},
		"breads ad": {1, 6, 2, 4},
		"ｂread!":    {1, 5},
		"qbread":    {2, 3, 4},
		" ":         nil,
		"":          nil,
	} {
		if diff := cmp.Diff(mean(want...), embed(t, model, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestNumbersOfEveryWidthAreRead(t *testing.T) {
	t.Parallel()
	const tokenizer = `{"model":{"type":"WordPiece","unk_token":"u","vocab":{"law":0}},"pre_tokenizer":{"type":"WhitespaceSplit"}}`
	for name, tc := range map[string]struct {
		file []byte
		want []float32
	}{
		"F32":  {safetensors(tableOf("F32", 1, 3, 12), f32(1.5, -2, 65504)), []float32{1.5, -2, 65504}},
		"F16":  {safetensors(tableOf("F16", 1, 3, 6), f16(0x3e00, 0xc000, 0x7bff)), []float32{1.5, -2, 65504}},
		"tiny": {safetensors(tableOf("F16", 1, 3, 6), f16(0x0001, 0x83ff, 0x0400)), []float32{0x1p-24, -0x3ffp-24, 0x1p-14}},
		"BF16": {safetensors(tableOf("BF16", 1, 3, 6), f16(0x3fc0, 0xc000, 0x3f80)), []float32{1.5, -2, 1}},
		"F64":  {safetensors(tableOf("F64", 1, 1, 8), binary.LittleEndian.AppendUint64(nil, math.Float64bits(1.5))), []float32{1.5}},
		"I8":   {safetensors(tableOf("I8", 1, 3, 3), []byte{3, 0xfe, 0x7f}), []float32{3, -2, 127}},
		"weighted": {
			safetensors(`{"weights":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},"embedding.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}`,
				f32(1, 2, 0.5)), []float32{0.5, 1},
		},
	} {
		model := load(t, tc.file, tokenizer)
		if diff := cmp.Diff(tc.want, embed(t, model, "law")); diff != "" || model.Dim() != len(tc.want) {
			t.Errorf("%s: dimension %d, vector (-want +got):\n%s", name, model.Dim(), diff)
		}
	}
}

// Tokens of a vocabulary that was made smaller share vectors, and weigh on their own.
func TestTokensMayShareAVector(t *testing.T) {
	t.Parallel()
	const header = `{"embeddings":{"dtype":"I8","shape":[2,2],"data_offsets":[0,4]},
		"mapping":{"dtype":%q,"shape":[8],"data_offsets":[4,%d]},"weights":{"dtype":"F32","shape":[8],"data_offsets":[%d,%d]}}`
	rows, weights := []int32{0, 0, 0, 1, 0, 1, 1, 1}, f32(1, 1, 3, 2, 1, 1, 4, 1)
	var narrow, wide []byte
	for _, row := range rows {
		narrow = binary.LittleEndian.AppendUint32(narrow, uint32(row))
		wide = binary.LittleEndian.AppendUint64(wide, uint64(row))
	}
	for kind, mapping := range map[string][]byte{"I32": narrow, "I64": wide} {
		from := 4 + len(mapping)
		file := safetensors(fmt.Sprintf(header, kind, from, from, from+len(weights)), []byte{1, 0, 0, 0xff}, mapping, weights)
		model := load(t, file, wordPieces)
		for text, want := range map[string][]float32{"bread": {1, 0}, "yeast": {3, 0}, "law": {0, -4}, "bread yeast law": {4. / 3, -4. / 3}} {
			if diff := cmp.Diff(want, embed(t, model, text)); diff != "" {
				t.Errorf("%s, %q (-want +got):\n%s", kind, text, diff)
			}
		}
	}
}

func TestTheTitleOfAnEntryCountsHalfOfTheRest(t *testing.T) {
	t.Parallel()
	model := load(t, square(), wordPieces)
	entries := []string{"law\nbread yeast", "law\n", "\nlaw", "unheard\nbread", "law\nunheard"}
	vectors, err := model.Embed(t.Context(), entries, search.TextEntry)
	if err != nil {
		t.Fatal(err)
	}
	both := mean(1, 2)
	both[6] = float32(0.5 * math.Sqrt(0.5))
	for i, want := range [][]float32{both, mean(6), mean(6), mean(1), mean(6)} {
		if diff := cmp.Diff(want, vectors[i]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", entries[i], diff)
		}
	}
	if diff := cmp.Diff(mean(6, 1, 2), embed(t, model, entries[0])); diff != "" {
		t.Errorf("a query has a title (-want +got):\n%s", diff)
	}
}

func TestAnotherModelHasAnotherID(t *testing.T) {
	t.Parallel()
	first, again := load(t, square(), wordPieces), load(t, square(), wordPieces)
	if first.ID() != again.ID() || !strings.HasPrefix(first.ID(), "static/8/") {
		t.Errorf("ids of the same files = %q and %q", first.ID(), again.ID())
	}
	if other := load(t, square(), unigrams); other.ID() == first.ID() {
		t.Errorf("the id of two models is %q", other.ID())
	}
}

func TestFilesOfVectorsThatCannotBeUsedAreRefusedByName(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":            {nil, "cut short"},
		"a long header":      {append(binary.LittleEndian.AppendUint64(nil, math.MaxUint64), '{'), "header of"},
		"no JSON":            {safetensors("hello"), "no JSON"},
		"no tensor":          {safetensors("{}"), "no table"},
		"another tensor":     {safetensors(`{"encoder.layer.0":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, f32(1)), "encoder.layer.0"},
		"two tables":         {safetensors(`{"embeddings":{},"embedding.weight":{}}`), "two tables"},
		"whole numbers":      {safetensors(tableOf("I16", 8, 8, 128), make([]byte, 128)), `"I16"`},
		"bytes that lack":    {square()[:200], "not where"},
		"a wrong size":       {safetensors(tableOf("F32", 8, 8, 252), f32(powers(8)...)), "not where"},
		"a huge shape":       {safetensors(`{"embeddings":{"dtype":"F32","shape":[9223372036854775807,2],"data_offsets":[0,4]}}`, f32(1)), "shape"},
		"a negative shape":   {safetensors(`{"embeddings":{"dtype":"F32","shape":[-1,2],"data_offsets":[0,4]}}`, f32(1)), "no table"},
		"offsets in reverse": {safetensors(`{"embeddings":{"dtype":"F32","shape":[1,1],"data_offsets":[8,4]}}`, f32(1, 2, 3)), "not where"},
		"NaN":                {safetensors(tableOf("F32", 1, 1, 4), f32(float32(math.NaN()))), "no number"},
		"infinity in F16":    {safetensors(tableOf("F16", 1, 1, 2), f16(0x7c00)), "no number"},
		"too few rows":       {safetensors(tableOf("F32", 1, 1, 4), f32(1)), "of 1 vectors"},
		"a row that lacks": {
			safetensors(`{"mapping":{"dtype":"I32","shape":[8],"data_offsets":[0,32]},"embeddings":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]}}`,
				[]byte{7: 0xff, 31: 0}), "row",
		},
		"a mapping of halves": {
			safetensors(`{"mapping":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"embeddings":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}`, f32(1)),
			`"mapping"`,
		},
		"too few weights": {
			safetensors(`{"weights":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"embeddings":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}}`, f32(1, 2)),
			"1 weights for 2",
		},
	} {
		_, err := static.Load(write(t, tc.file, wordPieces))
		if !quarry.IsKind(err, quarry.KindUnsupported) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error = %v, want unsupported with %q", name, err, tc.want)
		}
	}
}

func TestTokenizersThatCannotBeUsedAreRefusedByName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`[]`:                       "no JSON",
		`{}`:                       `the model ""`,
		`{"model":{"type":"BPE"}}`: `"BPE"`,
		strings.Replace(wordPieces, "BertNormalizer", "Precompiled", 1):                                                                   `normaliser "Precompiled"`,
		strings.Replace(wordPieces, "BertPreTokenizer", "ByteLevel", 1):                                                                   `pre-tokenizer "ByteLevel"`,
		strings.Replace(wordPieces, `"special": true`, `"special": false`, 1):                                                             `added token "[UNK]"`,
		strings.Replace(wordPieces, `"law": 6`, `"law": -6`, 1):                                                                           "number -6",
		strings.Replace(unigrams, `"byte_fallback": false`, `"byte_fallback": true`, 1):                                                   "byte_fallback",
		strings.Replace(unigrams, `\\s+`, `(?=a)`, 1):                                                                                     "pattern",
		strings.Replace(unigrams, `["ad", -4]`, `["ad", "x"]`, 1):                                                                         "token 4",
		strings.Replace(unigrams, `["ad", -4]`, `["ad", -4], ["t", 0]`, 1):                                                                "more tokens",
		`{"normalizer":` + strings.Repeat(`{"type":"Sequence","normalizers":[`, 9) + strings.Repeat(`]}`, 9) + `,"model":{"type":"BPE"}}`: "sequence",
	} {
		_, err := static.Load(write(t, square(), text))
		if !quarry.IsKind(err, quarry.KindUnsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: error = %v, want unsupported with %q", text, err, want)
		}
	}
}

func TestAModelThatIsNotThereIsNamed(t *testing.T) {
	t.Parallel()
	_, err := static.Load(t.TempDir())
	if !quarry.IsKind(err, quarry.KindNotFound) || !strings.Contains(err.Error(), "model.safetensors") {
		t.Errorf("error = %v, want not found with the file's name", err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(square(), wordPieces, "Crème bread!!")
	f.Add(square(), unigrams, "breads ad")
	f.Add(safetensors(tableOf("BF16", 8, 2, 32), make([]byte, 32)), unigrams, "q")
	f.Fuzz(func(t *testing.T, vectors []byte, tokenizer, text string) {
		model, err := static.Load(write(t, vectors, tokenizer))
		if err != nil {
			return
		}
		if made := embed(t, model, text); made != nil && len(made) != model.Dim() {
			t.Errorf("a vector of %d numbers, not of %d", len(made), model.Dim())
		}
	})
}
