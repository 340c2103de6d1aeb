package write

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// Corrector keeps what people say of entries beside their sources.
type Corrector interface {
	// Correct keeps a correction, in the place of another one by the same action.
	Correct(ctx context.Context, c quarry.Correction) (quarry.Correction, error)
	// Withdraw takes corrections of an entry back: by one action, or by every where that is "".
	Withdraw(ctx context.Context, ref quarry.EntryRef, action quarry.Action) ([]quarry.Correction, error)
}

// CorrectionReader reads corrections, and the specs that they are of.
type CorrectionReader interface {
	Corrections(ctx context.Context, f quarry.CorrectionFilter, r quarry.PageRequest) (quarry.Page[quarry.Correction], error)
	Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error)
}

// longestCorrection is how many bytes a correction may have: as many as 26 choices take that
// are far longer than any.
const longestCorrection = 256 << 10

// SetCorrection keeps what a person says of an entry.
//
//	@Summary		Correct, hide, grade or prefer an entry
//	@Description	Says something of a question, fact, spec or passage beside its source; a key with the scope `write` is needed. `correct` gives it other words, or a spec another value or other conditions; `hide` takes it out of all lists, draws, searches, contexts, comparisons and counts, and it is still read by its id; `grade` says how hard it is, as if its source did; `prefer` names a spec the best of those that claim the same, in the place of the one that was.
//	@Description
//	@Description	What the source says stays beside it: the entry has `corrected`, and `/verify` is about the source's own words. An entry has one correction of each action: this one takes the place of the one before, so that the same request may be sent again. Searches follow within seconds. When its document is read again the correction stands as long as the bytes of the entry are the same; otherwise it lapses until they are back.
//	@Param			id				path		string					true	"id of the entry"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Param			correction		body		view.CorrectionRequest	true	"what is said of it"
//	@Success		200				{object}	view.Correction			"it stands"
//	@Failure		413				{object}	view.Problem
//	@Failure		415				{object}	view.Problem
//	@Failure		507				{object}	view.Problem
//	@Router			/v1/corrections/{id} [put]
func (h *Handlers) SetCorrection(c *gin.Context) error {
	ref, err := h.correctable(c)
	if err != nil {
		return err
	}
	body, err := rest.ReadJSON(c, longestCorrection)
	if err != nil {
		return err
	}
	said, err := readCorrection(body)
	if err != nil {
		return err
	}
	who := rest.CallerOf(c)
	correction := quarry.Correction{
		EntryRef: ref, Action: quarry.Action(said.Action), Note: said.Note, By: cmp.Or(who.Name, string(who.Key)),
		Set: quarry.Wording{
			Text: cmp.Or(said.Question, said.Text), Answer: said.Answer, Choices: said.Choices,
			Subject: said.Subject, Statement: said.Statement, Difficulty: quarry.Difficulty(said.Difficulty),
		},
	}
	switch {
	case said.Text != "" && ref.Kind == quarry.EntryQuestion:
		return rest.RefuseField("text", rest.CodeParameter, "is no part of a question: its words are question")
	case said.Question != "" && ref.Kind == quarry.EntryPassage:
		return rest.RefuseField("question", rest.CodeParameter, "is no part of a passage: its words are text")
	}
	if correction.Set.Conditions, err = h.conditionsOf(said.Conditions); err != nil {
		return err
	}
	if said.Value != "" {
		if err := h.readValue(c.Request.Context(), said.Value, &correction); err != nil {
			return err
		}
	}
	if correction, err = h.Corrector.Correct(c.Request.Context(), correction); err != nil {
		return err
	}
	return h.Answer(c, view.NewCorrection(correction))
}

// WithdrawCorrections takes back what was said of an entry.
//
//	@Summary		Withdraw corrections of an entry
//	@Description	Takes back what was said of an entry, by one `action` or by every: it is again what its source says, and a hidden one is found again. The answer lists what was taken back. 404 where nothing was said of it, also when that was taken back before.
//	@Param			id				path		string		true	"id of the entry"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Param			action			query		string		false	"what is taken back; everything where it is left out"	Enums(correct,hide,grade,prefer)
//	@Success		200				{object}	view.List[view.Correction]
//	@Failure		507				{object}	view.Problem
//	@Router			/v1/corrections/{id} [delete]
func (h *Handlers) WithdrawCorrections(c *gin.Context) error {
	p := rest.NewParameters(c)
	var action quarry.Action
	if p.Has("action") {
		action = rest.OneOf(p, "action", quarry.Actions())
	}
	ref, err := h.correctable(c)
	if err = cmp.Or(p.Err(), err); err != nil {
		return err
	}
	gone, err := h.Corrector.Withdraw(c.Request.Context(), ref, action)
	if err != nil {
		return err
	}
	return h.Answer(c, view.List[view.Correction]{Items: view.Map(gone, view.NewCorrection), Total: len(gone)})
}

