// Package compare sets claims of several devices side by side, and says why numbers cannot
// be held against each other.
package compare
