package csvrecords

import "github.com/quarrykb/quarry/ingest/delimited"

// rejoin puts fields together that a separator in their words has parted: of a
// row with too many, those that begin with a space belong to the field before
// them, as in "older, still".
func rejoin(row delimited.Record, columns int, text []byte) delimited.Record {
	surplus := row.Columns - columns
	if surplus <= 0 || row.Columns > delimited.MaxColumns {
		return row
	}
	var fields []delimited.Field
	for i, field := range row.Fields {
		isRest := surplus > 0 && i > 0 && field.Start < field.End && text[field.Start] == ' '
		if !isRest {
			fields = append(fields, field)
			continue
		}
		last := &fields[len(fields)-1]
		last.Text += string(text[last.End:field.End])
		last.End = field.End
		surplus--
	}
	row.Fields, row.Columns = fields, len(fields)
	return row
}
