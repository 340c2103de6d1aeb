package study

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
)

// carried is when a note says that its card is to be asked again, as programs of flashcards
// write it beside the card: by SM-2, with an ease and the days between the last two times.
type carried struct {
	due      time.Time
	interval float64 // days
	ease     float64 // 2.5 where a card begins
	reps     int     // 0 where the note does not say
}

// The two ways in which notes carry schedules: the comment of Obsidian's spaced repetition,
// which has one part a card, and the properties of Logseq, one a line.
type notations struct {
	comment  *regexp.Regexp
	property *regexp.Regexp
}

func newNotations() notations {
	return notations{
		comment:  regexp.MustCompile(`<!--SR:!(\d{4}-\d\d-\d\d),(\d{1,6}),(\d{1,5})(?:![^>]*)?-->`),
		property: regexp.MustCompile(`^[ \t]*(?:[-*] )?card-([a-z-]+):: *(\S+)[ \t]*$`),
	}
}

// easeBase is the ease that programs write for 1.
const easeBase = 100

// of returns the schedule that stands in the span of a card or on the lines right below it.
// Of a card that is asked in several ways it is the one of the first.
func (n notations) of(text []byte, span quarry.Span) (carried, bool) {
	if span.ByteStart < 0 || span.ByteStart >= span.ByteEnd || span.ByteEnd > len(text) {
		return carried{}, false
	}
	within, below := text[span.ByteStart:span.ByteEnd], bytes.TrimPrefix(text[span.ByteEnd:], []byte("\n"))
	if found, ok := n.commented(within); ok {
		return found, true
	}
	properties := map[string]string{}
	for line := range bytes.Lines(within) {
		n.note(line, properties)
	}
	for line := range bytes.Lines(below) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("<!--SR:")) { // a line of its own
			return n.commented(line)
		}
		if !n.note(line, properties) {
			break
		}
	}
	return scheduled(properties)
}

// commented reads the comment of Obsidian's spaced repetition.
func (n notations) commented(written []byte) (carried, bool) {
	parts := n.comment.FindSubmatch(written)
	if parts == nil {
		return carried{}, false
	}
	due, err := time.Parse(time.DateOnly, string(parts[1]))
	interval, _ := strconv.ParseFloat(string(parts[2]), 64) // digits, few of them
	ease, _ := strconv.ParseFloat(string(parts[3]), 64)
	return carried{due: due, interval: interval, ease: ease / easeBase}, err == nil && interval > 0 && ease > 0
}

// note keeps a property of a card, and reports whether the line is one.
func (n notations) note(line []byte, properties map[string]string) bool {
	parts := n.property.FindSubmatch(bytes.TrimRight(line, "\r\n"))
	if parts == nil {
		return false
	}
	properties[string(parts[1])] = string(parts[2])
	return true
}

// scheduled reads the properties of Logseq.
func scheduled(properties map[string]string) (carried, bool) {
	due, err := time.Parse(time.RFC3339, properties["next-schedule"])
	interval, badInterval := strconv.ParseFloat(properties["last-interval"], 64)
	ease, badEase := strconv.ParseFloat(strings.TrimSuffix(properties["ease-factor"], "%"), 64)
	reps, _ := strconv.Atoi(properties["repeats"]) // 0 where it is not said
	ok := err == nil && badInterval == nil && badEase == nil && interval > 0 && ease > 0
	return carried{due: due, interval: interval, ease: ease, reps: max(reps, 0)}, ok
}
