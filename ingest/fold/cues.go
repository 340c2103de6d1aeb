package fold

import "github.com/quarrykb/quarry/internal/lexicon"

// Cues of folds: words of their titles, and of the names of elements and attributes.
const (
	answerNames        lexicon.Cue = "answer_names"
	aroundAnswers      lexicon.Cue = "around_answers"
	hintLabels         lexicon.Cue = "hint_labels"
	questionNames      lexicon.Cue = "question_names"
	rhetoricalOpenings lexicon.Cue = "rhetorical_openings"
	contentsTitles     lexicon.Cue = "contents_titles"
	titleElements      lexicon.Cue = "title_elements"
	bodyElements       lexicon.Cue = "body_elements"
	questionElements   lexicon.Cue = "question_elements"
	questionAttributes lexicon.Cue = "question_attributes"
	titleAttributes    lexicon.Cue = "title_attributes"
	answerAttributes   lexicon.Cue = "answer_attributes"
	gradeFields        lexicon.Cue = "grade_keys"
)
