package quiz

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Library is what questions are made of, and where the stored ones are.
type Library interface { //nolint:interfacebloat // one for each noun that questions are made of
	Questions(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error)
	Specs(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Facts(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Fact], error)
	Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error)
	Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error)
}

// Store is a library in which generated questions stand beside the stored ones, where a filter asks
// for them. It makes them of what is stored when somebody asks, and keeps those of the newest
// revision.
type Store struct {
	library Library
	maker   *Maker

	turn chan struct{} // holds who makes them, or looks at them
	made made
}

// made is what was made at a moment.
type made struct {
	revision  quarry.Sequence
	glossary  *quarry.GlossaryTerm // the first of the terms, which are other ones once they are derived anew
	questions []quarry.Question    // by path, line and id
	byID      map[quarry.QuestionID]int
}

// NewStore returns a store that makes questions of a library.
func NewStore(library Library, maker *Maker) *Store {
	return &Store{library: library, maker: maker, turn: make(chan struct{}, 1)}
}

// mostRead is how many entries of a kind questions are made of: the first ones by path.
const mostRead = 50_000

// all returns what can be made of what is stored now. It is shared, and not changed.
func (s *Store) all(ctx context.Context) (made, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done(): // who waits for somebody else's turn may leave
		return made{}, ctx.Err()
	}
	terms, revision, err := s.library.Glossary(ctx)
	if err != nil {
		return made{}, err
	}
	var first *quarry.GlossaryTerm
	if len(terms) > 0 {
		first = &terms[0]
	}
	if s.made.byID != nil && s.made.revision == revision && s.made.glossary == first {
		return s.made, nil
	}
	from := Material{Terms: terms}
	from.Specs, err = read(ctx, s.library.Specs, func(s quarry.Spec) []quarry.Correction { return s.Corrected })
	if err == nil {
		from.Facts, err = read(ctx, s.library.Facts, func(f quarry.Fact) []quarry.Correction { return f.Corrected })
	}
	if err == nil {
		from.Questions, err = read(ctx, s.library.Questions, func(q quarry.Question) []quarry.Correction { return q.Corrected })
	}
	now := made{revision: revision, glossary: first, byID: map[quarry.QuestionID]int{}}
	if err == nil {
		now.questions, err = s.maker.Make(ctx, from)
	}
	if err != nil {
		return made{}, err
	}
	slices.SortFunc(now.questions, func(a, b quarry.Question) int { return comparePositions(positionOf(&a), positionOf(&b)) })
	for at, q := range now.questions {
		now.byID[q.ID] = at
	}
	s.made = now
	return now, nil
}

// read reads the entries of a kind that say what their sources do: no bytes prove what people say.
func read[T any](
	ctx context.Context, list func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error),
	corrections func(T) []quarry.Correction,
) ([]T, error) {
	var all []T
	const page = 1000
	for request := (quarry.PageRequest{Limit: page}); ; {
		found, err := list(ctx, quarry.Filter{}, request)
		if err != nil {
			return nil, err
		}
		for _, item := range found.Items {
			if !quarry.Reworded(corrections(item)) {
				all = append(all, item)
			}
		}
		if found.Next == nil || len(all) >= mostRead {
			return all, nil
		}
		request.After = *found.Next
	}
}

// matching returns the generated questions that a filter lets through, in the order of lists.
func (s *Store) matching(ctx context.Context, f quarry.Filter) ([]*quarry.Question, quarry.Sequence, error) {
	all, err := s.all(ctx)
	if err != nil {
		return nil, 0, err
	}
	var some []*quarry.Question
	for at := range all.questions {
		if q := &all.questions[at]; matches(q, f) {
			some = append(some, q)
		}
	}
	return some, all.revision, nil
}

