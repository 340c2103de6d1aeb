package org

import (
	"bytes"
	"strings"
)

// inline writes the marks within a line over: code and links. The line keeps
// its length.
func inline(line []byte) {
	for at := 0; at < len(line); {
		switch c := line[at]; {
		case (c == '~' || c == '=') && opensAt(line, at):
			if length := codeLength(line[at:]); length > 0 {
				line[at], line[at+length-1] = '`', '`'
				at += length
				continue
			}
		case c == '[' && at+1 < len(line) && line[at+1] == '[':
			if length := link(line[at:]); length > 0 {
				at += length
				continue
			}
		}
		at++
	}
}

// opensAt reports whether a mark may begin something: nothing but white space
// or an opening bracket stands before it.
func opensAt(line []byte, at int) bool {
	return at == 0 || strings.IndexByte(" \t('\"{-|", line[at-1]) >= 0
}

// longestCode is the most bytes of code in a line.
const longestCode = 512

// codeLength returns the length of the code that a line begins with, marks
// included, 0 where it begins with none.
func codeLength(line []byte) int {
	mark := line[0]
	for at := 2; at < min(len(line), longestCode); at++ {
		if line[at] == '`' {
			return 0
		}
		closes := line[at] == mark && line[at-1] != ' ' && (at+1 == len(line) || strings.IndexByte(" \t.,;:!?')}\"-|\r\n[", line[at+1]) >= 0)
		if closes && line[1] != ' ' && line[1] != '`' {
			return at + 1
		}
	}
	return 0
}

// longestLink is the most bytes of a link.
const longestLink = 1 << 10

// link writes "[[target][label]]" over with "[label](<target>)", which is as
// long, and returns its length; 0 where a line begins with no such link. A
// label of several sentences stays where it is, without its marks.
func link(line []byte) int {
	end := bytes.Index(line[:min(len(line), longestLink)], []byte("]]"))
	if end < 0 {
		return 0
	}
	target, label, ok := strings.Cut(string(line[len("[["):end]), "][")
	length := end + len("]]")
	switch {
	case !ok || label == "" || target == "" || strings.ContainsAny(target+label, "[]<>`|"):
		return 0
	case strings.ContainsAny(label, ".?!:\\"):
		copy(line, strings.Repeat(" ", len("[[][")+len(target))+label+"  ")
	default:
		copy(line, "["+label+"](<"+target+">)")
	}
	return length
}
