package quarry

// NumberStyle says how a document writes its numbers.
type NumberStyle uint8

// The styles.
const (
	DecimalPoint NumberStyle = iota // 1,979.5
	DecimalComma                    // 1.979,5
)
