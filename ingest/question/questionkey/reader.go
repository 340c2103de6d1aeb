package questionkey

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Version numbers the way in which questions are read. Another version makes
// every document be read again.
const Version = 6

// Reader tells what questions ask.
type Reader struct {
	lexicon  *lexicon.Lexicon
	phrases  *phrase.Reader
	cues     lexicon.Cues
	english  *text.Language
	synonyms synonyms
	plain    *strings.Replacer // puts a hyphen for a minus, and whole words for contractions with "not"

	listMark, formula, piece *regexp.Regexp
}

// NewReader returns a reader that knows the devices, units and synonyms of a lexicon.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	r := &Reader{
		lexicon: lexicon, phrases: phrase.New(lexicon), cues: lexicon.Cues(), english: lexicon.Language("en"),
		plain: strings.NewReplacer("−", "-", "can't", "can not", "Can't", "can not", "cannot", "can not", "Cannot", "can not",
			"won't", "will not", "Won't", "will not", "shan't", "shall not", "n't", " not"),
		listMark: regexp.MustCompile(listMark), formula: regexp.MustCompile(formula), piece: regexp.MustCompile(piece),
	}
	r.synonyms = newSynonyms(lexicon.Synonyms(), r.tokens)
	return r
}

// longest is how many bytes of words and choices are read for what they mean. Of
// a longer question the key is made of its words alone.
const longest = 4000

// keyBytes is what is kept of a hash.
const keyBytes = 16

// Key returns what a question asks, "" where that cannot be said without what
// stands around it, as of "What does this show?".
func (r *Reader) Key(q quarry.Question) string {
	said := r.Canonical(q)
	if said == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(said))
	return base64.RawURLEncoding.EncodeToString(sum[:keyBytes])
}

// Canonical returns what Key is made of, for people who want to know why two
// questions are the same. Questions of which sources state different grades never are: each
// would be drawn by the grade of the other. What is said to be medium or hard asks for
// more than its words, so that a question without a grade is the same as an easy one.
func (r *Reader) Canonical(q quarry.Question) string {
	words := r.ungraded(q)
	if harder := q.Grade.Difficulty; words != "" && q.Grade.Source == quarry.DifficultyStated && harder != quarry.Easy {
		return words + " | stated " + string(harder)
	}
	return words
}

// ungraded is Canonical without what the source says of its difficulty.
func (r *Reader) ungraded(q quarry.Question) string {
	size := len(q.Text)
	for _, choice := range q.Choices {
		size += len(choice)
	}
	if size > longest {
		folded := strings.Fields(strings.ToLower(q.Text + " | " + strings.Join(q.Choices, " | ")))
		return "long " + strings.Join(folded, " ")
	}
	said := r.said(q)
	if said == "" {
		return ""
	}
	choices := make([]string, len(q.Choices)) // a set
	for i, choice := range q.Choices {
		choices[i] = joined(r.withoutArticles(r.tokens(choice)))
	}
	slices.Sort(choices)
	return strings.Join(append([]string{said}, choices...), " | ")
}

// said returns the canonical form of a question's words.
func (r *Reader) said(q quarry.Question) string {
	words := q.Text
	if q.Style == quarry.StyleTrueFalse {
		words, _ = r.phrases.Own(words)
	}
	tokens := r.tokens(words)
	pointsElsewhere := func(t token) bool {
		return r.cues["pointing_around"].Has(t.word) || t.word == "following" && q.Style != quarry.StyleChoice
	}
	if slices.ContainsFunc(tokens, pointsElsewhere) { // to what only stands around them
		return ""
	}
	a := r.read(slices.DeleteFunc(tokens, func(t token) bool { return r.cues["spoken_only"].Has(t.word) }))
	switch {
	case q.Style == quarry.StyleTrueFalse && a.kind != kindWhat:
		a.kind = "true " + a.kind
	case q.Style == quarry.StyleCloze:
		a.kind = "blank " + a.kind
	}
	a.words = r.withoutArticles(a.words)
	const enough = 2
	if r.isEmpty(a.words) && len(q.Choices) < enough { // choices say what "which is right" is about
		return ""
	}
	return r.spelled(a)
}

// spelled writes what is asked. Synonyms are taken for each other where that leaves different
// things different: who asks what sets a term apart from its synonym means the words.
func (r *Reader) spelled(a asked) string {
	same, merged := r.synonyms.replace(a.words)
	if merged {
		same = a.words
	}
	a.words = same
	if set, ok := r.contrast(a); ok {
		return set // "" where a thing is set beside itself
	}
	if a.kind == kindWhat {
		a.words = r.flipped(a.words)
	}
	return a.kind + ": " + joined(a.words)
}
