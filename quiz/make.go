package quiz

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Material is what questions are made of.
type Material struct {
	Specs     []quarry.Spec
	Facts     []quarry.Fact
	Questions []quarry.Question
	Terms     []quarry.GlossaryTerm
}

// entries returns what may spell out a short form, as far as it has topics or a grade.
func (m Material) entries() map[quarry.EntryID]quarry.Entry {
	all := make(map[quarry.EntryID]quarry.Entry, len(m.Facts)+len(m.Questions))
	for _, f := range m.Facts {
		all[quarry.EntryID(f.ID)] = quarry.Entry{Topics: f.Topics, Grade: f.Grade}
	}
	for _, q := range m.Questions {
		all[quarry.EntryID(q.ID)] = quarry.Entry{Topics: q.Topics, Grade: q.Grade}
	}
	return all
}

// MostMade is how many questions are kept: more than anybody is asked, in memory that is small.
const MostMade = 20_000

// wrongChoices is how many choices a question has beside the answer.
const wrongChoices = 3

// Maker makes questions. It is a value that nothing changes.
type Maker struct {
	lexicon  *lexicon.Lexicon
	english  *text.Language
	stemmer  *text.Stemmer     // of one making alone: it is not shared
	per      map[string]string // what is put behind a name for a value of the axis
	emphasis *strings.Replacer // takes the marks of emphasis and code off
	patterns patterns
}

// NewMaker returns a maker that knows the lexicon's words.
func NewMaker(l *lexicon.Lexicon) *Maker {
	m := &Maker{
		lexicon: l, english: l.Language("en"), per: map[string]string{}, patterns: newPatterns(),
		emphasis: strings.NewReplacer("**", "", "__", "", "`", ""),
	}
	for _, term := range l.ConditionTerms() {
		if term.Axis == quarry.AxisPer && len(term.Phrases) > 0 && m.per[term.Value] == "" {
			m.per[term.Value] = term.Phrases[0]
		}
	}
	return m
}

// Make returns the questions that can be made of some material, by id. Of too many those are
// kept whose ids come first, which is as good as by chance. Its only error is that of its context.
func (m *Maker) Make(ctx context.Context, from Material) ([]quarry.Question, error) {
	own := *m
	m = &own
	m.stemmer = m.english.Stemmer(nil)
	made := m.figures(ctx, from.Specs)
	made = append(made, m.shortForms(ctx, from.Terms, from.entries())...)
	made = append(made, m.terms(ctx, from.Facts)...)
	made = append(made, m.siblings(ctx, from.Questions)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(made, func(a, b quarry.Question) int { return cmp.Compare(a.ID, b.ID) })
	made = slices.CompactFunc(made, func(a, b quarry.Question) bool { return a.ID == b.ID })
	return made[:min(len(made), MostMade)], nil
}

// choice is something that may be chosen, and the claim that says what is true of it.
type choice struct {
	text string
	says quarry.Claim
	// orders choices that have an order; others come as chance will have it.
	at float64
}

// draft is a question of which all but its form is decided.
type draft struct {
	sort   quarry.MadeType
	key    []string // what makes it this question, whatever there is to choose from
	prompt string
	answer choice
	wrong  []choice
	grade  quarry.Grade
	topics []quarry.TopicID
	ranked bool // whether choices are shown in their order
}

// id returns the question's id.
func (d draft) id() quarry.EntryID {
	return quarry.NewID(quarry.Identity{
		Kind: quarry.EntryGenerated, Collection: d.answer.says.Source.Collection,
		Path: d.answer.says.Source.Path, Key: append([]string{string(d.sort)}, d.key...),
	})
}

// question gives a draft its form. It returns false where two choices look alike.
func (d draft) question() (quarry.Question, bool) {
	id := d.id()
	all := shuffled(id, append([]choice{d.answer}, d.wrong...))
	if d.ranked {
		slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.at, b.at) })
	}
	made := &quarry.Made{Type: d.sort, Proof: d.answer.says}
	q := quarry.Question{
		ID: quarry.QuestionID(id), CanonicalID: quarry.QuestionID(id), Text: d.prompt, Answer: d.answer.text,
		Answered: true, AnswerState: quarry.AnswerOwn, Style: quarry.StyleChoice, Grade: estimated(d.grade),
		Topics: d.topics, Source: d.answer.says.Source, Made: made,
	}
	seen := map[string]bool{}
	for _, one := range all {
		if look := text.Folded(one.text); look == "" || seen[look] {
			return q, false
		} else { //nolint:revive // the look is of this choice alone
			seen[look] = true
		}
		q.Choices = append(q.Choices, one.text)
		if one.text != d.answer.text {
			made.Refutes = append(made.Refutes, quarry.Ground{Claim: one.says, Choice: one.text})
		}
	}
	return q, len(d.wrong) == wrongChoices
}

