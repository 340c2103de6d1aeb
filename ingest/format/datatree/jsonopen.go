package datatree

import (
	"bytes"
	"encoding/json"
	"strings"
)

// TrimJSON takes a byte-order mark and the white space of JSON off both ends.
func TrimJSON(content []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(content, []byte(byteOrderMark)), " \t\r\n")
}

// OpensJSON reports whether a text begins as a JSON document of records does: an
// object with a key, or an array of objects, arrays or texts. Comments before
// it are looked over. What follows may still be no JSON.
func OpensJSON(content []byte) bool {
	if len(content) == 0 || strings.IndexByte("{[/", content[0]) < 0 {
		return false
	}
	bare := WithoutComments(content)
	decoder := json.NewDecoder(bytes.NewReader(bare))
	for opened := ""; ; {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		switch token := token.(type) {
		case json.Delim:
			opened += token.String()
		case string:
			behind := bytes.TrimLeft(bare[decoder.InputOffset():], " \t\r\n")
			return len(behind) > 0 && isOpening(opened, behind[0])
		default:
			return false
		}
	}
}

// isOpening reports whether a text in quotes behind some brackets is a key, or
// one text of several, by the mark behind it.
func isOpening(opened string, behind byte) bool {
	switch opened {
	case "{", "[{":
		return behind == ':'
	case "[", "[[":
		return behind == ',' || behind == ']'
	}
	return false
}

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

// blankComment writes spaces over the comment that a text begins with, and returns
// its last byte.
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
