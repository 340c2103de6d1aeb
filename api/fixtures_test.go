package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

const (
	notesID   = quarry.DocumentID("d_aaaaaaaaaaaaaaaaaaaa")
	notesPath = "notes/kiln.md"
	notesText = "# Kilns\n\nWhat does a kiln do? easy\n\nIt fires clay.\n\nA kiln has a door.\nThe K100 draws 3.5 kW.\n"
)

// notesSum is the hash of the notes.
func notesSum() string {
	sum := sha256.Sum256([]byte(notesText))
	return hex.EncodeToString(sum[:])
}

// at finds a quote in the notes and says where it stands.
func at(quote string) quarry.Source {
	start := strings.Index(notesText, quote)
	line := 1 + strings.Count(notesText[:start], "\n")
	return quarry.Source{
		Span: quarry.Span{
			ByteStart: start, ByteEnd: start + len(quote),
			LineStart: line, LineEnd: line + strings.Count(quote, "\n"),
		},
		DocumentID: notesID, Collection: quarry.DefaultCollection, Path: notesPath, Title: "Kilns",
		SHA256: notesSum(), Heading: []string{"Kilns"},
	}
}

// testLexicon knows a handful of kilns.
func testLexicon(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	lexicon, err := lexicon.New(lexicon.Data{
		Fingerprint: "kilns-1",
		Classes:     []quarry.DeviceClass{quarry.ClassModule, quarry.ClassSystem, quarry.ClassUnknown},
		Topics: []lexicon.Topic{
			{ID: "firing", Name: "Firing"}, {ID: "heat", Name: "Heat", Parent: "firing"}, {ID: "glaze", Name: "Glaze"},
		},
		Devices: []quarry.Device{
			{ID: "ember-k100", Name: "Ember K100", Vendor: "Ember", Class: quarry.ClassSystem, Aliases: []string{"K100"}},
			{ID: "ember-k100-mini", Name: "Ember K100 Mini", Vendor: "Ember", Class: quarry.ClassModule, Family: "ember-k100"},
			{ID: "ember-k200", Name: "Ember K200", Vendor: "Ember", Class: quarry.ClassSystem, Aliases: []string{"K200"}},
			{ID: "ashworth", Name: "Ashworth", Vendor: "Ash & Co", Class: quarry.ClassSystem},
			{ID: "hb", Name: "HB", Class: quarry.ClassFormat, Aliases: []string{"Half brick", "Split"}},
		},
		Attributes: []quarry.Attribute{
			{ID: "power", Name: "Power", Kind: "power", Unit: "W", Aliases: []string{"Output", "Split"}},
			{ID: "volume", Name: "Volume", Kind: "volume", Unit: "l", Aliases: []string{"Output", "Content"}},
			{ID: "heat_output", Name: "Heat output", Kind: "power", Aliases: []string{"Volume"}},
			{ID: "content", Name: "Content", Kinds: []quarry.QuantityKind{"volume", "mass"}},
			{ID: "efficiency", Name: "Efficiency", Kind: "ratio", Unit: "1"},
		},
		Conditions: []lexicon.ConditionTerm{
			{Axis: "fuel", Value: "peat", Phrases: []string{"on peat"}},
			{Axis: "fuel", Value: "coke", Phrases: []string{"on coke"}},
			{Axis: "draught", Kind: "mass", Phrases: []string{"draught of"}},
		},
		Units: []quantity.Unit{
			{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
			{Symbol: "kW", Kind: "power", Base: "W", Factor: 1000, Aliases: []string{"kilowatt", "kilowatts"}},
			{Symbol: "l", Kind: "volume", Base: "l", Factor: 1},
			{Symbol: "kg", Kind: "mass", Base: "kg", Factor: 1},
			{Symbol: "1", Kind: "count", Base: "1", Factor: 1},
			{Symbol: "times", Kind: "ratio", Base: "1", Factor: 1, Aliases: []string{"1"}},
		},
	})
	if err != nil {
		tb.Fatalf("build the lexicon: %v", err)
	}
	return lexicon
}

func testQuestions() []quarry.Question {
	first := quarry.Question{
		ID: "q_aaaaaaaaaaaaaaaaaaaa", CanonicalID: "q_aaaaaaaaaaaaaaaaaaaa",
		Text: "What does a kiln do?", Answer: "It fires clay.", Answered: true,
		AnswerState: quarry.AnswerOwn, Style: quarry.StyleOpen, Grade: quarry.StatedGrade(quarry.Easy),
		Topics: []quarry.TopicID{"firing"}, Source: at("What does a kiln do? easy\n\nIt fires clay."),
	}
	first.Variants = []quarry.Variant{{
		ID: "q_bbbbbbbbbbbbbbbbbbbb", Text: "A kiln has a door.", Answer: "A kiln has a window.", Answered: true,
		Grade: quarry.NoGrade(), Style: quarry.StyleChoice, Choices: []string{"A kiln has a door.", "A kiln has a window."},
		Source: at("A kiln has a door."),
	}}
	second := quarry.Question{
		ID: "q_cccccccccccccccccccc", CanonicalID: "q_cccccccccccccccccccc", Text: "Why a door?",
		AnswerState: quarry.AnswerLikely, Style: quarry.StyleScenario, Grade: quarry.NoGrade(),
		BestAnswers: []quarry.BestAnswer{{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_aaaaaaaaaaaaaaaaaaaa"},
			Score:    0.7, Title: "Kiln", Snippet: "A kiln has a door.",
		}},
		Source: at("A kiln has a door."),
	}
	return []quarry.Question{first, second}
}

func testFacts() []quarry.Fact {
	return []quarry.Fact{{
		ID: "f_aaaaaaaaaaaaaaaaaaaa", Subject: "kiln", Statement: "A kiln has a door.",
		Citations: []quarry.Citation{{URL: "https://example.org/doors", Label: "1"}},
		Grade:     quarry.NoGrade(), Topics: []quarry.TopicID{"firing"}, Source: at("A kiln has a door."),
	}}
}

func testSpecs(words *lexicon.Lexicon) []quarry.Spec {
	device, _ := words.Device("ember-k100")
	attribute, _ := words.Attribute("power")
	source := at("The K100 draws 3.5 kW.")
	source.Context = []quarry.Context{{Role: quarry.RoleHeading, Span: at("# Kilns").Span}}
	power := quarry.Spec{
		ID: "s_aaaaaaaaaaaaaaaaaaaa", Device: quarry.DeviceMention{Device: device, Written: "K100"},
		Attribute: quarry.AttributeMention{Attribute: attribute, Written: "draws"}, Conditions: quarry.NewConditions(),
		Value:      quarry.Quantity{Bounds: quarry.Single(3.5, "kW"), Text: "3.5 kW", Qualifier: quarry.Exact, Step: 0.1},
		Confidence: 0.875, Notes: []string{"less than a third of what such kilns draw"},
		Normalized: quarry.Single(3500, "W"), Grade: quarry.NoGrade(), Source: source,
	}
	loud := power
	loud.ID = "s_bbbbbbbbbbbbbbbbbbbb"
	loud.Attribute = quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute("Loudness"), Written: "Loudness"}
	loud.Value = quarry.Quantity{Bounds: quarry.Single(3, "bangs"), Text: "3 bangs", Qualifier: quarry.Approx}
	loud.Normalized, loud.Notes = quarry.Bounds{}, nil
	loud.ConflictID = "c_aaaaaaaaaaaaaaaaaaaa"
	return []quarry.Spec{power, loud}
}

