package labelled

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// table reads a table.
func (w *walker) table(t *doc.Table, path []doc.Text) {
	for _, p := range w.parts(t) {
		w.part(p, path)
	}
}

func (w *walker) part(p *part, path []doc.Text) {
	columns := w.look(p)
	w.begin(path)
	switch {
	case len(columns) == 0:
	case len(columns) == 1:
		for _, row := range p.rows {
			w.line(row[0].Text, path)
		}
	case w.isSheet(p, columns):
		w.sheet(p, columns, path)
	default:
		w.records(p, columns, path)
	}
}

// sheet reads a table whose rows are what is measured.
type sheet struct {
	*part

	columns []column
	label   int   // the column of labels
	owner   int   // the column before it that names what they are of; -1 for none
	values  []int // the columns of values
	unit    int   // the column of units; -1 for none
	around  []int // columns of words that say more
	named   bool  // the titles over the values are names
}

func (w *walker) sheet(p *part, columns []column, path []doc.Text) {
	s := w.sheetOf(p, columns)
	for i, row := range p.rows {
		label, owner := cellAt(row, s.label).Text, cellAt(row, s.owner).Text
		under := slices.Clip(path)
		if p.groups[i].Text != "" {
			under = append(under, p.groups[i])
		}
		if owner.Text != "" && owner.Span != label.Span && !w.words.looksLikeName(owner.Text) {
			under = append(under, owner)
		}
		under = append(under, label)
		w.sections.now.met(folded(label.Text))
		w.sheetRow(s, row, under)
	}
}

// sheetOf tells the columns of a sheet apart.
func (w *walker) sheetOf(p *part, columns []column) *sheet {
	s := &sheet{part: p, columns: columns, unit: -1, owner: -1}
	for s.label < len(columns)-1 && (w.words.isOrder(columns[s.label].head) || columns[s.label].filled > 0 && columns[s.label].numbers == columns[s.label].filled) {
		s.label++
	}
	names := 0.0
	told := slices.ContainsFunc(columns, func(c column) bool { return c.head != "" && c.numbers > 0 && w.words.isFigure(c.head) })
	for i := s.label + 1; i < len(columns); i++ {
		c := &columns[i]
		switch {
		case told && w.words.relates(c.head): // "Available on", beside "Value"
			s.around = append(s.around, i)
		case w.holdsUnits(c):
			s.unit = i
		case w.words.isComparing(c.head):
		case w.words.isNote(c.head):
			s.around = append(s.around, i)
		case c.numbers == 0 && len(s.values) == 0 && i+1 < len(columns) && w.hasNumbers(columns[i+1:]) && !w.words.looksLikeName(c.head):
			s.around = append(s.around, i)
		default:
			s.values = append(s.values, i)
			names += w.words.looksNamed(c.head)
		}
	}
	corner := columns[s.label].head
	switch under := w.underModel(); {
	case len(columns) == 2 && under && corner != "" && !w.words.IsProperty(corner): // "GPU | RTX 4060" of a laptop
	case len(s.values) > 1 && (w.words.IsName(corner) || !under && w.words.IsProperty(corner)):
		s.named = true
	default:
		s.named = names > 0 && 2*names >= float64(len(s.values))
	}
	w.ownLabels(s)
	return s
}

// ownLabels lets the second column hold the labels where the first one repeats itself:
// it names things, or groups of labels.
func (w *walker) ownLabels(s *sheet) {
	if len(s.around) == 0 || s.around[0] != s.label+1 {
		return
	}
	first, second := &s.columns[s.label], &s.columns[s.label+1]
	if w.words.isNote(second.head) || 4*len(first.distinct) > 3*min(len(s.rows), mostSampled) && first.filled == min(len(s.rows), mostSampled) {
		return
	}
	s.owner, s.label, s.around = s.label, s.label+1, s.around[1:]
}

// underModel reports whether a title above looks like the name of a thing.
func (w *walker) underModel() bool {
	return slices.ContainsFunc(w.sections.now.Path(), func(s *Section) bool { return w.words.looksLikeName(s.Title.Text) })
}

func (w *walker) hasNumbers(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.numbers > 0 })
}

// sheetRow reads the values of a row.
func (w *walker) sheetRow(s *sheet, row []doc.Cell, path []doc.Text) {
	base := Value{Path: path, Layout: Grid}
	base.Unit = cellAt(row, s.unit).Text
	for _, i := range s.around {
		if said := cellAt(row, i).Text; said.Text != "" {
			base.Around = append(base.Around, said)
		}
	}
	if owner := cellAt(row, s.owner).Text; owner.Text != "" && (w.words.looksLikeName(owner.Text) || w.words.IsName(s.columns[s.owner].head)) {
		base.Names = append(base.Names, Name{Text: owner, Role: RowName})
	}
	base.Around = append(base.Around, s.captions...)
	last := -1 // the value before this one that is a limit
	for _, i := range s.values {
		cell := cellAt(row, i)
		if cell.Text.Text == "" {
			continue
		}
		v := base
		v.Raw = cell.Text
		w.underHead(&v, s, i)
		if last >= 0 && w.values[last].Limit == Least && v.Limit == Most && HasDigit(v.Raw.Text) {
			w.values[last].Until, w.values[last].Limit = v.Raw, NoLimit
			continue
		}
		if w.emit(v) && v.Limit != Usual {
			last = len(w.values) - 1
		}
	}
}

