package ingesttest

import (
	"strconv"
	"strings"
)

// Grown returns texts for Linear: of each three parts the one in the middle is
// repeated up to a size, with another number each time in the place of its
// percent sign.
func Grown(parts map[string][3]string) func(size int) map[string]string {
	return func(size int) map[string]string {
		texts := make(map[string]string, len(parts))
		for name, part := range parts {
			texts[name] = grown(part, size)
		}
		return texts
	}
}

func grown(part [3]string, size int) string {
	var text strings.Builder
	text.WriteString(part[0])
	for n := 0; text.Len() < size; n++ {
		text.WriteString(strings.ReplaceAll(part[1], "%", strconv.Itoa(n)))
	}
	text.WriteString(part[2])
	return text.String()
}
