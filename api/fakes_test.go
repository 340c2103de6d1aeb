package api_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/quarrykb/quarry"
)

// knowledge is a store in memory. It pages and remembers what it was asked,
// and leaves filtering to the real ones.
type knowledge struct {
	choosy bool // specs are listed by their attributes, too

	mu            sync.Mutex
	revision      atomic.Int64
	asked         quarry.Filter
	drawn         quarry.DrawRequest
	reads         atomic.Int64
	looks         atomic.Int64 // at the revision
	fault         error        // returned by every read but the revision's
	revisionFault error
	panics        bool
	aborts        bool // every read breaks the answer off
	waits         bool // every read waits for its context
	questions     []quarry.Question
	facts         []quarry.Fact
	specs         []quarry.Spec
	conflicts     []quarry.Conflict
	passages      []quarry.Passage
	documents     []quarry.Document
	contents      map[quarry.DocumentID]quarry.Content
	devices       []quarry.DeviceCount
	attributes    []quarry.Attribute
	topics        []quarry.TopicCounts
	glossary      []quarry.GlossaryTerm
	corrections   []quarry.Correction
	next          *quarry.DrawCursor

	askedCorrections quarry.CorrectionFilter
	place            string // the path at which every page ends
	placesRead       atomic.Int64
	step             int64 // by how much the revision rises before every read
}

// begin is what every read does first.
func (k *knowledge) begin(ctx context.Context) error {
	k.reads.Add(1)
	k.revision.Add(k.step)
	if k.panics {
		panic("the store fell over at /var/lib/secret")
	}
	if k.aborts {
		panic(http.ErrAbortHandler)
	}
	if k.waits {
		<-ctx.Done()
		return ctx.Err()
	}
	return k.fault
}

func (k *knowledge) lastAsked() quarry.Filter {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked
}

func (k *knowledge) lastDraw() quarry.DrawRequest {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.drawn
}

func (k *knowledge) now() quarry.Sequence { return quarry.Sequence(k.revision.Load()) }

func (k *knowledge) Revision(context.Context) (quarry.Sequence, error) {
	k.looks.Add(1)
	return k.now(), k.revisionFault
}

// pageOf cuts a page out of all items, whose places are their indexes.
func pageOf[T any](ctx context.Context, k *knowledge, all []T, f quarry.Filter, p quarry.PageRequest) (quarry.Page[T], error) {
	if err := k.begin(ctx); err != nil {
		return quarry.Page[T]{}, err
	}
	k.mu.Lock()
	k.asked = f
	k.mu.Unlock()
	start := min(p.After.Line, len(all))
	end := min(start+p.Limit, len(all))
	page := quarry.Page[T]{Items: all[start:end], Total: len(all), Revision: k.now()}
	if end < len(all) {
		page.Next = &quarry.Position{Path: k.place, Line: end, ID: "x_1"}
	}
	return page, nil
}

func one[T any](ctx context.Context, k *knowledge, all []T, is func(T) bool) (T, quarry.Sequence, error) {
	var none T
	if err := k.begin(ctx); err != nil {
		return none, 0, err
	}
	at := slices.IndexFunc(all, is)
	if at < 0 {
		return none, 0, quarry.Errorf(quarry.KindNotFound, "there is no such thing")
	}
	return all[at], k.now(), nil
}

func (k *knowledge) Questions(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Question], error) {
	return pageOf(ctx, k, k.questions, f, p)
}

func (k *knowledge) Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	return one(ctx, k, k.questions, func(q quarry.Question) bool { return q.ID == id })
}

func (k *knowledge) DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error) {
	if err := k.begin(ctx); err != nil {
		return quarry.Draw{}, err
	}
	k.mu.Lock()
	k.asked, k.drawn = r.Filter, r
	k.mu.Unlock()
	count := min(r.Count, len(k.questions))
	return quarry.Draw{
		Questions: k.questions[:count], Remaining: len(k.questions) - count, Next: k.next, Revision: k.now(),
	}, nil
}

func (k *knowledge) Facts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Fact], error) {
	return pageOf(ctx, k, k.facts, f, p)
}

func (k *knowledge) Fact(ctx context.Context, id quarry.FactID) (quarry.Fact, quarry.Sequence, error) {
	return one(ctx, k, k.facts, func(f quarry.Fact) bool { return f.ID == id })
}

