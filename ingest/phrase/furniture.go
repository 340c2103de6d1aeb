package phrase

import (
	"strings"
	"unicode/utf8"
)

// Names of the rules by which a line is taken for page furniture.
const (
	RuleNavigation = "navigation"
	RuleCopyright  = "copyright"
	RuleBreadcrumb = "breadcrumb"
)

// furnitureRunes is the longest line that can be furniture.
const furnitureRunes = 120

// Furniture returns the name of the rule by which a line belongs to the page
// and not to its content, or "": links back and forth with arrows, copyright
// lines, and rows of names between middle dots.
func Furniture(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || utf8.RuneCountInString(line) > furnitureRunes || endsAsSentence(line) {
		return ""
	}
	folded := strings.ToLower(line)
	switch {
	case hasAnyPrefix(line, "←", "«", "⟵") || hasAnySuffix(line, "→", "»", "⟶"):
		return RuleNavigation
	case hasAnyPrefix(folded, "©", "(c) ", "copyright ", "🄯"):
		return RuleCopyright
	case strings.Count(line, " · ") >= 2 || strings.Count(line, " › ") >= 1:
		return RuleBreadcrumb
	}
	return ""
}

// IsBullet reports whether a line opens with a list mark.
func IsBullet(line string) bool {
	return hasAnyPrefix(strings.TrimSpace(line), "- ", "* ", "+ ", "• ", "◦ ", "▪ ", "‣ ", "· ", "– ")
}

func endsAsSentence(line string) bool {
	return hasAnySuffix(line, ".", "?", "!", ":")
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

func hasAnySuffix(text string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(text, suffix) {
			return true
		}
	}
	return false
}
