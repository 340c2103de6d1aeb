package quarry

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of the names that the sender of a document may give.
const (
	LongestPath       = 512 // bytes, in NFC
	LongestName       = 255 // bytes of one name of a path, what most disks take
	LongestCollection = 64
)

// DocumentPath returns the path under which a document is stored that was handed
// in under this name: in NFC. It refuses (KindInvalid, on the field "path") what
// leads out of a collection or would on some machine: a path that is absolute,
// names a drive, has a backslash, an empty name, "." or "..", a control
// character, or is no UTF-8.
func DocumentPath(given string) (string, error) {
	refuse := func(why string) (string, error) {
		return "", Errorf(KindInvalid, "path: %s", why).WithCode("invalid_path").OnField("path", why).
			WithFixes("notes/gpu.md")
	}
	if !utf8.ValidString(given) {
		return refuse("is not UTF-8")
	}
	path := norm.NFC.String(given)
	switch {
	case path == "":
		return refuse("is missing: names parted by \"/\" are one")
	case len(path) > LongestPath:
		return refuse(fmt.Sprintf("is longer than %d bytes", LongestPath))
	case strings.ContainsFunc(path, isUnfitForPath):
		return refuse("has a control character or another that is not to be seen")
	case strings.Contains(path, `\`):
		return refuse(`has a backslash: names are parted by "/"`)
	case strings.HasPrefix(path, "/"), hasDrive(path):
		return refuse("is absolute: it must be relative to the collection")
	case !fs.ValidPath(path) || path == ".":
		return refuse(`has an empty name, "." or ".." in it`)
	}
	for name := range strings.SplitSeq(path, "/") {
		if len(name) > LongestName || strings.TrimSpace(name) == "" {
			return refuse(fmt.Sprintf("has a name that is blank or longer than %d bytes", LongestName))
		}
	}
	return path, nil
}

// isUnfitForPath finds what is invisible or what turns the writing around. Joiners
// and variation selectors are part of how names are written.
func isUnfitForPath(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	if r == zeroWidthJoiner || r == zeroWidthNonJoiner {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs)
}

// hasDrive reports whether a path begins as "C:" does.
func hasDrive(path string) bool {
	letter := path[0] | ' '
	return len(path) > 1 && path[1] == ':' && letter >= 'a' && letter <= 'z'
}

// CollectionName returns the collection that a document goes into which was handed
// in for this one, over the API or by a command: DefaultCollection where none was
// named. A name has 1 to LongestCollection letters from a to z, small or capital,
// digits, "-", "_" and ".", and begins with a letter or a digit (KindInvalid, on the
// field "collection", otherwise). StarterCollection is refused as well: only who has
// the data directory may bring that up to date.
func CollectionName(given string) (string, error) {
	refuse := func(why string) (string, error) {
		return "", Errorf(KindInvalid, "collection: %s", why).WithCode("invalid_collection").OnField("collection", why).
			WithFixes(DefaultCollection)
	}
	switch {
	case given == "":
		return DefaultCollection, nil
	case len(given) > LongestCollection, strings.Trim(given, collectionCharacters) != "", strings.ContainsAny(given[:1], "-_."):
		return refuse(fmt.Sprintf(`must have 1 to %d letters (a to z), digits, "-", "_" and ".", a letter or digit first`, LongestCollection))
	case given == StarterCollection:
		return refuse("is the starter corpus: choose another one for your own documents")
	}
	return given, nil
}

const collectionCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
