package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Names of the rules by which a line is taken for page furniture.
const (
	RuleNavigation = "navigation"
	RuleCopyright  = "copyright"
	RuleBreadcrumb = "breadcrumb"
	RuleInvitation = "invitation"
)

// furnitureRunes is the longest line that can be furniture.
const furnitureRunes = 120

// Furniture returns the name of the rule by which a line belongs to the page
// and not to its content, or "": links back and forth with arrows or to the
// top, copyright lines, rows of names between middle dots, and what invites the
// reader to edit, share or praise.
func (r *Reader) Furniture(line string) string {
	line = strings.TrimSpace(line)
	if rule := r.linkFurniture(line); rule != "" {
		return rule
	}
	if line == "" || utf8.RuneCountInString(line) > furnitureRunes || endsAsSentence(line) {
		return ""
	}
	folded := strings.ToLower(line)
	switch {
	case hasAnyPrefix(line, "←", "«", "⟵") || hasAnySuffix(line, "→", "»", "⟶"):
		return RuleNavigation
	case hasAnyPrefix(folded, "©", "(c) 1", "(c) 2", "copyright ", "🄯"):
		return RuleCopyright
	case strings.Count(line, " · ") >= 2 || strings.Count(line, " › ") >= 1:
		return RuleBreadcrumb
	}
	return ""
}

// linkFurniture knows the words of links and buttons that pages have.
func (r *Reader) linkFurniture(line string) string {
	if line == "" || len(line) > furnitureRunes {
		return ""
	}
	if r.isTopLink(line) {
		return RuleNavigation
	}
	text, _, linked := strings.Cut(strings.TrimLeft(line, "✏📝🔗👍❤⭐🌟\ufe0f* "), "](")
	text = strings.ToLower(strings.Trim(strings.TrimPrefix(text, "["), " .!*_"))
	if r.cues["invitations"].Has(text) || linked && r.cues["linked_invitations"].Has(text) {
		return RuleInvitation
	}
	starred := strings.Contains(text, "star") && (strings.Contains(text, "repo") || strings.Contains(text, "on github"))
	if starred && r.cues["star_invitations"].Prefix(text) != "" {
		return RuleInvitation
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

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}

func hasAnySuffix(text string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(text, suffix) })
}
