package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// folded returns the words of a name in lower case: "correctAnswer_1" is "correct answer 1".
func folded(name string) string {
	return strings.ToLower(strings.Join(text.NameWords(name, text.DigitsApart), " "))
}

func words(name string) []string { return strings.Fields(folded(name)) }

// role is what the name of a field promises.
type role int

const (
	noRole role = iota
	questionRole
	answerRole
	choicesRole
	optionRole // one of the options
	wrongRole  // options that are not right
	explanationRole
	gradeRole
	headingRole
	inputRole // what an instruction is applied to
	textRole  // words at length
	subjectRole
	metaRole // of the record, not of its content
)

// sure is how much a name promises its role.
type sure int

// Surenesses: a weak name needs a partner or content that agrees.
const (
	weak   sure = 1
	likely sure = 3
	strong sure = 5
	exact  sure = 6
)

// promise is a role with its sureness.
type promise struct {
	role role
	sure sure
}

// Core returns what a field is called without the hint for filling it in, behind a dash or in
// brackets: "Answer(s) - at least one" is "Answer". A name that has nothing else stays as it is.
func Core(name string) string {
	core := name
	for _, dash := range []string{" - ", " – ", " — "} {
		core, _, _ = strings.Cut(core, dash)
	}
	if open := strings.IndexByte(core, '('); open > 0 && strings.HasSuffix(strings.TrimSpace(core), ")") {
		core = core[:open]
	}
	return cmp.Or(strings.TrimSpace(core), name)
}

// Names of fields that are made.
const (
	pathMark = "\x00" // parts the names of fields within fields
	keyName  = "name" // of the key that a record goes by
)

// promisesOf returns the promises of names that make one as a whole.
func promisesOf(cues lexicon.Cues) map[string]promise {
	promises := map[string]promise{}
	for _, one := range []struct {
		names lexicon.Cue
		promise
	}{
		{"grade_fields", promise{gradeRole, strong}},
		{"choice_fields", promise{choicesRole, strong}},
		{"answer_list_fields", promise{choicesRole, weak}},
		{"long_answer_fields", promise{explanationRole, strong}},
		{"question_fields", promise{questionRole, exact}},
		{"front_fields", promise{questionRole, strong}},
		{"term_fields", promise{questionRole, likely}},
		{"input_fields", promise{inputRole, weak}},
		{"answer_fields", promise{answerRole, exact}},
		{"back_fields", promise{answerRole, strong}},
		{"verdict_fields", promise{answerRole, weak}},
		{"heading_fields", promise{headingRole, strong}},
		{"language_fields", promise{metaRole, strong}},
		{"text_fields", promise{textRole, strong}},
		{"remark_fields", promise{textRole, weak}},
		{"subject_fields", promise{subjectRole, strong}},
		{"id_fields", promise{metaRole, strong}},
		{"detail_fields", promise{metaRole, likely}},
	} {
		for _, name := range cues[one.names].List() {
			if _, promised := promises[name]; !promised {
				promises[name] = one.promise
			}
		}
	}
	return promises
}

// lastOf returns the last part of a path, all of any other name.
func lastOf(name string) string { return name[strings.LastIndex(name, pathMark)+1:] }

// promised returns what a name promises, of a path its last part: by its words together or
// by one of them.
func (r *Reader) promised(name string) promise {
	if r.phrases.IsOffer(name) { // "R/F"
		return promise{answerRole, likely}
	}
	parts := words(Core(lastOf(name)))
	whole := strings.Join(parts, " ")
	if p, ok := r.promises[whole]; ok {
		return p
	}
	has := func(cue lexicon.Cue) bool { return r.cues[cue].HasAny(parts...) }
	answers := has("answer_field_words")
	switch {
	case answers && slices.Contains(parts, "plausible"): // and wrong
		return promise{metaRole, strong}
	case has("wrong_field_words"):
		return promise{wrongRole, strong}
	case has("explanation_field_words"):
		return promise{explanationRole, strong}
	case has("question_field_words") && !has("record_words") && !answers:
		return promise{questionRole, strong}
	case has("right_field_words"), r.cues["right_fields"].Has(whole), answers && !has("record_words"):
		return promise{answerRole, likely}
	}
	return promise{}
}
