package jsontree

import "bytes"

// Trim takes a byte-order mark and the white space of JSON off both ends.
func Trim(content []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(content, []byte(byteOrderMark)), " \t\r\n")
}

// Opens reports whether a text begins as a JSON document of records does: an
// object with a key, or an array of objects, arrays or texts. Comments before
// it are looked over. What follows may still be no JSON.
func Opens(content []byte) bool {
	content = skipComments(content)
	switch {
	case bytes.HasPrefix(content, []byte("{")):
		return opensObject(content)
	case bytes.HasPrefix(content, []byte("[")):
		inner := skipComments(content[1:])
		return opensObject(inner) || opensRow(inner) || opensTexts(inner)
	}
	return false
}

// opensObject reports whether a key with its colon follows a brace.
func opensObject(content []byte) bool {
	inner, ok := bytes.CutPrefix(content, []byte("{"))
	if !ok {
		return false
	}
	rest, ok := cutText(skipComments(inner))
	return ok && bytes.HasPrefix(rest, []byte(":"))
}

func opensRow(content []byte) bool {
	inner, ok := bytes.CutPrefix(content, []byte("["))
	return ok && opensTexts(skipComments(inner))
}

func opensTexts(content []byte) bool {
	rest, ok := cutText(content)
	return ok && (bytes.HasPrefix(rest, []byte(",")) || bytes.HasPrefix(rest, []byte("]")))
}

// cutText takes a text in quotes off the front, and the white space behind it.
func cutText(content []byte) ([]byte, bool) {
	if len(content) == 0 || content[0] != '"' {
		return nil, false
	}
	for at := 1; at < len(content); at++ {
		switch content[at] {
		case '\\':
			at++
		case '"':
			return skipComments(content[at+1:]), true
		case '\n':
			return nil, false
		}
	}
	return nil, false
}

// skipComments looks over white space and over comments that JSON does not
// have.
func skipComments(content []byte) []byte {
	for {
		content = bytes.TrimLeft(content, " \t\r\n")
		closing := "\n"
		switch {
		case bytes.HasPrefix(content, []byte("//")):
		case bytes.HasPrefix(content, []byte("/*")):
			closing = "*/"
		default:
			return content
		}
		_, rest, ok := bytes.Cut(content, []byte(closing))
		if !ok {
			return nil
		}
		content = rest
	}
}
