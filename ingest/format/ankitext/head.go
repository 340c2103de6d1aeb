package ankitext

import (
	"bytes"
	"strconv"
	"strings"
)

// head is what the lines before the first card say of all cards. Columns count from 1; 0 is none.
type head struct {
	separator byte
	html      string // "true", "false" or "" where nothing says it
	names     []string
	deck      string
	tags      []string
	columns   map[string]int // by what they hold: "deck", "guid", "notetype", "tags"
	announced bool           // a line stands there that no other format has
	lines     int            // how many lines belong to it
	end       int            // offset of the first card
}

// mostHeadLines is how many header lines are read.
const mostHeadLines = 64

// readHead reads the header lines of a text: those that begin with "#", from the first on.
func readHead(text []byte) head {
	h := head{separator: '\t', columns: map[string]int{}}
	h.end = len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	for h.lines < mostHeadLines && bytes.HasPrefix(text[h.end:], []byte("#")) {
		end := len(text)
		if next := bytes.IndexByte(text[h.end:], '\n'); next >= 0 {
			end = h.end + next + 1
		}
		if !h.read(strings.TrimRight(string(text[h.end+1:end]), "\r\n")) {
			break
		}
		h.end = end
		h.lines++
	}
	return h
}

// read reads one header line without its "#", and reports whether it is one.
func (h *head) read(line string) bool {
	key, value, ok := strings.Cut(line, ":")
	key = strings.ToLower(strings.TrimSpace(key))
	if what, isColumn := strings.CutSuffix(key, " column"); ok && isColumn {
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 1 {
			return false
		}
		h.columns[what], h.announced = n, true
		return true
	}
	switch key {
	case "separator":
		separator, known := separatorOf(value)
		if known {
			h.separator, h.announced = separator, true
		}
		return known
	case "html":
		h.html = strings.ToLower(strings.TrimSpace(value))
		h.announced = h.announced || h.html == "true" || h.html == "false"
	case "columns":
		h.names, h.announced = strings.Split(value, string(rune(h.separator))), true
	case "deck":
		h.deck = strings.TrimSpace(value)
	case "tags":
		h.tags = strings.Fields(value)
	case "notetype", "if matches", "allow duplicates":
	default:
		return false
	}
	return ok
}

// separatorOf returns the character that a "#separator" line names or shows.
func separatorOf(value string) (byte, bool) {
	names := map[string]byte{"tab": '\t', `\t`: '\t', "comma": ',', "semicolon": ';', "pipe": '|', "colon": ':', "space": ' '}
	said := strings.ToLower(strings.TrimSpace(value))
	if separator, known := names[said]; known {
		return separator, true
	}
	if said == "" {
		return '\t', value != "" // a tab by itself is white space
	}
	return said[0], len(said) == 1 && said[0] > ' ' && said[0] < 0x7f && said[0] != '"'
}

// isMeta reports whether a column, from 1, says something about its card and nothing on it.
func (h *head) isMeta(column int) bool {
	for _, meta := range h.columns {
		if meta == column {
			return true
		}
	}
	return false
}

// name returns the name of a column, from 1, "" where it has none.
func (h *head) name(column int) string {
	if column > len(h.names) {
		return ""
	}
	return strings.TrimSpace(h.names[column-1])
}
