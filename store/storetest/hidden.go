package storetest

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// marked are entries of every kind of which everything that a reader could say holds the
// word, beside a claim that one of them disagrees with.
const hiddenWord = "zebra"

func marked(t *testing.T, store Store) quarry.Knowledge {
	t.Helper()
	topic := []quarry.TopicID{hiddenWord}
	k := NewDraft("a.md").
		Question("What is a zebra?", "A striped zebra.", func(q *quarry.Question) { q.Topics = topic }).
		Question("Why has a zebra stripes?", "", func(q *quarry.Question) { q.Topics = topic }).
		Fact("The zebra", "The zebra abbreviated (ZB) runs.", func(f *quarry.Fact) { f.Topics = topic }).
		Spec("press-1", "power", 700, "W", func(s *quarry.Spec) { s.Device.Written, s.Topics = hiddenWord, topic }).
		Spec("zebra-1", "zebra-speed", 18, "m/s", func(s *quarry.Spec) {
			s.Device.Discovered, s.Attribute.Discovered, s.Topics = true, true, topic
		}).
		Passage("A zebra stands here.", func(p *quarry.Passage) { p.Topics = topic }).Knowledge()
	save(t, store, k)
	save(t, store, NewDraft("b.md").Spec("press-1", "power", 650, "W").Knowledge())
	answer(t, store, "r.1", k.Questions[0].ID, quarry.RatingAgain, morning().Add(-time.Hour))
	return k
}

// reading asks a store for all that one of its methods knows of some entries.
type reading func(ctx context.Context, s Store) (any, error)

// entryReaders are the methods of a store that could tell of a hidden entry and must not.
func entryReaders(k quarry.Knowledge) map[string]reading {
	refs, conflict := k.Refs(), quarry.ConflictOver(k.Specs[0]).ID
	devices, attributes := []quarry.DeviceID{"press-1", "zebra-1"}, []quarry.AttributeID{"power", "zebra-speed"}
	return map[string]reading{
		"Questions": listed(Store.Questions),
		"Facts":     listed(Store.Facts),
		"Specs":     listed(Store.Specs),
		"Passages":  listed(Store.Passages),
		"Conflicts": listed(Store.Conflicts),
		"ConflictHeads": func(ctx context.Context, s Store) (any, error) {
			page, err := s.ConflictHeads(ctx, quarry.Filter{}, everything())
			return map[bool]string{true: hiddenWord}[page.Total > 0], err
		},
		"Conflict": func(ctx context.Context, s Store) (any, error) {
			found, _, err := s.Conflict(ctx, conflict)
			if quarry.IsKind(err, quarry.KindNotFound) {
				err = nil
			}
			return found, err
		},
		"ClaimsOf":    func(ctx context.Context, s Store) (any, error) { return asked(s.ClaimsOf(ctx, devices, attributes)) },
		"Entries":     func(ctx context.Context, s Store) (any, error) { return asked(s.Entries(ctx, refs)) },
		"Occurrences": func(ctx context.Context, s Store) (any, error) { return asked(s.Occurrences(ctx, refs)) },
		"ScanEntries": func(ctx context.Context, s Store) (any, error) { return s.ScanEntries(ctx, quarry.EntryRef{}, 100) },
		"DrawQuestions": func(ctx context.Context, s Store) (any, error) {
			return s.DrawQuestions(ctx, quarry.DrawRequest{Count: 100})
		},
		"ContextEntries": func(ctx context.Context, s Store) (any, error) {
			return s.ContextEntries(ctx, quarry.ContextEntriesRequest{
				Refs: refs, Devices: devices[:1], Names: devices[1:], Attributes: attributes,
			})
		},
		"OpenQuestions": func(ctx context.Context, s Store) (any, error) { return s.OpenQuestions(ctx, "", 100) },
		"OpenAmong":     func(ctx context.Context, s Store) (any, error) { return s.OpenAmong(ctx, refs) },
		"Stats": func(ctx context.Context, s Store) (any, error) {
			stats, err := s.Stats(ctx)
			return map[bool]string{true: hiddenWord}[stats.Counts != quarry.Counts{Spec: 1}], err
		},
		"TopicCounts":          func(ctx context.Context, s Store) (any, error) { return asked(s.TopicCounts(ctx)) },
		"DeviceCounts":         func(ctx context.Context, s Store) (any, error) { return asked(s.DeviceCounts(ctx)) },
		"DiscoveredAttributes": func(ctx context.Context, s Store) (any, error) { return s.DiscoveredAttributes(ctx) },
		"ClaimedAttributes":    func(ctx context.Context, s Store) (any, error) { return s.ClaimedAttributes(ctx, devices) },
		"Glossary":             func(ctx context.Context, s Store) (any, error) { return asked(s.Glossary(ctx)) },
		"Cards": listed(func(s Store, ctx context.Context, _ quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.StoredCard], error) {
			return s.Cards(ctx, quarry.CardFilter{Learner: ann}, r)
		}),
		"ReadHistory": func(ctx context.Context, s Store) (any, error) {
			var h taken
			err := s.ReadHistory(ctx, ann, &h)
			return h.Cards[0].Text, err
		},
		"StudyQueue": func(ctx context.Context, s Store) (any, error) {
			queue, err := s.StudyQueue(ctx, quarry.StudyRequest{Learner: ann, Now: morning(), Most: 1})
			return map[bool]string{true: hiddenWord}[queue.Waiting != quarry.StudyWaiting{}], err
		},
		"StudyStats": func(ctx context.Context, s Store) (any, error) {
			return s.StudyStats(ctx, quarry.StudyStatsRequest{Learner: ann, Recall: func(quarry.Schedule) float64 { return 0 }})
		},
		"ChangesAfter": func(ctx context.Context, s Store) (any, error) {
			changes, err := s.ChangesAfter(ctx, 0, 1000)
			put := func(c quarry.Change) bool { return c.Op == quarry.OpPut && slices.Contains(refs, c.EntryRef) }
			return map[bool]string{true: hiddenWord}[slices.ContainsFunc(changes, put)], err
		},
	}
}

