package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// sharedPer returns the "per" of a clause beside a number's own where it is what says
// whose the number is: of "84 TFLOPS per A100 on one and 159 TFLOPS on two cores"
// both numbers are per A100. "" where the number's own words say it.
func (l *line) sharedPer(i int, device quarry.DeviceMention) string {
	at := l.said.of[i]
	if at < 0 || len(l.said.clauses) < 2 || strings.Contains(l.said.clauses[at].words, "per ") {
		return ""
	}
	own := &l.said.clauses[at]
	for _, d := range own.devices {
		if d.ID == device.ID {
			return ""
		}
	}
	phrase := "per " + device.Written
	for j := range l.said.clauses {
		if other := &l.said.clauses[j]; j != at && other.part == own.part && strings.Contains(other.words, phrase) {
			return "; " + phrase
		}
	}
	return ""
}

// behindPer returns what words behind a number say but for what it is of each of, up
// to what is said of the next number: of "per A100 for a large net and" the net.
func (r *Reader) behindPer(words string) string {
	words = strings.TrimSpace(words)
	if !strings.HasPrefix(words, "per ") {
		return words
	}
	for _, leads := range r.cues["behind_per"].List() {
		if at := strings.Index(words, " "+leads+" "); at > 0 {
			said, _, _ := strings.Cut(words[at+1:], " and ")
			return said
		}
	}
	return words
}
