package ingest_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// cranes is a lexicon of cranes: "load" and "boom" are words of others as well.
func cranes(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	lexicon, err := lexicon.New(lexicon.Data{
		Topics: []lexicon.Topic{
			{ID: "lifting", Name: "Lifting", Keywords: []string{"hoist rope", "winch"}, Everyday: []string{"load", "Derrick"}},
			{ID: "reach", Name: "Reach", Keywords: []string{"jib"}, Everyday: []string{"boom"}},
		},
		FieldWords: []string{"tower crane"},
		Devices:    []quarry.Device{{ID: "lifter-9", Name: "Lifter 9", Class: quarry.ClassUnknown}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return lexicon
}

// fact is one of a document, under a heading or under none.
func fact(subject, statement string, heading ...string) quarry.Fact {
	f := quarry.Fact{Subject: subject, Statement: statement}
	f.Source.Heading = heading
	return f
}

// topicsOf returns the topics of the facts of one document.
func topicsOf(t *testing.T, facts ...quarry.Fact) [][]quarry.TopicID {
	t.Helper()
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		found := ingest.Extraction{Facts: slices.Clone(facts)}
		for i := range found.Facts {
			found.Facts[i].Source.Span = text.LineSpan(1, 1)
		}
		return found, nil
	}}
	p := ingest.NewPipeline(ingest.Config{Parsers: []ingest.Parser{parser}, Lexicon: cranes(t), Log: discard(), Now: epoch})
	var topics [][]quarry.TopicID
	for _, f := range knowledge(t, p, textSource("a.md", "text")).Facts {
		topics = append(topics, f.Topics)
	}
	return topics
}

func TestAnEverydayWordNeedsTheCompanyOfItsField(t *testing.T) {
	t.Parallel()
	other := fact("Statutes", "bind courts")
	for name, tc := range map[string]struct {
		fact quarry.Fact
		want []quarry.TopicID
	}{
		"alone":                        {fact("Load", "of a conscience"), nil},
		"beside another everyday word": {fact("Load", "and boom of trade"), nil},
		"beside a keyword":             {fact("Load", "on a winch"), []quarry.TopicID{"lifting"}},
		"beside one of another topic":  {fact("Boom", "and jib, on a winch"), []quarry.TopicID{"reach", "lifting"}},
		"beside a field word":          {fact("Load", "of tower cranes"), []quarry.TopicID{"lifting"}},
		"below a heading with one":     {fact("Load", "falls", "Sites", "The tower crane"), []quarry.TopicID{"lifting"}},
		"beside the name of a device":  {fact("Load", "of the Lifter 9"), []quarry.TopicID{"lifting"}},
		"below the name of a device":   {fact("Load", "is 9 t", "Lifter 9"), []quarry.TopicID{"lifting"}},
		"a field word speaks for none": {fact("Tower crane", "high"), nil},
		"a keyword needs none":         {fact("Winch", "turns"), []quarry.TopicID{"lifting"}},
		"a name beside a field word":   {fact("The derrick", "of tower cranes"), []quarry.TopicID{"lifting"}},
		"a name has no plural":         {fact("Derricks v Jones", "and the jib"), []quarry.TopicID{"reach"}},
	} {
		if got := topicsOf(t, other, other, other, other, other, tc.fact)[5]; !slices.Equal(got, tc.want) {
			t.Errorf("%s: topics of %q = %q, want %q", name, tc.fact.Subject+" "+tc.fact.Statement, got, tc.want)
		}
	}
}

func TestAnEverydayWordIsOfTheFieldInADocumentOfThatField(t *testing.T) {
	t.Parallel()
	load, winch, court := fact("Load", "falls"), fact("Winch", "turns"), fact("Courts", "sit")
	for name, tc := range map[string]struct {
		facts []quarry.Fact
		want  quarry.TopicID
	}{
		"one entry in three":         {[]quarry.Fact{load, winch, court}, "lifting"},
		"one in four":                {[]quarry.Fact{load, winch, court, court}, ""},
		"below a heading with one":   {[]quarry.Fact{load, fact("Courts", "sit", "Winches"), court}, ""},
		"everyday words alone":       {[]quarry.Fact{load, load, load}, ""},
		"one that is alone with one": {[]quarry.Fact{load, winch}, "lifting"},
	} {
		if got := topicsOf(t, tc.facts...)[0]; tc.want != "" && !slices.Equal(got, []quarry.TopicID{tc.want}) || tc.want == "" && slices.Contains(got, "lifting") {
			t.Errorf("%s: topics = %q, want %q", name, got, tc.want)
		}
	}
}
