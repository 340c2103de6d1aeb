package export

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/evidence"
)

// How much text is held against entries, in bytes: so much in any case, and so much for each byte
// of the file. Whatever a file says, it is judged in a time that its length allows.
const (
	freeEffort     = 16 << 20
	effortPerByte  = 32
	linesOfHeading = 64 // that a heading is looked for on, at most
)

// mostNamed is how many refused entries a report names.
const mostNamed = 20

// judge takes the entries of one document over that are what its text says.
type judge struct {
	k        *quarry.Knowledge
	words    words
	verifier *evidence.Verifier // nil where the text is not the one that was exported
	longest  int                // line of the text
	seen     map[quarry.EntryID]bool
	headings map[string]bool
	effort   int64
	refused  int
	named    []string // of those that were refused, and why
}

func newJudge(k *quarry.Knowledge, w words) *judge {
	j := &judge{k: k, words: w, seen: map[quarry.EntryID]bool{}, headings: map[string]bool{}}
	if ingest.Hash(k.Content.Text) == k.Document.TextSHA256 {
		j.verifier = evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256)
	}
	for line := range bytes.Lines(k.Content.Text) {
		j.longest = max(j.longest, len(line))
	}
	return j
}

// take judges the entry of a line; read is how many bytes of entries the file
// has had so far. It reports whether the line is of a kind of entry at all.
func (j *judge) take(line int, read int64, found record) bool {
	from := j.source(found.Source)
	var reason string
	switch found.Kind { //nolint:exhaustive // the others are no entries of a document
	case quarry.EntryQuestion:
		reason = keep(j, read, found, &j.k.Questions, j.words.question(found, from))
	case quarry.EntryFact:
		reason = keep(j, read, found, &j.k.Facts, factOf(found, from))
	case quarry.EntrySpec:
		reason = keep(j, read, found, &j.k.Specs, j.words.spec(found, from))
	case quarry.EntryPassage:
		reason = keep(j, read, found, &j.k.Passages, passageOf(found, from))
	default:
		return false
	}
	if reason != "" {
		j.refused++
	}
	if reason != "" && j.refused <= mostNamed {
		j.named = append(j.named, fmt.Sprintf("line %d of the export: the %s %q is left out: %s", line, found.Kind, found.ID, reason))
	}
	return true
}

// claimant is an entry of any kind.
type claimant interface {
	quarry.Claimant
	Identity() quarry.Identity
}

// keep adds an entry to those of its kind, or says why it is refused.
func keep[E claimant](j *judge, read int64, found record, kept *[]E, entry E) string {
	reason := j.reason(read, found, entry)
	if reason == "" {
		*kept = append(*kept, entry)
	}
	return reason
}

// reason says why an entry is refused, "" where it is taken over.
func (j *judge) reason(read int64, found record, entry claimant) string {
	id := quarry.EntryID(found.ID)
	identity := entry.Identity()
	identity.Ordinal = found.Ordinal
	switch {
	case j.verifier == nil:
		return "the text of its document is not the one that was exported"
	case found.Source.DocumentID != j.k.Document.ID:
		return "it is said to come from another document"
	case found.Ordinal < 0 || found.Ordinal > ingest.MaxEntries || quarry.NewID(identity) != id:
		return "its id is not made of what it says: it was changed by hand, or belongs elsewhere"
	case j.seen[id]:
		return "its id came already"
	}
	j.seen[id] = true
	if fault := faultOfEntry(found); fault != "" {
		return fault
	}
	source := entry.Entry().Source
	if j.effort += j.effortOf(source, entry.Claims()); j.effort > freeEffort+effortPerByte*(read+int64(len(j.k.Content.Text))) {
		return "holding it against its text would take too long"
	}
	if v := j.verifier.Verify(source, entry.Claims()...); !v.Verified {
		return unverified(v)
	}
	return ""
}

func unverified(v evidence.Verification) string {
	const most = 5
	if v.Quote == "" || len(v.MissingWords) == 0 {
		return "its span does not lie inside of the document's text, or not on the lines that it names"
	}
	return fmt.Sprintf("its text does not say %q: an entry that was edited by hand is not taken over",
		strings.Join(v.MissingWords[:min(most, len(v.MissingWords))], " "))
}

// effortOf estimates what it takes to verify an entry, in bytes that are
// looked at. A heading is looked for once.
func (j *judge) effortOf(source quarry.Source, claims []string) int64 {
	size := func(s quarry.Span) int64 {
		return int64(max(0, min(s.ByteEnd, len(j.k.Content.Text))-max(0, s.ByteStart)))
	}
	effort := size(source.Span)
	for _, piece := range source.Context {
		effort += size(piece.Span)
	}
	for _, claim := range claims {
		effort += int64(len(claim))
	}
	for _, heading := range source.Heading {
		effort += int64(len(heading))
		if !j.headings[heading] {
			j.headings[heading] = true
			effort += int64(min(len(j.k.Content.Text), linesOfHeading*j.longest))
		}
	}
	return effort
}

// warnings names what was refused.
func (j *judge) warnings() []string {
	if more := j.refused - len(j.named); more > 0 {
		return append(j.named, fmt.Sprintf("%d further entries of the export are left out", more))
	}
	return j.named
}
