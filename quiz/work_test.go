package quiz_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/quiz"
)

// A source that states one thing again and again takes no longer for each time that it does.
func TestWhatIsStatedAgainAndAgainIsReadOnce(t *testing.T) {
	t.Parallel()
	maker := newMaker(t)
	took := func(many int) time.Duration {
		from := quiz.Material{Specs: cards()}
		for i := range many {
			from.Specs = append(from.Specs, card("Yew", 64, func(s *quarry.Spec) { s.ID = quarry.SpecID(fmt.Sprint("s_yew_", i)) }))
			from.Questions = append(from.Questions, quarry.Question{
				ID: quarry.QuestionID(fmt.Sprint("q_", i)), Text: "Which river is near" + strings.ReplaceAll(" AN BN CN DN EN FN GN HN IN JN KN LN MN", "N", strconv.Itoa(i)) + "?",
				Answer: "The Danube", Answered: true, Style: quarry.StyleOpen, Source: quarry.Source{DocumentID: "d_deck", Path: "deck.md"},
			})
		}
		begun := time.Now()
		made, err := maker.Make(t.Context(), from)
		if err != nil || len(about(made, "Yew")) == 0 {
			t.Errorf("asked %q of what is stated %d times, error %v", about(made, "Yew"), many, err)
		}
		return time.Since(begun)
	}
	const few, times, most = 200, 16, 80 // compared each with each it would take 256 times as long
	if short, long := took(few), took(times*few); long > most*short {
		t.Errorf("%d times as much took %v, %.0f times the %v of less", times, long, float64(long)/float64(short), short)
	}
}

func TestTheMakingOfQuestionsEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if made, err := newMaker(t).Make(ctx, quiz.Material{Specs: cards()}); !errors.Is(err, context.Canceled) || made != nil {
		t.Errorf("made %d questions, error %v", len(made), err)
	}
}
