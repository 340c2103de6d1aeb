package datatree

import "bytes"

// WithoutComments returns a text with spaces in the place of comments, which JSON does
// not have and its kin do. What stands in quotes is no comment.
func WithoutComments(content []byte) []byte {
	bare := bytes.Clone(content)
	for at := 0; at < len(bare); at++ {
		switch rest := bare[at:]; {
		case rest[0] == '"' || rest[0] == '\'':
			at += closingQuote(rest)
		case bytes.HasPrefix(rest, []byte("//")):
			at += blankComment(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			at += blankComment(rest, "*/")
		}
	}
	return bare
}

// closingQuote returns where the text in quotes ends that a text begins with: at the
// next such mark, or with its line.
func closingQuote(text []byte) int {
	for at := 1; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case text[0], '\n':
			return at
		}
	}
	return len(text)
}

// blankComment writes spaces over the comment that a text begins with, and returns its last byte.
func blankComment(text []byte, mark string) int {
	opening := len("//")
	end := len(text)
	if found := bytes.Index(text[opening:], []byte(mark)); found >= 0 {
		end = opening + found + len(mark)
	}
	for i, c := range text[:end] {
		if c != '\n' {
			text[i] = ' '
		}
	}
	return end - 1
}
