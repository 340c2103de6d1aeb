package record

import "github.com/quarrykb/quarry/ingest/doc"

// Tree returns a document that is nothing but a value.
func Tree(v doc.Value) doc.Document {
	return doc.Document{Blocks: []doc.Block{&doc.Record{Value: v}}}
}

// Doc returns a value as a document holds it. Notes are left to who knows the text.
func (v Value) Doc() doc.Value {
	shown := doc.Value{Kind: kinds()[v.Kind], Text: v.Text, Span: v.Span}
	if v.Kind == List {
		shown.Items = make([]doc.Value, len(v.Items))
		for i, item := range v.Items {
			shown.Items[i] = item.Doc()
		}
	}
	if len(v.Fields) > 0 {
		shown.Fields = make([]doc.Field, len(v.Fields))
	}
	for i, field := range v.Fields {
		shown.Fields[i] = doc.Field{Name: field.Name, Key: field.Key, Value: field.Value.Doc()}
	}
	return shown
}

func kinds() [6]doc.Kind {
	return [...]doc.Kind{Null: doc.Null, Text: doc.String, Number: doc.Number, Boolean: doc.Boolean, List: doc.Sequence, Object: doc.Object}
}
