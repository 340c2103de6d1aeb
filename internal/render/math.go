package render

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wyatt915/treeblood"
)

// Limits of one formula.
const (
	longestFormula = 2_000 // bytes
	deepestFormula = 12    // groups, fences and environments within one another
)

// The characters that stand for brackets, and for what HTML has a meaning for, while a formula
// is converted. They are of the private use area, so that the converter passes them on as
// operators. It pairs brackets otherwise, and writes into the log of the process where
// they are no pair, as in the half-open interval [0, 1).
const (
	heldFirst = '\ue000'
	held      = `()[]{}<>&"`
)

// formulas converts TeX to MathML.
type formulas struct {
	words *regexp.Regexp // a command, a character behind a backslash, or any other character
	takes map[string]int // groups that a command takes, of those that take any
	faces []string       // commands that set letters in another face
	greek []string       // letters that another face has
	cells []string       // environments that are tables
}

func newFormulas() formulas {
	f := formulas{
		words: regexp.MustCompile(`(?s)\\(?:[A-Za-z]+\*?|.)|.`),
		takes: map[string]int{},
		faces: strings.Fields("mathbb mathbf boldsymbol mathbfit mathcal mathfrak mathit mathscr mathsf mathsfbf mathsfbfsl mathsfsl mathtt"),
		greek: strings.Fields(`alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega`),
		cells: strings.Fields("matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix cases aligned array"),
	}
	for name := range strings.FieldsSeq("frac cfrac binom tbinom dfrac tfrac overset underset") {
		f.takes[name] = 2
	}
	others := strings.Fields(`sqrt underbrace overbrace pmod bmod underline cancel bcancel xcancel mathrm
		acute bar breve check dot ddot dddot ddddot grave hat mathring overleftarrow overline overrightarrow tilde vec widehat widetilde`)
	for _, name := range slices.Concat(others, f.faces) {
		f.takes[name] = 1
	}
	return f
}

// mathML returns a formula as the content of a math element, or "" where it is none that is
// converted. The converter is shown no more than it is known to get along with: it has no
// limits, prints what it fails at, and shares what some commands change.
func (f formulas) mathML(tex string) string {
	checked := f.check(strings.TrimSpace(tex))
	if checked == "" {
		return ""
	}
	document := treeblood.NewPitziil()
	document.PrintOneLine = true
	converted, err := document.SemanticsOnly(checked)
	if err != nil || strings.Contains(converted, "<merror") {
		return ""
	}
	return release(converted)
}

// check returns a formula as the converter is shown it, "" for one that it is not shown.
func (f formulas) check(tex string) string {
	if len(tex) > longestFormula || !utf8.ValidString(tex) || strings.ContainsFunc(tex, isHeld) {
		return ""
	}
	reader := texReader{formulas: f, words: f.words.FindAllString(tex, -1)}
	if !reader.until("", 0) || reader.ink == 0 {
		return ""
	}
	return string(reader.out)
}

// isHeld reports whether a character is one of those that stand for others.
func isHeld(c rune) bool { return c >= heldFirst && c < heldFirst+rune(len(held)) }

// hold puts what stands for a character in its place, where there is such a thing.
func hold(word string) string {
	if at := strings.Index(held, word); len(word) == 1 && at >= 0 {
		return string(heldFirst + rune(at)) //nolint:gosec // there are ten
	}
	return word
}

// release puts the characters back. A bracket does not grow with what stands beside it,
// unless it was told to.
func release(converted string) string {
	for i, c := range held {
		standing, symbol := string(heldFirst+rune(i)), html.EscapeString(string(c)) //nolint:gosec // there are ten
		converted = strings.ReplaceAll(converted, "<mo>"+standing+"</mo>", `<mo stretchy="false">`+symbol+"</mo>")
		converted = strings.ReplaceAll(converted, standing, symbol)
	}
	return converted
}

// texReader writes a formula anew in the way that the converter reads: arguments in braces,
// brackets held, each fence with its other half. Its methods report whether that is possible.
type texReader struct {
	formulas

	words []string
	at    int
	out   []byte
	ink   int  // what was written that is seen
	face  bool // whether letters are set in another face, which few commands have
}

func (r *texReader) put(written string) { r.out = append(r.out, written...) }

// next returns the next word, "" behind the last one.
func (r *texReader) next() string {
	if r.at == len(r.words) {
		return ""
	}
	r.at++
	return r.words[r.at-1]
}

// skip passes over white space.
func (r *texReader) skip() {
	for r.at < len(r.words) && strings.TrimSpace(r.words[r.at]) == "" {
		r.at++
	}
}