// underHead gives a value what the title over its column says.
func (w *walker) underHead(v *Value, s *sheet, at int) {
	if at >= len(s.heads) {
		return
	}
	head := s.heads[at]
	v.Limit = w.words.limitOf(head.Text)
	switch {
	case head.Text == "" || v.Limit != NoLimit:
	case s.named:
		v.Names = append([]Name{{Text: head, Role: ColumnName}}, v.Names...)
		v.Units = append(slices.Clip(v.Units), head)
	default:
		v.Around = append([]doc.Text{head}, v.Around...)
	}
	if at < len(s.units) && s.units[at].Text != "" {
		v.Unit = s.units[at]
	}
	v.Units = append(slices.Clip(v.Units), s.captions...)
}

// records reads a table whose rows are things.
func (w *walker) records(p *part, columns []column, path []doc.Text) {
	name := w.nameColumn(columns)
	group := w.group
	w.group += len(columns)
	met := map[string]int{}
	for _, row := range p.rows {
		met[cellAt(row, name).Text.Text]++
	}
	var names []Name
	named := name >= 0 && columns[name].share(columns[name].named) >= 0.5
	counted := !named && columns[0].isCounting()
	for r, row := range p.rows {
		var number doc.Text // "Pipeline 3"
		if counted && len(p.heads) > 0 {
			number = cellAt(row, 0).Text
			number.Text = p.heads[0].Text + " " + number.Text
		}
		if own := namesOfRow(row, name, met); own != nil || name != 0 { // a blank first cell repeats the one above
			names = own
		}
		for i, cell := range row {
			if i == name || i >= len(p.heads) || cell.Text.Text == "" || p.heads[i].Text == "" || i == 0 && counted {
				continue
			}
			v := Value{
				Raw: cell.Text, Path: append(slices.Clip(path), p.heads[i]), Names: names, Layout: Grid, Group: group + i,
				Limit: w.words.limitOf(p.heads[i].Text), Units: p.captions,
			}
			if i < len(p.units) {
				v.Unit = p.units[i]
			}
			if w.words.isNote(p.heads[i].Text) { // it says something, and is no label of it
				v.Layout, v.Path = Phrase, path
			}
			if counted {
				v.Around = append(v.Around, number)
			}
			if p.groups[r].Text != "" {
				v.Around = append(v.Around, p.groups[r])
			}
			v.Around = append(v.Around, p.captions...)
			w.emit(v)
		}
	}
	for _, head := range p.heads {
		w.sections.now.met(folded(head.Text))
	}
}

// namesOfRow returns the name of a row, with what else the row says if other rows have the
// same one.
func namesOfRow(row []doc.Cell, at int, met map[string]int) []Name {
	named := cellAt(row, at).Text
	if at < 0 || strings.TrimSpace(named.Text) == "" {
		return nil
	}
	name := Name{Text: named, Role: RowName}
	if met[named.Text] > 1 {
		for _, cell := range row {
			if len(cell.Text.Text) <= longestUnit {
				name.Beside += cell.Text.Text + " "
			}
		}
	}
	return []Name{name}
}

// What speaks for a column naming the rows, beside names in its cells that differ.
const (
	byTitle      = 2.0  // its title says so
	byIdentifier = -1.5 // its title says that it has codes
	byPlace      = -0.7 // it is not the first
)

// nameColumn returns the column that names the rows: the one whose title says so and
// whose cells look most like names, or the first one of words; -1 for none.
func (w *walker) nameColumn(columns []column) int {
	best, most := -1, 0.0
	for i := range columns {
		c := &columns[i]
		named := w.words.IsName(c.head)
		if c.filled == 0 || w.words.isIndex(c.head) || 2*c.numbers > c.filled && !named {
			continue
		}
		score := c.share(c.named) + c.share(float64(len(c.distinct)))
		if named {
			score += byTitle
		}
		if w.words.isIdentifier(c.head) {
			score += byIdentifier
		}
		if i > 0 {
			score += byPlace
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}

func cellAt(row []doc.Cell, i int) doc.Cell {
	if i < 0 || i >= len(row) {
		return doc.Cell{}
	}
	return row[i]
}
