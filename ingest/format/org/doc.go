// Package org reads outlines of Emacs' org-mode, by writing their marks over
// with those of Markdown. It promises that no character moves: what is found
// stands at the same bytes of the text itself.
package org
