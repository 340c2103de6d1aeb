package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest/format/export"
	"github.com/quarrykb/quarry/ingest/question/questionkey"
	"github.com/quarrykb/quarry/ingest/spec/finish"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// Whatever is stored goes out and comes back the same: what one store exports,
// another one takes over and exports again, to the byte.
func TestWhatIsExportedComesBackTheSame(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	specs := finish.New(words)
	folder := t.TempDir()
	from := newKnowledgeBase(t, words, filepath.Join(folder, "from.db"))
	to := newKnowledgeBase(t, words, filepath.Join(folder, "to.db"))
	rapid.Check(t, func(r *rapid.T) {
		from.empty(r)
		to.empty(r)
		documents := map[quarry.DocumentID]quarry.Knowledge{}
		for range rapid.IntRange(0, 4).Draw(r, "documents") {
			k := drawnDocument(r, words, specs)
			documents[k.Document.ID] = k
			from.save(r, k)
			documents[k.Document.ID] = from.correct(r, words, k)
		}
		first := from.export(r)
		for _, k := range readBack(t, r, words, first) {
			if diff := cmp.Diff(documents[k.Document.ID], k, cmpopts.EquateEmpty()); diff != "" {
				r.Fatalf("%q (-saved +read):\n%s", k.Document.Path, diff)
			}
			delete(documents, k.Document.ID)
			to.save(r, k)
		}
		if len(documents) > 0 {
			r.Fatalf("%d documents are not in the export", len(documents))
		}
		if again := to.export(r); !bytes.Equal(withoutRevisions(first), withoutRevisions(again)) {
			r.Fatalf("another export follows:\n%s\n%s", first, again)
		}
	})
}

func readBack(t *testing.T, r *rapid.T, words *lexicon.Lexicon, exported []byte) []quarry.Knowledge {
	t.Helper()
	var all []quarry.Knowledge
	for part, err := range export.New(words).Split(t.Context(), bytes.NewReader(exported)) {
		if err != nil {
			r.Fatalf("read the export: %v", err)
		}
		all = append(all, *part.Knowledge)
	}
	return all
}

// knowledgeBase is a store with the API over it.
type knowledgeBase struct {
	t      *testing.T
	store  *sqlite.Store
	server *api.Server
}

func newKnowledgeBase(t *testing.T, words *lexicon.Lexicon, file string) knowledgeBase {
	t.Helper()
	store, err := sqlite.Open(t.Context(), file, sqlite.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := &app.Session{Dir: datadir.Dir{Disk: disk.System{}, Lexicon: words, Log: slog.New(slog.DiscardHandler)}}
	server, err := s.ReadOnlyHandler(t.Context(), store, api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return knowledgeBase{t: t, store: store, server: server}
}

func (b knowledgeBase) save(r *rapid.T, k quarry.Knowledge) {
	if _, err := b.store.SaveDocument(b.t.Context(), k); err != nil {
		r.Fatalf("save %q: %v", k.Document.Path, err)
	}
}

// correct says something of some entries of a document, and returns it with that.
func (b knowledgeBase) correct(r *rapid.T, words *lexicon.Lexicon, k quarry.Knowledge) quarry.Knowledge {
	var said []quarry.Correction
	say := func(ref quarry.EntryRef, wording quarry.Wording) {
		one := quarry.Correction{EntryRef: ref, Action: quarry.ActionHide, By: "a \u2028 key", Note: "<why>"}
		said = append(said, one)
		one.Action, one.Set = quarry.ActionCorrect, wording
		said = append(said, one)
		one.Action, one.Set = quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Medium}
		said = append(said, one)
	}
	answer := ""
	for _, q := range k.Questions {
		say(q.Entry().EntryRef, quarry.Wording{Text: "What else?", Answer: &answer, Choices: []string{"a", "b & c"}})
	}
	for _, f := range k.Facts {
		say(f.Entry().EntryRef, quarry.Wording{Statement: "Wine is made so."})
	}
	value, normalized, _ := words.ReadValue("1,200.5 W")
	for _, s := range k.Specs {
		say(s.Entry().EntryRef, quarry.Wording{
			Value: &value, Normalized: normalized, Conditions: quarry.Conditions{quarry.AxisPer: "oven"},
		})
	}
	for _, p := range k.Passages {
		say(p.Entry().EntryRef, quarry.Wording{Text: "Two\nlines."})
	}
	for _, c := range said {
		if !rapid.Bool().Draw(r, "said") {
			continue
		}
		if _, err := b.store.Correct(b.t.Context(), c); err != nil {
			r.Fatalf("correct %q: %v", c.ID, err)
		}
	}
	page, err := b.store.Knowledge(b.t.Context(), quarry.Filter{Documents: []string{string(k.Document.ID)}}, quarry.PageRequest{Limit: 10})
	if err != nil {
		r.Fatalf("read the corrections: %v", err)
	}
	k.Corrections = page.Items[0].Corrections
	return k
}

// empty removes what another check has left.
func (b knowledgeBase) empty(r *rapid.T) {
	page, err := b.store.Documents(b.t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 100})
	if err != nil {
		r.Fatalf("list documents: %v", err)
	}
	for _, document := range page.Items {
		if _, err := b.store.DeleteDocument(b.t.Context(), document.ID); err != nil {
			r.Fatalf("delete %q: %v", document.Path, err)
		}
	}
	said, err := b.store.Corrections(b.t.Context(), quarry.CorrectionFilter{}, quarry.PageRequest{Limit: 1000})
	if err != nil {
		r.Fatalf("list corrections: %v", err)
	}
	for _, c := range said.Items {
		if _, err := b.store.Withdraw(b.t.Context(), c.EntryRef, c.Action); err != nil {
			r.Fatalf("withdraw what was said of %q: %v", c.ID, err)
		}
	}
}

