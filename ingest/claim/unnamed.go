package claim

import (
	"fmt"
	"slices"
)

// unnamed says of a table without devices that its rows measure what things have, and
// are called as models are, under a title that is not known for one of things; "" for
// any other table.
func (t *table) unnamed() []string {
	column := t.labelColumn()
	s := t.rowSide(column)
	c, e := t.census(s), t.evidence(s)
	if c.named < 2 || c.nameable < c.named || len(c.distinct) < c.named || e.matters() == 0 || e.loose > e.lines {
		return nil
	}
	names := make([]string, 0, len(s.names))
	for _, name := range s.names {
		names = append(names, name.text)
	}
	corner := s.corner.text
	if corner == "" || shapeOf(names) == 0 || slices.ContainsFunc(names, isIdentifier) || t.reader.ofOthers(corner, s.heads) || t.reader.areNoThings(names) || e.signs.against {
		return nil
	}
	return []string{fmt.Sprintf("line %d: %d rows under %q name nothing that is taken for a device: a lexicon lists such titles under name_labels",
		rowSpan(t.heads[column].cells).LineStart, len(t.rows), corner)}
}
