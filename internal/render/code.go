package render

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// What colouring code may cost. Lexers are regular expressions that may go back and forth.
const (
	longestCode = 50_000                 // bytes of one block
	codeTime    = 500 * time.Millisecond // for one block
)

// languages are what reads code, by the names of its language in lower case.
type languages map[string]chroma.Lexer

// newLanguages collects all that there are. The library's own look-up takes a name that it does
// not know for that of a file, and tries a thousand patterns.
func newLanguages() languages {
	all := languages{}
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		config := lexer.Config()
		for _, name := range slices.Concat(config.Aliases, []string{config.Name}) {
			all[strings.ToLower(name)] = lexer
		}
	}
	for dialect := range strings.FieldsSeq("cuda cu hip sycl metal") {
		if all[dialect] == nil {
			all[dialect] = all["c++"]
		}
	}
	return all
}

// coloured returns code as escaped text with a span around each token that has a colour; "" where
// the language is not known, or it takes too long.
func (l languages) coloured(ctx context.Context, code, language string) string {
	lexer, known := l[language]
	if !known || len(code) > longestCode {
		return ""
	}
	ctx, stop := context.WithTimeout(ctx, codeTime)
	defer stop()
	var out strings.Builder
	if !colour(ctx, &out, lexer, code) {
		return ""
	}
	return out.String()
}

// colour writes code in colours, and reports whether all of it was. A lexer panics where its
// rules lead nowhere.
func colour(ctx context.Context, out *strings.Builder, lexer chroma.Lexer, code string) bool {
	whole := false
	func() {
		defer func() { _ = recover() }()
		tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
		if err != nil {
			return
		}
		token := tokens()
		for ; token != chroma.EOF && ctx.Err() == nil; token = tokens() {
			writeToken(out, token)
		}
		whole = token == chroma.EOF
	}()
	return whole
}

func writeToken(out *strings.Builder, token chroma.Token) {
	class := classOf(token.Type)
	if class == "" {
		out.WriteString(escaped(token.Value))
		return
	}
	out.WriteString(`<span class="` + class + `">` + escaped(token.Value) + "</span>")
}

// classOf returns the class of a token: there are eight, for a page needs no more colours.
func classOf(kind chroma.TokenType) string {
	switch {
	case kind.InCategory(chroma.Keyword):
		return "c-k"
	case kind.InSubCategory(chroma.LiteralString):
		return "c-s"
	case kind.InSubCategory(chroma.LiteralNumber):
		return "c-m"
	case kind.InCategory(chroma.Comment):
		return "c-c"
	case kind == chroma.NameFunction, kind == chroma.NameClass, kind == chroma.NameTag:
		return "c-f"
	case kind.InSubCategory(chroma.NameBuiltin), kind == chroma.NameAttribute, kind == chroma.NameDecorator:
		return "c-b"
	case kind == chroma.GenericInserted:
		return "c-i"
	case kind == chroma.GenericDeleted:
		return "c-d"
	}
	return ""
}