func (k *knowledge) Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error) {
	specs := k.specs
	if k.choosy && len(f.Attributes) > 0 {
		specs = slices.DeleteFunc(slices.Clone(specs), func(s quarry.Spec) bool { return !slices.Contains(f.Attributes, s.Attribute.ID) })
	}
	if k.choosy && len(f.Devices) > 0 {
		specs = slices.DeleteFunc(slices.Clone(specs), func(s quarry.Spec) bool { return !slices.Contains(f.Devices, s.Device.ID) })
	}
	if k.choosy && len(f.Documents) > 0 {
		specs = slices.DeleteFunc(slices.Clone(specs), func(s quarry.Spec) bool { return !slices.Contains(f.Documents, string(s.Source.DocumentID)) })
	}
	return pageOf(ctx, k, specs, f, p)
}

func (k *knowledge) Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error) {
	return one(ctx, k, k.specs, func(s quarry.Spec) bool { return s.ID == id })
}

// ClaimsOf filters, as a comparison asks for claims in no other way.
func (k *knowledge) ClaimsOf(
	ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID,
) ([]quarry.Spec, quarry.Sequence, error) {
	if err := k.begin(ctx); err != nil {
		return nil, 0, err
	}
	k.mu.Lock()
	k.asked = quarry.Filter{Devices: devices, Attributes: attributes}
	k.mu.Unlock()
	var claims []quarry.Spec
	for _, spec := range k.specs {
		wanted := len(attributes) == 0 || slices.Contains(attributes, spec.Attribute.ID)
		if wanted && slices.Contains(devices, spec.Device.ID) {
			claims = append(claims, spec)
		}
	}
	return claims, k.now(), nil
}

func (k *knowledge) Conflicts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Conflict], error) {
	return pageOf(ctx, k, k.conflicts, f, p)
}

func (k *knowledge) Conflict(ctx context.Context, id quarry.ConflictID) (quarry.Conflict, quarry.Sequence, error) {
	return one(ctx, k, k.conflicts, func(c quarry.Conflict) bool { return c.ID == id })
}

func (k *knowledge) Passages(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Passage], error) {
	return pageOf(ctx, k, k.passages, f, p)
}

func (k *knowledge) Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error) {
	return one(ctx, k, k.passages, func(p quarry.Passage) bool { return p.ID == id })
}

// Documents alone filters, by path: routes ask it whether a document is there.
func (k *knowledge) Documents(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Document], error) {
	all := k.documents
	if len(f.Documents) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(d quarry.Document) bool {
			return !slices.Contains(f.Documents, d.Path) && !slices.Contains(f.Documents, string(d.ID))
		})
	}
	if len(f.Collections) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(d quarry.Document) bool { return !slices.Contains(f.Collections, d.Collection) })
	}
	if err := k.begin(ctx); err != nil {
		return quarry.Page[quarry.Document]{}, err
	}
	return quarry.Page[quarry.Document]{Items: all[:min(len(all), p.Limit)], Total: len(all), Revision: k.now()}, nil
}

// Places is in the order of the documents, which have one collection.
func (k *knowledge) Places(ctx context.Context, most int) ([]quarry.Place, quarry.Sequence, error) {
	if err := k.begin(ctx); err != nil {
		return nil, 0, err
	}
	k.placesRead.Add(1)
	var all []quarry.Place
	for _, d := range k.documents[:min(len(k.documents), most)] {
		all = append(all, quarry.Place{Collection: d.Collection, Path: d.Path})
	}
	return all, k.now(), nil
}

// Knowledge hands out every document with all entries, one a page.
func (k *knowledge) Knowledge(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Knowledge], error) {
	var all []quarry.Knowledge
	for _, document := range k.documents {
		all = append(all, quarry.Knowledge{
			Document: document, Content: k.contents[document.ID],
			Questions: k.questions, Facts: k.facts, Specs: k.specs, Passages: k.passages,
		})
	}
	return pageOf(ctx, k, all, f, p)
}

func (k *knowledge) Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error) {
	return one(ctx, k, k.documents, func(d quarry.Document) bool { return d.ID == id })
}

func (k *knowledge) Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	if err := k.begin(ctx); err != nil {
		return quarry.Content{}, 0, err
	}
	content, ok := k.contents[id]
	if !ok {
		return content, 0, quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
	}
	return content, k.now(), nil
}

