package record

import "github.com/quarrykb/quarry/ingest"

// Read reads one record by its schema and adds what it finds. What it cannot
// read becomes a warning and a mark.
func (r *Reader) Read(schema Schema, record Record, found *ingest.Extraction) {}
