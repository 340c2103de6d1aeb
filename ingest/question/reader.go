// Package question reads the questions of a text. It promises that no line belongs to two
// of them, and that each stands under the titles that it stands under in its text, with
// the grade and the style that those state where it states none itself.
package question

import (
	"cmp"
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Reader reads questions with finders, the first of them first: what one has taken is not
// seen by the next.
type Reader struct {
	phrases *phrase.Reader
	finders []ingest.Finder
}

// NewReader returns a reader that knows the lexicon's words.
func NewReader(lexicon *lexicon.Lexicon, finders ...ingest.Finder) *Reader {
	return &Reader{phrases: phrase.New(lexicon), finders: finders}
}

// Version is raised by that of any finder.
func (r *Reader) Version() int {
	version := 0
	for _, finder := range r.finders {
		version += finder.Format().Version
	}
	return version
}

// fewestOfPage is how many questions make a text a page of them, around which there is furniture.
const fewestOfPage = 3

// Find takes the questions out of the lines that are free, and what belongs to the page
// around them and not to its content. It returns both in the order of the lines.
func (r *Reader) Find(ctx context.Context, lines *ingest.Lines) ([]ingest.Found, []ingest.Mark) {
	var all []ingest.Found
	for _, finder := range r.finders {
		if ctx.Err() != nil {
			return nil, nil
		}
		for _, found := range finder.Find(lines) {
			for _, own := range append(found.Elsewhere, found.Lines) {
				lines.Take(own.LineStart, own.LineEnd)
			}
			all = append(all, found)
		}
	}
	slices.SortFunc(all, func(a, b ingest.Found) int { return cmp.Compare(a.Lines.LineStart, b.Lines.LineStart) })
	if len(all) < fewestOfPage {
		return all, nil
	}
	return all, r.furniture(lines)
}

func (r *Reader) furniture(lines *ingest.Lines) []ingest.Mark {
	var marks []ingest.Mark
	fences := lines.Fences()
	for n := 1; n <= lines.Lines(); n++ {
		if !lines.Free(n) || fences[n] {
			continue
		}
		if rule := r.phrases.Furniture(lines.Line(n)); rule != "" {
			lines.Take(n, n)
			marks = append(marks, ingest.Furniture(n, n, rule))
		}
	}
	return marks
}

// Read returns what was found under the titles of a text's sections, with what those say
// of all below them. A title that only the questions know titles the text too.
func (r *Reader) Read(all []ingest.Found, sections []doc.Section) ingest.Extraction {
	var read ingest.Extraction
	title := ""
	for _, found := range all {
		q := found.Question
		q.Source.Heading = slices.Clone(doc.Above(sections, found.Lines.LineStart, found.Level))
		title = cmp.Or(found.Title, title)
		read.Title = cmp.Or(read.Title, title)
		if title != "" {
			q.Source.Heading = append(q.Source.Heading, title)
		}
		if q.Grade.Source != quarry.DifficultyStated {
			q.Grade = r.phrases.GradeUnder(q.Source.Heading...)
		}
		if q.Style == "" || q.Style == quarry.StyleOpen {
			q.Style = r.phrases.StyleOf(q.Text, q.Answer, q.Source.Heading...)
		}
		read.Questions = append(read.Questions, q)
		read.Marks = append(read.Marks, found.Marks...)
		for _, further := range found.Elsewhere {
			read.Marks = append(read.Marks, ingest.Mark{Lines: further, State: quarry.LineEntry})
		}
	}
	return read
}
