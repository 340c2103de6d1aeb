package export

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Limits of what a file says and no text holds it to.
const (
	longestName  = 4 << 10             // of a path, a collection, a device and the like, in bytes
	longestWord  = ingest.MaxLineBytes // of anything else
	mostTopics   = 20
	longestTopic = 200
	mostBrought  = 100
	mostCited    = 10_000
	mostAxes     = 32 // conditions of a spec
)

// check is something that cannot be, where it is so.
type check struct {
	fails bool
	fault string
}

// firstFault returns what cannot be, "" where all can.
func firstFault(checks []check) string {
	for _, one := range checks {
		if one.fails {
			return one.fault
		}
	}
	return ""
}

// faultOf says what about a document cannot be, whatever its entries are. That
// its id and its hashes are right is checked where it is saved.
func faultOf(k quarry.Knowledge) string {
	d := k.Document
	words := append([]string{
		d.Title, d.Fingerprint, d.Encoding, d.Report.Format, d.Report.Parser,
		d.Metadata.Language, d.Metadata.Licence, d.Metadata.SourceURL, d.Metadata.Author, d.Metadata.Date,
	}, d.Report.Warnings...)
	return firstFault([]check{
		{!isName(d.Collection) || !isName(d.Path), "a document needs a collection and a path that can be names"},
		{longest(words) > longestWord, "what it says of itself is longer than a line may be"},
		{d.TextOf != quarry.TextOfFile && d.TextOf != quarry.TextOfExtract, "text_of is file or extract"},
		{d.TextOf == quarry.TextOfFile && k.Content.Original != nil, "where the text is the file itself there is no other original"},
		{len(d.Topics) > mostBrought || slices.ContainsFunc(d.Topics, func(t quarry.Topic) bool { return isNoTopic(t.ID) || len(t.Name) > longestTopic }), "the topics that it brought cannot be topics"},
		{!isShare(d.Report.Coverage) || !isShare(d.Report.Extracted), "the report's coverage and extracted lie between 0 and 1"},
		{!fits(d.Report, 1+bytes.Count(k.Content.Text, []byte("\n"))), "the report counts lines that the text has not"},
	})
}

// fits reports whether a text of so many lines can have such a report.
func fits(r quarry.Report, lines int) bool {
	counts := []int{r.Lines.Entry, r.Lines.Structure, r.Lines.Furniture, r.Lines.Prose, r.Lines.Unaccounted, r.Lines.Total(), len(r.Unaccounted)}
	return !slices.ContainsFunc(counts, func(n int) bool { return n < 0 || n > lines }) &&
		!slices.ContainsFunc(r.Unaccounted, func(found quarry.LineRange) bool {
			return found.LineStart < 1 || found.LineEnd < found.LineStart || found.LineEnd > lines
		})
}

// faultOfEntry says what about an entry cannot be, whatever its text says.
func faultOfEntry(r record) string {
	checks := []check{
		{!isGrade(r.grade), "its difficulty is none that there is, or has no source"},
		{len(r.Topics) > mostTopics || slices.ContainsFunc(r.Topics, isNoTopic), "its topics cannot be topics"},
		{slices.ContainsFunc(r.Source.roles(), isNoRole), "its context has a role that there is not"},
	}
	switch r.Kind { //nolint:exhaustive // the others are no entries of a document
	case quarry.EntryQuestion:
		checks = append(checks,
			check{!slices.Contains(quarry.Styles(), r.Style), "its style is none that there is"},
			check{isBlank(r.Question), "a question needs a text"})
	case quarry.EntryFact:
		checks = append(checks,
			check{isBlank(r.Subject) || isBlank(r.Statement), "a fact needs a subject and a statement"},
			check{len(r.Citations) > mostCited || slices.ContainsFunc(r.Citations, isNoCitation), "its citations cannot be citations"})
	case quarry.EntrySpec:
		checks = append(checks, checksOfSpec(r)...)
	case quarry.EntryPassage:
		checks = append(checks, check{isBlank(r.Text), "a passage needs a text"})
	}
	return firstFault(checks)
}

func checksOfSpec(r record) []check {
	var checks []check
	for axis := range quarry.NewConditions() {
		checks = append(checks, check{r.Conditions[axis] == "", "its conditions do not say " + string(axis)})
	}
	names := []string{
		string(r.Device.ID), r.Device.Name, r.Device.Vendor, string(r.Device.Class), string(r.Device.Family),
		string(r.Attribute.ID), r.Attribute.Name, string(r.AttributeKind), r.AttributeUnit, r.Value.Unit,
	}
	for axis, state := range r.Conditions {
		names = append(names, string(axis), state)
	}
	return append(checks,
		check{r.Device.ID == "" || r.Attribute.ID == "" || r.Value.Text == "", "a spec needs a device, an attribute and a value"},
		check{!isTrimmed(r.Device.Name) || !isTrimmed(r.Attribute.Name), "the names of its device and attribute are blank, or have spaces around them"},
		check{!slices.Contains(quarry.Qualifiers(), r.Value.Qualifier), "its qualifier is none that there is"},
		check{longest(names) > longestName, "its device, attribute or conditions have names that are too long"},
		check{!isShare(r.confidence()), "its confidence is not from 0 to 1"},
		check{!isValue(r.Value) || len(r.Conditions) > mostAxes, "its value cannot be a value"},
		check{!r.Value.Empty() && !strings.ContainsFunc(r.Value.Text, unicode.IsNumber), "its value is a number, and its text has none"},
	)
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// isTrimmed reports whether a name is not blank and has no spaces around it.
func isTrimmed(name string) bool { return name != "" && name == strings.TrimSpace(name) }

func isShare(part float64) bool { return part >= 0 && part <= 1 }

func isName(name string) bool {
	return name != "" && len(name) <= longestName && !strings.ContainsRune(name, 0)
}

func isNoTopic(topic quarry.TopicID) bool { return topic == "" || len(topic) > longestTopic }

func isNoRole(role quarry.ContextRole) bool { return !slices.Contains(quarry.ContextRoles(), role) }

// isNoCitation holds a citation to what ingest itself takes for one: an address of the web.
func isNoCitation(c quarry.Citation) bool {
	return !doc.IsWeb(c.URL) || max(len(c.URL), len(c.Label)) > longestWord
}

// longest returns how many bytes the longest of some words has.
func longest(words []string) int {
	most := 0
	for _, word := range words {
		most = max(most, len(word))
	}
	return most
}

// isGrade reports whether a difficulty and who says it belong together.
func isGrade(g grade) bool {
	if g.Difficulty == "" {
		return g.Source == quarry.DifficultyNone && g.Confidence == 0
	}
	return slices.Contains(quarry.Difficulties(), g.Difficulty) && isShare(g.Confidence) &&
		(g.Source == quarry.DifficultyStated || g.Source == quarry.DifficultyEstimated)
}

// isValue reports whether bounds are the right way round, and can be rounded to a digit as the file
// says: what the last one counts is no more than the number, and no more than one of nought.
func isValue(v quarry.Quantity) bool {
	most := 0.0
	for _, bound := range []*float64{v.Min, v.Max} {
		if bound != nil {
			most = max(most, math.Abs(*bound))
		}
	}
	if most == 0 {
		most = 1
	}
	isTurned := v.Min != nil && v.Max != nil && *v.Min > *v.Max
	return !isTurned && v.Step >= 0 && v.Step <= most
}
