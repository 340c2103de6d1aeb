package render

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/wyatt915/treeblood"
)

// pieces are what the formulas of the tests are put together from.
func pieces() []string {
	return strings.Split(`a|b|x|1|23|+|-|=|<|>|&|"|,|(|)|[|]|{|}|{|}|{|}|^|_|'|''| | |/|~|%|#|!|é|\|\\|\{|\}|\%|\&|\_|\,|\;|\!|\ |\quad`+
		`|\frac|\frac{a}{b}|\sqrt|\sqrt[3]|\text{if }|\text|\mathrm{max}|\mathrm|\mathrm{a\mathbf{b}}|\mathbf{\mathrm{x+}}|\mathbf|\boldsymbol{\Omega}|\boldsymbol{\omega}|\mathcal{L}|\mathbb|\hat|\vec{x}|\bar|\overline{ab}|\underbrace{a}|\overset{a}{b}|\pmod{n}`+
		`|\left|\right|\left(|\right)|\left[|\right.|\left\{|\right|\bigl(|\Bigr]|\big|\sum|\int|\lim|\max|\limits|\prod|\alpha|\Omega|\infty|\leq|\neq|\to|\cdot|\ldots|\mid|\lfloor|\rceil|\langle`+
		`|\begin{aligned}|\end{aligned}|\begin{cases}|\end{cases}|\begin{array}{lr}|\end{array}|\begin{pmatrix}|\end{pmatrix}|\begin|\end|\\[2pt]|\displaystyle|\textstyle|\bf|\rm`+
		`|\def|\newcommand|\color|\ce|\varlimsup|\over|\choose|\not|\middle|\unknown|\operatorname{rank}|\operatorname|\prime|\nabla|\partial|\binom{n}{k}|\tiny|\cancel{x}|$`, "|")
}

// put returns a formula of so many pieces.
func put(r *rand.Rand) string {
	all := pieces()
	var out strings.Builder
	for range 1 + r.IntN(12) {
		out.WriteString(all[r.IntN(len(all))])
	}
	return out.String()
}

func TestFormulasBecomeMathML(t *testing.T) {
	t.Parallel()
	f := newFormulas()
	for tex, want := range map[string]string{
		`x<y`:                                   `<mrow><mi>x</mi><mo stretchy="false">&lt;</mo><mi>y</mi></mrow>`,
		`\frac ab`:                              `<mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>`,
		`\frac12`:                               `<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow>`,
		`[0,1)`:                                 `<mrow><mo stretchy="false">[</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo></mrow>`,
		`2^{10} \times 3`:                       `<mrow><msup><mn>2</mn><mn>10</mn></msup><mo>×</mo><mn>3</mn></mrow>`,
		`T_{\text{a<b if}}`:                     `<mrow><msub><mi>T</mi><mtext>a&lt;b&nbsp;if</mtext></msub></mrow>`,
		`\mathrm{FLOP}/s`:                       `<mrow><mtext>FLOP</mtext><mo>/</mo><mi>s</mi></mrow>`,
		`\operatorname{rank}A`:                  `<mrow><mtext>rank</mtext><mi>A</mi></mrow>`,
		`\sqrt[3]{x}`:                           `<mrow><mroot><mi>x</mi><mn>3</mn></mroot></mrow>`,
		`50\%`:                                  `<mrow><mn>50</mn><mo>%</mo></mrow>`,
		`\sum\limits_{i=0}^n i`:                 `<mrow><mrow><munderover>`,
		`\left(\frac ab\right.`:                 `stretchy="true"`,
		`\bigl( x \bigr)`:                       `scriptlevel="-1"`,
		`\begin{cases}1&a\\[2pt]0&b\end{cases}`: `<mtr>`,
		`\begin{bmatrix}a\end{bmatrix}`:         `<mi>a</mi></mtd></mtr></mtable>`,
	} {
		if got := f.mathML(tex); !strings.Contains(got, want) {
			t.Errorf("%s is %q, want %q in it", tex, got, want)
		}
	}
}

func TestWhatIsNoFormulaIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	f := newFormulas()
	for name, tex := range map[string]string{
		"nothing": "", "space": "  ", "an open group": `\frac{a}{b`, "a stray brace": "a}", "no argument": `\hat{}`, "no argument at the end": `\bar`,
		"a definition": `\def\a{\a\a}\a`, "a new command": `\newcommand{\a}{b}`, "a command that there is not": `\xrightarrow{a}`,
		"a fence of one half": `\left( a`, "the other half": `a \right)`, "halves in two groups": `{\left( a} \right)`, "a class": `\class{x}{y}`,
		"what stands for another": "\ue001", "no text": "\xff", "a comment": "a % b", "an environment of another": `\begin{cases}a\end{array}`,
		"too long": strings.Repeat("a", longestFormula+1), "too deep": strings.Repeat("{", deepestFormula+2) + "a" + strings.Repeat("}", deepestFormula+2),
		"groups of nothing": "{}{}", "an empty fence": `\left(\right)`, "an empty table": `\begin{aligned} & \\ \end{aligned}`,
	} {
		if got := f.mathML(tex); got != "" {
			t.Errorf("%s (%.40s) is %q, want it left", name, tex, got)
		}
	}
}

// The converter recovers from what it fails at, prints it, and returns nothing.
func TestTheConverterGetsAlongWithWhatItIsShown(t *testing.T) {
	t.Parallel()
	f := newFormulas()
	random := rand.New(rand.NewPCG(1, 2))
	converted := 0
	for range 50_000 {
		tex := put(random)
		if checked := f.check(tex); checked != "" {
			converted++
			if f.converts(checked) == "" {
				t.Fatalf("%q is shown as %q, which the converter fails at", tex, checked)
			}
		}
	}
	if converted < 2_000 {
		t.Errorf("%d formulas were shown to the converter: too few to tell", converted)
	}
}

// converts returns what the converter makes of what it is shown.
func (formulas) converts(checked string) string {
	document := treeblood.NewPitziil()
	document.PrintOneLine = true
	converted, err := document.SemanticsOnly(checked)
	if err != nil {
		return ""
	}
	return converted
}

// The converter has a logger of its own, which nobody can silence. The test runs itself.
func TestTheConverterPrintsNothing(t *testing.T) {
	t.Parallel()
	const mark = "QUARRY_RENDER_PRINTS"
	if os.Getenv(mark) != "" {
		f := newFormulas()
		random := rand.New(rand.NewPCG(3, 4))
		for range 50_000 {
			f.mathML(put(random))
		}
		return
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTheConverterPrintsNothing$")
	again.Env = append(os.Environ(), mark+"=1")
	said, err := again.CombinedOutput()
	if err != nil || strings.Contains(string(said), "TreeBlood") {
		t.Errorf("%v, and it says %.500s", err, said)
	}
}

func TestFormulasAreConvertedSideBySide(t *testing.T) {
	t.Parallel()
	f := newFormulas()
	var all sync.WaitGroup
	for at := range uint64(4) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(5, at))
			for range 2_000 {
				f.mathML(put(random))
			}
		})
	}
	all.Wait()
}

func FuzzMathML(f *testing.F) {
	formulas := newFormulas()
	for _, piece := range pieces() {
		f.Add(piece)
	}
	f.Add(`\begin{cases}1 & x>0\\ 0 & \text{otherwise}\end{cases}`)
	f.Fuzz(func(t *testing.T, tex string) {
		checked := formulas.check(strings.TrimSpace(tex))
		if checked != "" && formulas.converts(checked) == "" {
			t.Errorf("%q is shown as %q, which the converter fails at", tex, checked)
		}
	})
}