// matches reports whether a filter lets a generated question through.
func matches(q *quarry.Question, f quarry.Filter) bool {
	source := q.Source
	in := func(documents []string) bool {
		return slices.Contains(documents, source.Path) || slices.Contains(documents, string(source.DocumentID))
	}
	return oneOf(f.Difficulties, q.Grade.Difficulty) && oneOf(f.DifficultySources, q.Grade.Source) &&
		oneOf(f.Styles, q.Style) && oneOf(f.AnswerStates, q.AnswerState) && oneOf(f.Collections, source.Collection) &&
		(len(f.Documents) == 0 || in(f.Documents)) && f.Answered != quarry.No && q.Grade.Confidence >= f.MinGrade &&
		(len(f.Topics) == 0 || slices.ContainsFunc(q.Topics, func(t quarry.TopicID) bool { return slices.Contains(f.Topics, t) }))
}

// oneOf reports whether a value is among those that are asked for; all are where none is.
func oneOf[T comparable](asked []T, value T) bool {
	return len(asked) == 0 || slices.Contains(asked, value)
}

func positionOf(q *quarry.Question) quarry.Position {
	return quarry.Position{Path: q.Source.Path, Line: q.Source.LineStart, ID: quarry.EntryID(q.ID)}
}

func comparePositions(a, b quarry.Position) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}

// Questions lists stored questions, generated ones, or both, by path, line and id. Another order is
// KindInvalid where generated ones are asked for.
func (s *Store) Questions(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Question], error) {
	if f.Generated != quarry.GeneratedInclude && f.Generated != quarry.GeneratedOnly {
		return s.library.Questions(ctx, f, r)
	}
	var page quarry.Page[quarry.Question]
	if r.Sort != (quarry.Sort{}) {
		const why = "generated questions are listed by path alone: leave sort out, or generated"
		return page, quarry.Errorf(quarry.KindInvalid, why).WithCode("invalid_parameter").OnField("sort", why)
	}
	some, revision, err := s.matching(ctx, f)
	if err != nil {
		return page, err
	}
	page.Revision = revision
	if f.Generated == quarry.GeneratedInclude {
		if page, err = s.library.Questions(ctx, f, r); err != nil {
			return page, err
		}
	}
	page.Total += len(some)
	from, _ := slices.BinarySearchFunc(some, r.After, func(q *quarry.Question, at quarry.Position) int {
		return cmp.Or(comparePositions(positionOf(q), at), -1) // behind the place, not at it
	})
	more := page.Next != nil || len(some)-from+len(page.Items) > r.Limit
	page.Items = slices.Clone(page.Items)
	for _, q := range some[from:min(from+r.Limit, len(some))] {
		page.Items = append(page.Items, *q)
	}
	slices.SortFunc(page.Items, func(a, b quarry.Question) int { return comparePositions(positionOf(&a), positionOf(&b)) })
	page.Items, page.Next = page.Items[:min(r.Limit, len(page.Items))], nil
	if more {
		last := positionOf(&page.Items[len(page.Items)-1])
		page.Next = &last
	}
	return page, nil
}

// Question returns a stored question, or one that is made of what is stored now.
func (s *Store) Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	if quarry.EntryKindOf(quarry.EntryID(id)) != quarry.EntryGenerated {
		return s.library.Question(ctx, id)
	}
	all, err := s.all(ctx)
	if err != nil {
		return quarry.Question{}, 0, err
	}
	at, ok := all.byID[id]
	if !ok {
		return quarry.Question{}, 0, quarry.Errorf(quarry.KindNotFound, "no question %q is made of what is stored", id)
	}
	return all.questions[at], all.revision, nil
}

// Evidence returns what an entry says and what its documents do: of a generated question, what its
// choices rest on.
func (s *Store) Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error) {
	if quarry.EntryKindOf(ref.ID) != quarry.EntryGenerated {
		return s.library.Evidence(ctx, ref)
	}
	q, revision, err := s.Question(ctx, quarry.QuestionID(ref.ID))
	if err != nil {
		return quarry.Evidence{}, err
	}
	found := quarry.Evidence{Claims: q.Made.Claims(), Texts: map[quarry.DocumentID]quarry.StoredText{}, Revision: revision}
	for _, claim := range found.Claims {
		of, err := s.library.Evidence(ctx, quarry.EntryRef{Kind: quarry.EntryKindOf(claim.ID), ID: claim.ID})
		if err != nil {
			return found, err
		}
		maps.Copy(found.Texts, of.Texts)
	}
	return found, nil
}
