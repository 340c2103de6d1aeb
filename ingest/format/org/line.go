package org

import (
	"strings"
	"unicode"
)

// cutKeyword returns the key of "#+KEY: value" in lower case, and what stands behind it;
// "#+BEGIN_NAME" and "#+END_NAME" need no colon.
func cutKeyword(line string) (string, string) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "#+")
	if !ok {
		return "", ""
	}
	end := 0
	for end < len(rest) && (unicode.IsLetter(rune(rest[end])) || rest[end] == '_' || rest[end] == '-') {
		end++
	}
	key := strings.ToLower(rest[:end])
	isBlock := strings.HasPrefix(key, blockBegins) || strings.HasPrefix(key, blockEnds)
	if key == "" || (!isBlock && !strings.HasPrefix(rest[end:], ":") && !strings.HasPrefix(rest[end:], "[")) {
		return "", ""
	}
	return key, strings.TrimSpace(strings.TrimPrefix(rest[end:], ":"))
}

// isDrawer reports whether a line opens a drawer: ":PROPERTIES:".
func isDrawer(line string) bool {
	bare := strings.TrimSpace(line)
	inner := strings.Trim(bare, ":")
	return len(bare) > 2 && bare[0] == ':' && bare[len(bare)-1] == ':' && len(inner) == len(bare)-2 &&
		inner == strings.ToUpper(inner) && strings.Trim(inner, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == "" && inner != "END"
}

func isTableRule(line string) bool {
	bare := strings.TrimSpace(line)
	return strings.HasPrefix(bare, "|-") && strings.Trim(bare, "|-+") == ""
}

// isComment reports whether a line is a comment: a mark and a space, or a mark alone.
func isComment(line string) bool {
	bare := strings.TrimSpace(line)
	return bare == "#" || strings.HasPrefix(bare, "# ")
}

// isPlanning reports whether a line holds the dates of the heading above it.
func isPlanning(line string) bool {
	key, date, _ := strings.Cut(strings.TrimSpace(line), ": ")
	isDate := strings.HasPrefix(date, "<") || strings.HasPrefix(date, "[")
	return isDate && (key == "SCHEDULED" || key == "DEADLINE" || key == "CLOSED")
}

// cutHeading returns the title of a heading without its state, its priority and
// its tags: "** TODO [#A] Title :tag:".
func cutHeading(line string) heading {
	line, tags := cutTags(strings.TrimLeft(line, "*"))
	title := strings.TrimSpace(line)
	for {
		word, behind, _ := strings.Cut(title, " ")
		isPriority := len(word) == len("[#A]") && strings.HasPrefix(word, "[#")
		if (!isState(word) && !isPriority) || strings.TrimSpace(behind) == "" {
			return heading{title: title, tags: tags}
		}
		title = strings.TrimSpace(behind)
	}
}

// isState reports whether a word before a heading's title says how far it is.
func isState(word string) bool {
	switch word {
	case "TODO", "DONE", "NEXT", "WAITING", "WAIT", "HOLD", "STARTED", "CANCELLED", "CANCELED", "COMMENT",
		"PROJ", "LOOP", "STRT", "IDEA", "KILL", "DOING", "REVIEW", "SOMEDAY", "INPROGRESS", "IN-PROGRESS":
		return true
	}
	return false
}

// cutTags splits the tags off the end of a heading: ":drill:easy:".
func cutTags(line string) (string, []string) {
	bare := strings.TrimRight(line, " \t\r")
	at := strings.LastIndexAny(bare, " \t")
	word := bare[at+1:]
	if at < 0 || len(word) < len(":a:") || word[0] != ':' || word[len(word)-1] != ':' {
		return line, nil
	}
	isOther := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@#%:", r)
	}
	if strings.Contains(word, "::") || strings.ContainsFunc(word, isOther) {
		return line, nil
	}
	return bare[:at], strings.Split(strings.Trim(word, ":"), ":")
}
