package restructuredtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestInline is the most bytes of a link or of a text with a role.
const longestInline = 1 << 10

// inline returns a line with the marks within it written over: links, roles,
// formulas. Code and emphasis have the same marks.
func inline(line string) string {
	if !strings.Contains(line, "`") {
		return line
	}
	var out strings.Builder
	for at := 0; at < len(line); {
		if strings.HasPrefix(line[at:], "``") {
			length := literalLength(line[at:])
			out.WriteString(line[at : at+length])
			at += length
			continue
		}
		if role := roleLength(line[at:]); (role > 0 || line[at] == '`') && standsApart(line[:at]) {
			if length := marked(&out, line[at:at+role], line[at+role:]); length > 0 {
				at += role + length
				continue
			}
		}
		out.WriteByte(line[at])
		at++
	}
	return out.String()
}

// literalLength returns the length of the code that a line begins with, or that
// of its marks where it does not end.
func literalLength(line string) int {
	end := strings.Index(line[2:min(len(line), longestInline)], "``")
	if end < 0 {
		return len("``")
	}
	return len("``") + end + len("``")
}

// roleLength returns the length of the role that a line begins with: ":ref:"
// before a mark of text.
func roleLength(line string) int {
	if line[0] != ':' {
		return 0
	}
	for at := 1; at < min(len(line), longestInline/16); at++ {
		switch c := line[at]; {
		case c == '`':
			if at > 2 && line[at-1] == ':' {
				return at
			}
			return 0
		case (c < 'a' || c > 'z') && c != ':' && c != '-':
			return 0
		}
	}
	return 0
}

// standsApart reports whether no letter ends what stands before a mark.
func standsApart(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return !unicode.IsLetter(last) && !unicode.IsDigit(last)
}

// marked writes a text between marks, and returns its length, 0 where it is
// none.
func marked(out *strings.Builder, role, line string) int {
	end := strings.IndexByte(line[1:min(len(line), longestInline)], '`')
	if end < 1 {
		return 0
	}
	said, length := line[1:1+end], end+len("``")
	isLink := strings.HasPrefix(line[length:], "_")
	for length < len(line) && line[length] == '_' {
		length++
	}
	if next, _ := utf8.DecodeRuneInString(line[length:]); unicode.IsLetter(next) || unicode.IsDigit(next) {
		return 0
	}
	shown, target, hasTarget := strings.Cut(strings.TrimSuffix(said, ">"), "<")
	hasTarget = hasTarget && strings.HasSuffix(said, ">")
	shown = strings.TrimSpace(shown)
	switch {
	case role == ":math:":
		out.WriteString("$" + said + "$")
	case isLink && hasTarget && shown != "":
		out.WriteString("[" + shown + "](" + target + ")")
	case (role == ":ref:" || role == ":doc:" || role == ":term:") && hasTarget && shown != "":
		out.WriteString(shown)
	case isLink || role == ":ref:" || role == ":doc:" || role == ":term:":
		out.WriteString(said)
	default:
		out.WriteString("`" + said + "`")
	}
	return length
}
