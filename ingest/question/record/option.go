package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// textsOf returns what options say.
func textsOf(options []phrase.Option) []string { return phrase.Choice{Options: options}.Texts() }

// options returns what a record offers, in its order: in one value, in a field each, or
// as a right answer and some wrong ones.
func (s Schema) options(r *Reader, record Record) []phrase.Option {
	for _, field := range s.fields(choicesRole, record) {
		if found := r.optionsIn(field.Value); len(found) > 1 || len(found) == 1 && found[0].Right {
			return found
		}
	}
	var each, judged []phrase.Option
	for _, field := range record.Fields {
		role := s.roleOf(field.Name)
		switch {
		case role == optionRole && field.Value.IsScalar() && !field.Value.IsEmpty():
			each = append(each, phrase.Option{Text: plain(field.Value)})
		case role == wrongRole, s.answer != nil && field.Name == s.answer.name && s.wrong:
			for _, said := range r.texts(field.Value) {
				judged = append(judged, phrase.Option{Text: said, Right: role != wrongRole})
			}
		}
	}
	if len(each) > 1 {
		return each
	}
	return judged
}

// optionsIn reads options from one value: a list of texts or objects, an object with a
// field each, or a text with parts, at its line breaks or else at the first mark of those
// that part it at least once. Labels that all have, counting on, are taken off: "A) rye".
func (r *Reader) optionsIn(v doc.Value) []phrase.Option {
	var items []doc.Value
	if v.Kind == doc.Sequence {
		items = v.Items
	}
	for _, mark := range []string{"\n", "|", ";", " / ", ", "} {
		if parts := strings.Split(v.Text, mark); len(parts) > 1 && len(items) == 0 {
			for _, part := range parts {
				items = append(items, doc.Value{Kind: doc.String, Text: part})
			}
		}
	}
	for _, field := range v.Fields {
		if field.Value.Kind == doc.String || field.Value.Kind == doc.Number {
			items = append(items, field.Value)
		}
	}
	found := r.listed(items)
	choice, ok := r.phrases.Options("", textsOf(found))
	if ok && len(choice.Options) == len(found) {
		for i, one := range choice.Options {
			found[i] = phrase.Option{Text: one.Text, Right: one.Right || found[i].Right}
		}
	}
	return found
}

// listed reads the parts of a list that say something. Of an object these are most of
// its words, and whether it is right.
func (r *Reader) listed(items []doc.Value) []phrase.Option {
	var found []phrase.Option
	for _, item := range items {
		one := phrase.Option{Text: plain(item)}
		for _, field := range item.Fields {
			switch v := field.Value; {
			case !v.IsScalar():
			case r.cues["right_field_words"].HasAny(words(field.Name)...), r.cues["right_fields"].Has(folded(field.Name)):
				verdict, _ := r.phrases.VerdictOf(v.Text)
				one.Right = verdict.Right && verdict.Alone || v.Text == "1" || r.cues["ticks"].Has(strings.ToLower(v.Text))
			case v.Kind == doc.String && len(v.Text) > len(one.Text):
				one.Text = plain(v)
			}
		}
		if one.Text != "" {
			found = append(found, one)
		}
	}
	return found
}

// texts returns what a value says: itself, or its parts.
func (r *Reader) texts(v doc.Value) []string { return slices.Compact(textsOf(r.listed(v.Parts()))) }

// chosen returns the options that are right, or what an answer says instead; and what is
// wrong with that. An answer names options by their words, by their places, or by letters
// with what it says besides.
func (s Schema) chosen(r *Reader, answer []string, offered []phrase.Option) ([]string, string) {
	choices, chosen := textsOf(offered), phrase.Choice{Options: offered}
	if chosen.Keyed() {
		return []string{chosen.Answer()}, ""
	}
	if len(answer) == 1 && !slices.Contains(choices, answer[0]) && strings.Trim(answer[0], "0123456789, ") == "" {
		answer = strings.Split(answer[0], ",")
	}
	bySaid := map[string]string{}
	for _, choice := range choices {
		bySaid[text.Folded(choice)] = choice
	}
	var found []string
	for _, said := range answer {
		_, key := r.optionName(said)
		place, points := ordinal(key)
		if !isLetter(key) {
			place -= s.indexBase
		}
		same, isChoice := bySaid[text.Folded(said)]
		switch {
		case isChoice:
			found = append(found, same)
		case !points:
			found = append(found, r.phrases.Named(said, choices))
		case place < 0 || place >= len(choices):
			return nil, fmt.Sprintf("%q names none of the choices", said)
		default:
			found = append(found, choices[place])
		}
	}
	return found, ""
}

// indexBase finds out whether places are counted from 0 or from 1: some record
// names the place 0, or the last one counted from 1. Where none does, numbers
// that are typed count from 0 in a list, as programs do, and any others from 1.
func (r *Reader) indexBase(records []Record, s Schema) int {
	base, isList := 1, !s.has(optionRole)
	for _, record := range records {
		last := len(s.options(r, record))
		for _, field := range s.fields(answerRole, record) {
			for _, place := range field.Value.Parts() {
				n, err := strconv.Atoi(place.Text)
				switch {
				case err != nil:
				case n == 0:
					return 0
				case n == last:
					return 1
				case place.Kind == doc.Number && isList:
					base = 0
				}
			}
		}
	}
	return base
}
