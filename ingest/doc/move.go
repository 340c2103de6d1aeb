package doc

import "github.com/quarrykb/quarry"

// Move changes the place of every piece and of every value of a document.
func (d Document) Move(text func(*Text), span func(*quarry.Span)) {
	m := mover{text, span}
	if d.Front != nil {
		m.value(d.Front)
	}
	m.blocks(d.Blocks)
}

type mover struct {
	text func(*Text)
	span func(*quarry.Span)
}

func (m mover) texts(all []Text) {
	for i := range all {
		m.text(&all[i])
	}
}

func (m mover) blocks(all []Block) {
	for _, b := range all {
		switch b := b.(type) {
		case *Heading:
			m.text(&b.Text)
		case *Paragraph:
			m.texts(b.Lines)
		case *List:
			for _, item := range b.Items {
				m.texts(item.Lines)
				m.blocks(item.Blocks)
			}
		case *Table:
			m.table(b)
		case *Code:
			m.texts(b.Lines)
		case *Quote:
			m.blocks(b.Blocks)
		case *Raw:
			m.blocks(b.Blocks)
		case *Record:
			m.value(&b.Value)
		}
	}
}

func (m mover) table(t *Table) {
	m.texts(t.Captions)
	for _, row := range t.Rows {
		for i := range row {
			m.text(&row[i].Text)
		}
	}
}

func (m mover) value(v *Value) {
	m.span(&v.Span)
	for i := range v.Items {
		m.value(&v.Items[i])
	}
	for i := range v.Fields {
		field := &v.Fields[i]
		m.span(&field.Key)
		m.text(&field.Note)
		m.value(&field.Value)
	}
}
