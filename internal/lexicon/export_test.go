package lexicon

// ParseAlone is Parse without the built-in data, which would take a fuzzer all
// of its time.
func ParseAlone(file File) (*Lexicon, error) {
	layer, err := file.decode()
	if err != nil {
		return nil, err
	}
	return build([]content{layer})
}