// ListCorrections answers a part of the corrections.
//
//	@Summary		List corrections
//	@Description	What people said of entries beside their sources, by the path and line of these. A correction that has lapsed is kept: its entry is gone, or was read from other bytes, and it stands again when they are back.
//	@Param			kind	query		[]string	false	"kinds of entry"	collectionFormat(csv)	Enums(question,fact,spec,passage)
//	@Param			entry	query		string		false	"id of the entry"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Param			lapsed	query		boolean		false	"those that have lapsed, or that stand; both where it is left out"
//	@Success		200		{object}	view.List[view.Correction]
//	@x-fresh		true
//	@Router			/v1/corrections [get]
func (h *Handlers) ListCorrections(c *gin.Context) error {
	p := rest.NewParameters(c)
	filter := quarry.CorrectionFilter{
		Kinds: rest.Vocabulary(p, "kind", quarry.EntryKinds()), Entry: quarry.EntryID(p.Text("entry")),
		Lapsed: p.Tristate("lapsed"),
	}
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err = cmp.Or(err, p.Err()); err != nil {
		return err
	}
	page, err := h.Corrected.Corrections(c.Request.Context(), filter, at.PageRequest)
	if err != nil {
		return err
	}
	next, err := at.SealPosition(page.Next)
	if err != nil {
		return err
	}
	return h.Answer(c, view.List[view.Correction]{Items: view.Map(page.Items, view.NewCorrection), Total: page.Total, NextCursor: next})
}

// correctable returns the entry that a request is about, where one can be corrected here.
func (h *Handlers) correctable(c *gin.Context) (quarry.EntryRef, error) {
	if h.Corrector == nil {
		return quarry.EntryRef{}, quarry.Errorf(quarry.KindUnavailable, "nothing can be written here: quarry serve can").
			WithCode(writingDisabled)
	}
	id := quarry.EntryID(c.Param("id"))
	ref := quarry.EntryRef{Kind: quarry.EntryKindOf(id), ID: id}
	switch ref.Kind {
	case quarry.EntryQuestion, quarry.EntryFact, quarry.EntrySpec, quarry.EntryPassage:
		return ref, nil
	case quarry.EntryConflict:
		return ref, quarry.Errorf(quarry.KindNotFound, "%q is a conflict: the better one of its claims is named by its own id", id)
	case quarry.EntryDocument, quarry.EntryGenerated:
	}
	return ref, quarry.Errorf(quarry.KindNotFound, "there is no entry %q: those of questions, facts, specs and passages begin with q_, f_, s_ and p_", id)
}

// readCorrection reads the fields of a correction.
func readCorrection(body []byte) (view.CorrectionRequest, error) {
	var said view.CorrectionRequest
	fields, err := rest.FieldsOf(body, "a correction has", "action", "note", "question", "answer", "choices", "subject",
		"statement", "text", "value", "conditions", "difficulty")
	if err != nil {
		return said, err
	}
	for name, written := range fields {
		alone, err := json.Marshal(map[string]json.RawMessage{name: written})
		if err == nil {
			err = json.Unmarshal(alone, &said)
		}
		if err != nil || string(written) == "null" {
			what := map[string]string{"choices": "must be a list of texts", "conditions": "must be an object of texts"}[name]
			return said, rest.RefuseField(name, rest.CodeParameter, cmp.Or(what, "must be a text"))
		}
	}
	return said, nil
}

// conditionsOf reads conditions as requests name them everywhere: a precision by any name of
// the number format.
func (h *Handlers) conditionsOf(said map[string]string) (quarry.Conditions, error) {
	var conditions quarry.Conditions
	for axis, value := range said {
		value = strings.ToLower(strings.TrimSpace(value))
		if axis == "" || text.SlugWith(axis, '_') != axis || value == "" {
			return nil, rest.RefuseField("conditions", rest.CodeParameter, "must have axes with their values, such as sparsity and dense")
		}
		if format, known := h.Lexicon.FindDevice(value); known && axis == string(quarry.AxisPrecision) && format.Class == quarry.ClassFormat {
			value = string(format.ID)
		}
		if conditions == nil {
			conditions = make(quarry.Conditions)
		}
		conditions[quarry.Axis(axis)] = value
	}
	return conditions, nil
}

// readValue reads the value that a spec is to have. Without a unit it is in that of the
// spec, and one of another sort is refused.
func (h *Handlers) readValue(ctx context.Context, written string, c *quarry.Correction) error {
	if c.Kind != quarry.EntrySpec {
		c.Set.Value = &quarry.Quantity{Text: written} // which is refused with what goes with the kind
		return nil
	}
	spec, _, err := h.Corrected.Spec(ctx, quarry.SpecID(c.ID))
	if err != nil {
		return err
	}
	read, normalized, ok := h.Lexicon.ReadValue(written)
	if ok && read.Unit == "" && spec.Value.Unit != "" {
		read, normalized, ok = h.Lexicon.ReadValue(read.Text + " " + spec.Value.Unit)
	}
	if !ok {
		return rest.RefuseField("value", rest.CodeParameter, "must be a number with its unit, and nothing else")
	}
	if spec.Normalized.Unit != normalized.Unit || normalized.Unit == "" && read.Unit != spec.Value.Unit {
		return rest.RefuseField("value", rest.CodeParameter, "must be in a unit that converts into "+
			cmp.Or(spec.Normalized.Unit, spec.Value.Unit, "none")).WithFixes(strings.TrimSpace(spec.Value.Text))
	}
	c.Set.Value, c.Set.Normalized = &read, normalized
	return nil
}
