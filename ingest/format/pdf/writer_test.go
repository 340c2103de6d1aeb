package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// sheet is one page of a PDF that a test writes.
type sheet struct{ content strings.Builder }

// text draws a text in a font of the test's file: /F, or /U which says nothing
// of its codes.
func (s *sheet) text(x, y, size float64, text string) *sheet {
	return s.in("F", x, y, size, text)
}

func (s *sheet) in(font string, x, y, size float64, text string) *sheet {
	escaped := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
	fmt.Fprintf(&s.content, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, y, escaped)
	return s
}

// column draws lines below each other, twelve points high.
func (s *sheet) column(top float64, lines ...string) *sheet {
	for i, one := range lines {
		s.text(72, top-15*float64(i), 12, one)
	}
	return s
}

// book is a PDF that a test writes.
type book struct {
	sheets  []*sheet
	info    string
	trailer string
	packed  bool
	codes   string                           // what the font /M says of its codes
	widths  string                           // and of their widths
	junk    string                           // in a comment behind the header
	cipher  func(id int, text string) string // encrypts what stands in an object
}

// bytes returns the file.
func (b book) bytes() []byte {
	var out bytes.Buffer
	var offsets []int
	object := func(body string) int {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(offsets), b.enciphered(len(offsets), body))
		return len(offsets)
	}
	out.WriteString("%PDF-1.4\n")
	if b.junk != "" {
		out.WriteString("%" + b.junk + "\n")
	}
	var kids []string
	font := object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [" + strings.Repeat("500 ", 224) + "] >>")
	mute := object("<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H >>")
	mapped := object("<< /Type /Font /Subtype /Type0 /BaseFont /Mapped /Encoding /Identity-H /ToUnicode 4 0 R /DescendantFonts [<< /W [" + b.widths + "] >>] >>")
	object(b.stream(b.codes))
	parent := len(b.sheets)*2 + 5
	for _, one := range b.sheets {
		content := object(b.stream(one.content.String()))
		page := object(fmt.Sprintf("<< /Type /Page /Parent %d 0 R /Contents %d 0 R /Resources << /Font << /F %d 0 R /U %d 0 R /M %d 0 R >> >> >>", parent, content, font, mute, mapped))
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	pages := object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids)))
	root := object(fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", pages))
	info := object("<< " + b.info + " >>")
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, root, info, b.trailer, start)
	return out.Bytes()
}

func (b book) stream(content string) string {
	if !b.packed {
		return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write([]byte(content)); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", packed.Len(), packed.String())
}

// with returns a page with the head and the foot that all pages have.
func with(number int) *sheet {
	s := &sheet{}
	return s.text(72, 800, 9, fmt.Sprintf("Guild handbook, part %d", number)).text(300, 30, 9, fmt.Sprintf("- %d -", number))
}

// files returns the cases by name.
func files() map[string][]byte {
	handbook := book{
		info: "/Title (The dyers' handbook) /Author (Mara Voss)", packed: true,
		sheets: []*sheet{
			with(1).text(72, 760, 20, "Dyeing with madder").column(720,
				"Madder is a root that dyes wool a lasting red. The wool is first boi-",
				"led in alum, which binds the dye to the fibre and keeps it from run-",
				"ning in the rain.").text(72, 660, 15, "Water").column(635,
				"Hard water turns the red towards brown. Rain water is best, and few of",
				"the towns that dyed with madder stood far from a soft river, which they"),
			with(2).column(760,
				"shared with the tanners.").column(720, "\x95 soak the wool", "\x95 heat it slowly", "\x95 let it cool"),
		},
	}
	quiz := book{sheets: []*sheet{(&sheet{}).text(72, 780, 18, "Contract law: quick questions").column(740,
		"1. What makes an offer binding?",
		"An intention to be bound, and terms that are certain enough.").column(690,
		"2. May an offer be withdrawn?",
		"Yes, until it is accepted.").column(640,
		"3. Does silence accept an offer?",
		"No.")}}
	mapped := book{
		codes:  "2 beginbfchar <0001> <004D> <0002> <00640065> endbfchar 1 beginbfrange <0010> <0012> <0061> endbfrange 1 beginbfrange <0020> <0021> [<0077> <006C>] endbfrange",
		sheets: []*sheet{(&sheet{}).in("M", 72, 700, 12, "\x00\x01\x00\x10\x00\x20\x00\x11\x00\x02\x00\x21\x00\x12")},
	}
	encrypted := handbook
	encrypted.trailer = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (" + strings.Repeat("o", 32) + ") /U (" + strings.Repeat("u", 32) + ") /P -4 >> /ID [(a) (a)]"
	modern := handbook
	modern.trailer = "/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 >> /ID [(a) (a)]"
	scanned := book{sheets: []*sheet{{}, {}}}
	scanned.sheets[0].content.WriteString("q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q")
	mute := book{sheets: []*sheet{(&sheet{}).in("U", 72, 700, 12, "an unknown script throughout")}}
	partly := book{sheets: []*sheet{(&sheet{}).column(700, "Most of the letters here can be read, a few cannot:").in("U", 72, 600, 12, "abcdefgh")}}
	whole := quiz.bytes()
	return map[string][]byte{
		"handbook.pdf": handbook.bytes(), "quiz.pdf": whole, "password.pdf": encrypted.bytes(), "modern.pdf": modern.bytes(),
		"scanned.pdf": scanned.bytes(), "mute.pdf": mute.bytes(), "partly.pdf": partly.bytes(), "mapped.pdf": mapped.bytes(),
		"cut-off.pdf": whole[:len(whole)/2], "no-table.pdf": bytes.ReplaceAll(whole, []byte("xref\n0"), []byte("fref\n0")),
		"huge-table.pdf": bytes.ReplaceAll(whole, []byte("xref\n0 "), []byte("xref\n999999999999 ")),
		"circle.pdf":     bytes.ReplaceAll(whole, []byte("/Info"), []byte("/Prev "+startOf(whole)+" /Info")),
	}
}

// startOf returns where a file says that its table is.
func startOf(content []byte) string {
	return strings.Fields(string(content[bytes.LastIndex(content, []byte("startxref")):]))[1]
}
