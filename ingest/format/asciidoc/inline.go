package asciidoc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestInline is the most bytes of a link or of bold words.
const longestInline = 1 << 10

// inline returns a line with the marks within it written over: bold words,
// links, formulas. Code and emphasis have the same marks.
func inline(line string) string {
	if !strings.ContainsAny(line, "*[<`") {
		return line
	}
	var out strings.Builder
	for at := 0; at < len(line); {
		length := 0
		switch line[at] {
		case '`':
			if end := strings.IndexByte(line[at+1:min(len(line), at+longestInline)], '`'); end >= 0 {
				length = end + len("``")
				out.WriteString(line[at : at+length])
			}
		case '*':
			length = bold(&out, line, at)
		case '<':
			if standsApart(line, at) {
				length = reference(&out, line[at:])
			}
		case 'h', 'l', 'x', 's':
			length = macro(&out, line, at)
		}
		if length == 0 {
			out.WriteByte(line[at])
			length = 1
		}
		at += length
	}
	return out.String()
}

// bold writes "*words*" with two marks, and returns its length.
func bold(out *strings.Builder, line string, at int) int {
	if !standsApart(line, at) || at+2 >= len(line) || line[at+1] == '*' || line[at+1] == ' ' {
		return 0
	}
	end := strings.IndexByte(line[at+1:min(len(line), at+longestInline)], '*')
	if end < 1 || line[at+end] == ' ' {
		return 0
	}
	behind, _ := utf8.DecodeRuneInString(line[at+end+2:])
	if at+end+2 < len(line) && (unicode.IsLetter(behind) || unicode.IsDigit(behind) || behind == '*') {
		return 0
	}
	out.WriteString("**" + line[at+1:at+1+end] + "**")
	return end + len("**")
}

// standsApart reports whether no letter and no other mark stands before a place.
func standsApart(line string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:at])
	return at == 0 || (!unicode.IsLetter(before) && !unicode.IsDigit(before) && before != '*' && before != '\\')
}

// opensWord reports whether a letter or a digit stands right behind a mark.
func opensWord(behind string) bool {
	first, _ := utf8.DecodeRuneInString(behind)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// reference writes the words of "<<place,words>>", and returns its length.
func reference(out *strings.Builder, line string) int {
	end := strings.Index(line[:min(len(line), longestInline)], ">>")
	if !strings.HasPrefix(line, "<<") || end < len("<<a") || opensWord(line[end+len(">>"):]) {
		return 0
	}
	place, words, ok := strings.Cut(line[2:end], ",")
	if !ok {
		words = place
	}
	out.WriteString(strings.TrimSpace(words))
	return end + len(">>")
}

// macro writes a link or a formula: "https://…[words]", "link:…[words]",
// "stem:[…]". It returns its length.
func macro(out *strings.Builder, line string, at int) int {
	if !standsApart(line, at) {
		return 0
	}
	rest := line[at:min(len(line), at+longestInline)]
	if !hasMacro(rest) {
		return 0
	}
	open := strings.IndexByte(rest, '[')
	end := strings.IndexByte(rest, ']')
	if open < 0 || end < open || opensWord(rest[end+1:]) || strings.ContainsAny(rest[:open], " \t") {
		return 0
	}
	target, words := rest[:open], rest[open+1:end]
	switch {
	case strings.HasPrefix(target, "stem") || strings.HasPrefix(target, "latexmath"):
		out.WriteString("$" + words + "$")
	case words == "":
		return 0
	case strings.HasPrefix(target, "xref:"):
		out.WriteString(words)
	default:
		out.WriteString("[" + strings.TrimSuffix(words, "^") + "](" + strings.TrimPrefix(target, "link:") + ")")
	}
	return end + 1
}

func hasMacro(text string) bool {
	names := []string{"https://", "http://", "link:", "xref:", "stem:[", "latexmath:["}
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(text, name) })
}
