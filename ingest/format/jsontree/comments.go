package jsontree

import "bytes"

// WithoutComments returns a text with spaces in the place of comments, which JSON does
// not have and its kin do. What stands in quotes is no comment.
func WithoutComments(content []byte) []byte {
	bare := append([]byte(nil), content...)
	for at := 0; at < len(bare); at++ {
		switch c := bare[at]; {
		case c == '"' || c == '\'':
			at = closing(bare, at)
		case c == '/' && at+1 < len(bare) && (bare[at+1] == '/' || bare[at+1] == '*'):
			at = blankComment(bare, at)
		}
	}
	return bare
}

// closing returns where a text in quotes ends that begins at an offset: at the next
// such mark, or with its line.
func closing(content []byte, at int) int {
	for end := at + 1; end < len(content); end++ {
		switch content[end] {
		case '\\':
			end++
		case content[at], '\n':
			return end
		}
	}
	return len(content)
}

// blankComment writes spaces over a comment and returns its last byte.
func blankComment(content []byte, at int) int {
	mark, inside := "\n", content[at:]
	if content[at+1] == '*' {
		mark = "*/"
	}
	length := len(inside)
	if end := bytes.Index(inside[2:], []byte(mark)); end >= 0 {
		length = 2 + end + len(mark)
	}
	for i, c := range inside[:length] {
		if c != '\n' {
			inside[i] = ' '
		}
	}
	return at + length - 1
}
