package pdffile

import (
	"bytes"
	"fmt"
	"strings"
)

// Hostile returns files that are made to be dear to read, by what they are made of.
// They hold about so many bytes, unpacked, of that.
func Hostile(size int) map[string][]byte {
	text := paragraph(2000)
	return map[string][]byte{
		"one paragraph":                 alone(packed(paragraph(size), "", 1)),
		"one line":                      alone(packed("BT /F 12 Tf [("+fill("ab cd ) 1 (", size)+")] TJ ET", "", 1)),
		"a letter a line":               alone(packed("BT /F 12 Tf 1 TL "+fill("(a) ' ", size)+"ET", "", 1)),
		"a size a line":                 alone(packed(sizes(size), "", 1)),
		"nothing that is drawn":         alone(packed(text+fill("1 0 0 1 5 5 cm ", size), "", 1)),
		"packed twice":                  alone(packed(text+fill("q Q ", size), "", 2)),
		"pages that share a content":    sharing(size),
		"contents of many parts":        parts(size, text),
		"contents that share a part":    partsAgain(size, text),
		"a deep tree":                   deep(size, text),
		"a tree in circles":             circles(size, text),
		"the same page again":           again(size, text),
		"fonts that share a map":        fonts(size, text),
		"letters of many ranges":        ranges(size),
		"letters by many names":         names(size),
		"widths of many ranges":         widths(size),
		"objects in one stream":         written(size, text).within(func(at int) int { return at }),
		"objects that are one":          written(size, text).within(func(int) int { return 0 }),
		"objects in one another":        nested(size, text),
		"references in a row":           row(size, text),
		"resources in every page":       resources(size, text),
		"a table before every table":    tables(size, text),
		"lengths that refer to streams": lengths(size, shown(700, Words(0, 5))),
	}
}

func fill(piece string, size int) string { return strings.Repeat(piece, size/len(piece)+1) }

// alone returns a file of one page that draws a stream.
func alone(content string) []byte {
	f := newFile()
	return f.pages(f.page(ref(f.add(content)), "")).bytes()
}

// paragraph draws lines that are as long as each other and one paragraph.
func paragraph(size int) string {
	var all strings.Builder
	for line := 0; all.Len() < size; line++ {
		all.WriteString(shown(top-leading*float64(line), Words(line*wordsPerLine, wordsPerLine)))
	}
	return all.String()
}

func sizes(size int) string {
	var all strings.Builder
	for line := 0; all.Len() < size; line++ {
		fmt.Fprintf(&all, "BT /F %d Tf 1 0 0 1 72 %d Tm (What is it) Tj ET\n", line+1, -line*line)
	}
	return all.String()
}

func sharing(size int) []byte {
	f := newFile()
	content := f.add(packed(paragraph(size/100), "", 1))
	var ids []int
	for range size / 100 {
		ids = append(ids, f.page(ref(content), ""))
	}
	return f.pages(ids...).bytes()
}

func parts(size int, text string) []byte {
	f := newFile()
	content := f.add(stream(text))
	return f.pages(f.page("["+fill(ref(content)+" ", size)+"]", "")).bytes()
}

func partsAgain(size int, text string) []byte {
	f := newFile()
	content := f.add(packed(fill("0 0 m ", size), "", 1))
	var ids []int
	for range 50 {
		own := f.add(stream(text))
		ids = append(ids, f.page(fmt.Sprintf("[%s %s]", ref(content), ref(own)), ""))
	}
	return f.pages(ids...).bytes()
}

func deep(size int, text string) []byte {
	f := newFile()
	page := f.page(ref(f.add(stream(text))), "")
	for range size / 40 {
		page = f.add(fmt.Sprintf("<< /Type /Pages /Kids [%s] >>", ref(page)))
	}
	return f.pages(page).bytes()
}

func circles(size int, text string) []byte {
	f := newFile()
	page := f.page(ref(f.add(stream(text))), "")
	all := []int{page}
	for range size / 10 {
		all = append(all, 2)
	}
	return f.pages(all...).bytes()
}

func again(size int, text string) []byte {
	f := newFile()
	page := f.page(ref(f.add(stream(text))), "")
	var all []int
	for range size / 6 {
		all = append(all, page)
	}
	return f.pages(all...).bytes()
}

// wide is a font of two bytes a code.
func wide(more string) string {
	return "<< /Type /Font /Subtype /Type0 /BaseFont /G /Encoding /Identity-H " + more + " >>"
}

func fonts(size int, text string) []byte {
	f := newFile()
	codes := f.add(packed("9 beginbfchar "+fill("<0041> <0042> ", size*9/10)+" endbfchar", "", 1))
	var named, drawn strings.Builder
	for i := range 200 {
		id := f.add(wide("/ToUnicode " + ref(codes)))
		fmt.Fprintf(&named, "/G%d %s ", i, ref(id))
		fmt.Fprintf(&drawn, "BT /G%d 12 Tf <0041> Tj ET ", i)
	}
	return f.pages(f.page(ref(f.add(stream(text+drawn.String()))), named.String())).bytes()
}

