package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/quarrykb/quarry"
)

// ChapterNotes is how many notes a chapter has.
const ChapterNotes = 100

// How long notes are, in words: most of them a paragraph, a few a page.
const (
	noteMiddle = 60
	noteSpread = 0.6
	noteLeast  = 12
	noteMost   = 400
)

// note is a title and what stands below it.
type note struct {
	title, text string
	telling     []string // the words of both that say something
}

// noteOf writes the n-th note of a seed.
func noteOf(seed, n uint64) note {
	random := rand.New(rand.NewPCG(seed, n)) //nolint:gosec // The same seed has to give the same text.
	v := newVocabulary(random)
	var title, text strings.Builder
	said := v.sentence(&title, 4+random.IntN(7))
	left := int(noteMiddle * math.Exp(noteSpread*random.NormFloat64()))
	for left = max(noteLeast, min(noteMost, left)); left > 0; {
		words := min(left, 8+random.IntN(13))
		left -= words
		said = append(said, v.sentence(&text, words)...)
		text.WriteString(". ")
	}
	return note{title: title.String(), text: strings.TrimSpace(text.String()), telling: said}
}

// Chapter is a document of a hundred notes as people keep them, in the form in
// which a store takes it: two of three are questions with answers, the others
// passages. Their words follow Zipf's law. Each number gives another document.
func Chapter(seed uint64, number int) quarry.Knowledge {
	document := quarry.Document{
		Collection: quarry.DefaultCollection, Root: "/generated", Path: fmt.Sprintf("notes/%06d.md", number),
		Title: fmt.Sprintf("Chapter %d", number), TextOf: quarry.TextOfFile, Encoding: quarry.UTF8,
		Fingerprint: "generated",
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	c := chapter{document: document}
	for i := range ChapterNotes {
		c.add(noteOf(seed, uint64(number*ChapterNotes+i)), i) //nolint:gosec // A number is never negative.
	}
	return c.knowledge()
}

// chapter is a document that is being written.
type chapter struct {
	strings.Builder

	document  quarry.Document
	questions []quarry.Question
	passages  []quarry.Passage
}

// add writes a note, four lines of it.
func (c *chapter) add(n note, place int) {
	start := c.Len()
	c.WriteString("## " + n.title + "\n\n" + n.text + "\n\n")
	source := quarry.Source{
		DocumentID: c.document.ID, Collection: c.document.Collection, Path: c.document.Path,
		Title:   c.document.Title,
		Heading: []string{n.title},
		Span:    quarry.Span{ByteStart: start, ByteEnd: c.Len() - 2, LineStart: 4*place + 1, LineEnd: 4*place + 3},
	}
	topics := []quarry.TopicID{"general"}
	if place%3 == 2 {
		p := quarry.Passage{Text: n.text, Grade: quarry.NoGrade(), Topics: topics, Source: source}
		p.ID = quarry.PassageID(quarry.NewID(p.Identity()))
		c.passages = append(c.passages, p)
		return
	}
	q := quarry.Question{
		Text: n.title, Answer: n.text, Answered: true, AnswerState: quarry.AnswerOwn, Style: quarry.StyleOpen,
		Grade: quarry.StatedGrade(quarry.Difficulties()[place%len(quarry.Difficulties())]), Topics: topics,
		Source: source,
	}
	identity := q.Identity()
	identity.Ordinal = place // The same title may come twice.
	q.ID = quarry.QuestionID(quarry.NewID(identity))
	q.CanonicalID = q.ID
	c.questions = append(c.questions, q)
}

func (c *chapter) knowledge() quarry.Knowledge {
	text := []byte(c.String())
	sum := sha256.Sum256(text)
	c.document.SHA256 = hex.EncodeToString(sum[:])
	c.document.TextSHA256, c.document.Bytes = c.document.SHA256, int64(len(text))
	for i := range c.questions {
		c.questions[i].Source.SHA256 = c.document.SHA256
	}
	for i := range c.passages {
		c.passages[i].Source.SHA256 = c.document.SHA256
	}
	return quarry.Knowledge{
		Document: c.document, Content: quarry.Content{Text: text}, Questions: c.questions, Passages: c.passages,
	}
}

// NoteQueries writes so many queries for the first notes of a seed, each of
// different words that stand together in one of them: two to five, in every
// fourth query eight to twelve.
func NoteQueries(seed uint64, count, notes int) [][]string {
	queries := make([][]string, count)
	for i := range queries {
		random := rand.New(rand.NewPCG(seed^querySeed, uint64(i))) //nolint:gosec // The same seed has to give the same queries.
		from := noteOf(seed, random.Uint64N(uint64(max(1, notes))))
		wanted := 2 + random.IntN(4)
		if i%4 == 0 {
			wanted = 8 + random.IntN(5)
		}
		queries[i] = different(from.telling, wanted, random)
	}
	return queries
}

// different draws so many different words, all there are where they are fewer.
func different(of []string, count int, random *rand.Rand) []string {
	var drawn []string
	seen := map[string]bool{}
	for _, at := range random.Perm(len(of)) {
		if word := strings.ToLower(of[at]); len(drawn) < count && !seen[word] {
			seen[word] = true
			drawn = append(drawn, word)
		}
	}
	return drawn
}