// testConflicts is about how loud the kiln is.
func testConflicts(words *lexicon.Lexicon) []quarry.Conflict {
	loud := testSpecs(words)[1]
	louder := loud
	louder.ID = "s_cccccccccccccccccccc"
	louder.Value = quarry.Quantity{Bounds: quarry.Single(6, "bangs"), Text: "6 bangs", Qualifier: quarry.Exact, Step: 1}
	return []quarry.Conflict{
		{
			ID: "c_aaaaaaaaaaaaaaaaaaaa", Device: loud.Device.Device, Attribute: loud.Attribute.Attribute,
			Conditions: loud.Conditions, Unit: "bangs", Ratio: new(2.0), Hint: "one may count both doors",
			Claims: []quarry.Spec{loud, louder}, ClaimCount: 2, Related: []quarry.Spec{testSpecs(words)[0]},
		},
		{
			ID: "c_bbbbbbbbbbbbbbbbbbbb", Device: loud.Device.Device, Attribute: lexicon.DiscoveredAttribute("Doors"),
			Conditions: loud.Conditions, Claims: []quarry.Spec{loud, louder}, ClaimCount: 1200,
		},
	}
}

// testKnowledge is one small document with everything that came from it.
func testKnowledge(tb testing.TB) *knowledge {
	tb.Helper()
	words := testLexicon(tb)
	k := &knowledge{
		place:     notesPath,
		questions: testQuestions(), facts: testFacts(), specs: testSpecs(words),
		conflicts: testConflicts(words),
		passages: []quarry.Passage{{
			ID: "p_aaaaaaaaaaaaaaaaaaaa", Text: "A kiln has a door.", Grade: quarry.NoGrade(),
			Topics: []quarry.TopicID{"kilns"}, Source: at("A kiln has a door."),
		}},
		documents: []quarry.Document{{
			ID: notesID, Collection: quarry.DefaultCollection, Root: "/home/someone/private", Path: notesPath,
			Title: "Kilns", SHA256: notesSum(), TextSHA256: notesSum(), TextOf: quarry.TextOfFile, Encoding: quarry.UTF8,
			Bytes: int64(len(notesText)), Metadata: quarry.Metadata{Language: "en"}, Fingerprint: "markdown/1",
			Report: quarry.Report{
				Format: "markdown", Parser: "markdown/1", Coverage: 0.8, Extracted: 0.5,
				Lines:       quarry.LineCounts{Entry: 2, Structure: 1, Furniture: 3, Prose: 4, Unaccounted: 5},
				Counts:      quarry.Counts{Question: 2, Fact: 1, Spec: 3, Passage: 4},
				Unaccounted: []quarry.LineRange{{LineStart: 2, LineEnd: 2}, {LineStart: 5, LineEnd: 8}},
				Warnings:    []string{"a row has more cells than the table's header"},
			},
		}},
		contents: map[quarry.DocumentID]quarry.Content{notesID: {Text: []byte(notesText)}},
		devices: []quarry.DeviceCount{
			{Device: quarry.Device{ID: "ember-k100", Name: "Ember K100"}, Specs: 2},
			{Device: quarry.Device{ID: "ember-k100-mini", Name: "Ember K100 Mini"}, Specs: 1},
			{Device: quarry.Device{ID: "brick-oven", Name: "Brick Oven", Class: quarry.ClassUnknown, Discovered: true}, Specs: 4},
		},
		attributes: []quarry.Attribute{lexicon.DiscoveredAttribute("Loudness")},
		topics: []quarry.TopicCounts{
			{Topic: "heat", Counts: map[quarry.EntryKind]map[quarry.Difficulty]int{
				quarry.EntryQuestion: {quarry.Easy: 3, "": 2}, quarry.EntrySpec: {quarry.Hard: 1},
			}},
			{Topic: "kilns", Name: "Kilns", Counts: map[quarry.EntryKind]map[quarry.Difficulty]int{quarry.EntryPassage: {"": 1}}},
		},
	}
	k.revision.Store(7)
	return k
}
