package doctor

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Chart is what an examination finds. As text it is written as it grows; its
// JSON form is part of the command's contract.
type Chart struct {
	Data     string      `json:"data"`
	Healthy  bool        `json:"healthy"`
	Problems int         `json:"problems"`
	Findings []Finding   `json:"findings"` // the first mostFindings
	Notes    []chartNote `json:"notes"`    // what else is worth knowing, the first mostFindings of each sort

	out  io.Writer
	json bool
	said map[string]int // notes by what they are about

	later string // what is still to be done, beside the verdict; "" for nothing
}

// Finding is something that is wrong, and what to do about it.
type Finding struct {
	Check    string `json:"check"` // database, documents, rows, spans, conflicts, vectors or index
	Document string `json:"document,omitempty"`
	Path     string `json:"path,omitempty"`
	Entry    string `json:"entry,omitempty"`
	Line     int    `json:"line,omitempty"`
	Problem  string `json:"problem"`
	Remedy   string `json:"remedy"`
}

type chartNote struct {
	About string `json:"about"`
	Text  string `json:"text"`
}

// mostFindings bounds what is told: a thousand faults have one cause.
const mostFindings = 1000

// NewChart returns a chart of a data directory, which is written to out.
func NewChart(data string, out io.Writer, asJSON bool) *Chart {
	return &Chart{
		Data: data, Findings: []Finding{}, Notes: []chartNote{}, out: out, json: asJSON, said: map[string]int{},
	}
}

// note says something that is no fault.
func (c *Chart) note(about, text string) {
	c.said[about]++
	switch {
	case c.said[about] > mostFindings:
	case c.json:
		c.Notes = append(c.Notes, chartNote{About: about, Text: text})
	default:
		c.line(about, text)
	}
}

// complain says what is wrong and what to do.
func (c *Chart) complain(f Finding) {
	c.Problems++
	switch {
	case c.Problems > mostFindings:
	case c.json:
		c.Findings = append(c.Findings, f)
	default:
		c.line(f.Check, "WRONG: "+f.place()+f.Problem)
		c.line("", f.Remedy)
	}
}

// place names what a finding is about.
func (f Finding) place() string {
	switch {
	case f.Entry != "":
		return fmt.Sprintf("%s at %s:%d: ", f.Entry, f.Path, f.Line)
	case f.Path != "":
		return f.Path + ": "
	}
	return ""
}

func (c *Chart) line(what, text string) {
	_, _ = fmt.Fprintf(c.out, "%-10s %s\n", what, present.Printable(text))
}

// Close ends the examination: with exit code 1 where something is wrong.
func (c *Chart) Close() error {
	c.Healthy = c.Problems == 0
	var err error
	switch more := c.Problems - mostFindings; {
	case c.json:
		encoder := json.NewEncoder(c.out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(c)
	case c.Healthy && c.later != "":
		_, err = fmt.Fprintln(c.out, "all is well, but "+c.later)
	case c.Healthy:
		_, err = fmt.Fprintln(c.out, "all is well")
	default:
		if more > 0 {
			c.line("", fmt.Sprintf("and %d more problems", more))
		}
		_, err = fmt.Fprintf(c.out, "problems found: %d\n", c.Problems)
	}
	if err != nil {
		return err
	}
	if !c.Healthy {
		return &present.ExitError{Code: present.ExitCouldNot}
	}
	return nil
}
