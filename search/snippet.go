package search

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// The sizes of a snippet, in bytes of text before escaping.
const (
	snippetLength = 240
	snippetLead   = 60                // of text before the first match
	snippetReach  = 8192              // how far into a text matches are looked for
	snippetStart  = 4 * snippetLength // what a beginning is cut from: enough in any script
)

// TitlesAbove returns the titles that an entry stands under, without its own.
func TitlesAbove(e quarry.Entry) []string {
	above := e.Source.Heading
	if n := len(above); n > 0 && above[n-1] == e.Title {
		return above[:n-1]
	}
	return above
}

// snippet shows the part of an entry that matches best, or its beginning where
// nothing matches or nothing is looked for. What matches in the title only is
// shown with the title before the text.
func snippet(e quarry.Entry, matches func(string) []Range) string {
	if matches == nil {
		text := oneLine(e.Text, snippetStart)
		if text == "" {
			text = oneLine(e.Title, snippetStart)
		}
		return render(text, nil)
	}
	title, text := oneLine(e.Title, snippetReach), oneLine(e.Text, snippetReach)
	if text == "" {
		text, title = title, ""
	}
	found := matches(text)
	if len(found) > 0 || title == "" {
		return render(text, found)
	}
	both := title + " – " + text
	if found = matches(both); len(found) > 0 {
		text = both
	}
	return render(text, found)
}

// oneLine makes a text's beginning, up to so many bytes, one line: Markdown's
// line breaks say nothing in a snippet.
func oneLine(written string, reach int) string {
	line := make([]byte, 0, min(len(written), reach))
	for at := 0; at < len(written) && len(line) < reach; {
		end := wordEnd(written, at)
		if end == at {
			_, gap := utf8.DecodeRuneInString(written[at:])
			at += gap
			continue
		}
		if len(line) > 0 {
			line = append(line, ' ')
		}
		line = append(line, written[at:end]...)
		at = end
	}
	return norm.NFC.String(text.Clip(string(line), reach))
}

// wordEnd returns where the word at a place ends: at the place itself where a gap is
// there.
func wordEnd(text string, at int) int {
	for at < len(text) && ' ' < text[at] && text[at] <= '~' {
		at++
	}
	if at < len(text) && text[at] > '~' {
		if gap := strings.IndexFunc(text[at:], isGap); gap >= 0 {
			return at + gap
		}
		return len(text)
	}
	return at
}

func isGap(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// render cuts the window with the most matches out of a text, escapes it and
// marks the matches.
func render(line string, found []Range) string {
	start := windowStart(line, found)
	end := start + len(text.Clip(line[start:], snippetLength))
	if end < len(line) {
		if space := strings.LastIndexByte(line[start:end], ' '); space > snippetLength/2 {
			end = start + space
		}
	}
	var b strings.Builder
	if start > 0 {
		b.WriteString("… ")
	}
	at := start
	for _, r := range found {
		if r.Start < at || r.End > end {
			continue
		}
		b.WriteString(html.EscapeString(line[at:r.Start]))
		b.WriteString("<mark>" + html.EscapeString(line[r.Start:r.End]) + "</mark>")
		at = r.End
	}
	b.WriteString(html.EscapeString(line[at:end]))
	if end < len(line) {
		b.WriteString(" …")
	}
	return b.String()
}

// windowStart returns where to cut so that the most matches are seen; the first
// of equal places, and the beginning where that shows as many. Matches stand in
// their order, and so do the places before them: each is passed once.
func windowStart(text string, found []Range) int {
	start, most := 0, 0
	first, end := 0, 0 // of what is seen
	for _, r := range found {
		from := 0
		if r.Start > snippetLead && r.End > snippetLength {
			from = wordStart(text, r.Start-snippetLead)
		}
		for first < len(found) && found[first].Start < from {
			first++
		}
		for end < len(found) && found[end].End <= from+snippetLength {
			end++
		}
		if end-first > most {
			start, most = from, end-first
		}
	}
	return start
}

// wordStart returns the beginning of the first word at or after a place.
func wordStart(line string, at int) int {
	near := line[at:min(len(line), at+snippetLead)]
	if space := strings.IndexByte(near, ' '); space >= 0 {
		return at + space + 1
	}
	return len(text.Clip(line, at))
}
