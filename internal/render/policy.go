package render

import (
	"net/url"
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// longestData is how long the address of a picture may be that is in the text itself.
const longestData = 64 << 10

// newPolicy is all that a fragment may hold. Nothing may have a style, an id or a name: they
// would reach beyond the fragment.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowNoAttrs().OnElements("p", "br", "hr", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "dl", "dt", "dd",
		"em", "strong", "del", "ins", "s", "u", "b", "i", "sub", "sup", "small", "q", "cite", "kbd", "samp", "var", "abbr", "mark",
		"code", "span", "div", "bdi", "wbr", "figure", "figcaption", "details", "summary",
		"table", "caption", "thead", "tbody", "tfoot", "tr")
	direction := regexp.MustCompile(`^(?:auto|ltr|rtl)$`)
	p.AllowAttrs("dir").Matching(direction).Globally()
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$`)).Globally()
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(?:(?:c-[a-z0-9]{1,4}|math|code|scroll|picture)(?: |$))+$`)).OnElements("code", "span", "div", "pre", "a")
	p.AllowAttrs("tabindex").Matching(regexp.MustCompile(`^0$`)).OnElements("pre", "div")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^group$`)).OnElements("div")
	p.AllowAttrs("aria-label").Matching(regexp.MustCompile(`^Table$`)).OnElements("div")
	p.AllowAttrs("data-language").Matching(regexp.MustCompile(`^[a-z0-9+#.-]{1,30}$`)).OnElements("pre")

	number := regexp.MustCompile(`^[1-9][0-9]{0,5}$`)
	p.AllowNoAttrs().OnElements("ol", "li", "th", "td")
	p.AllowAttrs("start").Matching(number).OnElements("ol")
	p.AllowAttrs("value").Matching(number).OnElements("li")
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^[1-9][0-9]?$`)).OnElements("th", "td")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(?:left|right|center)$`)).OnElements("th", "td")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").Matching(regexp.MustCompile(`^$`)).OnElements("input")

	p.AllowAttrs("href").Matching(regexp.MustCompile(`(?i)^(?:https?://|mailto:|[^:/?#]*(?:[/?#]|$))`)).OnElements("a")
	p.AllowAttrs("src", "alt", "title").OnElements("img")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemes("http", "https", "mailto")
	picture := regexp.MustCompile(`^image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$`)
	p.AllowURLSchemeWithCustomPolicy("data", func(address *url.URL) bool {
		return len(address.Opaque) <= longestData && picture.MatchString(address.Opaque)
	})
	allowMathML(p)
	return p
}

// allowMathML lets in what formulas are made of: MathML Core, without what runs or links.
func allowMathML(p *bluemonday.Policy) {
	p.AllowNoAttrs().OnElements("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
		"munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none", "mpadded", "mstyle", "menclose", "mtable", "mtr", "mtd", "merror")
	word := regexp.MustCompile(`^[a-z]{1,12}$`)
	length := regexp.MustCompile(`^-?[0-9]{0,3}(?:\.[0-9]{1,7})?(?:em|ex)?$`)
	p.AllowAttrs("display").Matching(regexp.MustCompile(`^(?:block|inline)$`)).OnElements("math")
	p.AllowAttrs("stretchy", "fence", "symmetric", "largeop", "movablelimits", "form").Matching(word).OnElements("mo", "mi")
	p.AllowAttrs("lspace", "rspace").Matching(length).OnElements("mo", "mi", "mpadded")
	p.AllowAttrs("mathvariant").Matching(regexp.MustCompile(`^normal$`)).OnElements("mi", "mstyle")
	p.AllowAttrs("width").Matching(length).OnElements("mspace", "mpadded")
	p.AllowAttrs("accent").Matching(word).OnElements("mover", "munder")
	p.AllowAttrs("displaystyle", "scriptlevel").Matching(regexp.MustCompile(`^(?:true|false|-?[0-4])$`)).OnElements("mstyle", "mfrac", "mrow", "mtable", "mo")
	p.AllowAttrs("linethickness").Matching(regexp.MustCompile(`^0$`)).OnElements("mfrac")
	p.AllowAttrs("notation").Matching(regexp.MustCompile(`^[a-z ]{1,60}$`)).OnElements("menclose")
	p.AllowAttrs("columnalign").Matching(regexp.MustCompile(`^[a-z ]{1,200}$`)).OnElements("mtable", "mtd")
}