func listed[T any](of func(Store, context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error)) reading {
	return func(ctx context.Context, s Store) (any, error) { return of(s, ctx, quarry.Filter{}, everything()) }
}

func asked[T any](value T, _ quarry.Sequence, err error) (any, error) { return value, err }

// silent names the methods of a store that tell of no entry, of one that its caller names, or
// of what is stored as it is stored.
func silent() []string {
	return strings.Fields(`
		Document Documents Content StoredFile StoredDocuments Revision Check
		Question Fact Spec Passage Evidence Knowledge Corrections Correct Withdraw
		SaveDocument PreviewDocument DeleteDocument PreviewDelete
		DeriveConflicts ConflictsDerived PreviewConflicts RejudgeConflicts DeriveGlossary GlossaryDerived
		LinksDerived LinkAnswers EndLinks
		Embeddings BeginEmbedding ServeEmbedding DropEmbedding ApplyVectors ScanVectors Vectors
		AddKey Key Keys RevokeKey NoteKeyUse
		AddJob KeyedJob SaveJob Job Jobs AddAgain KeptJobs ForgetJobs
		Learner Learners LearnerSettings SetLearner DeleteLearner AddHistory Card EditCard AddCards Quote Review Reviews RecordReview UndoReview`)
}

func knowsAllReaders(t *testing.T, store Store) {
	t.Helper()
	readers := entryReaders(marked(t, store))
	for method := range reflect.TypeFor[Store]().Methods() {
		_, reads := readers[method.Name]
		if reads == slices.Contains(silent(), method.Name) {
			t.Errorf("%s: say what it tells of a hidden entry, in entryReaders or in silent", method.Name)
		}
	}
}

func nobodyFindsHidden(t *testing.T, store Store) {
	t.Helper()
	k := marked(t, store)
	readers := entryReaders(k)
	tell := func() []string {
		derive(t, store)
		deriveGlossary(t, store, bracketed)
		var telling []string
		for name, read := range readers {
			said, err := read(t.Context(), store)
			text, encodeErr := json.Marshal(must(t, said, err))
			if strings.Contains(strings.ToLower(string(must(t, text, encodeErr))), hiddenWord) {
				telling = append(telling, name)
			}
		}
		return slices.Sorted(slices.Values(telling))
	}
	all := slices.Sorted(maps.Keys(readers))
	equal(t, "who tells of it before", tell(), all)
	for _, ref := range k.Refs() {
		correct(t, store, quarry.Correction{EntryRef: ref, Action: quarry.ActionHide})
	}
	equal(t, "who tells of what is hidden", tell(), nil)
	save(t, store, k)
	equal(t, "who tells of it when its document is read again", tell(), nil)
	for _, ref := range k.Refs() {
		gone, err := store.Withdraw(t.Context(), ref, "")
		must(t, gone, err)
	}
	equal(t, "who tells of it afterwards", tell(), all)
}