// ConflictHeads hands out conflicts without their claims.
func (k *knowledge) ConflictHeads(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Conflict], error) {
	page, err := pageOf(ctx, k, k.conflicts, f, p)
	heads := make([]quarry.Conflict, 0, len(page.Items))
	for _, c := range page.Items {
		heads = append(heads, quarry.Conflict{
			ID: c.ID, Device: quarry.Device{ID: c.Device.ID}, Attribute: quarry.Attribute{ID: c.Attribute.ID},
			Conditions: c.Conditions, Unit: c.Unit, Ratio: c.Ratio, Hint: c.Hint,
		})
	}
	page.Items = heads
	return page, err
}

func (k *knowledge) DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error) {
	err := k.begin(ctx)
	return k.devices, k.now(), err
}

func (k *knowledge) DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error) {
	return k.attributes, k.begin(ctx)
}

func (k *knowledge) ClaimedAttributes(
	ctx context.Context, devices []quarry.DeviceID,
) (map[quarry.DeviceID][]quarry.AttributeMention, error) {
	claimed := map[quarry.DeviceID][]quarry.AttributeMention{}
	for _, spec := range k.specs {
		if slices.Contains(devices, spec.Device.ID) {
			claimed[spec.Device.ID] = append(claimed[spec.Device.ID], spec.Attribute)
		}
	}
	return claimed, k.begin(ctx)
}

func (k *knowledge) TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error) {
	err := k.begin(ctx)
	return k.topics, k.now(), err
}

func (k *knowledge) Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	err := k.begin(ctx)
	return k.glossary, k.now(), err
}

func (k *knowledge) Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error) {
	if err := k.begin(ctx); err != nil {
		return quarry.Evidence{}, err
	}
	claims := map[quarry.EntryRef][]quarry.Claim{}
	for _, q := range k.questions {
		claims[q.Entry().EntryRef] = q.Occurrences()
	}
	for _, one := range []quarry.Claimant{k.facts[0], k.specs[0], k.specs[1], k.passages[0]} {
		claims[one.Entry().EntryRef] = []quarry.Claim{quarry.ClaimOf(one)}
	}
	if claims[ref] == nil {
		return quarry.Evidence{}, quarry.Errorf(quarry.KindNotFound, "there is no %s %q", ref.Kind, ref.ID)
	}
	texts := map[quarry.DocumentID]quarry.StoredText{}
	for _, document := range k.documents {
		texts[document.ID] = quarry.StoredText{Text: k.contents[document.ID].Text, SHA256: document.TextSHA256}
	}
	return quarry.Evidence{Claims: claims[ref], Texts: texts, Revision: k.now()}, nil
}

func (k *knowledge) Stats(ctx context.Context) (quarry.Stats, error) {
	err := k.begin(ctx)
	return quarry.Stats{
		Documents: len(k.documents), Coverage: 1, Answered: 1, Bytes: 120, Revision: k.now(),
		Counts: quarry.Counts{Question: len(k.questions), Fact: len(k.facts)},
		Lines:  quarry.LineCounts{Entry: 7, Structure: 2},
	}, err
}

// searcher answers what it is told to, and remembers the query.
type searcher struct {
	mu    sync.Mutex
	asked quarry.Query
	found quarry.Found
	fault error

	during    func() // happens while it searches, where it is not nil
	text      string
	limit     int
	suggested quarry.Suggested
	to        quarry.QuestionID
}

func (s *searcher) Search(_ context.Context, q quarry.Query) (quarry.Found, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = q
	s.happen()
	answer := s.found
	answer.Mode = q.Mode
	return answer, s.fault
}

func (s *searcher) Suggest(_ context.Context, text string, limit int) (quarry.Suggested, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text, s.limit = text, limit
	return s.suggested, s.fault
}

func (s *searcher) Similar(_ context.Context, to quarry.Question, limit int) (quarry.Found, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.to, s.limit = to.ID, limit
	s.happen()
	return s.found, s.fault
}

func (s *searcher) happen() {
	if s.during != nil {
		s.during()
	}
}

// resembled returns what was to be like something last.
func (s *searcher) resembled() (quarry.QuestionID, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.to, s.limit
}

// typed returns what was to be completed last.
func (s *searcher) typed() (string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text, s.limit
}

func (s *searcher) last() quarry.Query {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// follower reports the state that it was given last.
type follower struct {
	mu    sync.Mutex
	state quarry.FollowerState
}

func (f *follower) State(context.Context) quarry.FollowerState {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

func (f *follower) set(state quarry.FollowerState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state = state
}
