package lookup

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// Check is quarry check.
type Check struct {
	ID     string   `arg:"" help:"The question's id."`
	Answer []string `arg:"" words:"" help:"The answer, or - to read it from the standard input. Behind -- nothing is a flag."`

	JSON bool `help:"Print the API's answer."`
}

// Help is shown below the flags.
func (*Check) Help() string {
	return `The verdict is correct, partly, incorrect, or unsure where words tell too little
either way. The exit code does not depend on it. Nothing is stored, and no other program
is asked unless --judge says so.`
}

// Run asks the server beside it, or the database itself.
func (c *Check) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		answer, err := c.answer(s.In)
		if err != nil {
			return err
		}
		var judged view.Check
		raw, err := from.Post(ctx, "/v1/questions/"+url.PathEscape(c.ID)+"/check", view.CheckRequest{Answer: answer},
			&judged)
		if err != nil {
			return err
		}
		if c.JSON {
			return present.Raw(s.Out, raw)
		}
		_, _ = fmt.Fprintf(s.Out, "%s: %s\n", judged.Verdict, present.Printable(judged.Explanation))
		for _, point := range judged.Covered {
			printKeyPoint(s.Out, "covered", judged.Source, point)
		}
		for _, point := range judged.Missing {
			what := "missing"
			if point.Contradicted {
				what = "contradicted"
			}
			printKeyPoint(s.Out, what, judged.Source, point)
		}
		for _, number := range judged.Numbers {
			_, _ = fmt.Fprintf(s.Out, "  number: %s\n", present.Printable(numberLine(number)))
		}
		_, err = fmt.Fprintf(s.Out, "  %s  /v1/questions/%s\n", present.Place(judged.Source), judged.ID)
		return err
	})
}

// answer returns what is to be judged. Of the standard input no more is read than the
// API refuses as too long.
func (c *Check) answer(in io.Reader) (string, error) {
	if len(c.Answer) != 1 || c.Answer[0] != "-" {
		return strings.Join(c.Answer, " "), nil
	}
	const most = 32 << 10
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

func printKeyPoint(out io.Writer, what string, source view.Source, point view.KeyPoint) {
	source.LineStart, source.LineEnd = point.LineStart, point.LineEnd
	place := present.Place(source)
	if point.LineStart == 0 {
		place = "corrected"
	}
	if !point.Required {
		what += " (only explains)"
	}
	_, _ = fmt.Fprintf(out, "  %s: %s  %s\n", what, present.Printable(text.OneLine(point.Text)),
		place)
}

// numberLine says what was expected, what was given in its place, and what would do.
func numberLine(n view.NumberCheck) string {
	switch {
	case n.Given == nil:
		return n.Expected + " is not there"
	case n.Agrees:
		return fmt.Sprintf("%s agrees with %s", *n.Given, n.Expected)
	case n.Tolerance > 0:
		return fmt.Sprintf("%s is not %s, give or take %s", *n.Given, n.Expected,
			strings.TrimSpace(fmt.Sprintf("%.4g %s", n.Tolerance, n.Unit)))
	}
	return fmt.Sprintf("%s is not %s", *n.Given, n.Expected)
}
