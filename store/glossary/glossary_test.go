package glossary_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/glossary"
)

// said is what an entry at some lines of a document says: "HBM = high bandwidth
// memory".
func said(document string, from, to int, pair string, edits ...func(*quarry.AbbreviationIn)) quarry.AbbreviationIn {
	short, long, _ := strings.Cut(pair, " = ")
	a := quarry.AbbreviationIn{
		Abbreviation: quarry.Abbreviation{Short: short, Long: long, Spelled: true, LineStart: from, LineEnd: to},
		EntryRef:     quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(fmt.Sprintf("f_%s_%d_%d", document, from, to))},
		Source:       quarry.Source{Path: document, SHA256: document, Span: quarry.Span{LineStart: from, LineEnd: to}},
	}
	for _, edit := range edits {
		edit(&a)
	}
	return a
}

func doubtful(a *quarry.AbbreviationIn) { a.Spelled = false }

// shown writes a glossary down: "HBM: High Bandwidth Memory 2 (a.md:1 b.md:3)".
func shown(terms []quarry.GlossaryTerm) string {
	var all []string
	for _, term := range terms {
		for _, e := range term.Expansions {
			var places []string
			for i, s := range e.Sources {
				places = append(places, fmt.Sprintf("%s:%d", s.Path, s.LineStart))
				if e.Entries[i].ID == "" {
					places = append(places, "of no entry")
				}
			}
			all = append(all, fmt.Sprintf("%s: %s %d (%s)", term.Term, e.Text, e.Count, strings.Join(places, " ")))
		}
	}
	return strings.Join(all, "\n")
}

func TestAGlossaryGathersWhatEntriesSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		found []quarry.AbbreviationIn
		want  string
	}{
		"nothing": {},
		"one that letters prove": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "PCR = polymerase chain reaction")},
			"PCR: polymerase chain reaction 1 (a.md:1)",
		},
		"one that they do not": {[]quarry.AbbreviationIn{said("a.md", 1, 1, "TXN = transaction", doubtful)}, ""},
		"the same twice": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "TXN = transaction", doubtful), said("a.md", 9, 9, "TXN = Transaction", doubtful)},
			"TXN: Transaction 2 (a.md:1 a.md:9)",
		},
		"twice on lines that overlap": {
			[]quarry.AbbreviationIn{said("a.md", 1, 9, "TXN = transaction", doubtful), said("a.md", 9, 9, "TXN = transaction", doubtful)}, "",
		},
		"a passage over two facts": {
			[]quarry.AbbreviationIn{
				said("a.md", 1, 9, "WAL = write-ahead log"), said("a.md", 2, 2, "WAL = write-ahead log"), said("a.md", 5, 6, "WAL = Write-Ahead Log"),
			},
			"WAL: Write-Ahead Log 2 (a.md:2 a.md:5)",
		},
		"a copy of a file": {
			[]quarry.AbbreviationIn{
				said("b.md", 1, 1, "TXN = transaction", doubtful),
				said("a.md", 1, 1, "TXN = transaction", doubtful, func(a *quarry.AbbreviationIn) { a.Source.SHA256 = "b.md" }),
			}, "",
		},
		"spellings": {
			[]quarry.AbbreviationIn{
				said("a.md", 1, 1, "KV = Key-Value"), said("b.md", 1, 1, "KV = key value"), said("c.md", 1, 1, "KV = key values"), said("d.md", 1, 1, "KV = key value"),
			},
			"KV: key value 4 (a.md:1 b.md:1 c.md:1)",
		},
		"two things": {
			[]quarry.AbbreviationIn{
				said("a.md", 1, 1, "SM = state machine"), said("a.md", 3, 3, "SM = streaming multiprocessor"), said("b.md", 1, 1, "SM = Streaming Multiprocessors"),
			},
			"SM: Streaming Multiprocessors 2 (a.md:3 b.md:1)\nSM: state machine 1 (a.md:1)",
		},
		"one that differs by an ending": {
			[]quarry.AbbreviationIn{
				said("a.md", 1, 1, "HBM = High Bandwidth Memory"), said("a.md", 9, 9, "HBM = high-bandwidth memory"), said("b.md", 1, 1, "HBM = higher bandwidth memory"),
			},
			"HBM: High Bandwidth Memory 3 (a.md:1 a.md:9 b.md:1)",
		},
		"what describes one of a kind": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "HBM = High Bandwidth Memory"), said("a.md", 9, 9, "HBM3 = Higher bandwidth memory")},
			"HBM: High Bandwidth Memory 1 (a.md:1)",
		},
		"what one of a kind stands for": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "HBM = High Bandwidth Memory"), said("a.md", 9, 9, "HBM3 = High Bandwidth Memory 3")},
			"HBM: High Bandwidth Memory 1 (a.md:1)\nHBM3: High Bandwidth Memory 3 1 (a.md:9)",
		},
		"two words with a beginning in common": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "CN = complex node"), said("a.md", 9, 9, "CN = complexity node")},
			"CN: complex node 1 (a.md:1)\nCN: complexity node 1 (a.md:9)",
		},
		"terms by name": {
			[]quarry.AbbreviationIn{said("a.md", 1, 1, "ROM = read-only memory"), said("a.md", 2, 2, "cDNA = complementary DNA"), said("a.md", 3, 3, "ABV = alcohol by volume")},
			"ABV: alcohol by volume 1 (a.md:3)\ncDNA: complementary DNA 1 (a.md:2)\nROM: read-only memory 1 (a.md:1)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				random := rand.New(rand.NewPCG(seed, 1))
				random.Shuffle(len(c.found), func(i, j int) { c.found[i], c.found[j] = c.found[j], c.found[i] })
				if diff := cmp.Diff(c.want, shown(glossary.Of(append([]quarry.AbbreviationIn{}, c.found...)))); diff != "" {
					t.Fatalf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}
