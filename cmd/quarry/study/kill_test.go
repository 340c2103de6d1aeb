package study_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"maps"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v4"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
	"github.com/quarrykb/quarry/study"
)

// studyCommand is how a test starts this program once more, as one in which many learn until it
// is killed.
const studyCommand = "study-until-killed"

// How many learn, how many reviews are acknowledged before a program is killed the last time
// (QUARRY_STUDY_REVIEWS asks for more), and how often it is killed.
const (
	killLearners  = 100
	killReviews   = 600
	killRounds    = 4
	killQuestions = 20
)

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == studyCommand {
		if err := studyUntilKilled(os.Args[2], os.Args[3], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func learnt() quarry.Knowledge {
	draft := storetest.NewDraft("killed.md")
	for n := range killQuestions {
		draft.Question(fmt.Sprintf("What is %d?", n), strconv.Itoa(n))
	}
	return draft.Knowledge()
}

// studyUntilKilled lets learners learn side by side, and tells of each review that is safe.
func studyUntilKilled(path, round string, told io.Writer) error {
	number, err := strconv.Atoi(round)
	if err != nil {
		return err
	}
	// Days pass between two reviews, so that cards come into every state.
	c := &clock{at: time.Date(2026, 1+3*time.Month(number), 1, 9, 0, 0, 0, time.UTC)}
	store, err := sqlite.Open(context.Background(), path, sqlite.Options{Now: c.now})
	if err != nil {
		return err
	}
	desk := study.NewDesk(study.Config{Store: store, Now: c.now, Random: rand.Reader})
	questions := learnt().Questions
	failed := make(chan error, killLearners)
	var telling sync.Mutex
	for learner := range killLearners {
		go func() {
			random := mathrand.New(mathrand.NewPCG(uint64(number), uint64(learner)))
			name := quarry.Learner(fmt.Sprintf("learner-%d", learner))
			for n := 0; ; n++ {
				c.pass(time.Duration(random.Int64N(int64(time.Hour))))
				done, err := desk.Record(context.Background(), quarry.GivenAnswer{
					ID: quarry.ReviewID(fmt.Sprintf("%d.%d", number, n)), Learner: name,
					Question: questions[random.IntN(killQuestions)].ID, Rating: quarry.Ratings()[random.IntN(4)],
				})
				if err != nil {
					failed <- err
					return
				}
				telling.Lock()
				_, err = fmt.Fprintln(told, name, done.Review.ID)
				telling.Unlock()
				if err != nil {
					failed <- err
					return
				}
			}
		}()
	}
	return <-failed
}

// studyAndKill starts a program in which many learn, kills it once it told of so many reviews,
// and returns all that it told of.
func studyAndKill(t *testing.T, path string, round, reviews int) []string {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], studyCommand, path, strconv.Itoa(round))
	var complaint strings.Builder
	command.Stderr = &complaint
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for lines := bufio.NewScanner(output); lines.Scan(); {
		told = append(told, lines.Text())
		if len(told) == reviews {
			if err := command.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := command.Wait(); err == nil || len(told) < reviews {
		t.Fatalf("the program ended by itself behind %d reviews: %s", len(told), complaint.String())
	}
	return told
}

func TestKillingThoseWhoLearnLosesNoReviewThatWasAcknowledged(t *testing.T) {
	t.Parallel()
	reviews := killReviews
	if asked, err := strconv.Atoi(os.Getenv("QUARRY_STUDY_REVIEWS")); err == nil {
		reviews = asked
	}
	path := filepath.Join(t.TempDir(), "quarry.db")
	open := func() *sqlite.Store {
		store, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	store := open()
	if _, err := store.SaveDocument(t.Context(), learnt()); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]bool{}
	began := time.Now()
	for round := range killRounds {
		for _, told := range studyAndKill(t, path, round, reviews/killRounds) {
			acknowledged[told] = true
		}
	}
	took := time.Since(began)
	store = open()
	defer func() { _ = store.Close() }()
	kept := map[string]bool{}
	cards := 0
	for learner := range killLearners {
		name := quarry.Learner(fmt.Sprintf("learner-%d", learner))
		history := historyOf(t, store, name)
		for _, review := range history.reviews {
			kept[fmt.Sprint(name, " ", review.ID)] = true
		}
		cards += len(history.cards)
		history.replay(t)
	}
	for _, told := range slices.Sorted(maps.Keys(acknowledged)) {
		if !kept[told] {
			t.Errorf("review %q was acknowledged and is lost", told)
		}
	}
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("%d reviews were acknowledged in %v under %d kills, %d are kept of %d cards", len(acknowledged), took, killRounds, len(kept), cards)
}

// history is what is stored of a learner.
type history struct {
	cards   []quarry.StoredCard
	reviews []quarry.Review
}

func historyOf(t *testing.T, store *sqlite.Store, learner quarry.Learner) history {
	t.Helper()
	var h history
	if err := store.ReadHistory(t.Context(), learner, &h); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *history) Learner(quarry.LearnerProfile) error { return nil }

func (h *history) Card(c quarry.StoredCard) error {
	h.cards = append(h.cards, c)
	return nil
}

func (h *history) Review(r quarry.Review) error {
	h.reviews = append(h.reviews, r)
	return nil
}

// replay fails unless each card is what FSRS makes of its reviews.
func (h *history) replay(t *testing.T) {
	t.Helper()
	scheduler := fsrs.NewFSRS(fsrs.DefaultParam())
	want := map[quarry.QuestionID]fsrs.Card{}
	for _, review := range h.reviews {
		next, err := scheduler.Next(want[review.Question], review.At, fsrs.Rating(review.Rating))
		if err != nil {
			t.Fatal(err)
		}
		want[review.Question] = next.Card
	}
	if len(h.cards) != len(want) {
		t.Errorf("%d cards are kept of %d questions", len(h.cards), len(want))
	}
	for _, card := range h.cards {
		sameSchedule(t, card.Schedule, want[card.Question])
	}
}