func (b knowledgeBase) export(r *rapid.T) []byte {
	var out bytes.Buffer
	if _, err := b.server.Export(b.t.Context(), url.Values{}, "http://kb", &out); err != nil {
		r.Fatalf("export: %v", err)
	}
	return out.Bytes()
}

// withoutRevisions drops the first and the last line: how often a store was
// changed is its own.
func withoutRevisions(exported []byte) []byte {
	_, rest, _ := bytes.Cut(exported, []byte("\n"))
	last := bytes.LastIndexByte(bytes.TrimSuffix(rest, []byte("\n")), '\n')
	return rest[:last+1]
}

// drawing builds a document whose every entry stands in its text.
type drawing struct {
	*rapid.T

	lexicon *lexicon.Lexicon
	specs   *finish.Finisher
	keys    *questionkey.Reader

	text strings.Builder
	line int
	k    quarry.Knowledge
	made map[quarry.EntryID]int
}

func drawnDocument(r *rapid.T, words *lexicon.Lexicon, specs *finish.Finisher) quarry.Knowledge {
	d := &drawing{T: r, lexicon: words, specs: specs, keys: questionkey.NewReader(words), line: 1, made: map[quarry.EntryID]int{}}
	document := &d.k.Document
	*document = quarry.Document{
		Collection: d.oneOf("collection", "main", "küche, 1", "a/b", `"`, "x\ny", " "),
		Path:       d.oneOf("path", "a.md", "b/c d.txt", "ü/é.md", "x.jsonl/2", "-", `a"b\c`),
		Title:      d.words("title"), TextOf: quarry.TextOfFile, Fingerprint: d.words("fingerprint"),
		Encoding: d.oneOf("encoding", quarry.UTF8, "windows-1252"),
		Metadata: quarry.Metadata{Language: d.oneOf("language", "", "en"), Author: d.oneOf("author", "", "A <b> \u2028 C")},
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	for range rapid.IntRange(0, 8).Draw(r, "entries") {
		rapid.SampledFrom([]func(){d.question, d.fact, d.spec, d.passage}).Draw(r, "kind")()
	}
	d.finish()
	return d.k
}

func (d *drawing) oneOf(what string, values ...string) string {
	return rapid.SampledFrom(values).Draw(d.T, what)
}

// words draws a text: few words, so that the same come again.
func (d *drawing) words(what string) string {
	return d.oneOf(what, "Why?", "Water boils.", "Define yeast.", "What is yeast?", "a < b && \"c\"", "π ≈ 3.14\tcm", "日本語 text", "`code` *and* $x^2$",
		"two\nlines", "emoji 🥖 bread", "c\u00e9 ce\u0301", "tab\x01bell \u200f rtl")
}

// place writes a text as lines of their own and says where it stands.
func (d *drawing) place(text string) quarry.Source {
	start, first := d.text.Len(), d.line
	d.text.WriteString(text)
	lines := strings.Count(text, "\n")
	from := quarry.Source{Span: quarry.Span{
		ByteStart: start, ByteEnd: d.text.Len(), LineStart: first, LineEnd: first + lines,
	}}
	d.text.WriteString("\n")
	d.line += lines + 1
	document := d.k.Document
	from.DocumentID, from.Collection, from.Path, from.Title = document.ID, document.Collection, document.Path, document.Title
	if rapid.Bool().Draw(d.T, "context") {
		from.Context = []quarry.Context{{Role: quarry.RoleHeader, Span: from.Span}}
		from.Heading = []string{"Chapter", d.words("heading")}
	}
	return from
}

// id numbers entries of the same words, as ingest does.
func (d *drawing) id(identity quarry.Identity) quarry.EntryID {
	first := quarry.NewID(identity)
	identity.Ordinal = d.made[first]
	d.made[first]++
	return quarry.NewID(identity)
}

func (d *drawing) grade() quarry.Grade {
	return rapid.SampledFrom([]quarry.Grade{
		quarry.NoGrade(), quarry.StatedGrade(quarry.Hard),
		{Difficulty: quarry.Easy, Source: quarry.DifficultyEstimated, Confidence: 0.123456789},
	}).Draw(d.T, "grade")
}

func (d *drawing) topics() []quarry.TopicID {
	return rapid.SliceOfN(rapid.SampledFrom([]quarry.TopicID{"memory", "other", "own-topic"}), 0, 3).Draw(d.T, "topics")
}

func (d *drawing) question() {
	q := quarry.Question{
		Text: d.words("question"), AnswerState: quarry.AnswerGap, Style: rapid.SampledFrom(quarry.Styles()).Draw(d.T, "style"),
		Grade: d.grade(), Topics: d.topics(),
	}
	if rapid.Bool().Draw(d.T, "answered") {
		q.Answer, q.Answered, q.AnswerState = d.words("answer"), true, quarry.AnswerOwn
	}
	if q.Style == quarry.StyleChoice {
		q.Choices = []string{d.words("choice"), d.words("choice")}
	}
	q.Source = d.place(strings.Join(q.Claims(), " "))
	q.ID, q.Asks = quarry.QuestionID(d.id(q.Identity())), d.keys.Key(q)
	q.CanonicalID = q.ID
	d.k.Questions = append(d.k.Questions, q)
}

func (d *drawing) fact() {
	f := quarry.Fact{Subject: d.words("subject"), Statement: d.words("statement"), Grade: d.grade(), Topics: d.topics()}
	if rapid.Bool().Draw(d.T, "cited") {
		f.Citations = []quarry.Citation{{URL: "https://example.org/?a=<1>&b", Label: "1"}}
	}
	f.Source = d.place(f.Subject + " " + f.Statement)
	f.ID = quarry.FactID(d.id(f.Identity()))
	d.k.Facts = append(d.k.Facts, f)
}

func (d *drawing) spec() {
	bound := func(what string) *float64 {
		if rapid.Bool().Draw(d.T, "open "+what) {
			return nil
		}
		return new(rapid.Float64Range(0.125, 1e300).Draw(d.T, what)) // no less than a step
	}
	s := quarry.Spec{
		Device: quarry.DeviceMention{
			Device:  quarry.Device{ID: "oven", Name: "Oven", Class: quarry.ClassUnknown, Discovered: true, Family: "ovens"},
			Written: "Oven",
		},
		Attribute: quarry.AttributeMention{
			Attribute: quarry.Attribute{ID: "x_heat", Name: "Heat", Kind: "power", Unit: "W", Discovered: true}, Written: "draws",
		},
		Conditions: quarry.NewConditions(), Grade: d.grade(), Topics: d.topics(),
		Value: quarry.Quantity{
			Text: d.oneOf("value", "half of 48 kW", "3 or 4 kW", "π ≈ 3.14\tkW"), Qualifier: quarry.UpTo,
			Bounds: quarry.Bounds{Max: bound("max"), Unit: d.oneOf("unit", "kW", "loaves", "")},
			Step:   0.125,
		},
	}
	if rapid.Bool().Draw(d.T, "readable") {
		s.Value = d.quantity()
	}
	s.Conditions[quarry.AxisDirection] = "both"
	s.Conditions[quarry.AxisPrecision] = d.oneOf("precision", quarry.NoneCondition, "fp16")
	d.specs.Finish(&s)
	s.Confidence = float64(rapid.IntRange(0, 1000).Draw(d.T, "confidence")) / 1000
	s.Source = d.place(strings.Join(s.Claims(), " "))
	s.ID = quarry.SpecID(d.id(s.Identity()))
	d.k.Specs = append(d.k.Specs, s)
}

// quantity draws a value as it is read from its text.
func (d *drawing) quantity() quarry.Quantity {
	written := rapid.SampledFrom([]struct {
		text, unit string // the unit where it is not what the text alone says
		style      quantity.NumberStyle
	}{
		{text: "up to 3,500 kW"},
		{text: "2 × 48 kW"},
		{text: "~4,000 W"},
		{text: "40W-130W"},
		{text: "12", unit: "kW"},
		{text: "1.979 kW", style: quantity.DecimalComma},
		{text: "1.979 kW"},
		{text: "3,5 kW", style: quantity.DecimalComma},
		{text: "12", unit: "TOPS"},
		{text: "700 TOPS"},
	}).Draw(d.T, "written")
	read, ok := d.lexicon.ReadQuantityIn(written.style, written.text)
	if !ok {
		d.Fatalf("%q is not read", written.text)
	}
	if written.unit != "" {
		read.Unit = written.unit
	}
	return read
}

func (d *drawing) passage() {
	p := quarry.Passage{Text: d.words("passage"), Grade: d.grade(), Topics: d.topics()}
	p.Source = d.place(p.Text)
	p.ID = quarry.PassageID(d.id(p.Identity()))
	d.k.Passages = append(d.k.Passages, p)
}

// finish completes the document with what its text decides.
func (d *drawing) finish() {
	document := &d.k.Document
	d.k.Content.Text = []byte(d.text.String())
	document.TextSHA256 = sum(d.k.Content.Text)
	document.SHA256, document.Bytes = document.TextSHA256, int64(len(d.k.Content.Text))
	if rapid.Bool().Draw(d.T, "extract") {
		original := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(d.T, "original")
		d.k.Content.Original, document.TextOf = original, quarry.TextOfExtract
		document.SHA256, document.Bytes = sum(original), int64(len(original))
	}
	document.Report = quarry.Report{
		Format: "markdown", Parser: "markdown/1", Coverage: 1, Extracted: 0.3333333333333333,
		Counts: quarry.Counts{
			Question: len(d.k.Questions), Fact: len(d.k.Facts), Spec: len(d.k.Specs), Passage: len(d.k.Passages),
		},
		Lines: quarry.LineCounts{Entry: d.line - 1}, Warnings: []string{d.words("warning")},
	}
	for i := range d.k.Questions {
		d.k.Questions[i].Source.SHA256 = document.SHA256
	}
	for i := range d.k.Facts {
		d.k.Facts[i].Source.SHA256 = document.SHA256
	}
	for i := range d.k.Specs {
		d.k.Specs[i].Source.SHA256 = document.SHA256
	}
	for i := range d.k.Passages {
		d.k.Passages[i].Source.SHA256 = document.SHA256
	}
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}

func TestAnExportThatIsStoppedSaysWhatIsLeftOfIt(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	out := writerFunc(func(piece []byte) (int, error) {
		stop()
		return len(piece), nil
	})
	s := &app.Session{Dir: datadir.Dir{Disk: disk.System{}, Data: t.TempDir(), Lexicon: words, Log: slog.New(slog.DiscardHandler)}, Streams: app.Streams{Out: out, Err: io.Discard}}
	base := newKnowledgeBase(t, words, s.Database())
	for _, path := range []string{"a.md", "b.md"} {
		k := storetest.NewDraft(path).Passage(strings.Repeat("A long text. ", 10_000)).Knowledge()
		if _, err := base.store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&exportCommand{Format: "jsonl"}).Run(ctx, s); err == nil || !strings.Contains(err.Error(), "the export is cut") {
		t.Errorf("error = %v, want that the export is cut", err)
	}
	c := &exportCommand{Output: filepath.Join(s.Data, "e.jsonl")}
	err = c.ended(c.write(s, func(io.Writer) error { return context.Canceled }))
	if left, _ := filepath.Glob(filepath.Join(s.Data, "*e.jsonl*")); err == nil || !strings.Contains(err.Error(), "nothing was written to") || len(left) > 0 {
		t.Errorf("error = %v, want that nothing was written; left %q", err, left)
	}
}

// writerFunc is a function that takes what is written.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(piece []byte) (int, error) { return f(piece) }