// until writes what comes before a word; "" is the end.
func (r *texReader) until(end string, depth int) bool {
	for r.at < len(r.words) {
		word := r.next()
		if word == end {
			return true
		}
		if !r.write(word, depth) {
			return false
		}
	}
	return end == ""
}

// write writes one word, with the arguments that it takes.
func (r *texReader) write(word string, depth int) bool {
	if depth > deepestFormula {
		return false
	}
	name, isCommand := strings.CutPrefix(word, `\`)
	switch word {
	case "{":
		return r.group(depth)
	case "}", "#", "%", "$", `\right`, `\end`, `\(`, `\)`, `\[`, `\]`:
		return false
	case "~":
		r.put(`\;`)
		return true
	case `\{`, `\}`:
		return r.mark(name)
	case "&", " ":
		r.put(word)
		return true
	case "\t", "\r", "\n":
		r.put(" ")
		return true
	case "^", "_":
		r.put(word)
		return r.argument(depth)
	case `\limits`, `\nolimits`: // a display has them, and a line has none
		return true
	case `\left`:
		return r.fenced(depth)
	case `\begin`:
		return r.environment(depth)
	case `\tag`, `\tag*`:
		return r.number()
	case `\text`, `\textrm`, `\mbox`:
		return r.text()
	case `\mathrm`, `\operatorname`, `\operatorname*`:
		return r.upright(depth)
	case `\rm`:
		return r.roman()
	case `\stackrel`:
		return r.command("overset", depth)
	}
	if !isCommand {
		return r.mark(word)
	}
	if changes(name) || r.face && !slices.Contains(r.greek, name) {
		return false
	}
	if slices.Contains(r.faces, name) {
		r.face = true
		defer func() { r.face = false }()
	}
	return r.command(name, depth)
}

// mark writes a character that is seen.
func (r *texReader) mark(word string) bool {
	if !strings.ContainsFunc(word, unicode.IsGraphic) || strings.ContainsFunc(word, unicode.IsSpace) {
		return false
	}
	r.ink++
	r.put(hold(word))
	return true
}

// changes reports whether a command is left alone: it defines others, sets colours, classes
// or places, or changes what the converter shares between callers.
func changes(name string) bool {
	all := strings.Fields(`def newcommand renewcommand let ce class color textcolor raisebox multirow multicolumn mathop not
		substack sideset prescript varinjlim varprojlim varliminf varlimsup over choose atop LaTeX TeX middle cr u bf em rm`)
	return slices.Contains(all, strings.TrimSuffix(name, "*"))
}

// command writes a command with its arguments.
func (r *texReader) command(name string, depth int) bool {
	if size, isSize := strings.CutPrefix(strings.ToLower(name), "big"); isSize && len(size) < len("gl")+1 {
		return r.sized(name)
	}
	r.put(`\` + name)
	if name == "sqrt" {
		if r.skip(); r.at < len(r.words) && r.words[r.at] == "[" {
			end := slices.Index(r.words[r.at:], "]")
			if end < 0 || !isPlain(r.words[r.at+1:r.at+end]) {
				return false
			}
			r.put(strings.Join(r.words[r.at:r.at+end+1], ""))
			r.at += end + 1
		}
	}
	for range r.takes[name] {
		if !r.argument(depth) {
			return false
		}
	}
	if r.takes[name] == 0 {
		r.ink++
		r.put(" ")
	}
	return true
}

// isPlain reports whether there are words, and all of them are letters or digits.
func isPlain(words []string) bool {
	for _, word := range words {
		if len(word) != 1 || !isAlphanumeric(word[0]) {
			return false
		}
	}
	return len(words) > 0
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// sized writes a bracket of a size, which need not be one of a pair.
func (r *texReader) sized(name string) bool {
	r.skip()
	bracket := r.next()
	if !isFence(bracket) || bracket == "." {
		return false
	}
	r.ink++
	r.put(`\` + strings.TrimRight(name, "lrm") + hold(strings.TrimPrefix(bracket, `\`)))
	return true
}

// isFence reports whether a word is a bracket of those that fences are made of.
func isFence(word string) bool {
	return len(word) == 1 && strings.Contains("()[]|/.", word) || word == `\{` || word == `\}` || word == `\|`
}

// group writes a group whose beginning was read, and nothing of one in which nothing is seen.
func (r *texReader) group(depth int) bool {
	ink, at := r.ink, len(r.out)
	r.put("{")
	sound := r.until("}", depth+1)
	r.put("}")
	if r.ink == ink {
		r.out = r.out[:at]
	}
	return sound
}

// argument writes what a command takes, in braces. It has to be something.
func (r *texReader) argument(depth int) bool {
	r.skip()
	word := r.next()
	switch word {
	case "", "^", "_", "&", "'", `\\`:
		return false
	case "{":
		ink := r.ink
		return r.group(depth) && r.ink > ink
	}
	ink := r.ink
	r.put("{")
	sound := r.write(word, depth+1)
	r.put("}")
	return sound && r.ink > ink
}

// fenced writes \left with all that is behind it, and the \right that belongs to it.
func (r *texReader) fenced(depth int) bool {
	r.skip()
	left := r.next()
	if !isFence(left) {
		return false
	}
	r.put(`\left` + left)
	ink := r.ink
	if !r.until(`\right`, depth+1) || r.ink == ink {
		return false
	}
	r.skip()
	right := r.next()
	r.put(`\right` + right)
	return isFence(right)
}

// literal returns what stands in the braces that come next, as it is written.
func (r *texReader) literal() (string, bool) {
	r.skip()
	if r.next() != "{" {
		return "", false
	}
	end := slices.Index(r.words[r.at:], "}")
	if end < 0 {
		return "", false
	}
	within := strings.Join(r.words[r.at:r.at+end], "")
	r.at += end + 1
	return within, !strings.ContainsAny(within, "{\\$%#") && !strings.ContainsFunc(within, unicode.IsControl)
}

// text writes words between formulas.
func (r *texReader) text() bool {
	within, sound := r.literal()
	if !sound || within == "" {
		return false
	}
	r.ink++
	r.put(`\text{`)
	for _, c := range within {
		r.put(hold(string(c)))
	}
	r.put("}")
	return true
}

// number writes the number of an equation behind it.
func (r *texReader) number() bool {
	within, sound := r.literal()
	if !sound || !isPlain(strings.Split(strings.NewReplacer(".", "", "-", "").Replace(within), "")) {
		return false
	}
	r.ink++
	r.put(`\qquad \text{` + hold("(") + within + hold(")") + "}")
	return true
}

// upright writes what stands upright: a name as the word that it is, and anything else letter
// by letter.
func (r *texReader) upright(depth int) bool {
	at := r.at
	if within, sound := r.literal(); sound && len(within) > 1 && isPlain(strings.Split(within, "")) {
		r.ink++
		r.put(`\text{` + within + "}")
		return true
	}
	if r.at = at; r.face {
		return false
	}
	r.face = true
	r.put(`\mathrm`)
	sound := r.argument(depth)
	r.face = false
	return sound
}

// roman writes the letters up to the end of their group upright.
func (r *texReader) roman() bool {
	r.skip()
	end := slices.Index(r.words[r.at:], "}")
	if end < 0 || !isPlain(r.words[r.at:r.at+end]) {
		return false
	}
	r.ink++
	r.put(`\text{` + strings.Join(r.words[r.at:r.at+end], "") + "}")
	r.at += end
	return true
}

// environment writes a table. Its last row ends, so that one of a single cell is a table.
func (r *texReader) environment(depth int) bool {
	name, sound := r.literal()
	if !sound {
		return false
	}
	kind := strings.TrimSuffix(name, "*")
	switch kind {
	case "align", "split", "gather", "gathered", "eqnarray":
		kind = "aligned"
	case "smallmatrix":
		kind = "matrix"
	}
	if !slices.Contains(r.cells, kind) {
		return false
	}
	r.put(`\begin{` + kind + "}")
	if kind == "array" {
		columns, sound := r.literal()
		if !sound || strings.Trim(columns, "lcr| ") != "" || strings.Trim(columns, "| ") == "" {
			return false
		}
		r.put("{" + columns + "}")
	}
	ink := r.ink
	if !r.rows(depth+1) || r.ink == ink {
		return false
	}
	ending, sound := r.literal()
	r.put(` \\\end{` + kind + "}")
	return sound && ending == name
}

// rows writes the cells of a table up to its end. What a row says of the space behind it is
// passed over.
func (r *texReader) rows(depth int) bool {
	for r.at < len(r.words) {
		word := r.next()
		switch {
		case word == `\end`:
			return true
		case word == `\\`:
			r.put(`\\ `)
			if r.skip(); r.at < len(r.words) && r.words[r.at] == "[" {
				end := slices.Index(r.words[r.at:], "]")
				if end < 0 {
					return false
				}
				r.at += end + 1
			}
		case !r.write(word, depth):
			return false
		}
	}
	return false
}
