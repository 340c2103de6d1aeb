package pdf

import (
	"strings"

	library "github.com/ledongthuc/pdf"
)

// understood returns a value as the library has it, which knows the encodings of
// texts and the names of letters. It is given a file of that value alone, so that
// what it costs depends on nothing else; references in it lead nowhere.
func understood(value object) library.Value {
	const begin = "%PDF-1.7\n" + "%----------------------------------------------------------------------\n"
	alone := begin + "xref\n0 0\ntrailer\n" + written(dict{"Size": 0.0, "Value": value}) + "\nstartxref\n" + written(float64(len(begin))) + "\n%%EOF\n"
	reader, err := library.NewReader(strings.NewReader(alone), int64(len(alone)))
	if err != nil {
		return library.Value{}
	}
	return reader.Trailer().Key("Value")
}

// mostDifferences is the most numbers and names in which a font differs from its
// encoding: it has 256 codes.
const mostDifferences = 1024

// readEncoding finds out which letters a font's codes are where its own map does not
// say. An encoding of the font's own making is none.
func (f *font) readEncoding(o *objects, value object) {
	said := o.key(value, "Encoding")
	alone := dict{"Encoding": said}
	if of, differs := said.(dict); differs {
		alone["Encoding"] = dict{"Differences": f.readDifferences(o, of)}
	}
	known := !f.wide && (said != nil || f.own == nil && as[named](o.key(value, "Subtype")) != "Type3")
	if known || as[named](said) == "UniGB-UCS2-H" {
		font := library.Font{V: understood(alone)}
		f.encoder = font.Encoder()
	}
}

func (f *font) readDifferences(o *objects, encoding dict) list {
	all := as[list](o.get(encoding["Differences"]))
	all = all[:min(len(all), mostDifferences)]
	differences := make(list, len(all))
	for i, one := range all {
		differences[i] = o.get(one)
	}
	f.differences = len(differences)
	return differences
}
