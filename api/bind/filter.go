package bind

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Store is what names are looked up in.
type Store interface {
	AttributeReader
	DeviceCounter
	PlaceReader

	TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error)
	Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Documents(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Document], error)
}

// Binder reads the words of a request: it finds what is meant by them, and notes what the
// caller should know.
type Binder struct {
	*rest.Responder

	Lexicon *lexicon.Lexicon

	store   Store
	brought latest[discoveries]
	named   latest[deviceNames]
	placed  latest[places] // empty where no name was unknown
}

// New returns a binder of names that are looked up in the lexicon and in what is stored.
func New(r *rest.Responder, l *lexicon.Lexicon, store Store) *Binder {
	return &Binder{Responder: r, Lexicon: l, store: store}
}

// Asked is a filter together with what the caller should know about it.
type Asked struct {
	Filter  quarry.Filter
	Notes   []string
	Nowhere bool // none of the documents, or of the collections, is there

	strangers bool // devices are asked for, and none of them is known
}

// Filter reads by what entries of any kind are narrowed. Which of it a route allows was
// decided by its contract before.
//
//	@x-shared	true
//	@Param		topic				query	[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)	example(memory)
//	@Param		difficulty			query	[]string	false	"difficulties; stated and estimated ones; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param		difficulty_source	query	[]string	false	"who says how hard it is"									collectionFormat(csv)	Enums(none,stated,estimated)
//	@Param		min_confidence		query	number		false	"least confidence of the difficulty, from 0 to 1; a stated one has 1"	minimum(0)	maximum(1)	example(0.6)
//	@Param		style				query	[]string	false	"ways of asking"											collectionFormat(csv)	Enums(open,true_false,scenario,choice,cloze)
//	@Param		document			query	[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"	collectionFormat(csv)	example(notes/gpu.md)
//	@Param		collection			query	[]string	false	"collections, a comma within one as `\,`"					collectionFormat(csv)	example(main)
//	@Param		answered			query	boolean		false	"whether the source answers it"
//	@Param		answer_state		query	[]string	false	"answered, answered elsewhere, or not at all"				collectionFormat(csv)	Enums(answered,likely,gap)
//	@Param		generated			query	string		false	"whether questions take part that were made of what documents state"	Enums(exclude,include,only)	default(exclude)
//	@Router		/shared/filter [get]
func (b *Binder) Filter(ctx context.Context, p *rest.Parameters) (Asked, error) {
	filter, err := b.ofEntries(ctx, p)
	if err != nil {
		return Asked{}, err
	}
	filter.MinGrade = p.Share("min_confidence")
	return b.noted(ctx, p, Asked{Filter: filter})
}

// DocumentFilter reads by what documents are narrowed.
func (b *Binder) DocumentFilter(ctx context.Context, p *rest.Parameters) (Asked, error) {
	a, err := b.Filter(ctx, p)
	a.Filter.Called = p.Text("q")
	return a, err
}

// ClaimFilter reads by what claims are narrowed, too: their devices, attributes, conditions and
// values. A claim has a confidence of its own beside that of its difficulty.
func (b *Binder) ClaimFilter(ctx context.Context, p *rest.Parameters) (Asked, error) {
	filter, err := b.ofEntries(ctx, p)
	if err != nil {
		return Asked{}, err
	}
	a := Asked{Filter: filter}
	a.Filter.Conflict = p.Tristate("conflict")
	a.Filter.MinConfidence = p.Share("min_confidence")
	a.Filter.MinGrade = p.Share("min_difficulty_confidence")
	a.Filter.Conditions = b.Conditions(p)
	if err := cmp.Or(b.bindDevices(ctx, p, &a), b.bindAttributes(ctx, p, &a)); err != nil {
		return a, err
	}
	claimed, err := b.UnitsClaimed(ctx, p, a.Filter)
	if err != nil {
		return a, err
	}
	a.Filter.Value = b.bindValue(p, claimed)
	if other := quantity.OtherBase(a.Filter.Value.Unit); other != "" {
		a.Filter.ValueOr, _ = b.Lexicon.Convert(a.Filter.Value, other) // too large a bound meets nothing
	}
	if p.Err() == nil {
		b.NotePrecisions(&a)
		b.NoteConditions(&a)
	}
	return b.noted(ctx, p, a)
}

// SpecFilter reads by what specs are narrowed, too: the classes of their devices. Those of
// number formats are left out where hardware is asked for.
func (b *Binder) SpecFilter(ctx context.Context, p *rest.Parameters) (Asked, error) {
	classes := rest.Vocabulary(p, "class", b.Lexicon.DeviceClasses())
	a, err := b.ClaimFilter(ctx, p)
	a.Filter.Classes = classes
	if b.asksHardware(a.Filter) {
		a.Filter.NotClasses = []quarry.DeviceClass{quarry.ClassFormat}
	}
	return a, err
}

