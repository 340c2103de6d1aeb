package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/quiz"
	"github.com/quarrykb/quarry/store/sqlite"
)

type evalGeneratedCommand struct {
	Judged string `arg:"" optional:"" help:"File of judged questions, in JSON Lines." placeholder:"FILE"`

	Draw int    `help:"Print so many questions to be judged, as JSON Lines: of each type as many, as far as there are." placeholder:"N"`
	Seed uint64 `help:"Draw in this seed's order." default:"1"`
	JSON bool   `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalGeneratedCommand) Help() string {
	return `The questions are those that are made of what the data directory holds. A line of the file
is one that --draw printed, with what a person made of it: sound, whether exactly one of its
choices is right, it is the one that answer says, and it can be read without more; and why, where
it is not. What else --draw prints (proof, refutes) may be left out.`
}

// judgedQuestion is a generated question that a person judges, or has judged.
type judgedQuestion struct {
	ID      quarry.QuestionID `json:"id"`
	Type    quarry.MadeType   `json:"type"`
	Prompt  string            `json:"prompt"`
	Choices []string          `json:"choices"`
	Answer  string            `json:"answer"`
	Proof   *judgedGround     `json:"proof,omitempty"`
	Refutes []judgedGround    `json:"refutes,omitempty"`
	Sound   *bool             `json:"sound,omitempty"`
	Why     string            `json:"why,omitempty"`
}

// judgedGround is what a choice rests on, for who judges.
type judgedGround struct {
	Choice string   `json:"choice"`
	At     string   `json:"at"`    // path and lines
	Words  []string `json:"words"` // what the source says by them
	Quote  string   `json:"quote"`
}

// Run makes the questions, and draws some of them or counts.
func (c *evalGeneratedCommand) Run(ctx context.Context, s *app.Session) error {
	said, err := readJudgedQuestions(c.Judged)
	if err != nil {
		return err
	}
	return s.ReadStore(ctx, func(store *sqlite.Store) error {
		of := make(map[quarry.MadeType][]quarry.Question)
		made := quiz.NewStore(store, quiz.NewMaker(s.Lexicon))
		filter := quarry.Filter{Generated: quarry.GeneratedOnly}
		err := datadir.Each(ctx, made.Questions, filter, func(q quarry.Question) { of[q.Made.Type] = append(of[q.Made.Type], q) })
		if err != nil {
			return err
		}
		if c.Draw > 0 {
			return c.draw(ctx, s.Out, store, of)
		}
		return show(s.Out, reportGenerated(of, said), c.JSON)
	})
}

// readJudgedQuestions reads a file of judgements; none where no file is named.
func readJudgedQuestions(path string) ([]judgedQuestion, error) {
	if path == "" {
		return nil, nil
	}
	return readFile(path, func(file io.Reader) ([]judgedQuestion, error) {
		return judged.Lines(file, func(one *judgedQuestion) error {
			if one.Sound == nil {
				return errors.New("sound is missing")
			}
			return nil
		})
	})
}

// draw prints questions of each type in turn, each type in the seed's order.
func (c *evalGeneratedCommand) draw(
	ctx context.Context, out io.Writer, store *sqlite.Store, of map[quarry.MadeType][]quarry.Question,
) error {
	var drawn []quarry.Question
	for turn := uint64(0); len(drawn) < c.Draw; turn++ {
		before := len(drawn)
		for _, made := range quarry.MadeTypes() {
			if all := of[made]; turn < uint64(len(all)) && len(drawn) < c.Draw {
				drawn = append(drawn, all[quarry.NewPermutation(uint64(len(all)), c.Seed).At(turn)])
			}
		}
		if len(drawn) == before {
			break // there are no more
		}
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, q := range drawn {
		one := judgedQuestion{ID: q.ID, Type: q.Made.Type, Prompt: q.Text, Choices: q.Choices, Answer: q.Answer}
		proof, err := groundOf(ctx, store, quarry.Ground{Claim: q.Made.Proof, Choice: q.Answer})
		one.Proof = &proof
		for _, ground := range q.Made.Refutes {
			refuted, failed := groundOf(ctx, store, ground)
			one.Refutes, err = append(one.Refutes, refuted), errors.Join(err, failed)
		}
		if err := errors.Join(err, lines.Encode(one)); err != nil {
			return err
		}
	}
	return nil
}

func groundOf(ctx context.Context, store *sqlite.Store, g quarry.Ground) (judgedGround, error) {
	const longestQuote = 600
	shown := judgedGround{
		Choice: g.Choice, At: fmt.Sprintf("%s:%d-%d", g.Source.Path, g.Source.LineStart, g.Source.LineEnd),
		Words: slices.DeleteFunc(slices.Clone(g.Words), func(word string) bool { return word == "" }),
	}
	content, _, err := store.Content(ctx, g.Source.DocumentID)
	if err == nil && 0 <= g.Source.ByteStart && g.Source.ByteStart <= g.Source.ByteEnd && g.Source.ByteEnd <= len(content.Text) {
		shown.Quote = text.Clip(string(content.Text[g.Source.ByteStart:g.Source.ByteEnd]), longestQuote)
	}
	return shown, err
}

// generatedReport says how many questions there are, how many of the judged ones are among them, and
// how many of these are sound. What is no longer made does not count.
type generatedReport struct {
	Made      int               `json:"made"`
	Judged    int               `json:"judged"`
	Still     int               `json:"still"` // judged ones that are still made
	Sound     int               `json:"sound"`
	Precision float64           `json:"precision"` // sound ÷ still
	Types     []generatedFigure `json:"types"`
}

type generatedFigure struct {
	Type      quarry.MadeType `json:"type"`
	Made      int             `json:"made"`
	Judged    int             `json:"judged"`
	Still     int             `json:"still"`
	Sound     int             `json:"sound"`
	Precision float64         `json:"precision"`
}

// sameQuestion is equal for questions of which a judgement is the same: the order of choices is no
// part of it.
func sameQuestion(id quarry.QuestionID, prompt, answer string, choices []string) string {
	return string(id) + "\n" + prompt + "\n" + answer + "\n" + strings.Join(slices.Sorted(slices.Values(choices)), "\n")
}

func reportGenerated(of map[quarry.MadeType][]quarry.Question, said []judgedQuestion) generatedReport {
	var r generatedReport
	for _, made := range quarry.MadeTypes() {
		figure := generatedFigure{Type: made, Made: len(of[made])}
		same := map[string]bool{}
		for _, q := range of[made] {
			same[sameQuestion(q.ID, q.Text, q.Answer, q.Choices)] = true
		}
		for _, one := range said {
			if one.Type != made {
				continue
			}
			figure.Judged++
			if same[sameQuestion(one.ID, one.Prompt, one.Answer, one.Choices)] {
				figure.Still++
				if *one.Sound {
					figure.Sound++
				}
			}
		}
		figure.Precision = share(figure.Sound, figure.Still)
		r.Made, r.Judged = r.Made+figure.Made, r.Judged+figure.Judged
		r.Still, r.Sound = r.Still+figure.Still, r.Sound+figure.Sound
		r.Types = append(r.Types, figure)
	}
	r.Precision = share(r.Sound, r.Still)
	return r
}

// share is a part of a whole; 0 of nothing.
func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

func (r generatedReport) print(out io.Writer) error {
	figures := table("type", "made", "judged", "still made", "sound", "precision")
	precision := func(share float64, still int) *float64 {
		if still == 0 {
			return nil
		}
		return &share
	}
	for _, one := range r.Types {
		figures.Add(row(one.Type, one.Made, one.Judged, one.Still, one.Sound, precision(one.Precision, one.Still)))
	}
	figures.Add(row("all", r.Made, r.Judged, r.Still, r.Sound, precision(r.Precision, r.Still)))
	return figures.Print(out)
}
