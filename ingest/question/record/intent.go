package record

import "strings"

// intent reads what a program for conversations is taught: several ways to ask
// the same, and what it then says. Each that asks by its words is a question;
// one of greetings has none and stays one record, which says so.
func (r *Reader) intent(v Value) []Record {
	var ways, answers Field
	for _, field := range v.Fields {
		switch name := strings.Join(words(field.Name), " "); {
		case r.cues[questionFields].Has(name):
			return nil
		case r.cues[wordingsFields].Has(name):
			ways = field
		case r.cues[repliesFields].Has(name):
			answers = field
		}
	}
	if ways.Value.Kind != List || answers.Value.empty() || !allText(ways.Value.Items) {
		return nil
	}
	var found []Record
	for _, way := range ways.Value.Items {
		if r.phrases.IsQuestion(way.Text) {
			fields := []Field{{Name: "question", Value: way}, {Name: "answer", Key: answers.Key, Value: answers.Value}}
			found = append(found, Record{Span: v.Span, Fields: fields})
		}
	}
	if len(found) == 0 {
		return []Record{{Span: v.Span, Fields: v.Fields}}
	}
	return found
}

func allText(items []Value) bool { return len(items) > 0 && countOf(items, Text) == len(items) }
