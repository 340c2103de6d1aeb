package pdf

import (
	"errors"
	"strings"
	"unicode/utf8"

	library "github.com/ledongthuc/pdf"
)

// Limits of fonts.
const (
	maxFonts  = 2000
	maxMap    = 1 << 20 // bytes of a map from codes to letters
	maxWidths = 70_000
)

// The widths of letters, in thousandths of the size, where a font says none.
const (
	widthOfLetter = 500
	widthOfWide   = 1000
)

// fontCache keeps the fonts of a document, and counts what they cannot say.
type fontCache struct {
	fonts   map[string]*font
	letters int // that were read
	unknown int // codes that stand for no letter that is known
}

func newFontCache() *fontCache { return &fontCache{fonts: map[string]*font{}} }

// font reads the codes that are drawn with it.
type font struct {
	cache   *fontCache
	value   library.Font
	own     codeMap              // what it says itself of its codes
	encoder library.TextEncoding // nil where it does not say which letters its codes are
	wide    bool                 // its codes have two bytes
	letters map[string]string
	widths  map[int]float64
}

// find returns a font of a page. Fonts are the same where they are written in
// the same way, their references included.
func (c *fontCache) find(resources library.Value, key string) (*font, error) {
	value := resources.Key("Font").Key(key)
	id := value.String()
	if known, found := c.fonts[id]; found {
		return known, nil
	}
	if len(c.fonts) >= maxFonts {
		return nil, errors.New("too many fonts")
	}
	f, err := c.load(value)
	if err != nil {
		return nil, err
	}
	c.fonts[id] = f
	return f, nil
}

func (c *fontCache) load(value library.Value) (*font, error) {
	f := &font{cache: c, value: library.Font{V: value}, letters: map[string]string{}, widths: map[int]float64{}}
	f.wide = value.Key("Subtype").Name() == "Type0"
	if own := value.Key("ToUnicode"); own.Kind() == library.Stream {
		content, err := limited(own, maxMap)
		if err != nil {
			return nil, err
		}
		f.own = readMap(content)
	}
	if f.isNamed() {
		f.encoder = f.value.Encoder()
	}
	if f.wide {
		f.readWideWidths(value.Key("DescendantFonts").Index(0))
	} else {
		f.readWidths(value)
	}
	return f, nil
}

// isNamed reports whether the font is in an encoding that is known. One of its
// own making is not, unless it brings its map.
func (f *font) isNamed() bool {
	encoding := f.value.V.Key("Encoding")
	switch encoding.Kind() { //nolint:exhaustive // anything else is no encoding
	case library.Name:
		return !f.wide || encoding.Name() == "UniGB-UCS2-H"
	case library.Dict:
		return !f.wide
	}
	return !f.wide && f.own == nil && f.value.V.Key("Subtype").Name() != "Type3"
}

func (f *font) readWidths(value library.Value) {
	first, widths := int(value.Key("FirstChar").Int64()), value.Key("Widths")
	for i := range min(widths.Len(), 1<<8) {
		f.widths[first+i] = widths.Index(i).Float64()
	}
}

// readWideWidths reads the widths of a font of two bytes a code: a code and a
// list of widths, or two codes and the width of all between.
func (f *font) readWideWidths(descendant library.Value) {
	widths := descendant.Key("W")
	left := maxWidths // said over again, or not
	for i := 0; i+1 < widths.Len() && left > 0; {
		first, second := int(widths.Index(i).Int64()), widths.Index(i+1)
		if second.Kind() == library.Array {
			several := min(second.Len(), left)
			for j := range several {
				f.widths[first+j] = second.Index(j).Float64()
			}
			left -= several + 1
			i += 2
			continue
		}
		width := widths.Index(i + 2).Float64()
		last := min(int(second.Int64()), first+left-1)
		for code := first; code <= last; code++ {
			f.widths[code] = width
		}
		left -= max(0, last-first) + 1
		i += 3
	}
}

// glyph is one code that was drawn.
type glyph struct {
	text  string
	width float64 // in thousandths of the size
	space bool    // of one byte, and the code of a space
}

// glyphs reads the codes of a text.
func (f *font) glyphs(codes string) []glyph {
	size := 1
	if f.wide {
		size = 2
	}
	all := make([]glyph, 0, len(codes)/size)
	for len(codes) >= size {
		code := codes[:size]
		codes = codes[size:]
		all = append(all, glyph{text: f.letter(code), width: f.width(code), space: code == " "})
	}
	return all
}

func (f *font) letter(code string) string {
	letter, known := f.letters[code]
	if !known {
		letter = f.decode(code)
		f.letters[code] = letter
	}
	if letter == unknown {
		f.cache.unknown++
		return ""
	}
	f.cache.letters++
	return letter
}

// unknown is what a code is that stands for no letter.
const unknown = "\ufffd"

// decode returns the letters that a code stands for, or unknown.
func (f *font) decode(code string) string {
	letter, said := f.own[codeOf(code)]
	if !said {
		if f.encoder == nil {
			return unknown
		}
		letter = f.encoder.Decode(code)
	}
	letter = strings.ToValidUTF8(letter, unknown)
	if strings.ContainsRune(letter, utf8.RuneError) || isPrivate(letter) {
		return unknown
	}
	return strings.Map(printable, ligatures().Replace(letter))
}

// isPrivate reports whether a letter is one that only its font knows. Bullets
// are often such, and are known.
func isPrivate(letter string) bool {
	for _, r := range letter {
		if r >= 0xe000 && r <= 0xf8ff && r != symbolBullet {
			return true
		}
	}
	return false
}

// symbolBullet is how office programs write a bullet.
const symbolBullet = '\uf0b7'

func ligatures() *strings.Replacer {
	return strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "\u00ad", "-", "\u00a0", " ")
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}

func (f *font) width(code string) float64 {
	if width, known := f.widths[codeOf(code)]; known && width > 0 {
		return width
	}
	if f.wide {
		return widthOfWide
	}
	return widthOfLetter
}
