// Package org reads outlines of Emacs' org-mode, and the cards of programs that
// quiz in them. It promises that an outline's tags and properties grade what stands
// below them, and that neither lists of stars nor Markdown are taken for outlines.
package org
