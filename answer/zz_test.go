package answer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestZZ(t *testing.T) {
	built, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewUnfitted(built)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Open("/tmp/dump.jsonl")
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	s.Scan()
	count := map[string]int{}
	show := os.Getenv("SHOW")
	for s.Scan() {
		var r struct {
			Set, Given, Verdict string
			Taught              bool
			Question            quarry.Question
			P, C, S             float64
		}
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Taught {
			continue
		}
		set := r.Set
		if set[0] == 'b' || set[0] == 'm' {
			set = "x" + set[:3]
		}
		c := j.compare(j.readerOf(r.Question), r.Question, r.Given)
		rules := map[string]func() ruling{
			"verdict": c.decideVerdict, "sign": c.decideSign, "repeated": c.decideRepeated, "formula": c.decideFormula, "number": c.decideNumber,
		}
		for _, name := range []string{"verdict", "sign", "repeated", "formula", "number"} {
			v := rules[name]()
			if v.verdict != "" {
				count[fmt.Sprintf("%-9s %-9s said %-10s is %s", name, set, v.verdict, r.Verdict)]++
				if show == name {
					fmt.Printf("%s is %s || %s || %s || %s\n\n", v.verdict, r.Verdict, r.Question.Text, r.Question.Answer, r.Given)
				}
				break
			}
		}
		if c.ruledRight {
			count[fmt.Sprintf("%-9s %-9s  is %s", "ruledRight", set, r.Verdict)]++
		}
		for _, v := range []quarry.AnswerVerdict{"correct", "incorrect"} {
			if w, why := c.restrain(v); w != v {
				count[fmt.Sprintf("%-9s %-9s %s->%s %s is %s", "restrain", set, v, w, why, r.Verdict)]++
			}
		}
	}
	var keys []string
	for k := range count {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Println(k, count[k])
	}
}
