package topic

import _ "embed"

//go:embed known.json
var knownData []byte

//go:embed brought.json
var broughtData []byte