// asksHardware reports whether claims of any device are asked for in attributes of which none
// is one of number formats: how many bits a format has, and how far it reaches, is no figure
// of hardware.
func (b *Binder) asksHardware(f quarry.Filter) bool {
	return len(f.Devices) == 0 && len(f.Classes) == 0 && len(f.Attributes) > 0 &&
		!slices.ContainsFunc(f.Attributes, func(id quarry.AttributeID) bool {
			attribute, _ := b.Lexicon.Attribute(id)
			return slices.Contains(attribute.Classes, quarry.ClassFormat)
		})
}

func (b *Binder) ofEntries(ctx context.Context, p *rest.Parameters) (quarry.Filter, error) {
	topics, err := b.bindTopics(ctx, p)
	return quarry.Filter{
		Kinds:             rest.Vocabulary(p, "kind", quarry.EntryKinds()),
		Topics:            topics,
		Difficulties:      rest.Vocabulary(p, "difficulty", quarry.Difficulties()),
		DifficultySources: rest.Vocabulary(p, "difficulty_source", quarry.DifficultySources()),
		Styles:            rest.Vocabulary(p, "style", quarry.Styles()),
		AnswerStates:      rest.Vocabulary(p, "answer_state", quarry.AnswerStates()),
		Documents:         p.List("document"),
		Collections:       p.List("collection"),
		Subjects:          p.List("subject"),
		Answered:          p.Tristate("answered"),
		Generated:         generatedOf(p),
	}, err
}

// generatedOf reads whether generated questions take part: the zero value where they do not.
func generatedOf(p *rest.Parameters) quarry.Generated {
	if mode := rest.OneOf(p, "generated", quarry.GeneratedModes()); mode != quarry.GeneratedExclude {
		return mode
	}
	return ""
}

// noted returns what is asked for with what the caller should know of its places, or why it
// is refused.
func (b *Binder) noted(ctx context.Context, p *rest.Parameters, a Asked) (Asked, error) {
	if err := p.Err(); err != nil {
		return a, err
	}
	return a, cmp.Or(b.noteBehind(ctx, &a), b.NotePlaces(ctx, &a))
}

// bindTopics reads topics, the lexicon's and those that documents brought, and adds the children
// of each that is asked for.
func (b *Binder) bindTopics(ctx context.Context, p *rest.Parameters) ([]quarry.TopicID, error) {
	var topics []quarry.TopicID
	var others []string
	for _, word := range p.List("topic") {
		tree := b.Lexicon.TopicTree(quarry.TopicID(word))
		if len(tree) == 0 {
			others = append(others, word)
		}
		topics = append(topics, tree...)
	}
	brought, err := b.broughtTopics(ctx, p, others)
	topics = append(topics, brought...)
	slices.Sort(topics)
	return slices.Compact(topics), err
}

// broughtTopics takes words for topics that documents brought. One that is none is refused with
// those of all topics that it comes close to by their ids or names, and with what lists them.
func (b *Binder) broughtTopics(ctx context.Context, p *rest.Parameters, words []string) ([]quarry.TopicID, error) {
	if len(words) == 0 {
		return nil, nil
	}
	counted, _, err := b.store.TopicCounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the topics that documents brought: %w", err)
	}
	known := slices.Clone(b.Lexicon.Topics())
	for _, topic := range counted {
		known = append(known, lexicon.Topic{ID: topic.Topic, Name: topic.Name})
	}
	var topics []quarry.TopicID
	for _, word := range words {
		if slices.ContainsFunc(known, func(t lexicon.Topic) bool { return string(t.ID) == word }) {
			topics = append(topics, quarry.TopicID(word))
			continue
		}
		near := rest.NewSharing(word, 0)
		for _, topic := range known {
			near.Try(string(topic.ID), string(topic.ID))
			near.Try(topic.Name, string(topic.ID))
		}
		p.Refuse("topic", fmt.Sprintf("%q is not known: /v1/topics lists the topics", word), near.Best()...)
	}
	return topics, nil
}

// bindValue returns min and max in the base unit of the unit they are given
// in; empty bounds where neither is asked for.
func (b *Binder) bindValue(p *rest.Parameters, of Measured) quarry.Bounds {
	bounds := quarry.Bounds{Min: p.Number("min"), Max: p.Number("max"), Unit: b.Unit(p, of)}
	if bounds.Empty() {
		return quarry.Bounds{}
	}
	if !p.Has("unit") {
		p.Refuse("unit", "min and max need a unit")
	}
	if bounds.Min != nil && bounds.Max != nil && *bounds.Min > *bounds.Max {
		p.Refuse("min", "is greater than max")
	}
	base := b.Lexicon.Normalize(bounds)
	if base.Empty() && p.Err() == nil {
		p.Refuse("unit", "makes min or max larger than any number")
	}
	return base
}
