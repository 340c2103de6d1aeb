package answerable

import (
	_ "embed" // the weights
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

//go:embed weights.json
var weights []byte

// Judge judges whether hits answer a query. It is never changed, and may be used by
// several goroutines.
type Judge struct {
	lexicon  *lexicon.Lexicon
	speeches map[string]*speech    // by the code of the language
	synonyms map[string][][]string // by stem: the stems of what means the same
	meant    map[string][][]string // by stem of an everyday word: the stems of what a field calls that, or others say for it
	model    *fit.Model
}

// New returns a judge. It fails only if the weights that are part of the program cannot be read.
func New(l *lexicon.Lexicon) (*Judge, error) {
	model, err := fit.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("judge what is answerable: %w", err)
	}
	j := &Judge{lexicon: l, speeches: speechesOf(l), synonyms: map[string][][]string{}, meant: map[string][][]string{}, model: model}
	stemmer := l.Language(english).Stemmer(nil)
	stems := func(phrase string) []string { return stemmer.Stems(text.WordsPlain(phrase)) }
	note := func(in map[string][][]string, group []string) { // for each phrase of one word the others
		phrases := mapped(group, stems)
		for i, phrase := range phrases {
			if len(phrase) == 1 {
				in[phrase[0]] = slices.Concat(in[phrase[0]], phrases[:i], phrases[i+1:])
			}
		}
	}
	for _, group := range l.Synonyms() {
		note(j.synonyms, group)
	}
	for _, line := range j.speeches[english].cues["near_meaning"].List() {
		note(j.meant, strings.Split(line, ","))
	}
	for _, one := range l.Paraphrases() {
		meant := mapped(one.Meant, stems)
		for _, said := range one.Said {
			if words := stems(said); len(words) == 1 {
				j.meant[words[0]] = slices.Concat(j.meant[words[0]], meant)
			}
		}
	}
	return j, nil
}

// mostJudged is how many of the best hits are held against a query.
const mostJudged = 10

// answered is from when on a part counts as answered: out of fold, the cut at which the
// least is refused that is answered while one in ten of what is not is told "yes".
const answered = 0.53

// Part is something that a query asks for itself.
type Part struct {
	Text       string
	Confidence float64 // 0 to 1: how likely it is that it is answered
	Features   map[string]float64

	*evidence
}

// Parts holds what a query asks for, each part for itself, against the best of the hits
// that were found for it: at least one part.
func (j *Judge) Parts(query string, found quarry.Found) []Part {
	all := mapped(found.Hits[:min(len(found.Hits), mostJudged)], j.read)
	return mapped(j.partsOf(query, found), func(p part) Part {
		e := j.gather(p, all)
		features := e.features()
		likely := j.model.Probability(mapped(j.model.Names(), func(name string) float64 { return features[name] }))
		return Part{Text: p.text, Confidence: likely, Features: features, evidence: e}
	})
}

// Judge says whether what was found answers a query, how likely that is, and why it says
// so, in a sentence. Where a query has several parts it is likely as they are in the mean.
func (j *Judge) Judge(query string, found quarry.Found) (quarry.Answerable, float64, string) {
	found.Hits = found.Hits[:min(len(found.Hits), mostJudged)]
	told := func(h quarry.Hit) bool { return h.Kind != quarry.EntryQuestion || h.Answered }
	parts := j.Parts(query, found)
	says, confidence := Together(parts)
	switch {
	case len(parts[0].words) == 0:
		return quarry.AnswerableNo, 0, "The query names nothing to look for."
	case len(found.Hits) == 0:
		unknown := slices.DeleteFunc(slices.Clone(parts[0].words), func(w word) bool { return w.Known })
		if len(unknown) > 0 {
			return quarry.AnswerableNo, 0, "No source mentions " + quoted(unknown) + "."
		}
		return quarry.AnswerableNo, 0, "Nothing was found."
	case !slices.ContainsFunc(found.Hits, told):
		return quarry.AnswerableNo, min(confidence, answered), "Only questions without an answer were found."
	case len(parts) == 1:
		return says, confidence, parts[0].reason(says == quarry.AnswerableYes)
	case says == quarry.AnswerableYes:
		return says, confidence, "The passages speak of all parts of the question."
	}
	least := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Confidence >= answered })
	return says, confidence, "Nothing that was found seems to answer " + listed(mapped(least, func(p Part) string { return "“" + p.Text + "”" })) + "."
}

// Together says how well parts of one query are answered together, of which there is one at
// least: all, some or none of them.
func Together(parts []Part) (quarry.Answerable, float64) {
	sum, yes := 0.0, 0
	for _, p := range parts {
		sum += p.Confidence
		if p.Confidence >= answered {
			yes++
		}
	}
	confidence := sum / float64(len(parts))
	switch yes {
	case len(parts):
		return quarry.AnswerableYes, confidence
	case 0:
		return quarry.AnswerableNo, confidence
	}
	return quarry.AnswerablePartly, confidence
}

// reason says what of a part is there.
func (p Part) reason(yes bool) string {
	// What nothing has that was found, or something like it only; of these what no entry has, and names.
	var missing, nowhere, names []word
	for i, w := range p.words {
		if p.union[i] > 0 && w.best >= 1 {
			continue
		}
		missing = append(missing, w)
		if !w.Known {
			nowhere = append(nowhere, w)
		}
		if w.name {
			names = append(names, w)
		}
	}
	wanted := map[kind]string{
		money: "a price", duration: "how long", date: "when", name: "who or which", reason: "a reason", number: "the number",
	}[p.wants]
	const asksTheSame, little = 0.6, 0.5
	switch {
	case yes && len(names) > 0:
		return "The passages speak of what is asked for, but do not mention " + quoted(names) + "."
	case yes:
		return "The passages speak of what is asked for."
	case p.open > asksTheSame:
		return "The question stands in the sources without an answer."
	case len(nowhere) > 0 && (len(names) > 0 || p.most < little):
		return "No source mentions " + quoted(nowhere) + "."
	case p.stated < p.most && wanted != "":
		return "What was found speaks of it, but does not seem to state " + wanted + "."
	case len(missing) > 0:
		return "What was found speaks of a part of it only: it does not mention " + quoted(missing) + "."
	}
	return "No single passage speaks of all that is asked for."
}

func quoted(words []word) string {
	return listed(mapped(words, func(w word) string { return "“" + w.full + "”" }))
}

// listed names things as a sentence does, four at most: "a, b or c".
func listed(things []string) string {
	const most = 4
	things = things[:min(len(things), most)]
	if n := len(things); n > 1 {
		return strings.Join(things[:n-1], ", ") + " or " + things[n-1]
	}
	return strings.Join(things, "")
}

func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}
