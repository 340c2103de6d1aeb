package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	library "github.com/ledongthuc/pdf"
)

// maxMap is the most bytes of a map from codes to letters.
const maxMap = 1 << 20

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

// font reads the codes that are drawn with it.
type font struct {
	own         *codeTable[plain]    // what it says itself of its codes, nil where it does not
	encoder     library.TextEncoding // nil where it does not say which letters its codes are
	differences int                  // that the encoder looks through for a code
	wide        bool                 // its codes have two bytes
	widths      *codeTable[float64]
	glyphs      map[string]glyph // of the codes that were drawn
}

// find returns a font of a page. Fonts are the same where they are written in
// the same way, their references included.
func (f *file) find(resources object, key string) (*font, error) {
	said := as[dict](f.key(resources, "Font"))
	id := written(said[key])
	f.work.spend(len(id))
	if known, found := f.fonts.fonts[id]; found {
		return known, nil
	}
	loaded, err := f.load(f.get(said[key]))
	if err == nil {
		f.fonts.fonts[id] = loaded
	}
	return loaded, err
}

func (f *file) load(value object) (*font, error) {
	loaded := &font{widths: newCodeTable[float64](), glyphs: map[string]glyph{}}
	loaded.wide = as[named](f.key(value, "Subtype")) == "Type0"
	if own, isStream := f.key(value, "ToUnicode").(*stream); isStream {
		content, err := f.unpack(own, maxMap)
		if err != nil {
			return nil, err
		}
		if loaded.own, err = readMap(content, f.work); err != nil {
			return nil, err
		}
	}
	loaded.readEncoding(f.objects, value)
	widths := list{f.key(value, "FirstChar"), f.key(value, "Widths")}
	if descendants := as[list](f.key(value, "DescendantFonts")); loaded.wide && len(descendants) > 0 {
		widths = as[list](f.key(descendants[0], "W"))
	}
	loaded.readWidths(f.objects, widths)
	return loaded, nil
}

// readWidths reads a list of widths: a code and a list of those from it on, or two codes
// and the width of all between.
func (f *font) readWidths(o *objects, widths list) {
	for len(widths) > 1 && o.work.spend(costOfObject) {
		first, second := integer(o.get(widths[0])), o.get(widths[1])
		if several, isList := second.(list); isList {
			for i, one := range several {
				f.widths.single[first+i] = as[float64](o.get(one))
			}
			o.work.spend(costOfObject * len(several))
			widths = widths[2:]
			continue
		}
		if len(widths) < 3 {
			return
		}
		f.widths.addRange(first, integer(second), as[float64](o.get(widths[2])))
		widths = widths[3:]
	}
}

// glyph is one code that was drawn.
type glyph struct {
	text  string
	width float64 // in thousandths of the size
	space bool    // of one byte, and the code of a space
}

// glyphs reads the codes of a text.
func (f *file) glyphs(in *font, codes string) []glyph {
	size := 1
	if in.wide {
		size = 2
	}
	all := make([]glyph, 0, len(codes)/size)
	for ; len(codes) >= size; codes = codes[size:] {
		one, known := in.glyphs[codes[:size]]
		if !known {
			one = in.glyph(codes[:size], f.work)
			in.glyphs[codes[:size]] = one
		}
		if one.text == unknown {
			f.fonts.unknown++
			one.text = ""
		} else {
			f.fonts.letters++
		}
		all = append(all, one)
	}
	f.work.earn(len(all))
	return all
}

// unknown is what a code is that stands for no letter.
const unknown = "\ufffd"

func (f *font) glyph(code string, w *work) glyph {
	return glyph{text: f.decode(code, w), width: f.width(code, w), space: code == " "}
}

// decode returns the letters that a code stands for, or unknown.
func (f *font) decode(code string, w *work) string {
	letter, said := f.said(code, w)
	if !said {
		if f.encoder == nil {
			return unknown
		}
		w.spend(f.differences)
		letter = f.encoder.Decode(code)
	}
	letter = strings.ToValidUTF8(letter, unknown)
	if strings.ContainsRune(letter, utf8.RuneError) || isPrivate(letter) {
		return unknown
	}
	return strings.Map(printable, ligatures().Replace(letter))
}

// said returns the letters that the font's own map has for a code.
func (f *font) said(code string, w *work) (string, bool) {
	if f.own == nil {
		return "", false
	}
	wide, by, found := f.own.find(codeOf(plain(code)), w)
	return lettersOf(wide, by), found
}

// isPrivate reports whether a letter is one that only its font knows. Bullets
// are often such, and are known.
func isPrivate(letter string) bool {
	return strings.ContainsFunc(letter, func(r rune) bool { return r >= 0xe000 && r <= 0xf8ff && r != symbolBullet })
}

// symbolBullet is how office programs write a bullet.
const symbolBullet = '\uf0b7'

func ligatures() *strings.Replacer {
	return strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "\u00ad", "-", "\u00a0", " ")
}

// printable takes control characters out.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

func (f *font) width(code string, w *work) float64 {
	if width, _, known := f.widths.find(codeOf(plain(code)), w); known && width > 0 {
		return width
	}
	if f.wide {
		return widthOfWide
	}
	return widthOfLetter
}
