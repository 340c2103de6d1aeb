package doctor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

// document holds the rows of one document against their digests, and where spans are asked
// for its entries against its text if that is the one that was read, all of one moment. One that
// was deleted meanwhile says nothing.
func (e *Examiner) document(ctx context.Context, document quarry.Document) error {
	k, wrong, err := e.store.CheckDigests(ctx, document.ID)
	if quarry.IsKind(err, quarry.KindNotFound) {
		e.complainOf(document, lostBytes, "its text is not stored")
		return nil
	}
	if err != nil || k.Document.ID == "" {
		return err
	}
	for _, id := range wrong {
		e.chart.complain(Finding{
			Check: "rows", Document: string(document.ID), Path: document.Path,
			Problem: "what is stored of " + string(id) + " is not what was written: the digest is another",
			Remedy:  lostBytes,
		})
	}
	if !e.Spans || e.otherText[string(document.ID)] {
		return nil
	}
	of := examination{e, k.Document, evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256)}
	for _, q := range k.Questions {
		of.check(quarry.ClaimOf(q))
	}
	for _, f := range k.Facts {
		of.check(quarry.ClaimOf(f))
	}
	for _, s := range k.Specs {
		of.check(quarry.ClaimOf(s))
	}
	for _, p := range k.Passages {
		of.check(quarry.ClaimOf(p))
	}
	// What the report counts is there, and lines that nothing accounts for are told.
	found := quarry.Counts{
		Question: len(k.Questions), Fact: len(k.Facts), Spec: len(k.Specs), Passage: len(k.Passages),
	}
	if report := k.Document.Report; report.Counts != found {
		e.complainOf(k.Document, readAgain,
			fmt.Sprintf("its report counts %+v, and %+v are stored", report.Counts, found))
	}
	if report := k.Document.Report; report.Coverage < 1 {
		e.say("coverage", "%s: %.3f; nothing accounts for the lines %s",
			k.Document.Path, report.Coverage, ranges(report.Unaccounted))
	}
	return nil
}

func (e *Examiner) complainOf(document quarry.Document, remedy, problem string) {
	e.chart.complain(Finding{
		Check: "documents", Document: string(document.ID), Path: document.Path, Problem: problem, Remedy: remedy,
	})
}

// examination is the state of one document's.
type examination struct {
	*Examiner

	of       quarry.Document
	verifier *evidence.Verifier
}

// check holds one claim against the document's text.
func (e *examination) check(c quarry.Claim) {
	e.entries++
	v := e.verifier.Verify(c.Source, c.Words...)
	if v.Verified {
		return
	}
	problem := "its span, or one of its context, does not lie in the text on the lines that it names"
	switch {
	case v.TextSHA256 != e.of.TextSHA256:
		problem = "the text that it points into is another one"
	case len(v.MissingWords) > 0:
		problem = "the text does not say " + someOf(v.MissingWords)
	}
	e.chart.complain(Finding{
		Check: "spans", Document: string(e.of.ID), Path: e.of.Path, Entry: string(c.ID), Line: c.Source.LineStart,
		Problem: problem, Remedy: readAgain,
	})
}

// someOf lists words, no more than a person reads.
func someOf(words []string) string {
	const most = 8
	quoted := make([]string, 0, most)
	for _, word := range words[:min(len(words), most)] {
		quoted = append(quoted, fmt.Sprintf("%q", word))
	}
	if len(words) > most {
		quoted = append(quoted, fmt.Sprintf("and %d more words", len(words)-most))
	}
	return strings.Join(quoted, ", ")
}

func ranges(lines []quarry.LineRange) string {
	const most = 10
	texts := make([]string, 0, most)
	for _, l := range lines[:min(len(lines), most)] {
		text := strconv.Itoa(l.LineStart)
		if l.LineEnd != l.LineStart {
			text = fmt.Sprintf("%d-%d", l.LineStart, l.LineEnd)
		}
		texts = append(texts, text)
	}
	if len(lines) > most {
		texts = slices.Concat(texts, []string{fmt.Sprintf("and %d more places", len(lines)-most)})
	}
	return strings.Join(texts, ", ")
}
