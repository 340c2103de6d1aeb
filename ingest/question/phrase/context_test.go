package phrase_test

import "testing"

func TestAQuestionLeansOnContextWhereItsWordsNameNothing(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for question, want := range map[string]bool{
		"Why?": true, "Why bother?": true, "How does it work?": true, "Why use this?": true, "Found a bug?": true, "Why rye?": true,
		"So what went wrong?": true, "What is rye?": false, "Why does dough rise?": false, "什么是索引？": false, "": false,
		"Who owns the mill?": false,
	} {
		if got := reader.LeansOnContext(question); got != want {
			t.Errorf("LeansOnContext(%q) = %v", question, got)
		}
	}
}
