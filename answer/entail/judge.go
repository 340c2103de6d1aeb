package entail

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/modelserver"
)

// Verdict of a model on one key point.
type Verdict string

// The verdicts.
const (
	Entailed     Verdict = "entailed"     // the answer says it, in whatever words
	Contradicted Verdict = "contradicted" // the answer says what cannot be true beside it
	Absent       Verdict = "absent"       // neither
)

// allVerdicts lists them all.
func allVerdicts() []Verdict { return []Verdict{Entailed, Contradicted, Absent} }

// Request is an answer and what it is held against.
type Request struct {
	Question  string
	Reference string   // the reference answer
	Points    []string // what it says, one by one
	Answer    string   // of a person nobody knows
}

// Options says which server is asked, and how. Zero fields mean their defaults.
type Options struct {
	URL   string // such as http://127.0.0.1:11434/v1
	Model string
	Key   string // sent as a bearer token; "" sends none

	Within time.Duration // for all points of an answer, tries and pauses included; 10 seconds
	Pause  time.Duration // before the second try; a quarter of a second

	Now func() time.Time // nil reads the system's clock
}

// Bounds of what a model is asked. Longer answers and references are left to others.
const (
	mostPoints = 24
	mostBytes  = 24 << 10
)

// tries is how often a request is sent at most.
const tries = 2

// Judge asks a model server how an answer stands to each of some key points. Its methods
// may be called side by side.
type Judge struct {
	options Options
	server  *modelserver.Client
	bare    atomic.Bool // whether the server takes nothing but a model and messages
}

// New returns a judge. It asks nothing yet; options that cannot work are
// quarry.KindInvalid.
func New(o Options) (*Judge, error) {
	if o.Model == "" {
		return nil, quarry.Errorf(quarry.KindInvalid, "the judge needs the name of a model: --judge-model")
	}
	server, err := modelserver.New(modelserver.Options{
		Role: "judge", URL: o.URL, Path: "/chat/completions", Model: o.Model, Key: o.Key, MostBytes: 1 << 20, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	o.Within, o.Pause = cmp.Or(o.Within, 10*time.Second), cmp.Or(o.Pause, time.Second/4)
	return &Judge{options: o, server: server}, nil
}

// Name returns "openai:" and the model.
func (j *Judge) Name() string { return "openai:" + j.options.Model }

// Trouble says why the server is not asked at present; "" where it is.
func (j *Judge) Trouble() string { return j.server.Trouble() }

// Close ends what the judge does in the background and waits for it. It must not be asked
// afterwards.
func (j *Judge) Close() error { return j.server.Close() }

// Points returns the verdicts on the points of a request, as many and in their order, soon
// or not at all, and at once where the server answered none of the last three requests. A
// request of more than 24 points or 24 KiB is quarry.KindTooLarge; whatever else fails is
// an error, too, and its caller judges without a model.
func (j *Judge) Points(ctx context.Context, r Request) ([]Verdict, error) {
	if len(r.Points) == 0 {
		return nil, nil
	}
	size := len(r.Question) + len(r.Reference) + len(r.Answer)
	for _, point := range r.Points {
		size += len(point)
	}
	if size > mostBytes || len(r.Points) > mostPoints {
		return nil, quarry.Errorf(quarry.KindTooLarge, "a model is asked of %d points and %d bytes at most, not of %d and %d",
			mostPoints, mostBytes, len(r.Points), size)
	}
	var verdicts []Verdict
	err := j.server.Hurry(ctx, j.options.Within, func(ctx context.Context) error {
		read, err := j.ask(ctx, r)
		verdicts = read
		return err
	}, func(ctx context.Context) error {
		_, err := j.ask(ctx, Request{Question: "What is two plus two?", Reference: "Four.", Points: []string{"It is four."}, Answer: "Four."})
		return err
	})
	return verdicts, err
}

// decoy is a point that no answer speaks of. A model that finds it in one does what the
// answer tells it, or says yes to everything.
const decoy = "The cat of the caretaker sleeps on the third step of the stairs."

// ask lets the model judge the points, with the decoy in their middle. A server that refuses
// to be told how to answer is asked without, and what it answers is read as strictly.
func (j *Judge) ask(ctx context.Context, r Request) ([]Verdict, error) {
	middle := len(r.Points) / 2
	r.Points = slices.Insert(slices.Clone(r.Points), middle, decoy)
	asked, err := r.chat(j.options.Model)
	if err != nil {
		return nil, err
	}
	var verdicts []Verdict
	read := func(said string) error {
		verdicts, err = readVerdicts(said, r, middle)
		return err
	}
	bare := chat{Model: asked.Model, Messages: asked.Messages}
	if j.bare.Load() {
		err = j.send(ctx, bare, read)
	} else if err = j.send(ctx, asked, read); modelserver.Refused(err) {
		if err = j.send(ctx, bare, read); err == nil {
			j.bare.Store(true)
		}
	}
	if err != nil {
		return nil, err
	}
	return slices.Delete(verdicts, middle, middle+1), nil
}

func (j *Judge) send(ctx context.Context, asked chat, read func(said string) error) error {
	return j.server.Ask(ctx, asked, modelserver.Patience{Tries: tries, Pause: j.options.Pause}, func(answer []byte) error {
		said, err := readCompletion(answer)
		if err != nil {
			return err
		}
		return read(said)
	})
}