// codes draws every code of two bytes.
func codes() string {
	var all strings.Builder
	all.WriteString("BT /G 12 Tf <")
	for code := range 1 << 16 {
		fmt.Fprintf(&all, "%04x", code)
	}
	all.WriteString("> Tj ET ")
	return all.String()
}

func ranges(size int) []byte {
	f := newFile()
	own := f.add(packed(fill("9 beginbfrange <0001> <0001> <0041> endbfrange ", size)+" 1 beginbfrange <0000> <ffff> <0041> endbfrange", "", 1))
	font := f.add(wide("/ToUnicode " + ref(own)))
	return f.pages(f.page(ref(f.add(packed(codes(), "", 1))), "/G "+ref(font))).bytes()
}

func widths(size int) []byte {
	f := newFile()
	own := f.add(packed("1 beginbfrange <0000> <ffff> <0041> endbfrange", "", 1))
	font := f.add(wide("/ToUnicode " + ref(own) + " /DescendantFonts [<< /W [" + fill("1 2 500 ", size) + "] >>]"))
	return f.pages(f.page(ref(f.add(packed(codes(), "", 1))), "/G "+ref(font))).bytes()
}

func names(size int) []byte {
	f := newFile()
	var named, drawn strings.Builder
	for i := range 50 {
		id := f.add("<< /Type /Font /Subtype /Type1 /Encoding << /Differences [0 " + fill("/nought ", size/50) + "] >> >>")
		fmt.Fprintf(&named, "/G%d %s ", i, ref(id))
		fmt.Fprintf(&drawn, "BT /G%d 12 Tf (a quick brown fox jumps over the lazy dog) Tj ET ", i)
	}
	return f.pages(f.page(ref(f.add(stream(paragraph(2000)+drawn.String()))), named.String())).bytes()
}

// written returns a file of many small pages.
func written(size int, text string) *file {
	f := newFile()
	var ids []int
	for range min(1500, size/200) {
		ids = append(ids, f.page(ref(f.add(stream(text))), ""))
	}
	f.add("[" + fill("1 ", size) + "]")
	return f.pages(ids...)
}

func nested(size int, text string) []byte {
	f := newFile()
	page := f.page(ref(f.add(stream(text))), "")
	first := f.next()
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	f.pages(page)
	count := size / 20
	f.objects[page-1] = strings.Replace(f.objects[page-1], "/F ", "/X ["+refRow(first, count)+"] /F ", 1)
	var kids strings.Builder
	for i := range count {
		fmt.Fprintf(&kids, "%s ", ref(first+i))
	}
	f.objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s %s] >>", ref(page), kids.String())
	places := make([]int, 0, len(f.objects)+count)
	for i, body := range f.objects {
		places = append(places, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	for i := range count {
		places = append(places, out.Len())
		fmt.Fprintf(&out, "%d 0 obj [ ", first+i)
	}
	return f.end(&out, places, "")
}

func refRow(first, count int) string {
	var all strings.Builder
	for i := range count {
		all.WriteString(ref(first+i) + " ")
	}
	return all.String()
}

// row returns a file whose page is found through references that lead to each other.
func row(size int, text string) []byte {
	f := newFile()
	page := f.page(ref(f.add(stream(text))), "")
	ids := []int{page}
	for range size / 30 {
		ids = append(ids, f.add(ref(f.next()+1)))
	}
	f.add(ref(page))
	return f.pages(ids...).bytes()
}

func resources(size int, text string) []byte {
	f := newFile()
	content := f.add(stream(text))
	var ids []int
	for i := range 500 {
		ids = append(ids, f.page(ref(content), fill(fmt.Sprintf("/G%d 3 0 R ", i), size/500)))
	}
	return f.pages(ids...).bytes()
}

// tables returns a file with a table behind each other table, which names the one
// before it.
func tables(size int, text string) []byte {
	f := newFile()
	f.pages(f.page(ref(f.add(stream(text))), ""))
	plain := f.bytes()
	start := bytes.LastIndex(plain, []byte("xref\n0"))
	table := string(plain[start:bytes.LastIndex(plain, []byte("trailer"))])
	var out bytes.Buffer
	out.Write(plain)
	for before := start; out.Len() < size; {
		at := out.Len()
		fmt.Fprintf(&out, "%strailer\n<< /Size 6 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", table, before, at)
		before = at
	}
	return out.Bytes()
}

func lengths(size int, text string) []byte {
	f := newFile()
	var ids []int
	for range size / 100 {
		own := f.next()
		f.add(fmt.Sprintf("<< /Length %d 0 R >>\nstream\n%s\nendstream", own, text))
		ids = append(ids, own)
	}
	good := f.add(stream(text))
	return f.pages(f.page("["+refs(ids)+ref(good)+"]", "")).bytes()
}
