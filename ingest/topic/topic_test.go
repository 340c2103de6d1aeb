package topic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/topic"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

// bakery returns a reader and entries of a field that the lexicon does not know.
func bakery(t *testing.T) (*topic.Reader, []topic.Entry) {
	t.Helper()
	lexicon, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	say := func(title, said string, heading ...string) topic.Entry {
		return topic.Entry{Kind: quarry.EntryFact, Title: title, Text: said, Heading: append([]string{"The bakery handbook"}, heading...)}
	}
	return topic.New(lexicon), []topic.Entry{
		say("Sourdough", "Sourdough rises by wild yeast.", "Leavening", "Sourdough"),
		say("Starter", "The starter of a sourdough is fed each morning.", "Leavening", "Sourdough"),
		say("Baker's yeast", "Baker's yeast rises in an hour.", "Leavening"),
		say("Rye flour", "Rye flour has little gluten.", "Flour"),
		say("Wheat flour", "Wheat flour has much gluten.", "Flour"),
		say("Spelt flour", "Spelt flour tears easily.", "Flour"),
		say("Apron", "The apron hangs behind the door.", "Leaflet to take along"),
		say("Keys", "The keys lie in the left drawer.", "Leaflet to take along"),
		say("Steam", "Steam keeps the crust soft.", "Which of the two ovens?"),
		say("Stone", "The stone has to be hot.", "Which of the two ovens?"),
	}
}

func TestADocumentOfAnotherFieldBringsWhatItsHeadingsName(t *testing.T) {
	t.Parallel()
	reader, entries := bakery(t)
	chosen, brought := reader.Assign("The bakery handbook", entries)
	for at, want := range map[int]quarry.TopicID{0: "sourdough", 1: "sourdough", 3: "flour", 4: "flour", 5: "flour"} {
		if !slices.Contains(chosen[at], want) {
			t.Errorf("%q has the topics %v, want %s among them", entries[at].Text, chosen[at], want)
		}
	}
	for _, one := range brought {
		if one.Name == "" {
			t.Errorf("the topic %s has no name", one.ID)
		}
	}
}

func TestAClauseOrAQuestionIsNoTopic(t *testing.T) {
	t.Parallel()
	reader, entries := bakery(t)
	for _, c := range reader.Cases("The bakery handbook", entries) {
		name := strings.ToLower(c.Topic.Name)
		if strings.Contains(name, "leaflet") || strings.Contains(name, "along") || strings.Contains(name, "two") || strings.Contains(name, "oven") {
			t.Errorf("%q brings the topic %q", entries[c.Entry].Heading, c.Topic.Name)
		}
	}
}

func TestATopicOfAHeadingHasTheOneAboveAsItsParent(t *testing.T) {
	t.Parallel()
	reader, entries := bakery(t)
	for _, c := range reader.Cases("The bakery handbook", entries) {
		switch c.Topic.ID {
		case "sourdough":
			if c.Topic.Parent != "leavening" {
				t.Errorf("sourdough is below %q, want leavening", c.Topic.Parent)
			}
		case "flour", "leavening":
			if c.Topic.Parent == c.Topic.ID || c.Topic.Parent == "sourdough" {
				t.Errorf("%s is below %q", c.Topic.ID, c.Topic.Parent)
			}
		}
	}
}

func TestAParentIsNamedOnlyIfItIsBrought(t *testing.T) {
	t.Parallel()
	reader, entries := bakery(t)
	_, brought := reader.Assign("The bakery handbook", entries)
	for _, one := range brought {
		is := func(other quarry.Topic) bool { return other.ID == one.Parent }
		if one.Parent != "" && !slices.ContainsFunc(brought, is) {
			t.Errorf("%s is below %s, which is not there", one.ID, one.Parent)
		}
	}
}

func TestWithoutAnythingThatFitsThereIsNoTopic(t *testing.T) {
	t.Parallel()
	reader, entries := bakery(t)
	chosen, brought := reader.With(func(topic.Case) float64 { return 0 }, topic.FirstFits, topic.OthersFit).Assign("The bakery handbook", entries)
	if len(brought) > 0 || slices.ContainsFunc(chosen, func(ids []quarry.TopicID) bool { return len(ids) > 0 }) {
		t.Errorf("nothing fits, and yet there are %v and %v", chosen, brought)
	}
}

func TestATopicIsAWholeNounThatNotTheWholeDocumentIsOf(t *testing.T) {
	t.Parallel()
	reader, _ := bakery(t)
	say := func(title, said, heading string) topic.Entry {
		return topic.Entry{Kind: quarry.EntryFact, Title: title, Text: said, Heading: []string{"Looms and weaving", heading}}
	}
	entries := []topic.Entry{
		say("Hand loom", "A hand loom has a frame. The weaver works the shuttle.", "What a hand loom consists of"),
		say("Frame", "The hand loom stands on the frame.", "What a hand loom consists of"),
		say("Reed", "The reed spaces the warp.", "What spaces the warp"),
		say("Warp", "Two sticks force the warp apart.", "What spaces the warp"),
		say("Warp beam", "Ratchets force the beam to stay.", "Oiling and bench work"),
		say("Oil", "Oil the ratchets of the loom.", "Oiling and bench work"),
	}
	named := map[string]bool{}
	for _, c := range reader.Cases("Looms and weaving", entries) {
		named[strings.ToLower(c.Topic.Name)] = true
	}
	for _, want := range []string{"hand loom", "warp", "oiling and bench work"} {
		if !named[want] {
			t.Errorf("%q is no topic of %v", want, named)
		}
	}
	for _, mangled := range []string{"hand loom consists", "consists", "spaces", "force", "hand", "oiling and bench", "loom"} {
		if named[mangled] {
			t.Errorf("%q is a topic", mangled)
		}
	}
}

// A topic of most entries finds none: it stays where it is the only one, and where it is the likeliest.
func TestNoTopicIsOnMostEntriesOfAKindThatHaveOthers(t *testing.T) {
	t.Parallel()
	reader, _ := bakery(t)
	var entries []topic.Entry
	for title, count := range map[string]int{"Rye": 26, "Wheat": 26, "Spelt": 8} {
		for i := range count {
			said := title + " is stored in the cellar."
			if i%2 == 0 {
				said = title + " is stored in the loft."
			}
			entries = append(entries, topic.Entry{Kind: quarry.EntryFact, Title: title, Text: said, Heading: []string{"The bakery handbook", title}})
		}
	}
	likely := reader.With(func(topic.Case) float64 { return 1 }, topic.FirstFits, topic.OthersFit)
	chosen, _ := likely.Assign("The bakery handbook", entries)
	counts, without := map[quarry.TopicID]int{}, 0
	for _, own := range chosen {
		if len(own) == 0 {
			without++
		}
		for _, id := range own {
			counts[id]++
		}
	}
	for id, count := range counts {
		if count > len(entries)*35/100 {
			t.Errorf("%s is on %d of %d entries", id, count, len(entries))
		}
	}
	if without > 0 || len(counts) == 0 {
		t.Errorf("%d entries have no topic; the topics are %v", without, counts)
	}
}
