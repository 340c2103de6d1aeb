// Package pdffile writes PDF files for tests and benchmarks: ordinary ones of so
// many words, and hostile ones, which are made to be dear to read. It promises that
// the same sizes give the same bytes.
package pdffile

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// file is a PDF that is written object by object. The first object is the catalog
// and the second the tree of pages.
type file struct{ objects []string }

const (
	catalog = "<< /Type /Catalog /Pages 2 0 R >>"
	letters = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
)

// fontID is the number of the font that every file has, as /F.
const fontID = 3

func newFile() *file { return &file{objects: []string{catalog, "", letters}} }

// add adds an object and returns its number.
func (f *file) add(body string) int {
	f.objects = append(f.objects, body)
	return len(f.objects)
}

// next returns the number of the object that is added next.
func (f *file) next() int { return len(f.objects) + 1 }

// page adds a page that draws a content, and returns its number.
func (f *file) page(contents, more string) int {
	return f.add(fmt.Sprintf("<< /Type /Page /Contents %s /Resources << /Font << /F %d 0 R %s >> >> >>", contents, fontID, more))
}

// pages makes some objects the pages.
func (f *file) pages(ids ...int) *file {
	f.objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", refs(ids), len(ids))
	return f
}

func refs(ids []int) string {
	var all strings.Builder
	for _, id := range ids {
		all.WriteString(ref(id))
		all.WriteByte(' ')
	}
	return all.String()
}

func ref(id int) string { return fmt.Sprintf("%d 0 R", id) }

// stream is a stream as it stands in a file.
func stream(content string) string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
}

// packed is a stream that is packed, several times over. More is said of it.
func packed(content, more string, times int) string {
	for range times {
		var out bytes.Buffer
		w := zlib.NewWriter(&out)
		_, _ = w.Write([]byte(content)) // a buffer takes everything
		_ = w.Close()
		content = out.String()
	}
	filters := strings.Repeat("/FlateDecode ", times)
	return fmt.Sprintf("<< /Length %d /Filter [%s] %s >>\nstream\n%s\nendstream", len(content), filters, more, content)
}

// bytes returns the file with a table of places.
func (f *file) bytes() []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	places := make([]int, len(f.objects))
	for i, body := range f.objects {
		places[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	return f.end(&out, places, "")
}

// end writes the table and what stands behind it.
func (f *file) end(out *bytes.Buffer, places []int, more string) []byte {
	start := out.Len()
	fmt.Fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(out, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(out, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, more, start)
	return out.Bytes()
}

// within returns the file with all of its objects in one stream, but those that are
// streams. It says of each how far behind the first it stands.
func (f *file) within(place func(at int) int) []byte {
	var out, heads, bodies bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	places := map[int]int{}
	inside := map[int]bool{}
	for i, body := range f.objects {
		if strings.Contains(body, "\nstream\n") {
			places[i+1] = out.Len()
			fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, body)
			continue
		}
		inside[i+1] = true
		fmt.Fprintf(&heads, "%d %d ", i+1, place(bodies.Len()))
		bodies.WriteString(body + "\n")
	}
	holder, table := f.next(), f.next()+1
	places[holder] = out.Len()
	fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", holder,
		packed(heads.String()+bodies.String(), fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(inside), heads.Len()), 1))
	places[table] = out.Len()
	var rows bytes.Buffer
	for id := range table + 1 {
		kind, value := 1, places[id]
		if inside[id] {
			kind, value = 2, holder
		}
		rows.Write([]byte{byte(kind), byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value), 0}) //nolint:gosec // its bytes
	}
	start := out.Len()
	fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", table,
		packed(rows.String(), fmt.Sprintf("/Type /XRef /W [1 4 1] /Size %d /Root 1 0 R", table+1), 1), start)
	return out.Bytes()
}
