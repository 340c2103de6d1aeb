package phrase

import "strings"

// Unlinked returns the words of a text that is one link as a whole, and any
// other text as it is: "[What is rye?](rye.md)".
func Unlinked(text string) string {
	label, address, ok := strings.Cut(text, "](")
	if !ok || !strings.HasPrefix(label, "[") || !strings.HasSuffix(address, ")") {
		return text
	}
	label, address = label[1:], address[:len(address)-1]
	if strings.ContainsAny(label, "[]") || strings.ContainsAny(address, "()[]") || !holdsWord(label) {
		return text
	}
	return strings.TrimSpace(label)
}
