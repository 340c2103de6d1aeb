package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// Correct keeps a correction of an entry that there is.
func (k *knowledge) Correct(ctx context.Context, c quarry.Correction) (quarry.Correction, error) {
	if err := k.begin(ctx); err != nil {
		return c, err
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	if c.ID != quarry.EntryID(k.facts[0].ID) && c.ID != quarry.EntryID(k.specs[0].ID) && c.ID != quarry.EntryID(k.questions[0].ID) {
		return c, quarry.Errorf(quarry.KindNotFound, "there is no such thing")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.corrections = append(k.corrections, c)
	return c, nil
}

func (k *knowledge) Withdraw(ctx context.Context, ref quarry.EntryRef, action quarry.Action) ([]quarry.Correction, error) {
	if err := k.begin(ctx); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	var gone, left []quarry.Correction
	for _, c := range k.corrections {
		if c.EntryRef == ref && (action == "" || c.Action == action) {
			gone = append(gone, c)
		} else {
			left = append(left, c)
		}
	}
	k.corrections = left
	if len(gone) == 0 {
		return nil, quarry.Errorf(quarry.KindNotFound, "nothing was said of it")
	}
	return gone, nil
}

func (k *knowledge) Corrections(ctx context.Context, f quarry.CorrectionFilter, p quarry.PageRequest) (quarry.Page[quarry.Correction], error) {
	k.mu.Lock()
	k.askedCorrections = f
	all := k.corrections
	k.mu.Unlock()
	return pageOf(ctx, k, all, quarry.Filter{}, p)
}

const (
	correctedFact = "/v1/corrections/f_aaaaaaaaaaaaaaaaaaaa"
	correctedSpec = "/v1/corrections/s_aaaaaaaaaaaaaaaaaaaa"
)

// put is a request that says something of an entry, by who may.
func put(tb testing.TB, target, body string) *http.Request {
	tb.Helper()
	r := owned(httptest.NewRequestWithContext(tb.Context(), http.MethodPut, target, strings.NewReader(body)))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	return r
}

func TestACorrectionSaysWhoSaidItAndIsTakenBack(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := decoded[view.Correction](t, k.do(t, put(t, correctedFact, `{"action":"correct","statement":"It has two.","note":"I looked"}`)), http.StatusOK)
	if got.By != "local" || got.Set.Statement != "It has two." || *got.Note != "I looked" || got.State != "standing" {
		t.Errorf("correction = %+v", got)
	}
	decoded[view.Correction](t, k.do(t, put(t, correctedFact, `{"action":"grade","difficulty":"hard"}`)), http.StatusOK)
	list := decoded[view.List[view.Correction]](t, k.get(t, "/v1/corrections?kind=fact,spec&lapsed=true&entry=f_aaaaaaaaaaaaaaaaaaaa&limit=1"), http.StatusOK)
	if len(list.Items) != 1 || list.Total != 2 || list.NextCursor == nil {
		t.Errorf("list = %+v", list)
	}
	want := quarry.CorrectionFilter{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntrySpec}, Entry: "f_aaaaaaaaaaaaaaaaaaaa", Lapsed: quarry.Yes}
	if diff := cmp.Diff(want, k.store.askedCorrections); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	gone := decoded[view.List[view.Correction]](t, k.do(t, deleted(t, correctedFact+"?action=grade")), http.StatusOK)
	if len(gone.Items) != 1 || gone.Items[0].Action != "grade" {
		t.Errorf("taken back = %+v", gone)
	}
	decoded[view.List[view.Correction]](t, k.do(t, deleted(t, correctedFact)), http.StatusOK)
	problem(t, k.do(t, deleted(t, correctedFact)), http.StatusNotFound)
}

func TestACorrectionIsSignedWithTheNameOfItsKey(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	k.handler = k.server.Handler()
	r := put(t, correctedFact, `{"action":"hide"}`)
	r.Header.Del("Authorization")
	r.Header.Set("X-API-Key", secret.write)
	if got := decoded[view.Correction](t, k.do(t, r), http.StatusOK); got.By != "bot" {
		t.Errorf("said by %q, want the name of the key", got.By)
	}
}

func TestAValueIsReadAsTheSpecsOwn(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for written, want := range map[string]quarry.Bounds{
		"4 kW": quarry.Single(4000, "W"), "3,500 W": quarry.Single(3500, "W"), "4.5": quarry.Single(4500, "W"),
	} {
		body := `{"action":"correct","value":"` + written + `","conditions":{"basis":"Peak"}}`
		decoded[view.Correction](t, k.do(t, put(t, correctedSpec, body)), http.StatusOK)
		got := k.store.corrections[len(k.store.corrections)-1].Set
		if diff := cmp.Diff(want, got.Normalized); diff != "" || got.Conditions[quarry.AxisBasis] != "peak" {
			t.Errorf("%s (-want +got):\n%s\nconditions %v", written, diff, got.Conditions)
		}
	}
}

func TestACorrectionIsRefusedOnTheFieldThatIsAtFault(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for body, want := range map[string]struct{ target, code, field string }{
		`{"action":"praise"}`:                                  {correctedFact, "invalid_parameter", "action"},
		`{"statement":"It has two."}`:                          {correctedFact, "invalid_parameter", "action"},
		`{"action":"correct"}`:                                 {correctedFact, "invalid_parameter", "action"},
		`{"action":"correct","statment":"It has two."}`:        {correctedFact, "unknown_parameter", "statment"}, //nolint:misspell // that is the case
		`{"action":"correct","statement":2}`:                   {correctedFact, "invalid_parameter", "statement"},
		`{"action":"correct","statement":null}`:                {correctedFact, "invalid_parameter", "statement"},
		`{"action":"correct","question":"Who?"}`:               {correctedFact, "invalid_parameter", "text"},
		`{"action":"correct","subject":"a","subject":"b"}`:     {correctedFact, "repeated_parameter", "subject"},
		`{"action":"hide","subject":"a"}`:                      {correctedFact, "invalid_parameter", "subject"},
		`{"action":"grade","difficulty":"tough"}`:              {correctedFact, "invalid_parameter", "difficulty"},
		`{"action":"prefer"}`:                                  {correctedFact, "invalid_parameter", "action"},
		`{"action":"correct","value":"3 kW"}`:                  {correctedFact, "invalid_parameter", "value"},
		`{"action":"correct","value":"hot"}`:                   {correctedSpec, "invalid_parameter", "value"},
		`{"action":"correct","value":"3 kg"}`:                  {correctedSpec, "invalid_parameter", "value"},
		`{"action":"correct","value":"3 kW at noon"}`:          {correctedSpec, "invalid_parameter", "value"},
		`{"action":"correct","conditions":{"Per Kiln":"one"}}`: {correctedSpec, "invalid_parameter", "conditions"},
		`{"action":"correct","conditions":{"per":""}}`:         {correctedSpec, "invalid_parameter", "conditions"},
		`{"action":"correct","conditions":["per"]}`:            {correctedSpec, "invalid_parameter", "conditions"},
		`{"action":"correct","text":"x"}`:                      {"/v1/corrections/q_aaaaaaaaaaaaaaaaaaaa", "invalid_parameter", "text"},
		`{"action":"correct","choices":["one"]}`:               {"/v1/corrections/q_aaaaaaaaaaaaaaaaaaaa", "invalid_parameter", "choices"},
	} {
		got := problem(t, k.do(t, put(t, want.target, body)), http.StatusBadRequest)
		if got.Code != want.code || len(got.Errors) != 1 || got.Errors[0].Field != want.field {
			t.Errorf("%s: %s on %v, want %s on %s", body, got.Code, got.Errors, want.code, want.field)
		}
	}
	for target, status := range map[string]int{
		"/v1/corrections/f_bbbbbbbbbbbbbbbbbbbb": http.StatusNotFound, "/v1/corrections/c_aaaaaaaaaaaaaaaaaaaa": http.StatusNotFound,
		"/v1/corrections/d_aaaaaaaaaaaaaaaaaaaa": http.StatusNotFound, "/v1/corrections/kiln": http.StatusNotFound,
	} {
		problem(t, k.do(t, put(t, target, `{"action":"hide"}`)), status)
	}
	if len(k.store.corrections) > 0 {
		t.Errorf("kept %+v", k.store.corrections)
	}
}

func TestHiddenAnswersStayHiddenWhereTheyWereCorrected(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	answer := "Unmistakable."
	said := []quarry.Correction{{
		EntryRef: k.store.questions[0].Entry().EntryRef, Action: quarry.ActionCorrect, Set: quarry.Wording{Answer: &answer}, Was: quarry.Wording{Answer: &answer},
	}}
	k.store.questions[0].Corrected = said
	k.store.questions[0].Variants = []quarry.Variant{{ID: "q_cccccccccccccccccccc", Style: quarry.StyleOpen, Grade: quarry.NoGrade(), Corrected: said, Source: k.store.questions[0].Source}}
	for query, shown := range map[string]bool{"": true, "hide_answers=true": false} {
		got := k.get(t, "/v1/questions/random?count=5&"+query)
		if told := strings.Contains(got.Body.String(), answer); told != shown {
			t.Errorf("%q tells the corrected answer: %t, want %t\n%s", url.QueryEscape(query), told, shown, got.Body)
		}
	}
}
