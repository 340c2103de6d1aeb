package evaluate

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest/judged"
)

type evalTopicsCommand struct {
	Paths []string `arg:"" name:"file" help:"Files of judged units, one on a line; the document stands beside each." placeholder:"FILE"`

	Wrong bool `short:"v" help:"List every judged entry with a topic that does not fit, or with none that does, too."`
	JSON  bool `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalTopicsCommand) Help() string {
	return `A file NAME.jsonl is about the document NAME beside it, and has a line for each unit: line_start, line_end, text (its
beginning), and the topics under which a learner would look for it: fitting with the best of them, or
topics, the most specific first; also has what further readers accept. Questions, facts and specs that say a judged unit are measured: precision
is the share of their topics that fit, coverage the share of entries with one that does, best the share
with the best one. How often the most frequent topic is given counts all entries of a kind. Nothing of the
data directory is read or written.`
}

// Run reads the documents, and measures and prints.
func (c *evalTopicsCommand) Run(ctx context.Context, s *app.Session) error {
	report := topicsReport{Documents: []topicsOfDocument{}, Most: make(map[quarry.EntryKind]mostGiven)}
	given := make(map[quarry.EntryKind]*topicsGiven)
	err := readJudged(ctx, s, c.Paths, judged.ReadTopics, func(file string, units []judged.Unit, k quarry.Knowledge) {
		one := c.measure(s, k, units, given)
		one.File = file
		report.Documents = append(report.Documents, one)
		report.Add(one.TopicFigures)
	})
	if err != nil {
		return err
	}
	for kind, all := range given {
		report.Most[kind] = all.most()
	}
	return show(s.Out, report, c.JSON)
}

// topicsReport is what a measurement of topics says.
type topicsReport struct {
	judged.TopicFigures

	Most      map[quarry.EntryKind]mostGiven `json:"most"` // the most frequent topic of each kind
	Documents []topicsOfDocument             `json:"documents"`
}

type topicsOfDocument struct {
	File string `json:"file"`
	judged.TopicFigures

	Wrong []wrongTopics `json:"wrong,omitempty"`
}

// wrongTopics is an entry with a topic that does not fit, or with none that does.
type wrongTopics struct {
	Line    int              `json:"line"`
	Kind    quarry.EntryKind `json:"kind"`
	Text    string           `json:"text"`
	Topics  []quarry.TopicID `json:"topics"`
	Fitting []string         `json:"fitting"`
}

// mostGiven is the topic that entries of a kind have most often.
type mostGiven struct {
	Topic quarry.TopicID `json:"topic"`
	Share float64        `json:"share"`
}

// topicsGiven counts the topics of all entries of a kind.
type topicsGiven struct {
	entries int
	by      map[quarry.TopicID]int
}

func (g *topicsGiven) most() mostGiven {
	var most mostGiven
	for topic, count := range g.by {
		if share := float64(count) / float64(g.entries); share > most.Share || share == most.Share && topic < most.Topic {
			most = mostGiven{topic, share}
		}
	}
	return most
}

// measure holds the topics of a document's entries against what was judged of them.
func (c *evalTopicsCommand) measure(
	s *app.Session, k quarry.Knowledge, units []judged.Unit, given map[quarry.EntryKind]*topicsGiven,
) topicsOfDocument {
	judge := judged.NewTopicJudge(s.Lexicon, k.Document.Topics)
	var of topicsOfDocument
	for _, entry := range judged.TopicEntries(k) {
		if given[entry.Kind] == nil {
			given[entry.Kind] = &topicsGiven{by: map[quarry.TopicID]int{}}
		}
		given[entry.Kind].entries++
		for _, topic := range entry.Topics {
			given[entry.Kind].by[topic]++
		}
		unit, ok := judge.Unit(entry, units)
		if !ok {
			continue
		}
		of.Count(judge, entry.Topics, unit)
		misfits := func(id quarry.TopicID) bool { return !judge.Fits(id, unit.Fitting) }
		if c.Wrong && (len(entry.Topics) == 0 || slices.ContainsFunc(entry.Topics, misfits)) {
			of.Wrong = append(of.Wrong, wrongTopics{unit.LineStart, entry.Kind, unit.Text, entry.Topics, unit.Fitting})
		}
	}
	return of
}

func (r topicsReport) print(out io.Writer) error {
	documents := table("document", "entries", "topics each", "precision", "coverage", "best")
	wrong := table("wrong", "kind", "text", "topics", "fitting")
	for _, d := range r.Documents {
		documents.Add(topicsRow(d.File, d.TopicFigures))
		for _, one := range d.Wrong {
			topics := make([]string, len(one.Topics))
			for i, id := range one.Topics {
				topics[i] = string(id)
			}
			wrong.Add(row(fmt.Sprintf("%s:%d", d.File, one.Line), string(one.Kind), present.Printable(one.Text),
				strings.Join(topics, ", "), strings.Join(one.Fitting, ", ")))
		}
	}
	documents.Add(topicsRow("all", r.TopicFigures))
	if err := documents.Print(out); err != nil {
		return err
	}
	most := table("kind", "most frequent topic", "share")
	for _, kind := range quarry.EntryKinds() {
		if given, ok := r.Most[kind]; ok {
			most.Add(row(string(kind), string(given.Topic), given.Share))
		}
	}
	return printTables(out, most, wrong)
}

func topicsRow(name string, f judged.TopicFigures) []string {
	return row(name, f.Entries, f.Mean, f.Precision, f.Coverage, f.BestHit)
}