// addWrong gives a draft choices of what may be among them, in the order that its id decides.
func addWrong[T any](d *draft, from []T, fits func(T) (choice, bool)) {
	for _, other := range shuffled(d.id(), from) {
		if len(d.wrong) == wrongChoices {
			return
		}
		if one, ok := fits(other); ok {
			d.wrong = append(d.wrong, one)
		}
	}
}

// askAmong makes a question of each thing, if it is one to ask about, with those of its group that
// stand near it. It ends early with its context.
func askAmong[T any](ctx context.Context, things []T, groupOf func(T) string, ask func(own T, near []T) (draft, bool)) []quarry.Question {
	const most = 40 // that are looked at, to each side
	groups, places := map[string][]T{}, make([]int, len(things))
	for i, one := range things {
		of := groupOf(one)
		places[i] = len(groups[of])
		groups[of] = append(groups[of], one)
	}
	var made []quarry.Question
	for i, own := range things {
		if ctx.Err() != nil {
			return nil
		}
		group, at := groups[groupOf(own)], places[i]
		near := slices.Concat(group[max(0, at-most):at], group[at+1:min(len(group), at+1+most)])
		if d, ok := ask(own, near); ok {
			if q, whole := d.question(); whole {
				made = append(made, q)
			}
		}
	}
	return made
}

// estimated returns the grade of what proves an answer as that of the question: nobody states it.
func estimated(g quarry.Grade) quarry.Grade {
	if g.Difficulty == "" {
		return quarry.NoGrade()
	}
	g.Source = quarry.DifficultyEstimated
	return g
}

// shuffled returns a list in an order that an id decides.
func shuffled[T any](id quarry.EntryID, list []T) []T {
	if len(list) == 0 {
		return nil
	}
	order := quarry.NewPermutation(uint64(len(list)), hashOf(string(id)))
	out := make([]T, len(list))
	for i := range list {
		out[i] = list[order.At(uint64(i))]
	}
	return out
}

func hashOf(parts ...string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(strings.Join(parts, "\n")))
	return hash.Sum64()
}

// marks are characters of markup, which are no words of a text.
const marks = "|*`_{}<>[]$\\=~\n\t"

// readable reports whether a name or a term can stand in a sentence as it is.
func readable(name string, mostWords int) bool {
	const longest = 60
	count := text.WordCount(name)
	return name == strings.TrimSpace(name) && len(name) <= longest && count > 0 && count <= mostWords &&
		!strings.ContainsAny(name, marks+";:\"“”!?") && !strings.Contains(name, " – ") &&
		strings.Count(name, "(") == strings.Count(name, ")") && !strings.HasSuffix(name, ".")
}

// stemsOf returns the stems of the words of a text.
func (m *Maker) stemsOf(s string) map[string]bool {
	set := map[string]bool{}
	for _, word := range text.Words(s) {
		set[m.stemmer.Stem(word)] = true
	}
	return set
}

// shared counts the stems that two texts have in common.
func shared(a, b map[string]bool) int {
	count := 0
	for stem := range a {
		if b[stem] {
			count++
		}
	}
	return count
}

// bare takes the marks of emphasis and code off a text of one line.
func (m *Maker) bare(s string) string { return text.OneLine(m.emphasis.Replace(s)) }
