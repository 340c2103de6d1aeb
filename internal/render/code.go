package render

import (
	"context"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// What colouring code may cost. Lexers are regular expressions that may go back and forth.
const (
	longestCode = 50_000                 // bytes of one block
	codeTime    = 150 * time.Millisecond // for one block
	languages   = 30                     // bytes of the name of a language
)

// coloured returns code as escaped text with a span around each token that has a colour; "" where
// the language is not known, or it takes too long.
func coloured(ctx context.Context, code, language string) (markup string) { //nolint:nonamedreturns // set where a lexer panics
	if len(code) > longestCode || len(language) > languages {
		return ""
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return ""
	}
	ctx, stop := context.WithTimeout(ctx, codeTime)
	defer stop()
	defer func() {
		if recover() != nil { // a lexer that leads nowhere
			markup = ""
		}
	}()
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return ""
	}
	var out strings.Builder
	for token := tokens(); token != chroma.EOF; token = tokens() {
		if ctx.Err() != nil {
			return ""
		}
		writeToken(&out, token)
	}
	return out.String()
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
