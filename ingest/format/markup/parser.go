package markup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Language is one of light markup.
type Language struct {
	// Name is that of the layout.
	Name string
	// Version is raised when the same text would be written otherwise.
	Version int
	// Signs looks for what only texts of the language have.
	Signs func(text *ingest.Text) Signs
	// Marks are those within a line. The first that fits is taken.
	Marks []Mark
	// Begin returns what writes the blocks of one text.
	Begin func(w *Writer) Scan
}

// Scan writes the block that begins on a line, which is not blank and is given
// without the indentation of its region. It returns the line behind the block.
type Scan func(w *Writer, r Region, n int, line string) int

// Signs counts what speaks for a language, and against it.
type Signs struct {
	Titles int // that other languages might have too
	Own    int // marks that nothing else has
	Others int // marks of other languages
}

// confidence is certain of marks that nothing else has, and less so of titles alone.
func (s Signs) confidence() ingest.Confidence {
	switch {
	case s.Own > 0 && s.Own+s.Titles > 1 && s.Own+s.Titles > 2*s.Others:
		return ingest.Certain
	case s.Titles > 1 && s.Others == 0:
		return ingest.Likely
	}
	return ingest.NotMine
}

// Markdown reads the text that is written over.
type Markdown interface {
	Format() ingest.Format
	Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error)
}

// Parser reads the texts of one language.
type Parser struct {
	language Language
	phrases  *phrase.Reader
	markdown Markdown
}

// New returns a parser that leaves the reading to a parser of Markdown.
func New(language Language, lexicon *lexicon.Lexicon, markdown Markdown) *Parser {
	return &Parser{language: language, phrases: phrase.New(lexicon), markdown: markdown}
}

// Format names the layout. Its version is raised by Markdown's.
func (p *Parser) Format() ingest.Format {
	return ingest.Format{Name: p.language.Name, Version: p.language.Version + p.markdown.Format().Version}
}

// Recognise weighs the signs of the language.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	return p.language.Signs(text).confidence()
}

// Parse writes the text over, has it read, and adds what the language has found itself.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	w := &Writer{Transcript: NewTranscript(text), Source: text, Phrases: p.phrases, marks: p.language.Marks}
	w.scan = p.language.Begin(w)
	w.Region(Region{First: 1, Last: text.Lines()})
	found, err := p.markdown.Parse(ctx, w.Written())
	if err != nil {
		return ingest.Extraction{}, err
	}
	found = w.Back(found)
	found.Questions = append(found.Questions, w.Own.Questions...)
	slices.SortStableFunc(found.Questions, func(a, b quarry.Question) int { return cmp.Compare(a.Source.ByteStart, b.Source.ByteStart) })
	for i := range found.Questions {
		q := &found.Questions[i]
		q.Text, q.Answer = unmarked(q.Text), unmarked(q.Answer)
		if w.Grade != nil && (q.Grade == quarry.NoGrade() || q.Grade == quarry.Grade{}) {
			q.Grade = w.Grade(q.Source.LineStart)
		}
	}
	for i := range found.Passages {
		found.Passages[i].Text = unmarked(found.Passages[i].Text)
	}
	found.Metadata, found.Title = w.Own.Metadata, cmp.Or(w.Own.Title, found.Title)
	return found, nil
}

// unmarked takes the marks out of a text that was not read by them and that stand for what the
// language writes otherwise: of containers, whose titles stay, and of items that were counted.
func unmarked(text string) string {
	if !strings.Contains(text, frame) && !strings.Contains(text, counted) {
		return text
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		said := strings.TrimLeft(line, " ")
		bare, isFrame := strings.CutPrefix(said, frame)
		_, title, titled := strings.Cut(bare, " ")
		number, rest, isItem := strings.Cut(said, ". ")
		switch {
		case isItem && strings.HasPrefix(number, counted) && strings.Trim(number, "0123456789") == "":
			kept = append(kept, line[:len(line)-len(said)]+"- "+rest)
		case !isFrame:
			kept = append(kept, line)
		case titled:
			kept = append(kept, title)
		}
	}
	return strings.Join(kept, "\n")
}
