package vectorindex

import (
	"hash/fnv"
	"io"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// column is something that each entry has one value of.
type column int

// The columns. The kind stands in the reference and is not written once more.
const (
	columnKind column = iota
	columnDifficulty
	columnDifficultySource
	columnStyle
	columnAnswered // questions only: "true" or "false"
	columnDocument // the document's id
	columnPath
	columnCollection
	columns
)

// notAnswered is the value of columnAnswered for questions without an answer.
const notAnswered = "false"

// list is something that each entry has any number of values of.
type list int

// The lists.
const (
	listTopics list = iota
	listDevices
	listElsewhere // of each further document that it stands in id, path and collection
	lists
)

// placeColumns are what listElsewhere has of each document, in this order.
func placeColumns() []column { return []column{columnDocument, columnPath, columnCollection} }

// about is what has to be known of an entry besides its vector.
type about struct {
	text   uint64 // a hash of what was embedded
	first  int    // line
	last   int
	words  int // of title and text
	values [columns]string
	lists  [lists][]string
}

// aboutOf collects what has to be known of an entry of which this was embedded.
func aboutOf(e quarry.Entry, embedded string, devices search.DeviceNames) about {
	a := about{
		text: hashOf(embedded), first: e.Source.LineStart, last: e.Source.LineEnd,
		words: text.WordCount(e.Title) + text.WordCount(e.Text),
	}
	a.values = [columns]string{
		columnKind: string(e.Kind), columnDifficulty: string(e.Grade.Difficulty),
		columnDifficultySource: string(e.Grade.Source), columnStyle: string(e.Style),
		columnDocument: string(e.Source.DocumentID), columnPath: e.Source.Path, columnCollection: e.Source.Collection,
	}
	if e.Kind == quarry.EntryQuestion {
		a.values[columnAnswered] = strconv.FormatBool(e.Answered)
	}
	a.lists[listTopics] = texts(e.Topics)
	a.lists[listDevices] = texts(search.DevicesOf(devices, e))
	for _, place := range e.Elsewhere {
		a.lists[listElsewhere] = append(a.lists[listElsewhere], string(place.DocumentID), place.Path, place.Collection)
	}
	return a
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = string(value)
	}
	return all
}

func hashOf(text string) uint64 {
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, text) // it never fails
	return hash.Sum64()
}
